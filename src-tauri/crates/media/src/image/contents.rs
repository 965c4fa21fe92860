//! Contents of a picture file beside the picture that is seen first, as its headers tell.

use std::io::{BufReader, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::Path;

use super::read::load;
use super::{jpeg_parts, tiff_directories};
use crate::document::Document;
use crate::{MediaError, regular};

/// Number of pages and frames of a picture file, and its film.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contents {
    /// Pages: those of a PDF or TIFF file, or the pictures of an MPO file; 1 of others.
    pub pages: usize,
    /// Frames of an animation; 1 of what does not move.
    pub frames: usize,
    /// Range of the file in which the film of a motion photo lies.
    pub film: Option<Range<usize>>,
}

impl Contents {
    const ONE: Self = Self {
        pages: 1,
        frames: 1,
        film: None,
    };

    /// Looks at the headers of a file. `name` is what a person knows it by.
    ///
    /// # Errors
    /// The file cannot be read, or is a PDF that is locked or broken.
    pub fn of(path: &Path, name: &str) -> Result<Self, MediaError> {
        let unreadable = |error: std::io::Error| MediaError::Unreadable {
            name: name.to_owned(),
            reason: error.to_string(),
        };
        let mut file = BufReader::new(regular::open(path, name)?.0);
        let mut head = Vec::new();
        file.by_ref()
            .take(1024)
            .read_to_end(&mut head)
            .map_err(unreadable)?;
        Ok(match head.as_slice() {
            [b'I', b'I', 42 | 43, 0, ..] | [b'M', b'M', 0, 42 | 43, ..] => {
                let pages = tiff_directories::pages(&mut file).map_err(unreadable)?;
                Self {
                    pages: pages.len().max(1),
                    ..Self::ONE
                }
            }
            [0x89, b'P', b'N', b'G', ..] => Self {
                frames: png_frames(&mut file).unwrap_or(1),
                ..Self::ONE
            },
            [b'G', b'I', b'F', b'8', ..] => Self {
                frames: gif_frames(&load(path, name)?).max(1),
                ..Self::ONE
            },
            [b'R', b'I', b'F', b'F', ..] => Self {
                frames: webp_frames(&mut file).unwrap_or(1),
                ..Self::ONE
            },
            [0xFF, 0xD8, ..] => {
                let bytes = load(path, name)?;
                Self {
                    pages: 1 + jpeg_parts::pictures(&bytes).len(),
                    frames: 1,
                    film: jpeg_parts::film(&bytes),
                }
            }
            head if Document::is_document(head) => Self {
                pages: Document::open(path, name)?.page_count(),
                ..Self::ONE
            },
            _ => Self::ONE,
        })
    }
}

/// Returns the number of frames that an animated PNG says it has: `acTL` stands before the pixels.
fn png_frames(file: &mut (impl Read + Seek)) -> Option<usize> {
    file.seek(SeekFrom::Start(8)).ok()?;
    loop {
        let mut head = [0; 8];
        file.read_exact(&mut head).ok()?;
        let length = u32::from_be_bytes(head[..4].try_into().ok()?);
        match &head[4..] {
            b"acTL" => {
                let mut count = [0; 4];
                file.read_exact(&mut count).ok()?;
                return Some(u32::from_be_bytes(count).max(1) as usize);
            }
            b"IDAT" | b"IEND" => return None,
            _ => file.seek_relative(i64::from(length) + 4).ok()?,
        }
    }
}

/// Returns the number of frames of an animated WebP: each is a chunk.
fn webp_frames(file: &mut (impl Read + Seek)) -> Option<usize> {
    file.seek(SeekFrom::Start(12)).ok()?;
    let mut count = 0;
    let mut head = [0; 8];
    while file.read_exact(&mut head).is_ok() {
        count += usize::from(head.starts_with(b"ANMF"));
        let length = u32::from_le_bytes(head[4..].try_into().ok()?);
        file.seek_relative(i64::from(length) + i64::from(length & 1))
            .ok()?;
    }
    Some(count.max(1))
}

/// Returns the number of pictures of a GIF (`GIF89a`, sections 18 to 26).
fn gif_frames(bytes: &[u8]) -> usize {
    let table = |flags: u8| {
        if flags & 0x80 == 0 {
            0
        } else {
            3 << ((flags & 7) + 1)
        }
    };
    let (mut at, mut count) = (13 + bytes.get(10).map_or(0, |flags| table(*flags)), 0);
    loop {
        match bytes.get(at) {
            Some(0x21) => at += 2,
            Some(0x2C) => {
                count += 1;
                at += 11 + bytes.get(at + 9).map_or(0, |flags| table(*flags));
            }
            _ => return count,
        }
        // Blocks, each with its length, until one of none.
        while let Some(length) = bytes.get(at).filter(|length| **length > 0) {
            at += 1 + usize::from(*length);
        }
        at += 1;
    }
}
