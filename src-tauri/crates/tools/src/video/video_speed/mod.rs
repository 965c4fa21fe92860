//! Plays a video faster or slower, its audio at its own pitch, at a constant rate of frames.

use patchbay_domain::Resource;
use patchbay_media::MediaError;
use patchbay_media::video::{
    AudioReader, AudioTrack, FrameReader, GraphAudio, Retimed, VideoInput, VideoStream, probe,
    rate_at, write_joined,
};
use patchbay_phrases::speed::{self, Rate, Speed, SpeedError, speed};
use patchbay_phrases::times::duration;
use patchbay_tool_api::watching::watched;

use super::shared::lost::{self, Held};
use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct VideoSpeed;
inventory::submit!(Registered(&VideoSpeed));

impl Implementation for VideoSpeed {
    fn tool(&self) -> &'static str {
        "video_speed"
    }

    fn losses(&self, inputs: &Inputs) -> Vec<String> {
        lost::foreseen(inputs, Held::AllAudio)
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let (video, text) = (inputs.video("video")?, inputs.text("text")?);
        let facts = probe(&video.path, &video.name)?;
        let asked = said(&text, inputs).and_then(|speed| speed.pace(facts.seconds));
        let asked = asked.map_err(|error| ToolError::Refused(error.to_string()))?;
        let reader = FrameReader::open(&video.path, &video.name, u32::MAX)?;
        let rate = rate_at(reader.constant_rate(), asked.factor);
        let mut frames = Retimed::new(reader, asked.factor, rate);
        let readers = if asked.silent {
            Vec::new()
        } else {
            AudioReader::open_all(&video.path, &video.name)?
        };
        let audio_tracks = readers.into_iter().map(|(label, reader)| {
            Ok(AudioTrack::new(
                label,
                GraphAudio::at_tempo(reader, asked.factor)?,
            ))
        });
        let audio_tracks = audio_tracks.collect::<Result<Vec<_>, MediaError>>()?;
        let output = context.output(
            if asked.factor < 1.0 {
                "slower"
            } else {
                "faster"
            },
            Some(&video.name),
            "mp4",
        );
        watched(context, (0.0, 1.0), |watch| {
            let input = VideoInput {
                video: VideoStream::Frames(&mut frames),
                audio_tracks,
            };
            write_joined(&output.path, &output.name, vec![input], watch)
        })?;
        lost::say(video, &facts, &output, context)?;
        Ok(Resource::Video(output))
    }
}

/// The speed that a sentence says, with the values that are set in place of its own.
fn said(text: &str, inputs: &Inputs) -> Result<Speed, SpeedError> {
    let set = inputs
        .value("speed")
        .and_then(|value| speed::factor(&value))
        .map(Rate::Times);
    let set = set.or_else(|| {
        inputs
            .value("length")
            .and_then(|value| duration(&value))
            .map(Rate::Lasting)
    });
    let said = speed(text);
    match (set, said) {
        (Some(rate), said) => Ok(Speed {
            rate,
            silent: said.is_ok_and(|said| said.silent),
        }),
        (None, said) => said,
    }
}
