//! Steadies a shaky video: what the camera meant to do stays, what the hand added goes. The audio
//! tracks stay as they are.

use patchbay_media::MediaError;
use patchbay_media::video::{FrameReader, FrameSource, Watch};
use patchbay_tool_api::watching::watched;
use patchbay_vision::stabilising::{MEASURED_SIDE, SteadyFrames, movements};

use crate::{Context, Inputs, Registered, ToolError, VideoFilter, VideoStreams};

/// The share of the work that measuring is.
const MEASURING: f64 = 0.4;

struct VideoStabilization;
inventory::submit!(Registered(&VideoStabilization));

impl VideoFilter for VideoStabilization {
    fn tool(&self) -> &'static str {
        "video_stabilization"
    }

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
