//! Description that an audio file gives of itself, taken over into another one: tags, a cover,
//! chapters.

use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use ffmpeg_next::codec::{Id, Parameters};
use ffmpeg_next::format::stream::Disposition;
use ffmpeg_next::{Dictionary, Packet, Rational, Stream};

use super::Watch;
use super::audio_format::AudioFormat;
use super::chapters::{Chapter, chapters_of};
use super::muxer::Muxer;
use super::rewritten::{Change, Cover, PICTURE, Tag, Tags, picture, rewrite};
use super::source::{Source, parameters_of, untagged};
use crate::MediaError;

/// Tags that are only true of the file that they stand in.
const OWN: [&str; 13] = [
    "major_brand",
    "minor_version",
    "compatible_brands",
    "encoder",
    "handler_name",
    "vendor_id",
    "duration",
    "creation_time",
    "language",
    "timecode",
    "itunsmpb",
    "itunnorm",
    "metadata_block_picture",
];
/// Beginnings of tags that are only true of audio as loud as it was.
const LEVELS: [&str; 2] = ["replaygain_", "r128_"];
/// The most packets in which a cover is looked for.
const FIRST_PACKETS: usize = 100;
/// The ticks of a cover, which has no time.
const TICKS: Rational = Rational(1, 90_000);

/// Description that an audio file gives of itself.
pub(super) struct Described {
    texts: Vec<(String, String)>,
    cover: Option<(Parameters, Vec<u8>)>,
    chapters: Vec<Chapter>,
}

impl Described {
    /// Reads the description in a source and its stream of that number.
    pub(super) fn of(source: &Source, index: usize) -> Result<Self, MediaError> {
        let stream = source.stream(index)?;
        let (whole, own) = (source.input.metadata(), stream.metadata());
        let mut texts: Vec<(String, String)> = Vec::new();
        for (key, text) in own.iter().chain(whole.iter()) {
            let lower = key.to_lowercase();
            let is_new = !texts.iter().any(|(other, _)| other.to_lowercase() == lower);
            if is_new && !OWN.contains(&&*lower) {
                texts.push((key.to_owned(), text.to_owned()));
            }
        }
        Ok(Self {
            texts,
            cover: cover(source)?,
            chapters: chapters_of(source),
        })
    }

    fn is_empty(&self) -> bool {
        self.texts.is_empty() && self.cover.is_none() && self.chapters.is_empty()
    }

    /// Begins a file of that format, whose audio has its track already, that says the same. Answers
    /// what the format cannot say.
    pub(super) fn begin(
        &self,
        muxer: &mut Muxer,
        format: AudioFormat,
    ) -> Result<Vec<&'static str>, MediaError> {
        let mut texts: Vec<(String, String)> = self.texts.clone();
        let mut left_out = Vec::new();
        let mut copy = None;
        match (&self.cover, format) {
            (None, _) => {}
            (Some((parameters, bytes)), AudioFormat::Ogg | AudioFormat::Opus) => {
                let cover = Cover {
                    bytes: bytes.clone(),
                    is_png: parameters.id() == Id::PNG,
                    size: (0, 0),
                };
                texts.push((PICTURE.to_owned(), STANDARD.encode(picture(&cover))));
            }
            (
                Some((parameters, _)),
                AudioFormat::Mp3
                | AudioFormat::M4a
                | AudioFormat::M4b
                | AudioFormat::M4r
                | AudioFormat::Flac,
            ) => {
                copy = Some(muxer.add_cover(untagged(parameters.clone()), TICKS)?);
            }
            (Some(_), AudioFormat::Wav | AudioFormat::Aiff | AudioFormat::Caf) => {
                left_out.push("cover");
            }
        }
        match format {
            AudioFormat::Wav | AudioFormat::Aiff | AudioFormat::Caf => {
                left_out.extend((!self.chapters.is_empty()).then_some("chapters"));
            }
            // They know no chapters; players read these comments of them.
            AudioFormat::Flac | AudioFormat::Ogg | AudioFormat::Opus => {
                texts.extend(chapter_comments(&self.chapters));
            }
            _ => muxer.add_chapters(&self.chapters)?,
        }
        muxer.set_metadata(dictionary(&texts));
        muxer.begin()?;
        if let (Some(copy), Some((_, bytes))) = (copy, &self.cover) {
            let mut packet = Packet::copy(bytes);
            packet.set_pts(Some(0));
            packet.set_dts(Some(0));
            muxer.copy(copy, &mut packet)?;
        }
        Ok(left_out)
    }
}

