//! A conversion of a video that passes on from other tools: written once, as it is asked for.

use patchbay_media::video::{Container, OutputFormat, Watch};
use patchbay_tool_api::filtering::Filters;

use super::VideoConversion;
use super::wanted::Wanted;
use crate::{Context, Inputs, ToolError, VideoFilter, VideoStreams};

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

impl VideoFilter for VideoConversion {
    fn purpose(&self, _inputs: &Inputs) -> String {
        "converted".to_owned()
    }

    fn apply(
        &self,
        video: VideoStreams,
        inputs: &Inputs,
        _context: &Context,
        watch: &Watch,
    ) -> Result<VideoStreams, ToolError> {
        let mut facts = video.facts().clone();
        let format = video.format()?;
        (facts.width, facts.height) = (format.width, format.height);
        let wanted = Wanted::of(inputs, video.file(), &facts)?;
        let mut converted = video;
        if let Some((width, height)) = wanted.size {
            let scaled = Filters {
                video: Some(format!("scale={width}:{height}:flags=bicubic")),
                ..Filters::default()
            };
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

    fn suits(&self, inputs: &Inputs) -> bool {
        let is_gif = inputs.value("format").as_deref() == Some(Container::Gif.extension());
        !is_gif && OF_FILES.iter().all(|name| inputs.value(name).is_none())
    }
}
