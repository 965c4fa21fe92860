//! Audio of videos that are shown at once.

use patchbay_domain::MediaFile;
use patchbay_media::MediaError;
use patchbay_media::video::{
    AudioReader, AudioSource, AudioTrack, GraphAudio, MIX_CEILING, limiter,
};

use crate::{Inputs, ToolError};

/// Audio that is heard of several videos.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Heard {
    /// Nothing.
    Nothing,
    /// The first audio tracks of all at once.
    All,
    /// All audio tracks of the one at that place.
    One(usize),
}

impl Heard {
    /// Audio that values ask for; the first video's where they ask for nothing.
    ///
    /// # Errors
    /// There are not as many videos.
    pub(super) fn of(inputs: &Inputs, videos: &[MediaFile]) -> Result<Self, ToolError> {
        if let Some(number) = inputs.count("sound_of")? {
            let place = number as usize - 1;
            if place < videos.len() {
                return Ok(Self::One(place));
            }
            return Err(ToolError::Refused(format!(
                "The sound of video {number} cannot be heard: {} videos are shown.",
                videos.len()
            )));
        }
        Ok(match inputs.value("sound").as_deref() {
            Some("none") => Self::Nothing,
            Some("all") => Self::All,
            Some("of the second") => Self::One(1),
            _ => Self::One(0),
        })
    }
}

/// The audio tracks that are heard of videos.
pub(super) fn audio_tracks(
    videos: &[MediaFile],
    heard: Heard,
) -> Result<Vec<AudioTrack<'static>>, MediaError> {
    let place = match heard {
        Heard::Nothing => return Ok(Vec::new()),
        Heard::One(place) => place,
        Heard::All => return mixed(videos),
    };
    AudioTrack::all_of(&videos[place].path, &videos[place].name)
}

/// The first audio tracks of all videos at once.
fn mixed(videos: &[MediaFile]) -> Result<Vec<AudioTrack<'static>>, MediaError> {
    let mut heard: Vec<Box<dyn AudioSource>> = Vec::new();
    for video in videos {
        let first = AudioReader::open_all(&video.path, &video.name)?
            .into_iter()
            .next();
        heard.extend(first.map(|(_, reader)| Box::new(reader) as _));
    }
    if heard.is_empty() {
        return Ok(Vec::new());
    }
    let ways: Vec<String> = (0..heard.len())
        .map(|number| match number {
            0 => "[in]".to_owned(),
            number => format!("[in{number}]"),
        })
        .collect();
    let graph = format!(
        "{}amix=inputs={}:duration=longest:normalize=0,{}",
        ways.concat(),
        ways.len(),
        limiter(MIX_CEILING)
    );
    Ok(vec![AudioTrack::plain(GraphAudio::open(heard, &graph)?)])
}
