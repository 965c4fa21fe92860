//! Hides a place in a video: what lies in a box is blurred, pixelated or covered, in the whole video
//! or in a part of its length. The box stays where it is, or follows what lies in it.

mod following;
#[cfg(test)]
mod tests;

use patchbay_domain::Resource;
use patchbay_media::video::Watch;
use patchbay_tool_api::filtering::{Filters, alone};
use patchbay_values::regions::PixelBox;

use super::shared::graphs::{in_rgb, laid_over, parts_within};
use crate::shared::hiding::{self, Hiding};
use crate::{Context, Inputs, Registered, ToolError, VideoFilter, VideoStreams};

struct VideoHiding;
inventory::submit!(Registered(&VideoHiding));

impl VideoFilter for VideoHiding {
    fn tool(&self) -> &'static str {
        "video_hiding"
    }

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
        let format = video.format()?;
        let place = even(hiding::region(inputs, (format.width, format.height))?);
        let parts = parts_within(inputs, &video)?;
        let hidden = format!(
            "crop={}:{}:{}:{}:exact=1,{}",
            place.width,
            place.height,
            place.left,
            place.top,
            hidden_by(Hiding::of(inputs)?, place, format.matrix())
        );
        let graph = laid_over(&hidden, (place.left, place.top), parts.as_deref());
        let filters = Filters::of_frames(graph);
        Ok(video.filtered(&filters, watch)?)
    }

    /// Hiding that follows something looks at the video first.
    fn suits(&self, inputs: &Inputs) -> bool {
        inputs.value("follows").is_none()
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        if self.suits(inputs) {
            return alone(self, inputs, context);
        }
        let file = inputs.video("video")?;
        let video = VideoStreams::open(file)?;
        let format = video.format()?;
        let place = even(hiding::region(inputs, (format.width, format.height))?);
        let parts = parts_within(inputs, &video)?;
        following::follow(
            file,
            (place, format.width),
            Hiding::of(inputs)?.on_frames(),
            parts.as_deref(),
            context,
        )
    }
}

/// A box with even sides at even pixels that holds all of another: colours have half as many.
fn even(place: PixelBox) -> PixelBox {
    let (left, top) = (place.left & !1, place.top & !1);
    PixelBox {
        left,
        top,
        width: (place.left + place.width - left).next_multiple_of(2),
        height: (place.top + place.height - top).next_multiple_of(2),
    }
}

/// Filters that hide a place that was cut out.
fn hidden_by(how: Hiding, place: PixelBox, matrix: &str) -> String {
    let PixelBox { width, height, .. } = place;
    let [across, down] = hiding::blocks(place);
    let small = format!("scale={across}:{down}:flags=area,format=yuv444p");
    match how {
        Hiding::Covered([red, green, blue]) => in_rgb(
            matrix,
            &format!("drawbox=color=0x{red:02x}{green:02x}{blue:02x}:t=fill"),
        ),
        Hiding::Pixelated => {
            format!("{small},scale={width}:{height}:flags=neighbor,format=yuv420p")
        }
        Hiding::Blurred => format!(
            "{small},scale={width}:{height}:flags=bilinear,format=yuv420p,gblur=sigma={:.1}:steps=2",
            f64::from(hiding::block(place)) / 2.0
        ),
    }
}
