//! Properties of a video, read from its headers.

use std::path::Path;

use super::geometry;
use super::source::Source;
use super::track_label::TrackLabel;
use crate::MediaError;

/// Properties of a video's audio.
#[derive(Debug, Clone, PartialEq)]
pub struct AudioFacts {
    /// Its length in seconds.
    pub seconds: f64,
    /// Samples per second of one channel.
    pub sample_rate: u32,
    /// Number of channels.
    pub channels: u16,
    /// The codec's short name, such as `aac`.
    pub codec: String,
}

/// Properties of a video.
#[derive(Debug, Clone, PartialEq)]
pub struct VideoFacts {
    /// The length of its frames in seconds.
    pub seconds: f64,
    /// Width in pixels as it is shown: turned upright, with square pixels.
    pub width: u32,
    /// Height in pixels as it is shown.
    pub height: u32,
    /// Width of its stored pixels as a multiple of their height; 1 if the file does not say.
    pub pixel_aspect: f64,
    /// Frames per second, on average.
    pub frames_per_second: f64,
    /// The codec's short name, such as `h264`.
    pub video_codec: String,
    /// Its audio, where it has any: of several the one that is heard unless another is chosen.
    pub audio: Option<AudioFacts>,
    /// Labels of its audio tracks, that one's first.
    pub audio_tracks: Vec<TrackLabel>,
    /// The place among the file's audio streams, from 0, of each of them.
    pub audio_places: Vec<usize>,
    /// Whether its frames have an alpha channel, so that they may be clear in places.
    pub has_alpha: bool,
    /// The timecode of its first frame, such as `01:00:00;00`, where the file has one.
    pub timecode: Option<String>,
}

/// Returns the properties of the video at `path`, which people know as `name`.
/// [`MediaError::NoStream`] if the file opens but has no moving image (audio with a cover is not a
/// video).
pub fn probe(path: &Path, name: &str) -> Result<VideoFacts, MediaError> {
    let source = Source::open(path, name, "video")?;
    let Some(stream) = source.video() else {
        return Err(MediaError::NoStream {
            name: name.to_owned(),
            what: "picture",
        });
    };
    let index = stream.index();
    let turn = geometry::turn_of(&stream);
    let frames_per_second = f64::from(super::frames::rate_of(&stream));
    let decoder = source
        .decoder(index)?
        .video()
        .map_err(|error| source.failed(error))?;
    if decoder.width() == 0 || decoder.height() == 0 {
        return Err(source.undecodable());
    }
    let aspect = f64::from(decoder.aspect_ratio());
    let (width, height) = geometry::upright(decoder.width(), decoder.height(), aspect, turn);
    let audio = match source.audio() {
        Some(stream) => Some(audio_facts(&source, &stream)?),
        None => None,
    };
    let seconds = source.measured_length(index)?;
    let audio = audio.map(|facts| AudioFacts {
        seconds: if facts.seconds > 0.0 {
            facts.seconds
        } else {
            seconds
        },
        ..facts
    });
    let numbers = source.audio_streams();
    let before = |number: &usize| numbers.iter().filter(|other| *other < number).count();
    let audio_places = numbers.iter().map(before).collect();
    let audio_tracks = numbers
        .iter()
        .map(|number| Ok(TrackLabel::of(&source.stream(*number)?)));
    Ok(VideoFacts {
        seconds,
        width,
        height,
        pixel_aspect: if aspect.is_normal() { aspect } else { 1.0 },
        frames_per_second,
        video_codec: decoder.id().name().to_owned(),
        audio,
        audio_tracks: audio_tracks.collect::<Result<_, MediaError>>()?,
        audio_places,
        has_alpha: source.is_clear(&source.stream(index)?, decoder.format()),
        timecode: source.timecode(),
    })
}

fn audio_facts(source: &Source, stream: &ffmpeg_next::Stream) -> Result<AudioFacts, MediaError> {
    let decoder = source
        .decoder(stream.index())?
        .audio()
        .map_err(|error| source.failed(error))?;
    Ok(AudioFacts {
        seconds: source.length(stream).unwrap_or(0.0),
        sample_rate: decoder.rate(),
        channels: decoder.channels(),
        codec: decoder.id().name().to_owned(),
    })
}
