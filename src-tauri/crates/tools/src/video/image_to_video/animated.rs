//! A video of an animated image: its own frames at their own times.

use image::{DynamicImage, RgbImage};
use patchbay_domain::Resource;
use patchbay_media::MediaError;
use patchbay_media::image::{Animation, fit_within, resize};
use patchbay_media::video::{GeneratedFrames, VideoInput, VideoStream, write_video};
use patchbay_tool_api::watching::watched;
use patchbay_vision::on_white::opaque;

use crate::video::shared::still_image::{LONGEST_SIDE, SHORTEST_SIDE};
use crate::{Context, ToolError};

/// Frames per second.
const RATE: u32 = 30;

/// The video of an animation: one round of it, or as many seconds as are wanted, repeating until then. On
/// white where it is transparent, without audio.
pub(super) fn animated_video(
    animation: &Animation,
    name: &str,
    wanted: Option<f64>,
    context: &Context,
) -> Result<Resource, ToolError> {
    let first = animation.frames()?.next().transpose()?;
    let (width, height) = first.map_or((0, 0), |(frame, _)| video_size(&frame));
    let seconds = wanted
        .filter(|seconds| *seconds > 0.0)
        .unwrap_or(animation.seconds);
    let count = ((seconds * f64::from(RATE)).round() as u32).max(1);
    let mut frames = animation.frames()?;
    // When the frame that is shown gives way to the next one.
    let mut until = 0.0;
    let draw = |number: u32| -> Result<Option<RgbImage>, MediaError> {
        let time = f64::from(number) / f64::from(RATE);
        let mut shown = None;
        while time + 1e-6 >= until {
            let mut next = frames.next();
            if next.is_none() {
                frames = animation.frames()?;
                next = frames.next();
            }
            let Some(next) = next else { break };
            let (frame, lasts) = next?;
            until += lasts;
            shown = Some(frame);
        }
        Ok(shown.map(|frame| opaque(&resize(&frame, width, height))))
    };
    let mut made = GeneratedFrames::new(width, height, RATE, count, draw)?;
    let output = context.output("film", Some(name), "mp4");
    watched(context, (0.0, 1.0), |watch| {
        let input = VideoInput {
            video: VideoStream::Frames(&mut made),
            audio_tracks: Vec::new(),
        };
        write_video(&output.path, &output.name, input, watch)
    })?;
    Ok(Resource::Video(output))
}

/// The frames' own size, its sides even; larger or smaller only where a video cannot be so.
fn video_size(frame: &DynamicImage) -> (u32, u32) {
    let (width, height) = fit_within(frame.width(), frame.height(), LONGEST_SIDE);
    let grown = f64::from(SHORTEST_SIDE) / f64::from(width.min(height).max(1));
    let side = |length: u32| (((f64::from(length) * grown.max(1.0)).round() as u32) + 1) & !1;
    (side(width), side(height))
}

#[cfg(test)]
mod tests {
    use std::fs::File;

    use image::codecs::gif::GifEncoder;
    use image::{Delay, Frame, Rgba, RgbaImage};
    use patchbay_media::video::{frame_at, probe};

    use super::*;
    use crate::image::shared::testing::Bench;

    #[test]
    fn an_animation_becomes_a_video_of_its_own_frames_and_length() {
        let bench = Bench::new();
        let context = bench.context();
        let path = context.folder.join("signal.gif");
        let mut encoder = GifEncoder::new(File::create(&path).unwrap());
        for (color, milliseconds) in [([220, 30, 30, 255], 500), ([30, 180, 30, 255], 1500)] {
            let pixels = RgbaImage::from_pixel(80, 65, Rgba(color));
            let delay = Delay::from_numer_denom_ms(milliseconds, 1);
            encoder
                .encode_frame(Frame::from_parts(pixels, 0, 0, delay))
                .unwrap();
        }
        drop(encoder);
        let animation = Animation::open(&path, "signal.gif")
            .unwrap()
            .expect("it moves");
        for (wanted, seconds) in [(None, 2.0), (Some(5.0), 5.0)] {
            let context = bench.context();
            let video = animated_video(&animation, "signal.gif", wanted, &context).unwrap();
            let file = video.files()[0];
            let facts = probe(&file.path, &file.name).unwrap();
            assert!(
                (facts.seconds - seconds).abs() < 0.05,
                "{} s",
                facts.seconds
            );
            let greenish = |at: f64| {
                let pixel = *frame_at(&file.path, &file.name, at)
                    .unwrap()
                    .get_pixel(40, 30);
                pixel.0[1] > pixel.0[0]
            };
            assert!(!greenish(0.2) && greenish(1.0) && greenish(1.8));
            assert!(wanted.is_none() || !greenish(2.2));
        }
    }
}
