//! Takes the sound out of a film: as M4A, which plays everywhere and into which AAC is taken over without loss, as MP3, or as
//! WAV.

use patchbay_domain::Resource;
use patchbay_media::video::{SoundFormat, probe, write_track};

use super::lost;
use super::watching::watched;
use crate::converting::sound_format;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct VideoToAudio;
inventory::submit!(Registered(&VideoToAudio));

impl Implementation for VideoToAudio {
    fn tool(&self) -> &'static str {
        "video_to_audio"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let video = inputs.video("video")?;
        let format = sound_format(inputs)?.unwrap_or(SoundFormat::M4a);
        let output = context.output("sound", Some(&video.name), format.extension());
        let (from, to) = ((&*video.path, &*video.name), (&*output.path, &*output.name));
        watched(context, (0.0, 1.0), |watch| write_track(from, to, format, watch))?;
        let tracks = &probe(&video.path, &video.name)?.sound_tracks;
        lost::say_tracks(video, tracks, &tracks[..tracks.len().min(1)], context);
        Ok(Resource::Audio(output))
    }
}
