//! Steadies a shaky video: what the camera meant to do stays, what the hand added goes. The audio
//! tracks stay as they are.

use patchbay_domain::Resource;
use patchbay_media::video::{
    AudioTrack, FrameReader, FrameSource, VideoInput, VideoStream, probe, write_video,
};
use patchbay_tool_api::watching::watched;
use patchbay_vision::stabilising::{MEASURED_SIDE, SteadyFrames, movements};

use super::shared::lost::{self, Held};
use crate::{Context, Implementation, Inputs, Registered, ToolError};

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

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let video = inputs.video("video")?;
        let facts = probe(&video.path, &video.name)?;
        let mut small = FrameReader::open(&video.path, &video.name, MEASURED_SIDE)?;
        let measured = small.format().width;
        let movements = watched(context, (0.0, MEASURING), |watch| {
            movements(&mut small, watch)
        })?;
        drop(small);
        let frames = FrameReader::open(&video.path, &video.name, u32::MAX)?;
        let audio_tracks = AudioTrack::all_of(&video.path, &video.name)?;
        let output = context.output("steadied", Some(&video.name), "mp4");
        watched(context, (MEASURING, 1.0), |watch| {
            let mut frames = SteadyFrames::new(frames, &movements, measured, watch)?;
            let input = VideoInput {
                video: VideoStream::Frames(&mut frames),
                audio_tracks,
            };
            write_video(&output.path, &output.name, input, watch)
        })?;
        lost::say(video, &facts, &output, context)?;
        Ok(Resource::Video(output))
    }
}
