//! Lays a frame over a video: a watermark, a logo, a sticker.

use image::DynamicImage;
use patchbay_domain::MediaFile;
use patchbay_media::image::{converted, read, resize};
use patchbay_media::video::{FrameSource, GraphFrames, ImageFrames, Watch};

use super::shared::composing::parts;
use super::shared::overlaying::Overlay;
use crate::shared::placing::Placing;
use crate::{Context, Inputs, Registered, ToolError, VideoFilter, VideoStreams};

struct ImageOverlayOnVideo;
inventory::submit!(Registered(&ImageOverlayOnVideo));

impl VideoFilter for ImageOverlayOnVideo {
    fn tool(&self) -> &'static str {
        "image_overlay_on_video"
    }

    fn purpose(&self, _: &Inputs) -> String {
        "overlaid".to_owned()
    }

    fn apply(
        &self,
        video: VideoStreams,
        inputs: &Inputs,
        _: &Context,
        watch: &Watch,
    ) -> Result<VideoStreams, ToolError> {
        let images = inputs.images("image")?;
        let [image] = images.as_slice() else {
            return Err(ToolError::Input(format!(
                "Only one picture at a time can be laid over “{}”, and {} were given. Lay them over it one after the \
                 other.",
                video.name(),
                images.len()
            )));
        };
        let image = in_srgb(&image.file)?;
        let seconds = video.seconds();
        let parts = parts(inputs, seconds)?;
        video.with_frames(|ground| {
            let format = ground.format();
            let (own, whole) = (
                (image.width(), image.height()),
                (format.width, format.height),
            );
            let placing = Placing::of(inputs, whole, own)?.even();
            let image = resize(&image, placing.width, placing.height).into_rgba8();
            let laid = Overlay {
                placing,
                ground_matrix: format.matrix(),
                matrix: None,
                parts,
                prepared: String::new(),
                moves: false,
            };
            let sources: Vec<Box<dyn FrameSource>> =
                vec![ground, Box::new(ImageFrames::new(image))];
            let frames = GraphFrames::open(sources, &laid.graph(), None, seconds, watch)?;
            Ok(Box::new(frames))
        })
    }
}

fn in_srgb(file: &MediaFile) -> Result<DynamicImage, ToolError> {
    let frame = read(&file.path, &file.name)?;
    Ok(converted(frame.pixels, frame.metadata.icc.as_deref(), None))
}

#[cfg(test)]
mod tests {
    use image::{Rgba, RgbaImage};
    use patchbay_domain::Resource;
    use patchbay_media::video::probe;
    use patchbay_test_support::video::{clip, difference, frame_at, loudness, make};

    use super::*;
    use crate::image::shared::testing::Bench;
    use crate::testing;

    /// A logo whose left half is green and whose right half is clear.
    fn logo(bench: &Bench) -> Resource {
        let pixels = RgbaImage::from_fn(60, 40, |x, _| {
            if x < 30 {
                Rgba([0, 255, 0, 255])
            } else {
                Rgba([0, 0, 0, 0])
            }
        });
        bench.png("logo.png", &pixels.into())
    }

    fn inputs(video: Resource, image: Resource, values: &[(&str, &str)]) -> Inputs {
        let values = values
            .iter()
            .map(|(name, value)| ((*name).to_owned(), Resource::Text((*value).to_owned())));
        let media = [("video".to_owned(), video), ("image".to_owned(), image)];
        Inputs::new(media.into_iter().chain(values).collect())
    }

    #[test]
    fn a_logo_stays_in_the_corner_and_its_clear_part_shows_the_video() {
        let (bench, (context, _folder)) = (Bench::new(), testing::context());
        let arguments = "-f lavfi -i color=blue:s=320x180:d=2:r=25 -f lavfi -i \
                         sine=frequency=440:duration=2 -pix_fmt yuv420p";
        let path = make(&context.folder, "trip.mp4", arguments);
        let video = MediaFile {
            path,
            name: "trip.mp4".to_owned(),
        };
        let values = [("overlay_position", "top left"), ("overlay_margin", "0%")];
        let inputs = inputs(Resource::Video(video), logo(&bench), &values);
        let made = ImageOverlayOnVideo.run(&inputs, &context).unwrap();
        let path = &made.files()[0].path;
        for seconds in [0.0, 1.9] {
            let frame = frame_at(path, seconds);
            let [green, clear] = [(20, 20), (60, 20)].map(|(x, y)| frame.get_pixel(x, y).0);
            assert!(green[1] > 220 && green[2] < 40, "{green:?}");
            assert!(clear[2] > 220 && clear[1] < 40, "{clear:?}");
        }
        assert!((probe(path, "made").unwrap().seconds - 2.0).abs() < 0.05);
        assert!(loudness(path, 0.2, 1.8) > -30.0);
    }

    #[test]
    fn an_exact_place_goes_before_corner_and_size() {
        let (bench, (context, _folder)) = (Bench::new(), testing::context());
        let arguments = "-f lavfi -i color=blue:s=320x180:d=1:r=25 -pix_fmt yuv420p";
        let path = make(&context.folder, "trip.mp4", arguments);
        let name = "trip.mp4".to_owned();
        let video = Resource::Video(MediaFile { path, name });
        let values = [
            ("overlay_box", "120x80 at 100,40"),
            ("overlay_position", "top left"),
        ];
        let inputs = inputs(video, logo(&bench), &values);
        let made = ImageOverlayOnVideo.run(&inputs, &context).unwrap();
        let frame = frame_at(&made.files()[0].path, 0.5);
        let is_green = |x, y| frame.get_pixel(x, y).0[1] > 200;
        assert!(is_green(104, 44) && is_green(154, 114));
        assert!(!is_green(20, 20) && !is_green(94, 80) && !is_green(130, 34));
    }

    #[test]
    fn outside_of_its_time_nothing_of_it_is_seen() {
        let (bench, (context, _folder)) = (Bench::new(), testing::context());
        let path = clip(&context.folder, "trip.mp4", 3.0, "320x180", 25);
        let video = MediaFile {
            path: path.clone(),
            name: "trip.mp4".to_owned(),
        };
        let values = [("within", "0:01 to 0:02"), ("overlay_opacity", "50")];
        let inputs = inputs(Resource::Video(video), logo(&bench), &values);
        let made = ImageOverlayOnVideo.run(&inputs, &context).unwrap();
        let changed = |seconds| {
            let (before, after) = (
                frame_at(&path, seconds),
                frame_at(&made.files()[0].path, seconds),
            );
            difference(&before, &after)
        };
        let (outside, inside) = (changed(0.5).max(changed(2.5)), changed(1.5));
        assert!(inside > outside + 1.0, "{outside} {inside}");
    }

    #[test]
    fn of_several_images_none_is_left_out_silently() {
        let (bench, (context, _folder)) = (Bench::new(), testing::context());
        let path = clip(&context.folder, "trip.mp4", 0.4, "64x48", 25);
        let video = Resource::Video(MediaFile {
            path,
            name: "trip.mp4".to_owned(),
        });
        let Resource::Images { kind, items } = logo(&bench) else {
            panic!("a picture")
        };
        let two = Resource::Images {
            kind,
            items: [items.clone(), items].concat(),
        };
        let error = ImageOverlayOnVideo
            .run(&inputs(video, two, &[]), &context)
            .unwrap_err();
        assert!(error.to_string().contains("one after the other"), "{error}");
    }
}
