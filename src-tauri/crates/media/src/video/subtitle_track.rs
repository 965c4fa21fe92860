//! Adds subtitles to a video as a track that players switch on and off; its frames and audio are
//! taken over as they are.

use std::path::Path;

use ffmpeg_next::codec::Id;
use ffmpeg_next::format::stream::Disposition;
use ffmpeg_next::{Packet, Rational, media};

use super::cues::{Cue, one_at_a_time};
use super::geometry::turn_of;
use super::muxer::Muxer;
use super::source::{Source, parameters_of, seconds};
use super::{Watch, timed_text};
use crate::MediaError;

/// What MP4 files hold and players expect in them.
const VIDEO_CODECS: [Id; 5] = [Id::H264, Id::HEVC, Id::AV1, Id::VP9, Id::MPEG4];
const AUDIO_CODECS: [Id; 6] = [Id::AAC, Id::MP3, Id::AC3, Id::EAC3, Id::OPUS, Id::ALAC];

/// A stream that is taken over.
struct Taken {
    copy: usize,
    base: Rational,
    /// The video's start on the file's clock, in ticks.
    begins: i64,
}

/// Writes the video at `from` as MP4 to `path` with a further track that shows `cues` (3GPP timed
/// text, TS 26.245), in the language of the ISO 639-2 code `language`. Every video, audio and
/// subtitle stream, chapter and description in it is taken over as it is; covers and data tracks
/// are left out. Answers whether it was written: not where an MP4 cannot hold the video as it is
/// packed. A failed or cancelled run leaves no file.
///
/// # Errors
/// The video cannot be read or has no frames, a cue is longer than 65 535 bytes, or the result
/// cannot be written.
pub fn write_subtitle_track(
    (from, from_name): (&Path, &str),
    (path, name): (&Path, &str),
    cues: &[Cue],
    language: Option<&str>,
    watch: &Watch,
) -> Result<bool, MediaError> {
    let mut source = Source::open(from, from_name, "video")?;
    let length = match source.video() {
        Some(stream) => source.length(&stream).unwrap_or(0.0).max(0.001),
        None => {
            return Err(MediaError::NoStream {
                name: from_name.to_owned(),
                what: "picture",
            });
        }
    };
    if !(source.is_container("mov") || source.is_container("matroska")) {
        return Ok(false);
    }
    let mut muxer = Muxer::create(path, name, "mp4")?;
    let Some(taken) = take_over(&source, &mut muxer)? else {
        return Ok(false);
    };
    let subtitles = muxer.add_copy(timed_text::parameters(name)?, timed_text::TICKS)?;
    muxer.describe(
        subtitles,
        language
            .map(|language| ("language", language))
            .into_iter()
            .collect(),
    )?;
    muxer.describe_file(&source)?;
    muxer.begin()?;
    let samples = one_at_a_time(cues);
    let mut samples = samples.iter().peekable();
    let mut packet = Packet::empty();
    while source.read(&mut packet)? {
        let Some(Taken { copy, base, begins }) =
            taken.get(packet.stream()).and_then(Option::as_ref)
        else {
            continue;
        };
        packet.set_pts(packet.pts().map(|time| time - begins));
        packet.set_dts(packet.dts().map(|time| time - begins));
        let time = packet
            .dts()
            .or(packet.pts())
            .map_or(0.0, |time| seconds(time, *base));
        watch.at((time / length).clamp(0.0, 0.99))?;
        while let Some(cue) = samples.next_if(|cue| cue.start <= time) {
            muxer.copy(subtitles, &mut timed_text::packet(cue, name)?)?;
        }
        muxer.copy(*copy, &mut packet)?;
    }
    for cue in samples {
        muxer.copy(subtitles, &mut timed_text::packet(cue, name)?)?;
    }
    muxer.finish()?;
    watch.at(1.0)?;
    Ok(true)
}

/// Adds a track for every stream that is taken over, by the streams' numbers; none where one of
/// them has no place in an MP4.
fn take_over(source: &Source, muxer: &mut Muxer) -> Result<Option<Vec<Option<Taken>>>, MediaError> {
    let audio = source.audio_streams();
    // An MP4's first audio track is the one that is heard unless another is chosen.
    let mut streams: Vec<_> = source.streams().collect();
    if let (Some(heard), Some(first)) = (audio.first(), audio.iter().min()) {
        streams[*first..=*heard].rotate_right(1);
    }
    let mut taken: Vec<_> = streams.iter().map(|_| None).collect();
    for stream in streams {
        let id = stream.parameters().id();
        let held = match stream.parameters().medium() {
            media::Type::Video if stream.disposition().contains(Disposition::ATTACHED_PIC) => None,
            media::Type::Video => Some(VIDEO_CODECS.contains(&id)),
            media::Type::Audio => Some(AUDIO_CODECS.contains(&id)),
            media::Type::Subtitle => (id == Id::MOV_TEXT).then_some(true),
            _ => None,
        };
        taken[stream.index()] = match held {
            None => None,
            Some(false) => return Ok(None),
            Some(true) => {
                let base = stream.time_base();
                let copy = muxer.add_copy(parameters_of(&stream), base)?;
                muxer.describe(copy, stream.metadata().iter().collect())?;
                // Not every libav takes over how the frames are to be turned.
                if turn_of(&muxer.stream(copy)?) != turn_of(&stream) {
                    return Ok(None);
                }
                Some(Taken {
                    copy,
                    base,
                    begins: (source.begins() / f64::from(base)).round() as i64,
                })
            }
        };
    }
    Ok(Some(taken))
}
