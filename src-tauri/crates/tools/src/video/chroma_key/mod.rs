//! Puts another background behind somebody in front of a green or blue screen: a frame, or a video
//! that begins again until the first one ends.

mod key;

use image::DynamicImage;
use patchbay_domain::{MediaFile, Resource};
use patchbay_media::MediaError;
use patchbay_media::image::{converted, read, resize};
use patchbay_media::video::{
    AudioTrack, FrameReader, FrameSource, ImageFrames, Retimed, Watch, probe,
};
use patchbay_tool_api::watching::watched;
use patchbay_vision::on_white::opaque;

use self::key::{Key, Screen, measured};
use super::shared::composing::{Composed, write};
use super::shared::looped::Looped;
use super::shared::lost;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

/// Default tolerance of colours against the screen's, in percent.
const USUAL_TOLERANCE: f64 = 30.0;
/// Tolerance of 100 % as libav's `chromakey` measures it.
const WIDEST: f64 = 0.4;

struct ChromaKey;
inventory::submit!(Registered(&ChromaKey));

impl Implementation for ChromaKey {
    fn tool(&self) -> &'static str {
        "chroma_key"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let (image, video) = (inputs.image("image")?, inputs.video("video")?);
        let frame = read(&image.path, &image.name)?;
        let icc = frame.metadata.icc.as_deref();
        let pixels = opaque(&converted(frame.pixels, icc, None));
        let format = FrameReader::open(&video.path, &video.name, u32::MAX)?.format();
        let pixels = covering(pixels.into(), (format.width, format.height)).into_rgba8();
        let open = move || {
            let frames: Box<dyn FrameSource> = Box::new(ImageFrames::new(pixels.clone()));
            Ok(frames)
        };
        keyed(inputs, context, None, open)
    }
}

struct ChromaKeyVideo;
inventory::submit!(Registered(&ChromaKeyVideo));

impl Implementation for ChromaKeyVideo {
    fn tool(&self) -> &'static str {
        "chroma_key_video"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let background = inputs.video("background")?.clone();
        let open = move || {
            let reader = FrameReader::open(&background.path, &background.name, u32::MAX)?;
            let frames: Box<dyn FrameSource> = Box::new(reader);
            Ok(frames)
        };
        let matrix = open().map(|frames| frames.format().matrix())?;
        keyed(inputs, context, Some(matrix), open)
    }
}

/// A frame at another size; what does not fit is cut off around its middle.
fn covering(frame: DynamicImage, (width, height): (u32, u32)) -> DynamicImage {
    let [wide, high] = [frame.width(), frame.height()].map(f64::from);
    let scale = (f64::from(width) / wide).max(f64::from(height) / high);
    let side = |own: f64, least: u32| ((own * scale).round() as u32).max(least);
    let (wide, high) = (side(wide, width), side(high, height));
    let scaled = resize(&frame, wide, high);
    scaled.crop_imm((wide - width) / 2, (high - height) / 2, width, height)
}

/// Writes the video with what `background` opens behind it; `matrix` is that of its colours, none
/// where it is RGB.
fn keyed(
    inputs: &Inputs,
    context: &Context,
    matrix: Option<&'static str>,
    background: impl FnMut() -> Result<Box<dyn FrameSource>, MediaError> + 'static,
) -> Result<Resource, ToolError> {
    let video = inputs.video("video")?;
    let facts = probe(&video.path, &video.name)?;
    let tolerance = inputs.number("tolerance")?.unwrap_or(USUAL_TOLERANCE);
    let (screen, key) = screen(inputs, context, video)?;
    let output = context.output("keyed", Some(&video.name), "mp4");
    let made = write(output.clone(), context, |_| {
        let reader = FrameReader::open(&video.path, &video.name, u32::MAX)?;
        let (rate, seconds) = (reader.constant_rate(), reader.expected_seconds());
        let above = Retimed::new(reader, 1.0, rate);
        let format = above.format();
        // It ends with the video, whose length only its last frame tells.
        let below = Retimed::new(Looped::new(background, f64::INFINITY)?, 1.0, rate);
        let own = matrix.map_or_else(String::new, |own| format!("in_color_matrix={own}:"));
        let (width, height, to) = (format.width, format.height, format.matrix());
        let ground = format!(
            "scale={width}:{height}:force_original_aspect_ratio=increase:flags=bicubic+accurate_rnd:\
             {own}out_color_matrix={to}:out_range=tv,crop={width}:{height},setsar=1,format=yuv420p"
        );
        let graph = format!(
            "[in1]{ground}[under];[in]{}[over];[under][over]overlay=shortest=1",
            key_filters(screen, key, tolerance, to)
        );
        Ok::<_, MediaError>(Composed {
            sources: vec![Box::new(above), Box::new(below)],
            graph,
            rate: Some(rate),
            seconds,
            audio_tracks: AudioTrack::all_of(&video.path, &video.name)?,
            is_cut: false,
        })
    })?;
    lost::say(video, &facts, &output, context)?;
    Ok(made)
}

