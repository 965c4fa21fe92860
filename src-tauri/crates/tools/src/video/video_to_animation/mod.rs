//! `video_to_animation`: an animated WebP or PNG of a video, without sound.

use patchbay_domain::{MediaFile, Resource};
use patchbay_media::image::{AnimationForm, AnimationFrame, write_animation};
use patchbay_media::video::{FrameReader, FrameSource, Retimed, probe};
use patchbay_media::{MediaError, image::resize};
use patchbay_tool_api::watching::watched;

use crate::shared::counted::Counted;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

/// Frames a second at most, unless a rate is asked for.
const USUAL_RATE: f64 = 15.0;
/// Pixels across at most, unless a width is asked for.
const WIDEST: f64 = 480.0;
/// The most frames: each is packed by itself.
const MOST: usize = 3_000;

struct VideoToAnimation;
inventory::submit!(Registered(&VideoToAnimation));

impl Implementation for VideoToAnimation {
    fn tool(&self) -> &'static str {
        "video_to_animation"
    }

    fn losses(&self, inputs: &Inputs) -> Vec<String> {
        let heard = inputs.videos().filter(|video| {
            probe(&video.path, &video.name).is_ok_and(|facts| !facts.audio_tracks.is_empty())
        });
        heard
            .map(|video| format!("An animation has no sound, and “{}” has.", video.name))
            .collect()
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let video = inputs.video("video")?;
        let facts = probe(&video.path, &video.name)?;
        let rate = inputs
            .number("rate")?
            .unwrap_or(facts.frames_per_second.min(USUAL_RATE))
            .clamp(0.1, 50.0);
        let width = inputs
            .number("width")?
            .unwrap_or(f64::from(facts.width).min(WIDEST))
            .round()
            .max(1.0);
        let height = (width * f64::from(facts.height) / f64::from(facts.width.max(1)))
            .round()
            .max(1.0);
        let size = (width as u32, height as u32);
        let form = inputs
            .value("format")
            .and_then(|format| AnimationForm::of_extension(&format))
            .unwrap_or(AnimationForm::WebP);
        let about = facts.seconds * rate;
        if about > MOST as f64 {
            return Err(ToolError::Refused(format!(
                "“{}” would become {about:.0} frames, and an animation has at most {MOST}. Cut it shorter first, or choose a \
                 lower rate.",
                video.name
            )));
        }
        let output = context.output("animated", Some(&video.name), form.extension());
        // An animated PNG says first how many frames follow.
        let count = watched(context, (0.0, 0.2), |watch| {
            let (mut frames, mut count) = (opened(video, rate)?, 0);
            while frames.next_frame(watch)?.is_some() {
                count += 1;
            }
            Ok(count)
        })?;
        watched(context, (0.2, 1.0), |watch| {
            let mut source = opened(video, rate)?;
            let unreadable = || MediaError::Malformed {
                name: video.name.clone(),
                wanted: "video",
                reason: "a frame of it cannot be shown".to_owned(),
            };
            let frames = (0..count).map(|number| {
                watch.at(f64::from(number) / f64::from(count))?;
                let frame = source.next_frame(watch)?.and_then(|frame| frame.to_rgb());
                let pixels = frame.ok_or_else(unreadable)?;
                Ok::<_, MediaError>(AnimationFrame {
                    pixels: resize(&pixels.into(), size.0, size.1).into_rgba8(),
                    seconds: 1.0 / rate,
                })
            });
            let frames = Counted {
                items: frames,
                left: count as usize,
            };
            let is_stopped = || context.progress.is_cancelled();
            let written = (&*output.path, &*output.name);
            write_animation(written, (form, true), frames, &is_stopped)
        })?;
        Ok(Resource::image(output))
    }
}

/// The frames of a video, so many a second.
fn opened(video: &MediaFile, rate: f64) -> Result<Retimed<FrameReader>, MediaError> {
    let reader = FrameReader::open(&video.path, &video.name, u32::MAX)?;
    Ok(Retimed::new(
        reader,
        1.0,
        ((rate * 1000.0).round() as i32, 1000),
    ))
}

#[cfg(test)]
mod tests {
    use patchbay_media::image::Animation;
    use patchbay_test_support::video;

    use super::*;
    use crate::image::shared::testing::Bench;

    #[test]
    fn a_film_becomes_an_animation_of_its_length() {
        let bench = Bench::new();
        let folder = bench.context().folder;
        video::clip(&folder, "clip.mp4", 2.0, "160x120", 25);
        let file = MediaFile {
            path: folder.join("clip.mp4"),
            name: "clip.mp4".to_owned(),
        };
        for (format, rate) in [("webp", 10), ("apng", 5)] {
            let text = |value: String| Resource::Text(value);
            let values = [
                ("video", Resource::Video(file.clone())),
                ("format", text(format.to_owned())),
                ("rate", text(rate.to_string())),
                ("width", text("80".to_owned())),
            ];
            let made = bench.run("video_to_animation", values).unwrap();
            assert_eq!(made.files()[0].name, format!("clip_animated.{format}"));
            let found = Animation::open(&made.files()[0].path, "clip")
                .unwrap()
                .expect("it moves");
            assert!(
                (found.seconds - 2.0).abs() < 0.15,
                "{format}: {}",
                found.seconds
            );
            assert!(
                found.frame_count.abs_diff(2 * rate) <= 1,
                "{format}: {}",
                found.frame_count
            );
            let frame = found.frames().unwrap().next().unwrap().unwrap().0;
            assert_eq!((frame.width(), frame.height()), (80, 60));
        }
    }
}