/// Makes the audio file at `made`, of that format, say what the one at `from` says, where it says
/// nothing. `keeps_times`: whether chapters are where they were; `keeps_level`: whether it is as loud as
/// it was. Answers what it cannot say, such as `cover`. A failed or cancelled run leaves the file as it
/// is.
///
/// # Errors
/// The files cannot be read, or the result cannot be written.
pub fn describe(
    (from, from_name): (&Path, &str),
    (made, name): (&Path, &str),
    format: AudioFormat,
    (keeps_times, keeps_level): (bool, bool),
    watch: &Watch,
) -> Result<Vec<&'static str>, MediaError> {
    let other = Source::open(from, from_name, "sound")?;
    let mut said = Described::of(&other, other.audio_stream(0)?)?;
    let mut source = Source::open(made, name, "sound")?;
    let index = source.audio_stream(0)?;
    if said.is_empty() || !Described::of(&source, index)?.is_empty() {
        return Ok(Vec::new());
    }
    let mut left_out = Vec::new();
    if !keeps_times && !said.chapters.is_empty() {
        said.chapters.clear();
        left_out.push("chapters");
    }
    if !keeps_level {
        let is_level = |key: &str| LEVELS.iter().any(|level| key.starts_with(level));
        said.texts.retain(|(key, _)| !is_level(&key.to_lowercase()));
    }
    let written = made.with_extension("described");
    if format == AudioFormat::Wav {
        left_out.extend(said.cover.as_ref().map(|_| "cover"));
        left_out.extend((!said.chapters.is_empty()).then_some("chapters"));
        let change = Change {
            tags: said.tags(),
            chapters: None,
        };
        drop(source);
        if rewrite((made, name), (&written, name), &change, watch)? {
            replace(&written, made, name)?;
        }
        return Ok(left_out);
    }
    let base = source.stream(index)?.time_base();
    let parameters = parameters_of(&source.stream(index)?);
    let mut muxer = Muxer::create(&written, name, format.muxer())?;
    let copy = muxer.add_copy(untagged(parameters), base)?;
    left_out.extend(said.begin(&mut muxer, format)?);
    let mut packet = Packet::empty();
    while source.read(&mut packet)? {
        if packet.stream() == index {
            watch.check()?;
            muxer.copy(copy, &mut packet)?;
        }
    }
    muxer.finish()?;
    drop(source);
    replace(&written, made, name)?;
    Ok(left_out)
}

impl Described {
    /// Its texts that every format can say.
    fn tags(&self) -> Tags {
        let all = [
            Tag::Title,
            Tag::Artist,
            Tag::Album,
            Tag::Date,
            Tag::Genre,
            Tag::Comment,
            Tag::TrackNumber,
        ];
        let of = |tag: Tag| {
            let found = self
                .texts
                .iter()
                .find(|(key, _)| key.eq_ignore_ascii_case(tag.key()))?;
            Some((tag, found.1.clone()))
        };
        Tags {
            texts: all.into_iter().filter_map(of).collect(),
            cover: None,
        }
    }
}

fn replace(written: &Path, made: &Path, name: &str) -> Result<(), MediaError> {
    std::fs::rename(written, made).map_err(|error| MediaError::Unwritable {
        name: name.to_owned(),
        reason: error.to_string(),
    })
}

fn dictionary(texts: &[(String, String)]) -> Dictionary<'static> {
    texts
        .iter()
        .map(|(key, text)| (key.as_str(), text.as_str()))
        .collect()
}

/// The image that stands for a file, a JPEG or PNG, as it is packed; none where it has none.
fn cover(source: &Source) -> Result<Option<(Parameters, Vec<u8>)>, MediaError> {
    let is_cover = |stream: &Stream| {
        stream.disposition().contains(Disposition::ATTACHED_PIC)
            && [Id::MJPEG, Id::PNG].contains(&stream.parameters().id())
    };
    let Some((index, parameters)) = source
        .streams()
        .find(is_cover)
        .map(|stream| (stream.index(), parameters_of(&stream)))
    else {
        return Ok(None);
    };
    let mut again = source.reopen()?;
    let mut packet = Packet::empty();
    for _ in 0..FIRST_PACKETS {
        if !again.read(&mut packet)? {
            break;
        }
        if packet.stream() == index
            && let Some(bytes) = packet.data()
        {
            return Ok(Some((parameters, bytes.to_vec())));
        }
    }
    Ok(None)
}

/// Chapters as comments of a FLAC or Ogg file.
fn chapter_comments(chapters: &[Chapter]) -> Vec<(String, String)> {
    let mut comments = Vec::with_capacity(2 * chapters.len());
    for (number, chapter) in chapters.iter().enumerate() {
        let key = format!("CHAPTER{number:03}");
        let (minutes, seconds) = ((chapter.start / 60.0) as u64, chapter.start % 60.0);
        let time = format!("{:02}:{:02}:{seconds:06.3}", minutes / 60, minutes % 60);
        comments.push((key.clone(), time));
        let title = chapter.title.clone().unwrap_or_default();
        comments.push((format!("{key}NAME"), title));
    }
    comments
}
