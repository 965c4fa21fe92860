//! Steadies a shaky video: what the camera meant to do stays, what the hand added goes. The audio
//! tracks stay as they are.

use patchbay_domain::Resource;
use patchbay_media::MediaError;
use patchbay_media::video::{FrameReader, FrameSource, Watch};
use patchbay_tool_api::filtering::alone;
use patchbay_tool_api::watching::watched;
use patchbay_vision::stabilising::{MEASURED_SIDE, SteadyFrames, movements};

use super::shared::lost::{self, Held};
use crate::{Context, Implementation, Inputs, Registered, ToolError, VideoFilter, VideoStreams};

/// The share of the work that measuring is.
const MEASURING: f64 = 0.4;

struct VideoStabilization;
inventory::submit!(Registered(&VideoStabilization));

impl Implementation for VideoStabilization {
    fn tool(&self) -> &'static str {
        "video_stabilization"
    }

    fn losses(&self, inputs: &Inputs) -> Vec<String> {
        lost::foreseen(inputs, Held::AllAudio)
    }

    fn filter(&self) -> Option<&dyn VideoFilter> {
        Some(self)
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        alone(self, inputs, context)
    }
}

impl VideoFilter for VideoStabilization {
    fn purpose(&self, _: &Inputs) -> String {
        "steadied".to_owned()
    }

    fn apply(
        &self,
        video: VideoStreams,
        _: &Inputs,
        context: &Context,
        watch: &Watch,
    ) -> Result<VideoStreams, ToolError> {
        let file = video.file();
        let mut small = FrameReader::open(&file.path, &file.name, MEASURED_SIDE)?;
        let measured = small.format().width;
        let movements = watched(context, (0.0, MEASURING), |watch| {
            movements(&mut small, watch)
        })?;
        let steady = video.with_frames(|frames| {
            let steady = SteadyFrames::new(frames, &movements, measured, watch)?;
            Ok::<_, MediaError>(Box::new(steady))
        })?;
        Ok(steady.measured(MEASURING))
    }

    fn measures(&self, _: &Inputs) -> bool {
        true
    }
}
