//! Adds subtitles to a video as a track that players switch on and off; its frames and audio are
//! taken over as they are.

use std::path::Path;

use ffmpeg_next::codec::packet::Flags;
use ffmpeg_next::codec::{Id, Parameters};
use ffmpeg_next::format::stream::Disposition;
use ffmpeg_next::{Packet, Rational, Stream, media};

use super::cues::{Cue, Run, one_at_a_time};
use super::muxer::Muxer;
use super::own_container::OwnContainer;
use super::source::{Source, seconds};
use super::{Watch, timed_text};
use crate::MediaError;

/// Codecs that MP4 files hold and players expect in them.
const VIDEO_CODECS: [Id; 5] = [Id::H264, Id::HEVC, Id::AV1, Id::VP9, Id::MPEG4];
const AUDIO_CODECS: [Id; 6] = [Id::AAC, Id::MP3, Id::AC3, Id::EAC3, Id::OPUS, Id::ALAC];

/// A stream that is taken over.
struct Taken {
    copy: usize,
    base: Rational,
    /// The video's start on the file's clock, in ticks.
    begins: i64,
}

/// Writes the video at `from` to `path` with a further track that shows `cues`, in the language of the
/// ISO 639-2 code `language`: in its own container where that is Matroska, `WebM` or MOV, else as MP4,
/// as [`subtitled_extension`] says. Every video, audio and subtitle stream, chapter and description in
/// it is taken over as it is; of an MP4 covers and data tracks are left out. Answers whether it was
/// written: not where an MP4 cannot hold the video as it is packed. A failed or cancelled run leaves no
/// file.
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
    let form = Form::of(OwnContainer::of(from, from_name)?);
    let mut muxer = Muxer::create(path, name, form.muxer)?;
    let taken = match form.words {
        Some(_) => take_all(&source, &mut muxer)?,
        None => match take_over(&source, &mut muxer)? {
            Some(taken) => taken,
            None => return Ok(false),
        },
    };
    let subtitles = match form.words {
        Some(words) => muxer.add_copy(words_as(words), timed_text::TICKS)?,
        None => muxer.add_copy(timed_text::parameters(name)?, timed_text::TICKS)?,
    };
    muxer.describe(
        subtitles,
        language
            .map(|language| ("language", language))
            .into_iter()
            .collect(),
    )?;
    muxer.describe_file(&source, None)?;
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
            muxer.copy(subtitles, &mut form.packet(cue, name)?)?;
        }
        muxer.copy(*copy, &mut packet)?;
    }
    for cue in samples {
        muxer.copy(subtitles, &mut form.packet(cue, name)?)?;
    }
    muxer.finish()?;
    watch.at(1.0)?;
    Ok(true)
}

/// How subtitles are held.
#[derive(Clone, Copy)]
struct Form {
    /// libav's name for the container.
    muxer: &'static str,
    extension: &'static str,
    /// How words are packed as they are; none: as 3GPP timed text (TS 26.245).
    words: Option<Id>,
}

impl Form {
    fn of(own: OwnContainer) -> Self {
        let form = |muxer, extension, words| Self {
            muxer,
            extension,
            words,
        };
        match own.extension() {
            "mkv" if own.is_kept => form("matroska", "mkv", Some(Id::SUBRIP)),
            "webm" => form("webm", "webm", Some(Id::WEBVTT)),
            "mov" => form("mov", "mov", None),
            _ => form("mp4", "mp4", None),
        }
    }

    fn packet(self, cue: &Cue, name: &str) -> Result<Packet, MediaError> {
        if self.words.is_none() {
            return timed_text::packet(cue, name);
        }
        let styled = |run: &Run| {
            if run.is_italic {
                format!("<i>{}</i>", run.text)
            } else {
                run.text.clone()
            }
        };
        let words: String = cue.runs.iter().map(styled).collect();
        let mut packet = Packet::copy(words.as_bytes());
        let [start, end] = [cue.start, cue.end].map(|time| (time * 1000.0).round() as i64);
        packet.set_pts(Some(start));
        packet.set_dts(Some(start));
        packet.set_duration(end - start);
        packet.set_flags(Flags::KEY);
        Ok(packet)
    }
}

/// The ending of what [`write_subtitle_track`] writes of a video.
///
/// # Errors
/// The video cannot be read.
pub fn subtitled_extension(path: &Path, name: &str) -> Result<&'static str, MediaError> {
    Ok(Form::of(OwnContainer::of(path, name)?).extension)
}

/// How words are packed that a container holds as they are.
fn words_as(id: Id) -> Parameters {
    let mut parameters = Parameters::new();
    // SAFETY: `parameters` owns what its pointer points to, and nobody else has it.
    #[allow(unsafe_code)]
    unsafe {
        let words = parameters.as_mut_ptr();
        (*words).codec_type = media::Type::Subtitle.into();
        (*words).codec_id = id.into();
    }
    parameters
}

/// Adds a track for every stream of a Matroska file, by the streams' numbers.
fn take_all(source: &Source, muxer: &mut Muxer) -> Result<Vec<Option<Taken>>, MediaError> {
    let take = |stream: Stream| {
        let base = stream.time_base();
        Ok(Some(Taken {
            copy: muxer.take_over(&stream, false)?,
            base,
            begins: (source.begins() / f64::from(base)).round() as i64,
        }))
    };
    source.streams().map(take).collect()
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
                let is_tagged = source.is_container("mov");
                Some(Taken {
                    copy: muxer.take_over(&stream, is_tagged)?,
                    base,
                    begins: (source.begins() / f64::from(base)).round() as i64,
                })
            }
        };
    }
    Ok(Some(taken))
}
