//! XMP packets (ISO 16684-1) in finished files, where the format keeps metadata for other programs:
//! PNG, JPEG, WebP, MP4, M4A, WAV and MP3. Pixels and samples are not touched. A packet holds a
//! text of Patchbay's own, or what other programs wrote about the image that a file was made of, or
//! both.
//!
//! The crate img-parts knows three of these formats, but holds whole files in memory and writes them anew; here only the
//! packet is written in its place.

mod carried;
mod jpeg;
mod mp3;
mod mp4;
mod packet;
mod png;
mod riff;

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use crate::{MediaError, regular};

pub(crate) use self::carried::carried;

/// The longest packet that is read, in bytes.
const LONGEST: u64 = 16 << 20;

/// The containers that hold a packet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Container {
    Png,
    Jpeg,
    WebP,
    Wave,
    Mp4,
    Mp3,
}

/// Place of a packet: the part of the file that is there for it, and the packet in it.
struct Place {
    begins: u64,
    /// Offset of the packet itself.
    at: u64,
    ends: u64,
    packet: Vec<u8>,
}

impl Container {
    /// By the file's first bytes.
    fn of(file: &mut File) -> io::Result<Option<Self>> {
        let mut start = Vec::with_capacity(12);
        file.seek(SeekFrom::Start(0))?;
        Read::by_ref(file).take(12).read_to_end(&mut start)?;
        let part = |from: usize, to: usize| start.get(from..to).unwrap_or_default();
        Ok(if start.starts_with(png::SIGNATURE) {
            Some(Self::Png)
        } else if start.starts_with(jpeg::SIGNATURE) {
            Some(Self::Jpeg)
        } else if part(0, 4) == b"RIFF" && part(8, 12) == b"WEBP" {
            Some(Self::WebP)
        } else if part(0, 4) == b"RIFF" && part(8, 12) == b"WAVE" {
            Some(Self::Wave)
        } else if part(4, 8) == b"ftyp" {
            Some(Self::Mp4)
        } else if mp3::begins(&start) {
            Some(Self::Mp3)
        } else {
            None
        })
    }

    /// The packet in a file that is not an MP3.
    fn find(self, file: &mut File) -> io::Result<Option<Place>> {
        match self {
            Self::Png => png::find(file),
            Self::Jpeg => jpeg::find(file),
            Self::WebP => riff::find(file, riff::WEBP_PACKET),
            Self::Wave => riff::find(file, riff::WAVE_PACKET),
            Self::Mp4 => mp4::find(file),
            Self::Mp3 => Ok(None),
        }
    }

    /// Adds a packet behind any other; answers whether there is a place for one so long.
    fn write(self, file: &mut File, packet: &[u8]) -> io::Result<bool> {
        match self {
            Self::Png => png::write(file, packet),
            Self::Jpeg => jpeg::write(file, packet),
            Self::WebP => riff::write_webp(file, packet),
            Self::Wave => riff::write_wave(file, packet),
            Self::Mp4 => mp4::write(file, packet),
            Self::Mp3 => mp3::write(file, packet),
        }
    }

    /// Takes the part of a file out in which its packet stands.
    fn remove(self, file: &mut File, place: &Place) -> io::Result<()> {
        match self {
            Self::Png | Self::Jpeg | Self::Mp3 => cut(file, place),
            Self::WebP | Self::Wave => riff::remove(file, place),
            Self::Mp4 => mp4::remove(file, place),
        }
    }
}

/// Moves what follows a place to where it begins.
fn cut(file: &mut File, place: &Place) -> io::Result<()> {
    let mut rest = Vec::new();
    file.seek(SeekFrom::Start(place.ends))?;
    file.read_to_end(&mut rest)?;
    file.seek(SeekFrom::Start(place.begins))?;
    file.write_all(&rest)?;
    file.set_len(place.begins + rest.len() as u64)
}

