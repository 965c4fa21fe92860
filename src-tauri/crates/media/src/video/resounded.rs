//! A video with other audio: all else in it is taken over as it is packed, in the video's own
//! container.

use std::path::Path;

use ffmpeg_next::codec::Id;
use ffmpeg_next::format::stream::Disposition;
use ffmpeg_next::{Packet, Stream, media};

use super::Watch;
use super::audio_tracks::AudioTrack;
use super::geometry::{Turn, turn_of};
use super::muxer::Muxer;
use super::own_container::OwnContainer;
use super::playing::{Playing, Tail};
use super::source::{Source, seconds};
use crate::MediaError;

/// The four letters of the data that cameras of `GoPro` write beside frames: MP4 and MOV hold them.
const TELEMETRY: u32 = u32::from_le_bytes(*b"gpmd");

/// A stream that is taken over.
struct Copied {
    copy: usize,
    /// The video's start on the file's clock, in ticks.
    begins: i64,
}

/// Streams that are taken over beside frames.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Beside {
    /// Subtitles, covers, attachments, telemetry.
    Everything,
    /// Nothing.
    Nothing,
}

/// Writes the video at `from` with these audio tracks to `path`, in `container`. Its frames, subtitles,
/// covers, attachments, chapters and descriptions are taken over as they are. `is_fitted`: whether
/// audio ends with the frames; otherwise what goes on after them is kept. Answers the names of what
/// could not be taken over, such as `subtitles`; none, and the audio tracks are left, where the
/// container cannot hold the frames. A
/// failed or cancelled run leaves no file.
///
/// # Errors
/// The video cannot be read or has no frames, or the result cannot be written.
pub fn resound(
    (from, from_name): (&Path, &str),
    (path, name): (&Path, &str),
    (container, audio_tracks): (OwnContainer, &mut Vec<AudioTrack>),
    is_fitted: bool,
    watch: &Watch,
) -> Result<Option<Vec<&'static str>>, MediaError> {
    let source = Source::open(from, from_name, "video")?;
    if source.video().is_none() {
        return Err(MediaError::NoStream {
            name: from_name.to_owned(),
            what: "picture",
        });
    }
    let is_turned = |stream: Stream| turn_of(&stream) != Turn::default();
    if !["mov", "mp4"].contains(&container.muxer) && source.video().is_some_and(is_turned) {
        return Ok(None);
    }
    let tail = if is_fitted { Tail::Cut } else { Tail::Kept };
    for beside in [Beside::Everything, Beside::Nothing] {
        let mut muxer = Muxer::create(path, name, container.muxer)?;
        let copies = take_over(&source, &mut muxer, container, beside)?;
        let forms = audio_tracks.iter().map(|track| {
            let packed = track.packed(|source, id| container.holds(source, id))?;
            Playing::form(packed, track, (container.encoder, 192_000), &mut muxer)
        });
        let forms = forms.collect::<Result<Vec<_>, MediaError>>()?;
        muxer.describe_file(&source, None)?;
        if muxer.begin().is_err() {
            continue;
        }
        let playing = forms.into_iter().zip(std::mem::take(audio_tracks));
        let playing = playing
            .map(|(form, track)| Playing::of(form, track.source, tail))
            .collect();
        let left_out = left_out(&source, &copies);
        write(source, muxer, (&copies, playing), watch)?;
        return Ok(Some(left_out));
    }
    Ok(None)
}

impl OwnContainer {
    /// Whether audio packed so in that source can stand in it as it is.
    fn holds(self, source: &Source, _id: Id) -> bool {
        let own = ["mov", "matroska", "avi", "mpegts", "flv"];
        let same = own.into_iter().find(|one| source.is_container(one));
        match same {
            Some("mov") => ["mov", "mp4"].contains(&self.muxer),
            Some("matroska") => ["matroska", "webm"].contains(&self.muxer),
            Some(other) => other == self.muxer,
            None => false,
        }
    }
}

/// Adds a track for every stream but audio that is taken over, by the streams' numbers.
fn take_over(
    source: &Source,
    muxer: &mut Muxer,
    container: OwnContainer,
    beside: Beside,
) -> Result<Vec<Option<Copied>>, MediaError> {
    let mut copies = Vec::new();
    for stream in source.streams() {
        let is_taken = match stream.parameters().medium() {
            media::Type::Video if !is_cover(&stream) => true,
            media::Type::Video | media::Type::Subtitle | media::Type::Attachment => {
                beside == Beside::Everything
            }
            media::Type::Data => {
                beside == Beside::Everything && is_telemetry(&stream) && container.has_tags()
            }
            _ => false,
        };
        copies.push(if is_taken {
            let base = stream.time_base();
            Some(Copied {
                copy: muxer.take_over(&stream, container.has_tags())?,
                begins: (source.begins() / f64::from(base)).round() as i64,
            })
        } else {
            None
        });
    }
    Ok(copies)
}

fn is_cover(stream: &Stream) -> bool {
    stream.disposition().contains(Disposition::ATTACHED_PIC)
}

fn is_telemetry(stream: &Stream) -> bool {
    // SAFETY: the parameters live as long as the stream, and a number is read.
    #[allow(unsafe_code)]
    let tag = unsafe { (*stream.parameters().as_ptr()).codec_tag };
    tag == TELEMETRY
}

/// Returns the names of the kinds of streams that are not taken over. Tracks of timecodes and
/// chapters are written anew.
fn left_out(source: &Source, copies: &[Option<Copied>]) -> Vec<&'static str> {
    let missing = |medium: media::Type| {
        source.streams().any(|stream| {
            stream.parameters().medium() == medium && copies[stream.index()].is_none()
        })
    };
    [
        (media::Type::Video, "cover"),
        (media::Type::Subtitle, "subtitles"),
        (media::Type::Attachment, "attachments"),
    ]
    .into_iter()
    .filter_map(|(medium, name)| missing(medium).then_some(name))
    .collect()
}

/// Writes packets and audio side by side in time.
fn write(
    mut source: Source,
    mut muxer: Muxer,
    (copies, mut playing): (&[Option<Copied>], Vec<Playing>),
    watch: &Watch,
) -> Result<(), MediaError> {
    let (video, length) = match source.video() {
        Some(stream) => (stream.index(), source.length(&stream).unwrap_or(0.0)),
        None => (0, 0.0),
    };
    let mut video_end = 0.0_f64;
    let mut packet = Packet::empty();
    while source.read(&mut packet)? {
        let index = packet.stream();
        let Some(Copied { copy, begins }) = copies.get(index).and_then(Option::as_ref) else {
            continue;
        };
        let base = source.stream(index)?.time_base();
        packet.set_pts(packet.pts().map(|time| time - begins));
        packet.set_dts(packet.dts().map(|time| time - begins));
        let time = packet.dts().or(packet.pts());
        let time = time.map_or(0.0, |time| seconds(time, base));
        if index == video {
            let shown = packet.pts().map_or(time, |shown| seconds(shown, base));
            video_end = video_end.max(shown + seconds(packet.duration(), base));
        }
        watch.at((time / length.max(0.001)).clamp(0.0, 0.99))?;
        for track in &mut playing {
            while track.is_wanted(true, time) && track.audio_end < time {
                track.go_on(&mut muxer, watch)?;
            }
        }
        muxer.copy(*copy, &mut packet)?;
    }
    for mut track in playing {
        while track.is_wanted(false, video_end) {
            track.go_on(&mut muxer, watch)?;
        }
        track.end(video_end, &mut muxer, watch)?;
    }
    muxer.finish()?;
    watch.at(1.0)
}
