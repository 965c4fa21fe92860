//! Files that say something else of themselves than before: tags, a cover, chapters. Frames and
//! audio are copied byte for byte, or packet by packet where the container has to be written anew.
//!
//! - [`mp4`]: MP4, MOV, M4A, by [`item_list`] and [`chapter_track`]
//! - [`tagged`]: MP3 and FLAC; [`wave`]: WAV; [`streams`]: Matroska, `WebM` and Ogg

mod chapter_track;
mod item_list;
mod mp4;
mod streams;
mod tagged;
mod wave;

pub(super) use self::streams::PICTURE;
pub(super) use self::tagged::picture;

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use self::mp4::Rewritten;
use super::Watch;
use super::library::Unfinished;
use crate::MediaError;

/// Bytes that are copied at once.
const PIECE: usize = 1 << 20;

/// Tag of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tag {
    /// Its title.
    Title,
    /// Who made it.
    Artist,
    /// The album that it belongs to.
    Album,
    /// A year, or a day.
    Date,
    /// Its genre.
    Genre,
    /// A remark.
    Comment,
    /// Its number on the album, such as `3` or `3/12`.
    TrackNumber,
}

impl Tag {
    /// Its name as libav has it.
    pub(super) fn key(self) -> &'static str {
        match self {
            Self::Title => "title",
            Self::Artist => "artist",
            Self::Album => "album",
            Self::Date => "date",
            Self::Genre => "genre",
            Self::Comment => "comment",
            Self::TrackNumber => "track",
        }
    }
}

/// An image that stands for a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cover {
    /// The bytes of a PNG or JPEG file.
    pub bytes: Vec<u8>,
    /// Whether it is a PNG.
    pub is_png: bool,
    /// Its width and height in pixels.
    pub size: (u32, u32),
}

/// Tags that a file is to have; those that are not named stay.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tags {
    /// Texts.
    pub texts: Vec<(Tag, String)>,
    /// Its cover.
    pub cover: Option<Cover>,
}

impl Tags {
    fn is_empty(&self) -> bool {
        self.texts.is_empty() && self.cover.is_none()
    }
}

/// A chapter that a file is to have.
#[derive(Debug, Clone, PartialEq)]
pub struct NewChapter {
    /// Start in seconds; it lasts until the next one.
    pub start: f64,
    /// Its title.
    pub title: String,
}

/// Changes to a file.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Change {
    /// Its tags.
    pub tags: Tags,
    /// Its chapters in the order of time, instead of those that it has; none: they stay.
    pub chapters: Option<Vec<NewChapter>>,
}

/// Writes the video or audio file at `from` to `path` with what `change` says; its kind stays.
/// Answers whether it was written: not where the file's format cannot say it. A failed or cancelled
/// run leaves no file.
///
/// # Errors
/// The file cannot be read, or the result cannot be written.
pub fn rewrite(
    (from, from_name): (&Path, &str),
    (path, name): (&Path, &str),
    change: &Change,
    watch: &Watch,
) -> Result<bool, MediaError> {
    let unreadable = |error: io::Error| MediaError::Unreadable {
        name: from_name.to_owned(),
        reason: error.to_string(),
    };
    let mut file = File::open(from).map_err(unreadable)?;
    let mut start = Vec::with_capacity(12);
    Read::by_ref(&mut file)
        .take(12)
        .read_to_end(&mut start)
        .map_err(unreadable)?;
    let is_with_chapters = change.chapters.is_some();
    match start.as_slice() {
        [_, _, _, _, b'f', b't', b'y', b'p', ..] | [_, _, _, _, b'm', b'o', b'o', b'v', ..] => {
            if change.chapters.as_ref().map_or(0, Vec::len) > chapter_track::MOST {
                return Ok(false);
            }
            let Some(rewritten) = mp4::rewritten(&mut file, change).map_err(unreadable)? else {
                return Ok(false);
            };
            write_with(&mut file, &rewritten, (path, name), watch)
        }
        [0x1A, 0x45, 0xDF, 0xA3, ..] | [b'O', b'g', b'g', b'S', ..] => {
            streams::rewritten((from, from_name), (path, name), change, watch)
        }
        _ if is_with_chapters => Ok(false),
        [b'f', b'L', b'a', b'C', ..] => {
            let rewritten = tagged::flac(&mut file, &change.tags).map_err(unreadable)?;
            let Some(rewritten) = rewritten else {
                return Ok(false);
            };
            write_with(&mut file, &rewritten, (path, name), watch)
        }
        [b'R', b'I', b'F', b'F', .., b'W', b'A', b'V', b'E'] => {
            let rewritten = wave::rewritten(&mut file, &change.tags).map_err(unreadable)?;
            let Some(rewritten) = rewritten else {
                return Ok(false);
            };
            write_with(&mut file, &rewritten, (path, name), watch)
        }
        start if tagged::is_mp3(start) => {
            let unfinished = Unfinished::beside(path);
            copied(&mut file, (unfinished.path(), name), watch)?;
            tagged::write(unfinished.path(), &change.tags)
                .map_err(|error| unwritable(&error, name))?;
            unfinished.keep(name)?;
            Ok(true)
        }
        _ => Ok(false),
    }
}

fn unwritable(error: &io::Error, name: &str) -> MediaError {
    MediaError::Unwritable {
        name: name.to_owned(),
        reason: error.to_string(),
    }
}

fn write_with(
    file: &mut File,
    rewritten: &Rewritten,
    (path, name): (&Path, &str),
    watch: &Watch,
) -> Result<bool, MediaError> {
    let unfinished = Unfinished::beside(path);
    replaced(file, rewritten, (unfinished.path(), name), watch)?;
    unfinished.keep(name)?;
    Ok(true)
}

/// A copy of a file.
fn copied(file: &mut File, to: (&Path, &str), watch: &Watch) -> Result<(), MediaError> {
    let nothing = Rewritten {
        begins: 0,
        ends: 0,
        instead: Vec::new(),
        behind: Vec::new(),
    };
    replaced(file, &nothing, to, watch)
}

/// A copy of a file with some bytes replaced, and some behind it.
fn replaced(
    file: &mut File,
    rewritten: &Rewritten,
    (path, name): (&Path, &str),
    watch: &Watch,
) -> Result<(), MediaError> {
    let failed = |error: io::Error| unwritable(&error, name);
    let whole = file.seek(SeekFrom::End(0)).map_err(failed)?;
    let mut copy = File::create(path).map_err(failed)?;
    let mut piece = vec![0; PIECE];
    let mut part = |copy: &mut File, from: u64, to: u64| -> Result<(), MediaError> {
        file.seek(SeekFrom::Start(from)).map_err(failed)?;
        let mut at = from;
        while at < to {
            watch.at(at as f64 / whole.max(1) as f64)?;
            let count = (to - at).min(PIECE as u64) as usize;
            file.read_exact(&mut piece[..count]).map_err(failed)?;
            copy.write_all(&piece[..count]).map_err(failed)?;
            at += count as u64;
        }
        Ok(())
    };
    part(&mut copy, 0, rewritten.begins)?;
    copy.write_all(&rewritten.instead).map_err(failed)?;
    part(&mut copy, rewritten.ends, whole)?;
    copy.write_all(&rewritten.behind).map_err(failed)?;
    copy.sync_data().map_err(failed)
}
