//! MP4, MOV and M4A: boxes (ISO/IEC 14496-12; `QuickTime` File Format). What is taken out becomes
//! free space of the same length, so that all places in the file stay right.

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};

use super::{Removal, blank, bytes_at, part_of, xmp};

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
/// Boxes in boxes are looked into so deep.
const DEEPEST: usize = 6;

/// A box: where it begins, where its content does, and where it ends.
#[derive(Clone, Copy)]
struct Atom {
    kind: [u8; 4],
    begins: u64,
    content: u64,
    ends: u64,
}

/// Takes out of the file what `removal` says.
pub(super) fn clean(file: &mut File, removal: Removal) -> io::Result<()> {
    let whole = file.seek(SeekFrom::End(0))?;
    walk(file, (0, whole), removal, false, 0)
}

/// Looks through boxes; `in_user_data`: whether they are user data.
fn walk(
    file: &mut File,
    (from, to): (u64, u64),
    removal: Removal,
    in_user_data: bool,
    depth: usize,
) -> io::Result<()> {
    let all = removal == Removal::Everything;
    for atom in atoms(file, from, to)? {
        let inside = (atom.content, atom.ends);
        match &atom.kind {
            kind if HOLDERS.contains(&kind) && depth < DEEPEST => {
                if kind == b"trak" && is_measured(file, atom)? {
                    forget_samples(file, atom)?;
                    free(file, atom)?;
                } else {
                    walk(file, inside, removal, kind == b"udta", depth + 1)?;
                }
            }
            b"meta" if all => free(file, atom)?,
            b"meta" => without_place(file, atom)?,
            b"uuid" if bytes_at(file, atom.content)? == PACKET => {
                if all {
                    free(file, atom)?;
                } else {
                    packet_without_place(file, atom)?;
                }
            }
            b"mvhd" | b"tkhd" | b"mdhd" if all => forget_time(file, atom)?,
            // Chapters are no metadata.
            kind if in_user_data && kind != b"chpl" && (all || PLACES.contains(&kind)) => {
                free(file, atom)?;
            }
            _ => {}
        }
    }
    Ok(())
}

/// The boxes between two places; those that are not whole are left out.
fn atoms(file: &mut File, from: u64, to: u64) -> io::Result<Vec<Atom>> {
    let (mut atoms, mut at) = (Vec::new(), from);
    while at + 8 <= to {
        let head: [u8; 8] = bytes_at(file, at)?;
        let kind = [head[4], head[5], head[6], head[7]];
        let short = u64::from(u32::from_be_bytes([head[0], head[1], head[2], head[3]]));
        let (length, content) = match short {
            0 => (to - at, at + 8),
            1 if at + 16 <= to => (u64::from_be_bytes(bytes_at(file, at + 8)?), at + 16),
            _ => (short, at + 8),
        };
        let ends = at.saturating_add(length);
        if ends < content || ends > to {
            break;
        }
        atoms.push(Atom {
            kind,
            begins: at,
            content,
            ends,
        });
        at = ends;
    }
    Ok(atoms)
}

/// The box that a way of kinds leads to.
fn find(file: &mut File, inside: Atom, way: &[&[u8; 4]]) -> io::Result<Option<Atom>> {
    let mut found = inside;
    for kind in way {
        let atoms = atoms(file, found.content, found.ends)?;
        match atoms.into_iter().find(|atom| atom.kind == **kind) {
            Some(atom) => found = atom,
            None => return Ok(None),
        }
    }
    Ok(Some(found))
}

/// Makes a box free space.
fn free(file: &mut File, atom: Atom) -> io::Result<()> {
    file.seek(SeekFrom::Start(atom.begins + 4))?;
    file.write_all(b"free")?;
    blank(file, atom.content, atom.ends, 0)
}

/// Overwrites when something was made and changed.
fn forget_time(file: &mut File, atom: Atom) -> io::Result<()> {
    let [version] = bytes_at(file, atom.content)?;
    let length = if version == 1 { 16 } else { 8 };
    let times = atom.content + 4;
    blank(file, times, (times + length).min(atom.ends), 0)
}

/// Frees the entries of a `meta` box that name a place, by iTunes' name or by a key.
fn without_place(file: &mut File, meta: Atom) -> io::Result<()> {
    // In an MP4 a version stands first, in a MOV file none.
    let first: [u8; 8] = bytes_at(file, meta.content)?;
    let meta = if &first[4..] == b"hdlr" {
        meta
    } else {
        Atom {
            content: meta.content + 4,
            ..meta
        }
    };
    let Some(list) = find(file, meta, &[b"ilst"])? else {
        return Ok(());
    };
    let mut names = Vec::new();
    if let Some(keys) = find(file, meta, &[b"keys"])? {
        for key in atoms(file, keys.content + 8, keys.ends)? {
            let name = part_of(file, key.content, key.ends, LONGEST)?;
            names.push(String::from_utf8_lossy(&name).contains("location"));
        }
    }
    for entry in atoms(file, list.content, list.ends)? {
        let number = u32::from_be_bytes(entry.kind) as usize;
        let is_place = names.get(number.wrapping_sub(1)).copied().unwrap_or(false);
        if is_place || PLACES.contains(&&entry.kind) {
            free(file, entry)?;
        }
    }
    Ok(())
}

/// Overwrites the place in an XMP packet, with spaces behind it in its stead.
fn packet_without_place(file: &mut File, atom: Atom) -> io::Result<()> {
    let from = atom.content + PACKET.len() as u64;
    let packet = part_of(file, from, atom.ends, LONGEST)?;
    let Some(mut left) = xmp::without_place(&packet) else {
        return free(file, atom);
    };
    left.resize(packet.len(), b' ');
    file.seek(SeekFrom::Start(from))?;
    file.write_all(&left)
}

/// Whether a track holds what a camera measured.
fn is_measured(file: &mut File, track: Atom) -> io::Result<bool> {
    let Some(handler) = find(file, track, &[b"mdia", b"hdlr"])? else {
        return Ok(false);
    };
    let kind: [u8; 4] = bytes_at(file, handler.content + 8)?;
    Ok(MEASURED.contains(&&kind))
}

/// Overwrites the samples of a track.
fn forget_samples(file: &mut File, track: Atom) -> io::Result<()> {
    let whole = file.seek(SeekFrom::End(0))?;
    let Some(table) = find(file, track, &[b"mdia", b"minf", b"stbl"])? else {
        return Ok(());
    };
    let mut words = |kind: &[u8; 4]| -> io::Result<Vec<u32>> {
        let Some(atom) = find(file, table, &[kind])? else {
            return Ok(Vec::new());
        };
        let bytes = part_of(file, atom.content, atom.ends, LONGEST)?;
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
