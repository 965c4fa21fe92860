//! Takes the sound out of a film as M4A, which plays everywhere; AAC is taken over without loss.

use patchbay_domain::Resource;
use patchbay_media::video::write_track;

use super::watching::watched;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct VideoToAudio;
inventory::submit!(Registered(&VideoToAudio));

impl Implementation for VideoToAudio {
    fn tool(&self) -> &'static str {
        "video_to_audio"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let video = inputs.video("video")?;
        let output = context.output("sound", Some(&video.name), "m4a");
        watched(context, (0.0, 1.0), |watch| write_track(&video.path, &video.name, &output.path, &output.name, watch))?;
        Ok(Resource::Audio(output))
    }
}
