//! Brings a video into a format: a shape such as vertical, a ratio, or an exact size. What does not
//! fit is cropped, or the video stands whole before a blurred copy of itself or between bars.

mod canvas;
#[cfg(test)]
mod tests;

use patchbay_domain::Resource;

use self::canvas::{Fill, Wanted, graph};
use super::shared::filtering::{Filters, filtered};
use super::shared::graphs::{check_size, format_of};
use super::shared::lost::{self, Held};
use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct VideoReframing;
inventory::submit!(Registered(&VideoReframing));

impl Implementation for VideoReframing {
    fn tool(&self) -> &'static str {
        "video_reframing"
    }

    fn losses(&self, inputs: &Inputs) -> Vec<String> {
        lost::foreseen(inputs, Held::AllAudio)
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let video = inputs.video("video")?;
        let wanted = Wanted::of(inputs)?;
        let fill = match inputs.value("fill").as_deref() {
            Some("blurred copy") => Fill::Blurred,
            Some("black") => Fill::Bars("black"),
            Some("white") => Fill::Bars("white"),
            _ => Fill::Cropped,
        };
        let format = format_of(video)?;
        let own = (format.width, format.height);
        let canvas = wanted.canvas(own, fill);
        check_size(f64::from(canvas.0), f64::from(canvas.1))?;
        let filters = Filters {
            video: Some(graph(own, canvas, fill)),
            ..Filters::default()
        };
        filtered(video, &filters, "reframed", context)
    }
}
