//! Matroska, `WebM` and Ogg: written anew, every stream as it is packed.

use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use ffmpeg_next::codec::Id;
use ffmpeg_next::format::stream::Disposition;
use ffmpeg_next::{Packet, Stream, media};

use super::super::muxer::Muxer;
use super::super::source::{Source, parameters_of, seconds, untagged};
use super::super::{Chapter, Watch, chapters};
use super::{Change, tagged};
use crate::MediaError;

/// Name of an image in the comments of Ogg files.
pub(in super::super) const PICTURE: &str = "METADATA_BLOCK_PICTURE";
/// Tags that are only true of the file that they stand in.
const OWN: [&str; 3] = ["encoder", "duration", "creation_time"];
/// The most packets in which a cover is looked for.
const FIRST_PACKETS: usize = 100;

/// As [`super::rewrite`] does for these.
pub(super) fn rewritten(
    (from, from_name): (&Path, &str),
    (path, name): (&Path, &str),
    change: &Change,
    watch: &Watch,
) -> Result<bool, MediaError> {
    let mut source = Source::open(from, from_name, "video or sound")?;
    let is_ogg = source.is_container("ogg");
    if change.tags.cover.is_some() && !is_ogg {
        return Ok(false);
    }
    let length = (source.input.duration() as f64 / 1e6).max(0.001);
    let mut muxer = Muxer::create(path, name, container(&source, is_ogg))?;
    let mut copies: Vec<Option<usize>> = Vec::new();
    for stream in source.streams() {
        if !is_taken(&stream) {
            copies.push(None);
            continue;
        }
        let copy = muxer.add_copy(untagged(parameters_of(&stream)), stream.time_base())?;
        if !is_ogg {
            let said = stream.metadata();
            let said = said.iter().filter(|(key, _)| *key != "DURATION");
            muxer.describe(copy, said.collect())?;
        }
        copies.push(Some(copy));
    }
    let said = said(&source, change, is_ogg)?;
    muxer.set_metadata(said.iter().map(|(key, text)| (&**key, &**text)).collect());
    muxer.add_chapters(&marks((from, from_name), change, length)?)?;
    muxer.begin()?;
    let begins = source.begins();
    let mut packet = Packet::empty();
    while source.read(&mut packet)? {
        let Some(Some(copy)) = copies.get(packet.stream()) else {
            continue;
        };
        let base = source.stream(packet.stream())?.time_base();
        let shift = (begins / f64::from(base)).round() as i64;
        packet.set_pts(packet.pts().map(|time| time - shift));
        packet.set_dts(packet.dts().map(|time| time - shift));
        let time = packet.dts().or(packet.pts());
        let time = time.map_or(0.0, |time| seconds(time, base));
        watch.at((time / length).clamp(0.0, 0.99))?;
        muxer.copy(*copy, &mut packet)?;
    }
    muxer.finish()?;
    watch.at(1.0)?;
    Ok(true)
}

/// libav's name for the container that the source is in.
fn container(source: &Source, is_ogg: bool) -> &'static str {
    let is = |id: Id| {
        source
            .streams()
            .any(|stream| stream.parameters().id() == id)
    };
    let is_webm = source.name.to_lowercase().ends_with(".webm");
    match is_ogg {
        true if is(Id::OPUS) => "opus",
        true => "ogg",
        false if is_webm => "webm",
        false => "matroska",
    }
}

/// Whether a stream is copied: all but covers and data.
fn is_taken(stream: &Stream) -> bool {
    let medium = stream.parameters().medium();
    !stream.disposition().contains(Disposition::ATTACHED_PIC)
        && matches!(
            medium,
            media::Type::Video
                | media::Type::Audio
                | media::Type::Subtitle
                | media::Type::Attachment
        )
}

/// Returns the tags of the file: those that it had, but for what is changed.
fn said(
    source: &Source,
    change: &Change,
    is_ogg: bool,
) -> Result<Vec<(String, String)>, MediaError> {
    let mut said: Vec<(String, String)> = Vec::new();
    let mut add = |key: &str, text: &str| {
        let is_new = !said
            .iter()
            .any(|(other, _)| other.eq_ignore_ascii_case(key));
        if is_new && !OWN.contains(&key.to_lowercase().as_str()) {
            said.push((key.to_owned(), text.to_owned()));
        }
    };
    for (key, text) in source.input.metadata().iter() {
        add(key, text);
    }
    if is_ogg && let Some(stream) = source.audio() {
        for (key, text) in stream.metadata().iter() {
            add(key, text);
        }
    }
    for (tag, text) in &change.tags.texts {
        said.retain(|(key, _)| !key.eq_ignore_ascii_case(tag.key()));
        said.push((tag.key().to_owned(), text.clone()));
    }
    if is_ogg {
        let cover = match &change.tags.cover {
            Some(cover) => Some(tagged::picture(cover)),
            None => own_cover(source)?,
        };
        said.extend(cover.map(|block| (PICTURE.to_owned(), STANDARD.encode(block))));
    }
    Ok(said)
}

/// The cover that an Ogg file holds, as a block of FLAC.
fn own_cover(source: &Source) -> Result<Option<Vec<u8>>, MediaError> {
    let is_cover = |stream: &Stream| stream.disposition().contains(Disposition::ATTACHED_PIC);
    let Some(index) = source.streams().find(is_cover).map(|stream| stream.index()) else {
        return Ok(None);
    };
    let is_png = source.stream(index)?.parameters().id() == Id::PNG;
    let mut again = source.reopen()?;
    let mut packet = Packet::empty();
    for _ in 0..FIRST_PACKETS {
        if !again.read(&mut packet)? {
            break;
        }
        if packet.stream() == index
            && let Some(bytes) = packet.data()
        {
            return Ok(Some(tagged::picture(&super::Cover {
                bytes: bytes.to_vec(),
                is_png,
                size: (0, 0),
            })));
        }
    }
    Ok(None)
}

/// The chapters that the file is to have.
fn marks(
    (from, name): (&Path, &str),
    change: &Change,
    length: f64,
) -> Result<Vec<Chapter>, MediaError> {
    let Some(new) = &change.chapters else {
        return chapters::chapters(from, name);
    };
    let ends = new.iter().skip(1).map(|next| next.start).chain([length]);
    let made = new.iter().zip(ends).map(|(chapter, end)| Chapter {
        start: chapter.start,
        end: end.max(chapter.start),
        title: Some(chapter.title.clone()),
    });
    Ok(made.collect())
}
