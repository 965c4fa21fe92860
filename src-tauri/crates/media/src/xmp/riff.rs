//! RIFF: a chunk at the end (XMP part 3, section 1.1.8 for WAV; RFC 9649, section 2.7 for WebP,
//! which announces it in a `VP8X` chunk before the image).

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};

use super::{Place, cut, not_whole, take};

pub(super) const WAVE_PACKET: [u8; 4] = *b"_PMX";
pub(super) const WEBP_PACKET: [u8; 4] = *b"XMP ";
/// Offset of the chunks.
const FIRST: u64 = 12;
/// The bits of `VP8X` for transparency and for a packet.
const ALPHA: u8 = 0x10;
const XMP: u8 = 0x04;

/// A chunk's kind and the length of its content; none at the end.
fn chunk(file: &mut File) -> io::Result<Option<([u8; 4], u64)>> {
    let Some(head) = take(file, 8)? else {
        return Ok(None);
    };
    let length = u64::from(u32::from_le_bytes([head[4], head[5], head[6], head[7]]));
    Ok(Some(([head[0], head[1], head[2], head[3]], length)))
}

pub(super) fn find(file: &mut File, kind: [u8; 4]) -> io::Result<Option<Place>> {
    let whole = file.seek(SeekFrom::End(0))?;
    file.seek(SeekFrom::Start(FIRST))?;
    while let Some((found, length)) = chunk(file)? {
        let at = file.stream_position()?;
        let ends = at + length + length % 2;
        if found == kind {
            let Some(packet) = take(file, length)? else {
                return Ok(None);
            };
            return Ok(Some(Place {
                begins: at - 8,
                at,
                ends: ends.min(whole),
                packet,
            }));
        }
        file.seek(SeekFrom::Start(ends))?;
    }
    Ok(None)
}

/// Takes a chunk out and counts it out; a WebP no longer announces a packet where that was its only
/// one.
pub(super) fn remove(file: &mut File, place: &Place) -> io::Result<()> {
    cut(file, place)?;
    let whole = u32::try_from(file.seek(SeekFrom::End(0))?.saturating_sub(8))
        .map_err(|_| not_whole("header"))?;
    file.seek(SeekFrom::Start(4))?;
    file.write_all(&whole.to_le_bytes())?;
    let (kind, flags) = (take(file, 12)?, take(file, 1)?);
    if let (Some(kind), Some(flags)) = (kind, flags)
        && kind.starts_with(b"WEBPVP8X")
        && find(file, WEBP_PACKET)?.is_none()
    {
        file.seek(SeekFrom::Start(FIRST + 8))?;
        file.write_all(&[flags[0] & !XMP])?;
    }
    Ok(())
}

pub(super) fn write_wave(file: &mut File, packet: &[u8]) -> io::Result<bool> {
    append(file, WAVE_PACKET, packet)
}

pub(super) fn write_webp(file: &mut File, packet: &[u8]) -> io::Result<bool> {
    file.seek(SeekFrom::Start(FIRST))?;
    let Some((kind, length)) = chunk(file)? else {
        return Err(not_whole("header"));
    };
    let Some(start) = take(file, length.min(10))?.filter(|start| start.len() == 10) else {
        return Err(not_whole("header"));
    };
    if &kind == b"VP8X" {
        file.seek(SeekFrom::Start(FIRST + 8))?;
        file.write_all(&[start[0] | XMP])?;
        return append(file, WEBP_PACKET, packet);
    }
    // Without that chunk there is an image alone, which says its own size: 14 bits each.
    let (width, height, alpha) = match &kind {
        b"VP8L" => {
            let bits = u32::from_le_bytes([start[1], start[2], start[3], start[4]]);
            (bits & 0x3FFF, (bits >> 14) & 0x3FFF, (bits >> 28) & 1 == 1)
        }
        b"VP8 " => {
            let side =
                |at: usize| u32::from(u16::from_le_bytes([start[at], start[at + 1]])) & 0x3FFF;
            (side(6).saturating_sub(1), side(8).saturating_sub(1), false)
        }
        _ => return Ok(false),
    };
    file.seek(SeekFrom::Start(FIRST))?;
    let mut image = Vec::new();
    file.read_to_end(&mut image)?;
    let flags = XMP | if alpha { ALPHA } else { 0 };
    let side = |less_one: u32| less_one.to_le_bytes();
    let extended = [
        b"VP8X\x0a\0\0\0",
        [flags, 0, 0, 0].as_slice(),
        &side(width)[..3],
        &side(height)[..3],
        &image,
    ]
    .concat();
    file.seek(SeekFrom::Start(FIRST))?;
    file.write_all(&extended)?;
    append(file, WEBP_PACKET, packet)
}

/// Adds a chunk and counts it in.
fn append(file: &mut File, kind: [u8; 4], content: &[u8]) -> io::Result<bool> {
    let mut end = file.seek(SeekFrom::End(0))?;
    let Ok(length) = u32::try_from(content.len()) else {
        return Ok(false);
    };
    if end % 2 == 1 {
        file.write_all(&[0])?;
        end += 1;
    }
    let pad: &[u8] = if length % 2 == 1 { &[0] } else { &[] };
    let Ok(whole) = u32::try_from(end + 8 + u64::from(length) + pad.len() as u64 - 8) else {
        return Ok(false);
    };
    file.write_all(&[kind.as_slice(), &length.to_le_bytes(), content, pad].concat())?;
    file.seek(SeekFrom::Start(4))?;
    file.write_all(&whole.to_le_bytes())?;
    Ok(true)
}
