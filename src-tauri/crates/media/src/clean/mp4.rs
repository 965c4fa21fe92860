//! MP4, MOV and M4A: boxes (ISO/IEC 14496-12; `QuickTime` File Format). What is taken out becomes
//! free space of the same length, so that all places in the file stay right.

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};

use super::{Removal, blank, bytes_at, part_of, xmp};
use crate::boxes::{BoxInFile, boxes_between, find_between};

/// Boxes that hold others.
const HOLDERS: [&[u8; 4]; 4] = [b"moov", b"trak", b"mdia", b"udta"];
/// Adobe's name for a box with an XMP packet.
const PACKET: [u8; 16] = [
    0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
];
/// Boxes of user data that name a place: text, 3GPP, and what cameras measured.
const PLACES: [&[u8; 4]; 4] = [b"\xA9xyz", b"loci", b"GPMF", b"gps "];
/// Kinds of tracks that hold what a camera measured, such as its place.
const MEASURED: [&[u8; 4]; 2] = [b"meta", b"camm"];
/// The largest box that is read into memory.
const LONGEST: u64 = 64 << 20;
/// Maximum nesting depth of boxes.
const DEEPEST: usize = 6;

/// Takes out of the file what `removal` says.
pub(super) fn clean(file: &mut File, removal: Removal) -> io::Result<()> {
    let whole = file.seek(SeekFrom::End(0))?;
    walk(file, (0, whole), removal, false, 0)
}

/// Looks through boxes; `in_user_data`: whether they are user data.
fn walk(
    file: &mut File,
    inside: (u64, u64),
    removal: Removal,
    in_user_data: bool,
    depth: usize,
) -> io::Result<()> {
    let all = removal == Removal::Everything;
    for one in boxes_between(file, inside)? {
        match &one.box_type {
            box_type if HOLDERS.contains(&box_type) && depth < DEEPEST => {
                if box_type == b"trak" && is_measured(file, one)? {
                    forget_samples(file, one)?;
                    free(file, one)?;
                } else {
                    walk(file, one.payload(), removal, box_type == b"udta", depth + 1)?;
                }
            }
            b"meta" if all => free(file, one)?,
            b"meta" => without_place(file, one)?,
            b"uuid" if bytes_at(file, one.payload_begins)? == PACKET => {
                if all {
                    free(file, one)?;
                } else {
                    packet_without_place(file, one)?;
                }
            }
            b"mvhd" | b"tkhd" | b"mdhd" if all => forget_time(file, one)?,
            // Chapters are no metadata.
            box_type
                if in_user_data && box_type != b"chpl" && (all || PLACES.contains(&box_type)) =>
            {
                free(file, one)?;
            }
            _ => {}
        }
    }
    Ok(())
}

/// Makes a box free space.
fn free(file: &mut File, one: BoxInFile) -> io::Result<()> {
    file.seek(SeekFrom::Start(one.begins + 4))?;
    file.write_all(b"free")?;
    blank(file, one.payload_begins, one.ends, 0)
}

/// Overwrites when something was made and changed.
fn forget_time(file: &mut File, header: BoxInFile) -> io::Result<()> {
    let [version] = bytes_at(file, header.payload_begins)?;
    let length = if version == 1 { 16 } else { 8 };
    let times = header.payload_begins + 4;
    blank(file, times, (times + length).min(header.ends), 0)
}

/// Frees the entries of a `meta` box that name a place, by iTunes' name or by a key.
fn without_place(file: &mut File, meta: BoxInFile) -> io::Result<()> {
    // In an MP4 a version stands first, in a MOV file none.
    let first: [u8; 8] = bytes_at(file, meta.payload_begins)?;
    let version_length = if &first[4..] == b"hdlr" { 0 } else { 4 };
    let inside = (meta.payload_begins + version_length, meta.ends);
    let Some(list) = find_between(file, inside, &[b"ilst"])? else {
        return Ok(());
    };
    let mut names = Vec::new();
    if let Some(keys) = find_between(file, inside, &[b"keys"])? {
        for key in boxes_between(file, (keys.payload_begins + 8, keys.ends))? {
            let name = part_of(file, key.payload_begins, key.ends, LONGEST)?;
            names.push(String::from_utf8_lossy(&name).contains("location"));
        }
    }
    for entry in boxes_between(file, list.payload())? {
        let number = u32::from_be_bytes(entry.box_type) as usize;
        let is_place = names.get(number.wrapping_sub(1)).copied().unwrap_or(false);
        if is_place || PLACES.contains(&&entry.box_type) {
            free(file, entry)?;
        }
    }
    Ok(())
}

/// Overwrites the place in an XMP packet, with spaces behind it in its stead.
fn packet_without_place(file: &mut File, one: BoxInFile) -> io::Result<()> {
    let from = one.payload_begins + PACKET.len() as u64;
    let packet = part_of(file, from, one.ends, LONGEST)?;
    let Some(mut left) = xmp::without_place(&packet) else {
        return free(file, one);
    };
    left.resize(packet.len(), b' ');
    file.seek(SeekFrom::Start(from))?;
    file.write_all(&left)
}

/// Whether a track holds what a camera measured.
fn is_measured(file: &mut File, track: BoxInFile) -> io::Result<bool> {
    let Some(handler) = find_between(file, track.payload(), &[b"mdia", b"hdlr"])? else {
        return Ok(false);
    };
    let kind: [u8; 4] = bytes_at(file, handler.payload_begins + 8)?;
    Ok(MEASURED.contains(&&kind))
}

/// Overwrites the samples of a track.
fn forget_samples(file: &mut File, track: BoxInFile) -> io::Result<()> {
    let whole = file.seek(SeekFrom::End(0))?;
    let path = [b"mdia", b"minf", b"stbl"];
    let Some(table) = find_between(file, track.payload(), &path)? else {
        return Ok(());
    };
    let mut words = |box_type: &[u8; 4]| -> io::Result<Vec<u32>> {
        let Some(one) = find_between(file, table.payload(), &[box_type])? else {
            return Ok(Vec::new());
        };
        let bytes = part_of(file, one.payload_begins, one.ends, LONGEST)?;
        let word = |word: &[u8]| u32::from_be_bytes([word[0], word[1], word[2], word[3]]);
        Ok(bytes.chunks_exact(4).map(word).collect())
    };
    let (sizes, runs) = (words(b"stsz")?, words(b"stsc")?);
    let (near, far) = (words(b"stco")?, words(b"co64")?);
    let after = |words: &[u32], count: usize| words.get(count..).unwrap_or_default().to_vec();
    let chunks: Vec<u64> = if near.is_empty() {
        after(&far, 2)
            .chunks_exact(2)
            .map(|pair| (u64::from(pair[0]) << 32) | u64::from(pair[1]))
            .collect()
    } else {
        after(&near, 2).into_iter().map(u64::from).collect()
    };
    let uniform = sizes.get(1).copied().unwrap_or(0);
    let sizes = after(&sizes, 3);
    let runs = after(&runs, 2);
    let mut sample = 0;
    for (index, chunk) in chunks.into_iter().enumerate() {
        let run = runs
            .chunks_exact(3)
            .take_while(|run| run[0] as usize <= index + 1)
            .last();
        let count = run.map_or(0, |run| run[1] as usize);
        let length: u64 = if uniform > 0 {
            u64::from(uniform) * count as u64
        } else {
            let sizes = sizes.iter().skip(sample).take(count);
            sizes.map(|size| u64::from(*size)).sum()
        };
        sample += count;
        if chunk < whole {
            blank(file, chunk, chunk.saturating_add(length).min(whole), 0)?;
        }
    }
    Ok(())
}
