//! Describes a video by what can be measured: length, size, cuts, colours, movement, loudness. It
//! says so: what the video shows is for a model to tell.

mod builtin;
mod look;
mod model;

use patchbay_domain::Resource;
use patchbay_media::video::{find_scenes, probe};
use patchbay_tool_api::watching::watched;

use crate::{Context, Implementation, Inputs, Registered, ToolError};
use builtin::{described, look_of, loudness};

struct VideoCaptioning;
inventory::submit!(Registered(&VideoCaptioning));
inventory::submit!(Registered(&model::VideoCaptioning));

impl Implementation for VideoCaptioning {
    fn tool(&self) -> &'static str {
        "video_captioning"
    }

    fn label(&self) -> &'static str {
        "built in (measured)"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let video = inputs.video("video")?;
        let facts = probe(&video.path, &video.name)?;
        let scenes = watched(context, (0.0, 0.45), |watch| {
            find_scenes(&video.path, &video.name, watch)
        })?;
        let look = watched(context, (0.45, 0.8), |watch| look_of(video, watch))?;
        let loudness = match facts.audio {
            Some(_) => Some(watched(context, (0.8, 1.0), |watch| {
                loudness(video, watch)
            })?),
            None => None,
        };
        Ok(Resource::Text(described(&facts, &scenes, &look, loudness)))
    }
}
