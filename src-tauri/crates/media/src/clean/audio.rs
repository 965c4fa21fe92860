//! WAV, FLAC and MP3: chunks, blocks and tags around the samples.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};

use super::{Removal, blank, bytes_at};

/// Chunks of a WAV file that are about its samples.
const NEEDED: [&[u8; 4]; 6] = [b"fmt ", b"fact", b"data", b"ds64", b"JUNK", b"smpl"];
/// The kinds of a FLAC file's blocks that say something about it: for programs, comments, images.
const TOLD: [u8; 3] = [2, 4, 6];
/// Bytes that are moved at once.
const PIECE: usize = 1 << 20;

/// Chunks that are taken out become ones without meaning. Audio says no place.
pub(super) fn wave(file: &mut File, removal: Removal) -> io::Result<()> {
    let whole = file.seek(SeekFrom::End(0))?;
    let mut at = 12;
    while removal == Removal::Everything && at + 8 <= whole {
        let head: [u8; 8] = bytes_at(file, at)?;
        let length = u64::from(u32::from_le_bytes([head[4], head[5], head[6], head[7]]));
        let ends = (at + 8 + length).min(whole);
        if !NEEDED.iter().any(|kind| kind[..] == head[..4]) {
            file.seek(SeekFrom::Start(at))?;
            file.write_all(b"JUNK")?;
            blank(file, at + 8, ends, 0)?;
        }
        at += 8 + length + length % 2;
    }
    Ok(())
}

/// Blocks that are taken out become padding.
pub(super) fn flac(file: &mut File, removal: Removal) -> io::Result<()> {
    if removal == Removal::Place {
        return Ok(());
    }
    let mut at = 4;
    loop {
        let [kind, a, b, c] = bytes_at(file, at)?;
        let length = u64::from(u32::from_be_bytes([0, a, b, c]));
        if TOLD.contains(&(kind & 0x7F)) {
            file.seek(SeekFrom::Start(at))?;
            file.write_all(&[(kind & 0x80) | 1])?;
            blank(file, at + 4, at + 4 + length, 0)?;
        }
        if kind & 0x80 != 0 {
            break;
        }
        at += 4 + length;
    }
    Ok(())
}

/// Tags before and behind the samples are cut off.
pub(super) fn mp3(file: &mut File, removal: Removal) -> io::Result<()> {
    if removal == Removal::Place {
        return Ok(());
    }
    let mut ends = file.seek(SeekFrom::End(0))?;
    let mut begins = 0;
    while ends - begins > 10 {
        let head: [u8; 10] = bytes_at(file, begins)?;
        if &head[..3] != b"ID3" {
            break;
        }
        let size = head[6..]
            .iter()
            .fold(0, |size, byte| (size << 7) | u64::from(byte & 0x7F));
        let footer = if head[5] & 0x10 == 0 { 0 } else { 10 };
        begins = (begins + 10 + size + footer).min(ends);
    }
    if ends - begins >= 128 && &bytes_at::<3>(file, ends - 128)? == b"TAG" {
        ends -= 128;
    }
    if ends - begins >= 32 && &bytes_at::<8>(file, ends - 32)? == b"APETAGEX" {
        let size = u64::from(u32::from_le_bytes(bytes_at(file, ends - 20)?));
        let [flags] = bytes_at(file, ends - 32 + 23)?;
        let head = if flags & 0x80 == 0 { 0 } else { 32 };
        ends = ends.saturating_sub(size + head).max(begins);
    }
    let (mut from, mut to) = (begins, 0);
    let mut piece = vec![0; PIECE];
    while from < ends {
        let count = (ends - from).min(PIECE as u64) as usize;
        file.seek(SeekFrom::Start(from))?;
        file.read_exact(&mut piece[..count])?;
        file.seek(SeekFrom::Start(to))?;
        file.write_all(&piece[..count])?;
        from += count as u64;
        to += count as u64;
    }
    file.set_len(to)
}