/// Writes `text` into the file at `path`, beside what its packet says where it holds one; answers
/// whether the format has a place for a packet so long. `name` is what a person knows the file by.
///
/// # Errors
/// The file cannot be read or written, or is not whole.
pub fn write_text(path: &Path, name: &str, text: &str) -> Result<bool, MediaError> {
    let written = || {
        let mut file = OpenOptions::new().read(true).write(true).open(path)?;
        let Some(container) = Container::of(&mut file)? else {
            return Ok(false);
        };
        let Some(before) = container.find(&mut file)? else {
            return container.write(&mut file, &packet::with(text));
        };
        // In a video there are places counted from its start, so nothing is taken out of it.
        let joined = packet::joined(&before.packet, text).filter(|_| container != Container::Mp4);
        let written = joined
            .map(|joined| container.write(&mut file, &joined))
            .transpose()?
            == Some(true);
        if written {
            container.remove(&mut file, &before)?;
        }
        Ok(written)
    };
    written().map_err(|error: io::Error| MediaError::Unwritable {
        name: name.to_owned(),
        reason: error.to_string(),
    })
}

/// Writes a packet into a file that holds none; without it where the format has no place for one so
/// long.
pub(crate) fn write_packet(path: &Path, packet: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new().read(true).write(true).open(path)?;
    if let Some(container) = Container::of(&mut file)? {
        container.write(&mut file, packet)?;
    }
    Ok(())
}

/// The text that [`write_text`] wrote; none where there is none.
///
/// # Errors
/// The file cannot be read.
pub fn read_text(path: &Path, name: &str) -> Result<Option<String>, MediaError> {
    regular::check(path, name)?;
    let packet = read_packet(path).map_err(|error: io::Error| MediaError::Unreadable {
        name: name.to_owned(),
        reason: error.to_string(),
    })?;
    Ok(packet.and_then(|packet| packet::text_in(&packet)))
}

/// The packet that a file holds; none where there is none.
pub(crate) fn read_packet(path: &Path) -> io::Result<Option<Vec<u8>>> {
    let mut file = File::open(path)?;
    match Container::of(&mut file)? {
        Some(Container::Mp3) => mp3::read(&mut file),
        Some(container) => Ok(container.find(&mut file)?.map(|place| place.packet)),
        None => Ok(None),
    }
}

/// Takes the text that [`write_text`] wrote out of the file at `path`, and nothing else; answers
/// whether there was one. Where this fails, the file may be left half changed.
///
/// # Errors
/// The file cannot be read or written, or is not whole.
pub fn remove_text(path: &Path, name: &str) -> Result<bool, MediaError> {
    let removed = || {
        let mut file = OpenOptions::new().read(true).write(true).open(path)?;
        let container = match Container::of(&mut file)? {
            Some(Container::Mp3) => return mp3::remove(&mut file),
            Some(container) => container,
            None => return Ok(false),
        };
        let Some(place) = container.find(&mut file)? else {
            return Ok(false);
        };
        match packet::without_text(&place.packet) {
            None => return Ok(false),
            Some(rest) if rest.is_empty() => container.remove(&mut file, &place)?,
            Some(rest) if container == Container::Png => png::replace(&mut file, &place, &rest)?,
            Some(rest) => {
                file.seek(SeekFrom::Start(place.at))?;
                file.write_all(&rest)?;
            }
        }
        Ok(true)
    };
    removed().map_err(|error: io::Error| MediaError::Unwritable {
        name: name.to_owned(),
        reason: error.to_string(),
    })
}

/// The next `length` bytes; none where that is longer than any packet or the file is cut off.
fn take(file: &mut File, length: u64) -> io::Result<Option<Vec<u8>>> {
    if length > LONGEST {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    Read::by_ref(file).take(length).read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 == length).then_some(bytes))
}

fn not_whole(what: &str) -> io::Error {
    io::Error::new(
        io::ErrorKind::InvalidData,
        format!("its {what} is not whole"),
    )
}

#[cfg(test)]
mod tests;
