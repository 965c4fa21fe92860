//! Takes the sound out of a film: as M4A, which plays everywhere and into which AAC is taken over
//! without loss, as MP3, or as WAV.

use patchbay_domain::{MediaFile, Resource};
use patchbay_media::video::{AudioFormat, TrackLabel, probe, write_audio};

use super::shared::lost;
use crate::converting::sound_format;
use crate::shared::watching::watched;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct VideoToAudio;
inventory::submit!(Registered(&VideoToAudio));

impl Implementation for VideoToAudio {
    fn tool(&self) -> &'static str {
        "video_to_audio"
    }

    fn losses(&self, inputs: &Inputs) -> Vec<String> {
        let facts = inputs
            .video("video")
            .map(|video| (video, probe(&video.path, &video.name)));
        if let Ok((video, Ok(facts))) = facts {
            lost_of(video, &facts.audio_tracks)
        } else {
            Vec::new()
        }
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let video = inputs.video("video")?;
        let format = sound_format(inputs)?.unwrap_or(AudioFormat::M4a);
        let output = context.output("sound", Some(&video.name), format.extension());
        let (from, to) = ((&*video.path, &*video.name), (&*output.path, &*output.name));
        watched(context, (0.0, 1.0), |watch| {
            write_audio(from, to, format, watch)
        })?;
        let tracks = &probe(&video.path, &video.name)?.audio_tracks;
        for told in lost_of(video, tracks) {
            context.progress.say(told);
        }
        Ok(Resource::Audio(output))
    }
}

/// What a sound of the first track does not hold of the others.
fn lost_of(video: &MediaFile, tracks: &[TrackLabel]) -> Vec<String> {
    lost::of_tracks(video, tracks, &tracks[..tracks.len().min(1)])
}
