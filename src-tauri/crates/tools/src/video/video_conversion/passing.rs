//! A conversion of a video that passes on from other tools: written once, as it is asked for.

use patchbay_media::video::{Container, OutputFormat, Watch};
use patchbay_tool_api::filtering::Filters;

use super::wanted::Wanted;
use crate::{Inputs, ToolError, VideoStreams};

/// Values that a conversion can meet only with its video as a file.
const OF_FILES: [&str; 11] = [
    "target",
    "way",
    "preset",
    "method",
    "deinterlace",
    "dynamic_range",
    "longest",
    "codec",
    "sound",
    "timing",
    "rate_change",
];

/// Gives the streams of a video the size, the rate and the form that the values ask for.
pub(super) fn converted(
    video: VideoStreams,
    inputs: &Inputs,
    watch: &Watch,
) -> Result<VideoStreams, ToolError> {
    let mut facts = video.facts().clone();
    let format = video.format()?;
    (facts.width, facts.height) = (format.width, format.height);
    let wanted = Wanted::of(inputs, video.file(), &facts)?;
    let mut converted = video;
    if let Some((width, height)) = wanted.size {
        let scaled = Filters::of_frames(format!("scale={width}:{height}:flags=bicubic"));
        converted = converted.filtered(&scaled, watch)?;
    }
    if let Some(rate) = wanted.rate {
        converted = converted.at_rate(rate)?;
    }
    Ok(converted.written_as(OutputFormat {
        quality: wanted.quality,
        ..OutputFormat::of(wanted.container)
    }))
}

/// Tells whether all values can be met as the video passes.
pub(super) fn suits(inputs: &Inputs) -> bool {
    let is_gif = inputs.value("format").as_deref() == Some(Container::Gif.extension());
    !is_gif && OF_FILES.iter().all(|name| inputs.value(name).is_none())
}