/// The filters that make a screen of that colour clear and take its light off who stands there.
fn key_filters(screen: Screen, [light, blue, red]: Key, tolerance: f64, matrix: &str) -> String {
    let similarity = (tolerance / 100.0 * WIDEST).max(0.01);
    format!(
        "format=yuv444p,chromakey=color=0x{light:02x}{blue:02x}{red:02x}:similarity={similarity:.4}:blend=0.06:yuv=1,\
         scale=in_color_matrix={matrix}:in_range=tv,format=rgba,despill=type={}:mix=0.5,\
         scale=out_color_matrix={matrix}:out_range=tv,format=yuva420p",
        screen.name()
    )
}

/// The screen that the first second of the video shows.
fn screen(
    inputs: &Inputs,
    context: &Context,
    video: &MediaFile,
) -> Result<(Screen, Key), ToolError> {
    let wanted = match inputs.value("color").as_deref() {
        Some("green") => Some(Screen::Green),
        Some("blue") => Some(Screen::Blue),
        _ => None,
    };
    let found = watched(context, (0.0, 0.0), |watch: &Watch| {
        let mut reader = FrameReader::open(&video.path, &video.name, u32::MAX)?;
        let format = reader.format();
        while let Some(frame) = reader.next_frame(watch)? {
            if let Some(found) = measured(&frame, wanted) {
                return Ok(Some(found));
            }
            if format.seconds(frame.time) > 1.0 {
                break;
            }
        }
        Ok(None)
    })?;
    found.ok_or_else(|| {
        let screen = wanted.map_or("green or blue", Screen::name);
        ToolError::Input(format!(
            "No {screen} screen is seen at the edges of “{}”. Choose a video that was filmed in front of one.",
            video.name
        ))
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use image::{Rgb, RgbImage};
    use patchbay_test_support::video::{frame_at, frequency, make};

    use super::*;
    use crate::image::shared::testing::Bench;
    use crate::testing;

    /// A red box in front of a screen of that colour, 2 s with a tone.
    fn filmed(folder: &Path, color: &str) -> Resource {
        let arguments = format!(
            "-f lavfi -i color={color}:s=160x120:d=2:r=25,noise=alls=6:allf=t,drawbox=x=60:y=40:w=40:h=80:color=0xc02020:t=fill \
             -f lavfi -i sine=frequency=440:duration=2 -pix_fmt yuv420p"
        );
        Resource::Video(MediaFile {
            path: make(folder, "talk.mp4", &arguments),
            name: "talk.mp4".to_owned(),
        })
    }

    fn check(made: &Resource, behind: impl Fn([u8; 3]) -> bool) {
        let path = &made.files()[0].path;
        for seconds in [0.0, 1.0, 1.9] {
            let frame = frame_at(path, seconds);
            for (x, y) in [(5, 5), (20, 100), (150, 60)] {
                assert!(
                    behind(frame.get_pixel(x, y).0),
                    "{:?}",
                    frame.get_pixel(x, y)
                );
            }
            let [red, green, blue] = frame.get_pixel(80, 90).0;
            assert!(red > 150 && green < 70 && blue < 70, "{red} {green} {blue}");
        }
        assert!((probe(path, "made").unwrap().seconds - 2.0).abs() < 0.05);
        assert!((frequency(path, 0.5, 1.5) - 440.0).abs() < 5.0);
    }

    #[test]
    fn an_image_takes_the_place_of_a_green_screen() {
        let (bench, (context, _folder)) = (Bench::new(), testing::context());
        let blue = RgbImage::from_pixel(300, 90, Rgb([20, 40, 200])).into();
        let values = [
            ("video", filmed(&context.folder, "0x20b040")),
            ("image", bench.png("sky.png", &blue)),
        ];
        let made = ChromaKey.run(&testing::inputs(values), &context).unwrap();
        assert_eq!(made.files()[0].name, "talk_keyed.mp4");
        check(&made, |[red, _, blue]| blue > 170 && red < 60);
    }

    #[test]
    fn a_shorter_video_goes_on_behind_it() {
        let (context, _folder) = testing::context();
        let grey = "-f lavfi -i color=gray:s=64x64:d=0.5:r=10 -pix_fmt yuv420p";
        let sea = MediaFile {
            path: make(&context.folder, "sea.mp4", grey),
            name: "sea.mp4".to_owned(),
        };
        let values = [
            ("video", filmed(&context.folder, "0x2040c0")),
            ("background", Resource::Video(sea)),
        ];
        let made = ChromaKeyVideo
            .run(&testing::inputs(values), &context)
            .unwrap();
        check(&made, |color| {
            color.iter().all(|part| (115..141).contains(part))
        });
    }

    #[test]
    fn where_there_is_no_screen_that_is_told() {
        let (bench, (context, _folder)) = (Bench::new(), testing::context());
        let white = RgbImage::from_pixel(30, 30, Rgb([255; 3])).into();
        let values = [
            ("video", filmed(&context.folder, "0x808080")),
            ("image", bench.png("sky.png", &white)),
        ];
        let error = ChromaKey
            .run(&testing::inputs(values), &context)
            .unwrap_err();
        assert!(
            error.to_string().contains("green or blue screen"),
            "{error}"
        );
    }
}
