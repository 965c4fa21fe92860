//! Brings a video into a format: a shape such as vertical, a ratio, or an exact size. What does not
//! fit is cropped, or the video stands whole before a blurred copy of itself or between bars.

mod canvas;
#[cfg(test)]
mod tests;

use patchbay_media::video::Watch;
use patchbay_tool_api::filtering::Filters;

use self::canvas::{Fill, Wanted, graph};
use super::shared::graphs::check_size;
use crate::{Context, Inputs, Registered, ToolError, VideoFilter, VideoStreams};

struct VideoReframing;
inventory::submit!(Registered(&VideoReframing));

impl VideoFilter for VideoReframing {
    fn tool(&self) -> &'static str {
        "video_reframing"
    }

    fn purpose(&self, _: &Inputs) -> String {
        "reframed".to_owned()
    }

    fn apply(
        &self,
        video: VideoStreams,
        inputs: &Inputs,
        _: &Context,
        watch: &Watch,
    ) -> Result<VideoStreams, ToolError> {
        let wanted = Wanted::of(inputs)?;
        let fill = match inputs.value("fill").as_deref() {
            Some("blurred copy") => Fill::Blurred,
            Some("black") => Fill::Bars("black"),
            Some("white") => Fill::Bars("white"),
            _ => Fill::Cropped,
        };
        let format = video.format()?;
        let own = (format.width, format.height);
        let canvas = wanted.canvas(own, fill);
        check_size(f64::from(canvas.0), f64::from(canvas.1))?;
        let filters = Filters::of_frames(graph(own, canvas, fill));
        Ok(video.filtered(&filters, watch)?)
    }
}
