//! Reads the subtitles that a video holds as words with times.

use std::path::Path;

use ffmpeg_next::codec::Id;
use ffmpeg_next::{Packet, media};

use super::Watch;
use super::source::{Source, seconds};
use super::track_label::TrackLabel;
use crate::MediaError;
use crate::text::encoding;

/// Kinds of subtitles that are words; the others are drawn.
const WORDS: [Id; 6] = [
    Id::SUBRIP,
    Id::TEXT,
    Id::MOV_TEXT,
    Id::ASS,
    Id::SSA,
    Id::WEBVTT,
];
/// Commas before the words of an event of `SubStation` Alpha, as Matroska packs it.
const FIELDS: usize = 8;
/// A subtitle without a length is shown for so many seconds.
const USUAL: f64 = 4.0;
/// The most bytes that are read of all of them.
const LONGEST: usize = 64 << 20;

/// A track of subtitles.
#[derive(Debug, Clone, PartialEq)]
pub struct SubtitleTrack {
    /// Its language and title.
    pub label: TrackLabel,
    /// Whether they are words, not drawings.
    pub is_words: bool,
}

/// Words that are shown from one time to another, in seconds.
#[derive(Debug, Clone, PartialEq)]
pub struct Subtitle {
    /// When they appear.
    pub start: f64,
    /// When they go, after `start`.
    pub end: f64,
    /// The words, in lines; italics and the like as `SubRip` has them, where the file has them so.
    pub words: String,
}

/// The subtitle tracks of the video at `path`, which people know as `name`, in the file's order.
///
/// # Errors
/// The file cannot be read, or is neither video nor audio.
pub fn subtitle_tracks(path: &Path, name: &str) -> Result<Vec<SubtitleTrack>, MediaError> {
    let source = Source::open(path, name, "video")?;
    let tracks = source
        .streams()
        .filter(|stream| stream.parameters().medium() == media::Type::Subtitle);
    let tracks = tracks.map(|stream| SubtitleTrack {
        label: TrackLabel::of(&stream),
        is_words: WORDS.contains(&stream.parameters().id()),
    });
    Ok(tracks.collect())
}

/// The subtitles of the track at that index of [`subtitle_tracks`], in the order of time; empty
/// where they are drawings.
///
/// # Errors
/// The file cannot be read, has no such track, or more words than any video.
pub fn read_subtitles(
    path: &Path,
    name: &str,
    track: usize,
    watch: &Watch,
) -> Result<Vec<Subtitle>, MediaError> {
    let mut source = Source::open(path, name, "video")?;
    let found = source
        .streams()
        .filter(|stream| stream.parameters().medium() == media::Type::Subtitle)
        .nth(track)
        .map(|stream| (stream.index(), stream.parameters().id(), stream.time_base()));
    let (index, id, base) = found.ok_or_else(|| MediaError::NoStream {
        name: name.to_owned(),
        what: "subtitles",
    })?;
    let begins = source.begins();
    let length = (source.input.duration() as f64 / 1e6).max(0.001);
    let mut found: Vec<(f64, f64, Vec<u8>)> = Vec::new();
    let mut bytes = 0;
    let mut packet = Packet::empty();
    while source.read(&mut packet)? {
        let time = packet.pts().or(packet.dts());
        if packet.stream() != index {
            let base = source.stream(packet.stream())?.time_base();
            let time = time.map_or(0.0, |time| seconds(time, base));
            watch.at((time / length).clamp(0.0, 1.0))?;
            continue;
        }
        let (Some(time), Some(data)) = (time, packet.data()) else {
            continue;
        };
        bytes += data.len();
        if bytes > LONGEST {
            return Err(MediaError::TooLarge {
                name: name.to_owned(),
                reason: "its subtitles hold more words than any video".to_owned(),
            });
        }
        let start = (seconds(time, base) - begins).max(0.0);
        let shown = seconds(packet.duration(), base);
        let end = start + if shown > 0.0 { shown } else { USUAL };
        found.push((start, end, body(id, data).to_vec()));
    }
    // Told by all of a track: a few letters may be of many encodings.
    let all: Vec<&[u8]> = found.iter().map(|(_, _, body)| body.as_slice()).collect();
    let encoding = encoding(&all.join(&b'\n'));
    let subtitle = |(start, end, body): &(f64, f64, Vec<u8>)| Subtitle {
        start: *start,
        end: *end,
        words: words(id, &encoding.decode(body).0),
    };
    let mut subtitles: Vec<Subtitle> = found.iter().map(subtitle).collect();
    subtitles.retain(|subtitle| !subtitle.words.is_empty());
    subtitles.sort_by(|a, b| a.start.total_cmp(&b.start));
    Ok(subtitles)
}

/// The bytes of a packet that are words.
fn body(id: Id, data: &[u8]) -> &[u8] {
    let body = match (id, data.split_first_chunk::<2>()) {
        (Id::MOV_TEXT, Some((&[high, low], rest))) => {
            let length = usize::from(u16::from_be_bytes([high, low]));
            &rest[..length.min(rest.len())]
        }
        (Id::MOV_TEXT, None) => &[],
        _ => data,
    };
    let end = body.iter().rposition(|byte| *byte != 0);
    &body[..end.map_or(0, |end| end + 1)]
}

/// The words of a packet out of its text.
fn words(id: Id, text: &str) -> String {
    let text = text.replace('\0', "");
    let words = match id {
        Id::ASS | Id::SSA => plain(&text),
        _ => text,
    };
    let lines = words
        .lines()
        .map(str::trim_end)
        .filter(|line| !line.trim().is_empty());
    lines.collect::<Vec<_>>().join("\n")
}

/// The words of an event of `SubStation` Alpha, without what says how they look.
fn plain(event: &str) -> String {
    let words = event
        .splitn(FIELDS + 1, ',')
        .nth(FIELDS)
        .unwrap_or_default();
    let mut out = String::new();
    let mut rest = words;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        rest = after.split_once('}').map_or("", |(_, after)| after);
    }
    out.push_str(rest);
    out.replace("\\N", "\n")
        .replace("\\n", "\n")
        .replace("\\h", " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packets_are_read_by_their_kind() {
        let read = |id, data: &[u8]| words(id, &crate::text::decoded(body(id, data)));
        assert_eq!(
            read(Id::SUBRIP, b"<i>Hello</i>\r\n\r\nthere"),
            "<i>Hello</i>\nthere"
        );
        assert_eq!(read(Id::MOV_TEXT, b"\0\x05Hello\0\0\0\x08styl"), "Hello");
        assert_eq!(read(Id::MOV_TEXT, b"\0"), "");
        let event = br"4,0,Default,,0,0,0,,{\an8}Well, yes\Nand {\i1}no{\i0}";
        assert_eq!(read(Id::ASS, event), "Well, yes\nand no");
        assert_eq!(read(Id::ASS, b"1,2"), "");
    }
}
