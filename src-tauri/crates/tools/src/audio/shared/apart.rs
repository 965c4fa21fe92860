//! A file of each audio track, or of each channel of one.

use patchbay_domain::MediaFile;
use patchbay_media::video::{
    AudioEncoding, AudioReader, Chain, TrackLabel, audio_tracks, copy_audio, write_audio_through,
};
use patchbay_tool_api::watching::watched;

use crate::{Context, ToolError};

/// The longest title of a track in a file's name, in letters.
const LONGEST_TITLE: usize = 40;

/// Writes every audio track of a file as a file of its own, in the order in which they lie in it, named after its number and
/// title.
///
/// # Errors
/// There is only one, and what reading and writing say.
pub(crate) fn each_track(
    source: &MediaFile,
    encoding: AudioEncoding,
    context: &Context,
) -> Result<Vec<MediaFile>, ToolError> {
    let mut tracks: Vec<(usize, (usize, TrackLabel))> = audio_tracks(&source.path, &source.name)?
        .into_iter()
        .enumerate()
        .collect();
    if tracks.len() < 2 {
        return Err(ToolError::Refused(format!(
            "“{}” has only one sound track.",
            source.name
        )));
    }
    tracks.sort_by_key(|(_, (place, _))| *place);
    let count = tracks.len();
    let written = tracks.into_iter().map(|(track, (place, label))| {
        let title = label.title.or(label.language).unwrap_or_default();
        let title: String = title.trim().chars().take(LONGEST_TITLE).collect();
        let purpose = format!("track-{}-{title}", place + 1);
        let range = share(place, count);
        let purpose = purpose.trim_end_matches('-');
        written(
            (source, track),
            (encoding, &Chain::default()),
            purpose,
            range,
            context,
        )
    });
    written.collect()
}

/// Writes every channel of one of a file's audio tracks as a mono file; those of stereo are called left and right.
///
/// # Errors
/// There is only one channel, and what reading and writing say.
pub(crate) fn each_channel(
    (source, track): (&MediaFile, usize),
    encoding: AudioEncoding,
    context: &Context,
) -> Result<Vec<MediaFile>, ToolError> {
    let count = AudioReader::open_track(&source.path, &source.name, track)?.channels();
    let count = usize::from(count);
    if count < 2 {
        return Err(ToolError::Refused(format!(
            "“{}” is mono: it has one channel alone.",
            source.name
        )));
    }
    let encoding = AudioEncoding {
        channels: None,
        ..encoding
    };
    let channel = |place: usize| {
        let purpose = match (count, place) {
            (2, 0) => "left".to_owned(),
            (2, _) => "right".to_owned(),
            _ => format!("channel-{}", place + 1),
        };
        let chain = Chain::channel(place);
        let range = share(place, count);
        written(
            (source, track),
            (encoding, &chain),
            &purpose,
            range,
            context,
        )
    };
    (0..count).map(channel).collect()
}

fn share(place: usize, count: usize) -> (f64, f64) {
    let at = |place: usize| place as f64 / count as f64;
    (at(place), at(place + 1))
}

/// Writes a track; as it is packed, where nothing is done to it and the format holds it so.
fn written(
    (source, track): (&MediaFile, usize),
    (encoding, chain): (AudioEncoding, &Chain),
    purpose: &str,
    range: (f64, f64),
    context: &Context,
) -> Result<MediaFile, ToolError> {
    let format = encoding.format;
    let output = context.output(purpose, Some(&source.name), format.extension());
    let (from, to) = (
        (&*source.path, &*source.name),
        (&*output.path, &*output.name),
    );
    let is_plain = encoding == AudioEncoding::of(format) && *chain == Chain::default();
    watched(context, range, |watch| {
        let may_copy = is_plain && !format.is_lossless();
        if may_copy && copy_audio(from, track, to, format, watch)? {
            return Ok(());
        }
        write_audio_through(from, track, to, (encoding, chain), watch)
    })?;
    Ok(output)
}
