//! XMP packets (ISO 16684-1) in finished files, where the format keeps metadata for other programs: PNG, JPEG, WebP, MP4,
//! M4A and WAV. Picture and sound are not touched. A packet holds a text of Patchbay's own, or what other programs wrote
//! about the picture that a file was made of, or both.

mod carried;
mod jpeg;
mod mp4;
mod packet;
mod png;
mod riff;

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::Path;

use crate::MediaError;

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
}

/// A packet in a file.
struct Found {
    packet: Vec<u8>,
    /// The bytes of the part of the file that is there for it alone.
    place: Range<u64>,
}

impl Container {
    /// By the file's first bytes.
    fn of(file: &mut File) -> io::Result<Option<Self>> {
        let mut start = Vec::with_capacity(12);
        file.seek(SeekFrom::Start(0))?;
        file.by_ref().take(12).read_to_end(&mut start)?;
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
        } else {
            None
        })
    }

    fn find(self, file: &mut File) -> io::Result<Option<Found>> {
        match self {
            Self::Png => png::find(file),
            Self::Jpeg => jpeg::find(file),
            Self::WebP => riff::find(file, riff::WEBP_PACKET),
            Self::Wave => riff::find(file, riff::WAVE_PACKET),
            Self::Mp4 => mp4::find(file),
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
        }
    }

    /// Takes a packet out of a file in which nothing counts bytes from the start.
    fn cut(self, file: &mut File, place: Range<u64>) -> io::Result<()> {
        let mut rest = Vec::new();
        file.seek(SeekFrom::Start(place.end))?;
        file.read_to_end(&mut rest)?;
        file.seek(SeekFrom::Start(place.start))?;
        io::Write::write_all(file, &rest)?;
        file.set_len(place.start + rest.len() as u64)?;
        if matches!(self, Self::WebP | Self::Wave) { riff::count(file) } else { Ok(()) }
    }
}

/// Writes `text` into the file at `path`, beside what its packet says where it holds one; answers whether the format has a
/// place for a packet so long. `name` is what a person knows the file by.
///
/// # Errors
/// The file cannot be read or written, or is not whole.
pub fn write_text(path: &Path, name: &str, text: &str) -> Result<bool, MediaError> {
    let written = || {
        let mut file = OpenOptions::new().read(true).write(true).open(path)?;
        let Some(container) = Container::of(&mut file)? else { return Ok(false) };
        let Some(before) = container.find(&mut file)? else { return container.write(&mut file, &packet::with(text)) };
        // In a film there are places counted from its start, so nothing is taken out of it.
        let joined = packet::joined(&before.packet, text).filter(|_| container != Container::Mp4);
        let written = joined.map(|joined| container.write(&mut file, &joined)).transpose()? == Some(true);
        if written {
            container.cut(&mut file, before.place)?;
        }
        Ok(written)
    };
    written().map_err(|error: io::Error| MediaError::Unwritable { name: name.to_owned(), reason: error.to_string() })
}

/// Writes a packet into a file that holds none; without it where the format has no place for one so long.
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
    let packet = read_packet(path)
        .map_err(|error: io::Error| MediaError::Unreadable { name: name.to_owned(), reason: error.to_string() })?;
    Ok(packet.and_then(|packet| packet::text_in(&packet)))
}

/// The packet that a file holds; none where there is none.
pub(crate) fn read_packet(path: &Path) -> io::Result<Option<Vec<u8>>> {
    let mut file = File::open(path)?;
    let Some(container) = Container::of(&mut file)? else { return Ok(None) };
    Ok(container.find(&mut file)?.map(|found| found.packet))
}

/// The next `length` bytes; none where that is longer than any packet or the file is cut off.
fn take(file: &mut File, length: u64) -> io::Result<Option<Vec<u8>>> {
    if length > LONGEST {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    file.by_ref().take(length).read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 == length).then_some(bytes))
}

fn not_whole(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("its {what} is not whole"))
}

#[cfg(test)]
mod tests;
