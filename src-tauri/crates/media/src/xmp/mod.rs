//! A text of Patchbay's own in a finished file, where the format keeps metadata for other programs: an XMP packet
//! (ISO 16684-1) in PNG, JPEG, WebP, MP4, M4A and WAV. Picture and sound are not touched.

mod jpeg;
mod mp4;
mod packet;
mod png;
mod riff;

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

use crate::MediaError;

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
}

/// Writes `text` into the file at `path`, which holds no packet yet; answers whether the format has a place for one so
/// long. `name` is what a person knows the file by.
///
/// # Errors
/// The file cannot be read or written, or is not whole.
pub fn write_text(path: &Path, name: &str, text: &str) -> Result<bool, MediaError> {
    let packet = packet::with(text);
    let written = || {
        let mut file = OpenOptions::new().read(true).write(true).open(path)?;
        Ok(match Container::of(&mut file)? {
            Some(Container::Png) => png::write(&mut file, &packet)?,
            Some(Container::Jpeg) => jpeg::write(&mut file, &packet)?,
            Some(Container::WebP) => riff::write_webp(&mut file, &packet)?,
            Some(Container::Wave) => riff::write_wave(&mut file, &packet)?,
            Some(Container::Mp4) => mp4::write(&mut file, &packet)?,
            None => false,
        })
    };
    written().map_err(|error: io::Error| MediaError::Unwritable { name: name.to_owned(), reason: error.to_string() })
}

/// The text that [`write_text`] wrote; none where there is none.
///
/// # Errors
/// The file cannot be read.
pub fn read_text(path: &Path, name: &str) -> Result<Option<String>, MediaError> {
    let read = || {
        let mut file = File::open(path)?;
        Ok(match Container::of(&mut file)? {
            Some(Container::Png) => png::read(&mut file)?,
            Some(Container::Jpeg) => jpeg::read(&mut file)?,
            Some(Container::WebP) => riff::read(&mut file, riff::WEBP_PACKET)?,
            Some(Container::Wave) => riff::read(&mut file, riff::WAVE_PACKET)?,
            Some(Container::Mp4) => mp4::read(&mut file)?,
            None => None,
        })
    };
    let packet: Option<Vec<u8>> = read()
        .map_err(|error: io::Error| MediaError::Unreadable { name: name.to_owned(), reason: error.to_string() })?;
    Ok(packet.and_then(|packet| packet::text_in(&packet)))
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
