//! Makes a timelapse of images: each is one frame, or a few where they are slow, in the order of
//! their names.

mod pace;

use patchbay_domain::{LabelledImage, Resource};
use patchbay_media::image::{fit_within, probe};
use patchbay_media::video::{GeneratedFrames, VideoInput, VideoStream, write_video};
use patchbay_tool_api::watching::watched;

use self::pace::Pace;
use super::shared::stills::{Beside, still};
use crate::shared::order;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

/// The longest side of the video, in pixels: that of 4K, which players still play.
const LONGEST_SIDE: u32 = 3840;
/// The fewest images that are a sequence.
const FEWEST: usize = 2;

struct Timelapse;
inventory::submit!(Registered(&Timelapse));

impl Implementation for Timelapse {
    fn tool(&self) -> &'static str {
        "timelapse"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let given = order::by_name(inputs.images("image")?);
        let images = order::images(inputs, given, context);
        if images.len() < FEWEST {
            return Err(ToolError::Refused(
                "A timelapse is made of several pictures. Give all of them at once, or a video to make \
                 that faster."
                    .to_owned(),
            ));
        }
        let length = inputs.seconds("length")?.or(context.target_seconds);
        let pace = Pace::new(images.len(), inputs.number("rate")?, length)
            .map_err(|told| ToolError::Refused(told.to_string()))?;
        let beside = match inputs.value("fit").as_deref() {
            Some("cropped") => Beside::Nothing,
            _ => Beside::Black,
        };
        let size = common_size(&images, context)?;
        let mut shown = None;
        let draw = |frame: u32| {
            let image = pace.image(frame);
            if shown == Some(image) {
                return Ok(None);
            }
            shown = Some(image);
            still(&images[image].file, size, beside).map(Some)
        };
        let output = context.output("timelapse", Some(&images[0].file.name), "mp4");
        watched(context, (0.05, 1.0), |watch| {
            let (width, height) = size;
            let frames = GeneratedFrames::new(width, height, 1, pace.frames, draw)?;
            let mut frames = frames.at_rate(pace.rate);
            let input = VideoInput {
                video: VideoStream::Frames(&mut frames),
                audio_tracks: Vec::new(),
            };
            write_video(&output.path, &output.name, input, watch)
        })?;
        Ok(Resource::Video(output))
    }
}

/// The size that most images have, of those that are equally frequent the largest; within
/// [`LONGEST_SIDE`], even.
fn common_size(images: &[LabelledImage], context: &Context) -> Result<(u32, u32), ToolError> {
    let mut sizes: Vec<((u32, u32), usize)> = Vec::new();
    for (number, image) in images.iter().enumerate() {
        context.check()?;
        context
            .progress
            .set(0.05 * number as f64 / images.len() as f64);
        let size = probe(&image.file.path, &image.file.name)?;
        match sizes.iter_mut().find(|(known, _)| *known == size) {
            Some((_, count)) => *count += 1,
            None => sizes.push((size, 1)),
        }
    }
    let pixels = |(width, height): (u32, u32)| u64::from(width) * u64::from(height);
    let most = sizes
        .into_iter()
        .max_by_key(|(size, count)| (*count, pixels(*size)));
    let ((width, height), _) = most.unwrap_or(((2, 2), 0));
    let (width, height) = fit_within(width, height, LONGEST_SIDE);
    let even = |side: u32| (side & !1).max(2);
    Ok((even(width), even(height)))
}

#[cfg(test)]
mod tests;
