//! Takes what files say about themselves out of them: who made them, with what, when and where.
//! Pixels, frames and samples are not touched, and how an image lies is kept.
//!
//! Images are written anew around their packed pixels ([`jpeg`], [`png`], [`webp`], [`gif`]); in the
//! files of videos and audio what is taken out is overwritten in its place ([`mp4`], [`matroska`],
//! [`audio`]), so that no index changes.
//!
//! Walking over the chunks of a PNG or WebP takes a dozen lines here; img-parts would replace these, and not which chunks are
//! kept, what a `VP8X` announces, nor the orientation that is left of EXIF.

mod audio;
mod gif;
mod jpeg;
mod matroska;
mod mp4;
mod png;
mod tiff;
mod webp;
mod xmp;

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use crate::MediaError;

/// Metadata to be taken out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Removal {
    /// All but what is needed to show and play it.
    Everything,
    /// The place where it was taken, alone.
    Place,
}

/// Writes an image anew around its packed pixels; none where it is not whole.
type CleanImage = fn(&[u8], Removal) -> Option<Vec<u8>>;

/// Brands of images in files of the form of an MP4: HEIF and AVIF.
const IMAGES: [&[u8]; 8] = [
    b"heic", b"heix", b"heim", b"heis", b"mif1", b"msf1", b"avif", b"avis",
];

/// The longest image that is read into memory, in bytes.
const LONGEST_IMAGE: u64 = 1 << 30;

/// Takes what `removal` says out of the file at `path`, a copy that people will know as `name`;
/// answers whether its format is one that this is done in. Where this fails, the file may be left
/// half changed.
///
/// # Errors
/// The file cannot be read or written, or is not whole.
pub fn clean(path: &Path, name: &str, removal: Removal) -> Result<bool, MediaError> {
    cleaned(path, removal).map_err(|error| MediaError::Unwritable {
        name: name.to_owned(),
        reason: error.to_string(),
    })
}

fn cleaned(path: &Path, removal: Removal) -> io::Result<bool> {
    let mut file = OpenOptions::new().read(true).write(true).open(path)?;
    let mut start = Vec::with_capacity(12);
    Read::by_ref(&mut file).take(12).read_to_end(&mut start)?;
    let part = |from: usize, to: usize| start.get(from..to).unwrap_or_default();
    let image: Option<CleanImage> = match part(0, 4) {
        [0xFF, 0xD8, 0xFF, _] => Some(jpeg::cleaned),
        b"\x89PNG" => Some(png::cleaned),
        b"GIF8" => Some(gif::cleaned),
        b"RIFF" if part(8, 12) == b"WEBP" => Some(webp::cleaned),
        _ => None,
    };
    if let Some(image) = image {
        drop(file);
        if fs::metadata(path)?.len() > LONGEST_IMAGE {
            return Err(not_whole("size"));
        }
        let bytes = image(&fs::read(path)?, removal).ok_or_else(|| not_whole("content"))?;
        fs::write(path, bytes)?;
        return Ok(true);
    }
    match part(0, 4) {
        // A bitmap says nothing of itself.
        [b'B', b'M', ..] => Ok(true),
        b"RIFF" if part(8, 12) == b"WAVE" => audio::wave(&mut file, removal).map(|()| true),
        b"fLaC" => audio::flac(&mut file, removal).map(|()| true),
        [0x1A, 0x45, 0xDF, 0xA3] => matroska::clean(&mut file, removal).map(|()| true),
        // In these an image itself is an item of what would be taken out.
        _ if part(4, 8) == b"ftyp" && IMAGES.contains(&part(8, 12)) => Ok(false),
        _ if part(4, 8) == b"ftyp" => mp4::clean(&mut file, removal).map(|()| true),
        [b'I', b'D', b'3', _] | [0xFF, 0xE0..=0xFF, ..] => {
            audio::mp3(&mut file, removal).map(|()| true)
        }
        _ => Ok(false),
    }
}

/// Overwrites a part of a file.
fn blank(file: &mut File, from: u64, to: u64, with: u8) -> io::Result<()> {
    let piece = [with; 1 << 14];
    file.seek(SeekFrom::Start(from))?;
    let mut left = to.saturating_sub(from);
    while left > 0 {
        let count = left.min(piece.len() as u64);
        file.write_all(&piece[..count as usize])?;
        left -= count;
    }
    Ok(())
}

/// The bytes from `at` on; an error where they are not all there.
fn bytes_at<const N: usize>(file: &mut File, at: u64) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    file.seek(SeekFrom::Start(at))?;
    file.read_exact(&mut bytes)?;
    Ok(bytes)
}

/// A part of a file that is no larger than `most` bytes.
fn part_of(file: &mut File, from: u64, to: u64, most: u64) -> io::Result<Vec<u8>> {
    let length = to.saturating_sub(from);
    if length > most {
        return Err(not_whole("index"));
    }
    let mut bytes = vec![0; length as usize];
    file.seek(SeekFrom::Start(from))?;
    file.read_exact(&mut bytes)?;
    Ok(bytes)
}

fn not_whole(what: &str) -> io::Error {
    io::Error::new(
        io::ErrorKind::InvalidData,
        format!("its {what} is not whole"),
    )
}

#[cfg(test)]
mod tests;
