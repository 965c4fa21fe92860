//! Takes the audio out of a video: as M4A, which plays everywhere and into which AAC is taken over
//! without loss, as MP3, or as WAV. Of several audio tracks it takes the one that is asked for,
//! else the one that players play; or each track or channel as a file of its own.

use patchbay_domain::{MediaFile, Resource, ResourceType};
use patchbay_media::video::{
    AudioEncoding, AudioFormat, Chain, TrackLabel, VideoFacts, copy_audio, probe, write_audio,
    write_audio_through,
};
use patchbay_tool_api::converting::{audio_format, say_ringtone};
use patchbay_tool_api::watching::watched;
use patchbay_values::tracks::Track;

use super::shared::lost;
use crate::audio::shared::apart::{each_channel, each_track};
use crate::audio::shared::encoding::{ENCODED, encoding};
use crate::audio::shared::one_channel::into_one;
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
            lost_of(inputs, video, &facts.audio_tracks)
        } else {
            Vec::new()
        }
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let video = inputs.video("video")?;
        let facts = probe(&video.path, &video.name)?;
        let is_copy = inputs.value("method").is_some();
        let packed = facts.audio.as_ref().map(|audio| audio.codec.as_str());
        let own = packed.filter(|_| is_copy).and_then(format_of);
        let format = audio_format(inputs)?.or(own).unwrap_or(AudioFormat::M4a);
        // What an encoder is set to; a copy takes over what there is.
        let is_set = ENCODED.iter().any(|name| inputs.value(name).is_some());
        let set = if is_set && !is_copy {
            Some(encoding(inputs, "sound.m4a")?)
        } else {
            None
        };
        let track = match inputs.value("track") {
            Some(wanted) => index_of(&wanted, video, &facts)?,
            None => 0,
        };
        if let Some(apart) = inputs.value("apart") {
            return each(video, track, (&apart, set), inputs, context);
        }
        let output = context.output("sound", Some(&video.name), format.extension());
        let (from, to) = ((&*video.path, &*video.name), (&*output.path, &*output.name));
        let chain = match set {
            Some(encoding) => into_one((video, track), encoding, (0.0, 0.3), context)?,
            None => Chain::default(),
        };
        let written = watched(context, (context.progress.get(), 1.0), |watch| {
            if is_copy {
                return copy_audio(from, track, to, format, watch);
            }
            let written = match set {
                Some(encoding) => write_audio_through(from, track, to, (encoding, &chain), watch),
                None => write_audio(from, track, to, format, watch),
            };
            written.map(|()| true)
        })?;
        if !written {
            return Err(ToolError::Refused(format!(
                "The sound of “{}” is packed as {}, which cannot be moved to {} without re-encoding. \
                 Ask for another format, or let it be re-encoded.",
                video.name,
                packed.unwrap_or("something else"),
                format.extension().to_uppercase()
            )));
        }
        for told in lost_of(inputs, video, &facts.audio_tracks) {
            context.progress.say(told);
        }
        say_ringtone(&output, context);
        Ok(Resource::Audio(output))
    }
}

/// Each track of a video, or each channel of one, as a file of its own; channels as samples, where no format is set.
fn each(
    video: &MediaFile,
    track: usize,
    (apart, set): (&str, Option<AudioEncoding>),
    inputs: &Inputs,
    context: &Context,
) -> Result<Resource, ToolError> {
    let is_tracks = apart == "tracks";
    let usual = if is_tracks {
        AudioFormat::M4a
    } else {
        AudioFormat::Wav
    };
    let format = audio_format(inputs)?.unwrap_or(usual);
    let encoding = AudioEncoding {
        format,
        ..set.unwrap_or_else(|| AudioEncoding::of(format))
    };
    let files = if is_tracks {
        each_track(video, encoding, context)?
    } else {
        each_channel((video, track), encoding, context)?
    };
    Ok(Resource::several(ResourceType::AUDIO, files))
}

/// The format of audio alone that holds a codec as it is.
fn format_of(codec: &str) -> Option<AudioFormat> {
    match codec {
        "aac" | "alac" => Some(AudioFormat::M4a),
        "vorbis" => Some(AudioFormat::Ogg),
        "pcm_s16le" | "pcm_s24le" | "pcm_f32le" => Some(AudioFormat::Wav),
        other => AudioFormat::of_extension(other),
    }
}

/// The index among the film's sound tracks of the one that is asked for.
fn index_of(wanted: &str, video: &MediaFile, facts: &VideoFacts) -> Result<usize, ToolError> {
    let tracks = &facts.audio_tracks;
    let index = match Track::read(wanted) {
        Some(Track::Number(number)) => facts
            .audio_places
            .iter()
            .position(|place| *place as u64 + 1 == u64::from(number)),
        Some(Track::Language(language)) => tracks.iter().position(|label| {
            let code = label.language.as_deref().unwrap_or_default();
            language.codes.contains(&code.to_lowercase().as_str())
        }),
        None => None,
    };
    index.ok_or_else(|| {
        let mut numbered: Vec<_> = facts.audio_places.iter().zip(tracks).collect();
        numbered.sort_by_key(|(place, _)| **place);
        let named: Vec<String> = numbered
            .into_iter()
            .map(|(place, label)| {
                let language = label.language.as_deref();
                format!("{} ({})", place + 1, language.unwrap_or("no language"))
            })
            .collect();
        let has = if named.is_empty() {
            "It has none.".to_owned()
        } else {
            format!("It has {}.", named.join(", "))
        };
        let name = &video.name;
        ToolError::Refused(format!("“{name}” has no sound track “{wanted}”. {has}"))
    })
}

/// Sentences about the video's other tracks that an audio file does not hold, where nobody chose
/// one.
fn lost_of(inputs: &Inputs, video: &MediaFile, tracks: &[TrackLabel]) -> Vec<String> {
    let is_chosen = inputs.value("track").is_some();
    if is_chosen || inputs.value("apart").as_deref() == Some("tracks") {
        return Vec::new();
    }
    lost::of_tracks(video, tracks, &tracks[..tracks.len().min(1)])
}

#[cfg(test)]
mod tests;
