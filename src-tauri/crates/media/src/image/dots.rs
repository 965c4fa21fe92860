//! Dots per inch, as files say them: how large a picture is on paper.

use std::fs;
use std::path::Path;

use crate::MediaError;

/// Dots per inch as pixels per metre.
const PER_METRE: f64 = 1.0 / 0.0254;
/// `XResolution`, `YResolution` and `ResolutionUnit` (TIFF 6.0, section 8; EXIF 2.32, section 4.6.4).
const ACROSS: u16 = 0x011A;
const DOWN: u16 = 0x011B;
const UNIT: u16 = 0x0128;

/// Writes into a PNG, JPEG or TIFF file how many dots of it an inch has on paper; whether its format says that. `name` is
/// what a person knows the file by.
///
/// # Errors
/// The file cannot be read or written.
pub fn write_dots(path: &Path, name: &str, dots: f64) -> Result<bool, MediaError> {
    let unwritable = |error: std::io::Error| MediaError::Unwritable {
        name: name.to_owned(),
        reason: error.to_string(),
    };
    let mut bytes = fs::read(path).map_err(unwritable)?;
    let is_written = match bytes.get(..4) {
        Some([0x89, b'P', b'N', b'G']) => in_png(&mut bytes, dots),
        Some([0xFF, 0xD8, ..]) => in_jpeg(&mut bytes, dots),
        Some([b'I', b'I', 42, 0] | [b'M', b'M', 0, 42]) => in_fields(&mut bytes, dots),
        _ => return Ok(false),
    };
    if is_written.is_some() {
        fs::write(path, bytes).map_err(unwritable)?;
    }
    Ok(is_written.is_some())
}

/// As a `pHYs` chunk behind the first one, in place of any that is there.
fn in_png(bytes: &mut Vec<u8>, dots: f64) -> Option<()> {
    let per_metre = ((dots * PER_METRE).round() as u32).to_be_bytes();
    let mut chunk = Vec::from(*b"pHYs");
    chunk.extend(per_metre);
    chunk.extend(per_metre);
    chunk.push(1);
    let check = crc32fast::hash(&chunk).to_be_bytes();
    let whole = [&9_u32.to_be_bytes()[..], &chunk, &check].concat();
    let mut at = 33;
    bytes.get(..at)?;
    bytes.splice(at..at, whole);
    at += 21;
    while let Some(&[a, b, c, d, ref kind @ ..]) = bytes.get(at..at + 8) {
        let end = at + 12 + u32::from_be_bytes([a, b, c, d]) as usize;
        match kind {
            b"pHYs" => {
                bytes.drain(at..end.min(bytes.len()));
                continue;
            }
            b"eXIf" => {
                let _ = in_fields(bytes.get_mut(at + 8..end.checked_sub(4)?)?, dots);
                let check = crc32fast::hash(bytes.get(at + 4..end - 4)?).to_be_bytes();
                bytes.get_mut(end - 4..end)?.copy_from_slice(&check);
            }
            b"IDAT" | b"IEND" => break,
            _ => {}
        }
        at = end;
    }
    Some(())
}

/// In the `JFIF` segment, and in the EXIF block where there is one.
fn in_jpeg(bytes: &mut [u8], dots: f64) -> Option<()> {
    let (mut at, mut found) = (2, None);
    while let Some(&[0xFF, marker, high, low]) = bytes.get(at..at + 4) {
        let end = at + 2 + usize::from(u16::from_be_bytes([high, low]));
        let content = bytes.get_mut(at + 4..end)?;
        match marker {
            0xE0 if content.starts_with(b"JFIF\0") => {
                let dots = (dots.round().clamp(1.0, 65_535.0) as u16).to_be_bytes();
                content
                    .get_mut(7..12)?
                    .copy_from_slice(&[1, dots[0], dots[1], dots[0], dots[1]]);
                found = Some(());
            }
            0xE1 if content.starts_with(b"Exif\0\0") => {
                found = in_fields(&mut content[6..], dots).or(found);
            }
            0xDA => break,
            _ => {}
        }
        at = end;
    }
    found
}

/// In the first directory of a TIFF structure, where it has such fields.
fn in_fields(block: &mut [u8], dots: f64) -> Option<()> {
    let is_little = block.first() == Some(&b'I');
    let short = |block: &[u8], at: usize| -> Option<u16> {
        let bytes = block.get(at..at.checked_add(2)?)?.try_into().ok()?;
        Some(if is_little {
            u16::from_le_bytes(bytes)
        } else {
            u16::from_be_bytes(bytes)
        })
    };
    let long = |block: &[u8], at: usize| -> Option<usize> {
        let bytes = block.get(at..at.checked_add(4)?)?.try_into().ok()?;
        Some(if is_little {
            u32::from_le_bytes(bytes)
        } else {
            u32::from_be_bytes(bytes)
        } as usize)
    };
    let directory = long(block, 4)?;
    let mut found = None;
    for field in 0..usize::from(short(block, directory)?) {
        let at = directory.checked_add(2 + 12 * field)?;
        let write = |number: u32| {
            if is_little {
                number.to_le_bytes()
            } else {
                number.to_be_bytes()
            }
        };
        match short(block, at)? {
            ACROSS | DOWN => {
                let value = long(block, at + 8)?;
                let (share, whole) = (write((dots * 100.0).round() as u32), write(100));
                block
                    .get_mut(value..value.checked_add(8)?)?
                    .copy_from_slice(&[share, whole].concat());
                found = Some(());
            }
            UNIT => {
                let inch = if is_little { [2, 0] } else { [0, 2] };
                block.get_mut(at + 8..at + 10)?.copy_from_slice(&inch);
            }
            _ => {}
        }
    }
    found
}
