//! Hides a place in a video: what lies in a box is blurred, pixelated or covered, in the whole video
//! or in a part of its length. The box stays where it is, or follows what lies in it.

mod following;

use patchbay_domain::Resource;
use patchbay_media::video::{FrameFormat, Watch};
use patchbay_phrases::boxes::PixelBox;
use patchbay_phrases::times::Part;
use patchbay_tool_api::filtering::{Filters, alone};

use super::shared::graphs::{in_rgb, laid_over, parts_within};
use super::shared::hiding;
use super::shared::lost::{self, Held};
use crate::{Context, Implementation, Inputs, Registered, ToolError, VideoFilter, VideoStreams};

struct VideoHiding;
inventory::submit!(Registered(&VideoHiding));

/// How many blocks a pixelated place has along its shorter side at most: fewer than letters have
/// strokes.
const BLOCKS: u32 = 4;
/// No block of it is smaller, in pixels.
const SMALLEST_BLOCK: u32 = 8;

impl Implementation for VideoHiding {
    fn tool(&self) -> &'static str {
        "video_hiding"
    }

    fn losses(&self, inputs: &Inputs) -> Vec<String> {
        lost::foreseen(inputs, Held::AllAudio)
    }

    fn filter(&self) -> Option<&dyn VideoFilter> {
        Some(self)
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        if VideoFilter::suits(self, inputs) {
            return alone(self, inputs, context);
        }
        let file = inputs.video("video")?;
        let video = VideoStreams::open(file)?;
        let (place, format, parts) = meant(&video, inputs)?;
        following::follow(
            file,
            (place, format.width),
            hiding::hiding(inputs),
            parts.as_deref(),
            context,
        )
    }
}

impl VideoFilter for VideoHiding {
    fn purpose(&self, _: &Inputs) -> String {
        "hidden".to_owned()
    }

    fn apply(
        &self,
        video: VideoStreams,
        inputs: &Inputs,
        _: &Context,
        watch: &Watch,
    ) -> Result<VideoStreams, ToolError> {
        let (place, format, parts) = meant(&video, inputs)?;
        let color = inputs.value("color");
        // Who names a colour wants it covered.
        let how = inputs.value("how").unwrap_or_else(|| {
            if color.is_some() {
                "covered"
            } else {
                "blurred"
            }
            .to_owned()
        });
        let color = color.unwrap_or_else(|| "#000000".to_owned());
        let hidden = format!(
            "crop={}:{}:{}:{}:exact=1,{}",
            place.width,
            place.height,
            place.left,
            place.top,
            hidden_by(&how, place, &color, format.matrix())
        );
        let graph = laid_over(&hidden, (place.left, place.top), parts.as_deref());
        let filters = Filters {
            video: Some(graph),
            ..Filters::default()
        };
        Ok(video.filtered(&filters, watch)?)
    }

    /// What follows something looks at the video first.
    fn suits(&self, inputs: &Inputs) -> bool {
        inputs.value("follows").is_none()
    }
}

/// The box that is to be hidden, what the frames in which it lies are like, and in which parts of
/// the video; no parts: in all of it.
fn meant(
    video: &VideoStreams,
    inputs: &Inputs,
) -> Result<(PixelBox, FrameFormat, Option<Vec<Part>>), ToolError> {
    let place = inputs
        .value("region")
        .and_then(|region| PixelBox::read(&region));
    let place = place.ok_or_else(|| {
        ToolError::Refused(
            "It is not said which place to hide. Give a box in pixels, such as “120x40 at 300,200”: \
             120 wide and 40 high, 300 from the left and 200 from the top."
                .to_owned(),
        )
    })?;
    let format = video.format()?;
    let place = within_frame(place, &format, video.name())?;
    Ok((place, format, parts_within(inputs, video)?))
}

/// The part of a box that lies within the frame, with even sides: colours have half as many pixels.
fn within_frame(place: PixelBox, format: &FrameFormat, name: &str) -> Result<PixelBox, ToolError> {
    let right = (place.left.saturating_add(place.width)).min(format.width);
    let bottom = (place.top.saturating_add(place.height)).min(format.height);
    if place.left >= right || place.top >= bottom {
        return Err(ToolError::Refused(format!(
            "“{name}” is {} x {} pixels large, so the box {place} lies outside of it. Choose one within it.",
            format.width, format.height
        )));
    }
    let (left, top) = (place.left & !1, place.top & !1);
    Ok(PixelBox {
        left,
        top,
        width: (right - left).next_multiple_of(2),
        height: (bottom - top).next_multiple_of(2),
    })
}

/// What hides a place that was cut out. Blurring begins with large blocks: what only a blur hid
/// could be made sharp again.
fn hidden_by(how: &str, place: PixelBox, color: &str, matrix: &str) -> String {
    let PixelBox { width, height, .. } = place;
    let block = (width.min(height) / BLOCKS).max(SMALLEST_BLOCK);
    let blocks = [width, height].map(|side| side.div_ceil(block));
    let small = format!(
        "scale={}:{}:flags=area,format=yuv444p",
        blocks[0], blocks[1]
    );
    match how {
        "covered" => in_rgb(
            matrix,
            &format!("drawbox=color={}:t=fill", color.replace('#', "0x")),
        ),
        "pixelated" => format!("{small},scale={width}:{height}:flags=neighbor,format=yuv420p"),
        _ => format!(
            "{small},scale={width}:{height}:flags=bilinear,format=yuv420p,gblur=sigma={:.1}:steps=2",
            f64::from(block) / 2.0
        ),
    }
}

#[cfg(test)]
mod tests;
