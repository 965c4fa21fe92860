//! Shows a video smaller in front of a picture that lies behind it.

use image::{DynamicImage, Rgba, RgbaImage};
use patchbay_media::MediaError;
use patchbay_media::video::{FrameSource, GraphFrames, ImageFrames, Watch};
use patchbay_values::overlays::{Measure, OverlaySize, Place};
use patchbay_values::sizes::Size;

use super::shared::graphs::{check_size, even};
use super::shared::stills::{Beside, still};
use crate::shared::placing::Placing;
use crate::{Context, Inputs, Registered, ToolError, VideoFilter, VideoStreams};

/// Place and size of the video where nothing is said.
const USUAL: (Place, OverlaySize) = (Place::MIDDLE, OverlaySize::Width(Measure::Percent(80.0)));

struct VideoOnImage;
inventory::submit!(Registered(&VideoOnImage));

impl VideoFilter for VideoOnImage {
    fn tool(&self) -> &'static str {
        "video_on_image"
    }

    fn purpose(&self, _: &Inputs) -> String {
        "framed".to_owned()
    }

    fn apply(
        &self,
        video: VideoStreams,
        inputs: &Inputs,
        _: &Context,
        watch: &Watch,
    ) -> Result<VideoStreams, ToolError> {
        let picture = inputs.image("image")?;
        let format = video.format()?;
        let own = (format.width, format.height);
        let canvas = canvas(inputs, own)?;
        let seconds = video.seconds();
        let placing = Placing::with_usual(inputs, canvas, own, USUAL)?.even();
        // The picture has a hole where the video is seen: so frames keep their times.
        let mut behind =
            DynamicImage::ImageRgb8(still(&picture, canvas, Beside::Nothing)?).into_rgba8();
        cut_out(&mut behind, placing);
        let graph = graph(placing, canvas, format.matrix());
        Ok(video.with_frames(|frames| {
            let sources: Vec<Box<dyn FrameSource>> =
                vec![frames, Box::new(ImageFrames::new(behind))];
            let laid = GraphFrames::open(sources, &graph, None, seconds, watch)?;
            Ok::<_, MediaError>(Box::new(laid))
        })?)
    }
}

/// The size of the whole: the value of `canvas`, else the video's own.
fn canvas(inputs: &Inputs, own: (u32, u32)) -> Result<(u32, u32), ToolError> {
    let scaled = |factor: f64| (f64::from(own.0) * factor, f64::from(own.1) * factor);
    let (width, height) = match inputs.size("canvas")? {
        Some(Size::Within(across, down)) => (f64::from(across), f64::from(down)),
        Some(Size::Width(wide)) => scaled(f64::from(wide) / f64::from(own.0)),
        Some(Size::Height(high)) => scaled(f64::from(high) / f64::from(own.1)),
        Some(Size::Longer(side)) => scaled(f64::from(side) / f64::from(own.0.max(own.1))),
        Some(Size::Times(factor)) => scaled(f64::from(factor)),
        None => scaled(1.0),
    };
    check_size(width, height)?;
    Ok((even(width), even(height)))
}

/// Makes a picture clear where the video is seen.
fn cut_out(picture: &mut RgbaImage, placing: Placing) {
    for y in placing.top..placing.top + placing.height {
        for x in placing.left..placing.left + placing.width {
            picture.put_pixel(x, y, Rgba([0; 4]));
        }
    }
}

/// The graph that lays the second source, with its hole, over the first.
fn graph(placing: Placing, (wide, high): (u32, u32), matrix: &str) -> String {
    let Placing {
        left,
        top,
        width,
        height,
        ..
    } = placing;
    format!(
        "[in1]scale=flags=accurate_rnd:out_color_matrix={matrix}:out_range=tv,format=yuva420p[picture];\
         [in]scale={width}:{height}:flags=bicubic,pad={wide}:{high}:{left}:{top}:black[film];\
         [film][picture]overlay=x=0:y=0:eof_action=repeat"
    )
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};
    use patchbay_domain::{MediaFile, Resource};
    use patchbay_media::video::probe;
    use patchbay_test_support::video::{frame_at, loudness, make};

    use super::*;
    use crate::image::shared::testing::Bench;
    use crate::testing;

    fn shown(values: &[(&str, &str)]) -> (MediaFile, (Bench, tempfile::TempDir)) {
        let (bench, (context, folder)) = (Bench::new(), testing::context());
        let arguments =
            "-f lavfi -i color=red:s=160x90:d=2:r=25 -f lavfi -i sine=d=2 -pix_fmt yuv420p";
        let video = MediaFile {
            path: make(&context.folder, "talk.mp4", arguments),
            name: "talk.mp4".to_owned(),
        };
        let green = RgbImage::from_pixel(100, 100, Rgb([20, 200, 40]));
        let given = [
            ("video".to_owned(), Resource::Video(video)),
            ("image".to_owned(), bench.png("desk.png", &green.into())),
        ];
        let values = values
            .iter()
            .map(|(name, value)| ((*name).to_owned(), Resource::Text((*value).to_owned())));
        let inputs = Inputs::new(given.into_iter().chain(values).collect());
        let made = VideoOnImage.run(&inputs, &context).unwrap();
        (made.files()[0].clone(), (bench, folder))
    }

    fn is_red(file: &MediaFile, seconds: f64, (x, y): (u32, u32)) -> bool {
        let [red, green, _] = frame_at(&file.path, seconds).get_pixel(x, y).0;
        assert!(
            (red > 200 && green < 60) || (red < 60 && green > 160),
            "{red} {green}"
        );
        red > 200
    }

    #[test]
    fn the_picture_is_seen_around_the_video_all_the_time() {
        let (made, _kept) = shown(&[]);
        let facts = probe(&made.path, "made").unwrap();
        assert_eq!((facts.width, facts.height), (160, 90));
        assert!((facts.seconds - 2.0).abs() < 0.05);
        for seconds in [0.0, 1.9] {
            assert!(is_red(&made, seconds, (80, 45)) && is_red(&made, seconds, (24, 16)));
            assert!(!is_red(&made, seconds, (6, 45)) && !is_red(&made, seconds, (80, 4)));
        }
        assert!(loudness(&made.path, 0.2, 1.8) > -30.0);
    }

    #[test]
    fn the_whole_has_another_size_and_the_video_its_place() {
        let values = [
            ("canvas", "200x300"),
            ("overlay_size", "100 wide"),
            ("overlay_position", "bottom"),
            ("overlay_margin", "0 px"),
        ];
        let (made, _kept) = shown(&values);
        let facts = probe(&made.path, "made").unwrap();
        assert_eq!((facts.width, facts.height), (200, 300));
        assert!(is_red(&made, 1.0, (100, 290)) && !is_red(&made, 1.0, (100, 200)));
        assert!(!is_red(&made, 1.0, (30, 290)));
    }
}
