//! Matroska and `WebM`: EBML elements (RFC 8794, RFC 9559). What is taken out becomes a void element
//! of the same length.

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};

use super::{Removal, blank, bytes_at, part_of};

const SEGMENT: u32 = 0x1853_8067;
const INFO: u32 = 0x1549_A966;
const TAGS: u32 = 0x1254_C367;
const TAG: u32 = 0x7373;
const SIMPLE_TAG: u32 = 0x67C8;
const TAG_NAME: u32 = 0x45A3;
/// Title and date of the whole, and the checksum of what they are in.
const DETAILS: [u32; 3] = [0x7BA9, 0x4461, 0xBF];
/// A name is at most so long.
const LONGEST_NAME: u64 = 1 << 16;

/// An element: its name, where it begins, where its content does, and where it ends.
#[derive(Clone, Copy)]
struct Element {
    id: u32,
    begins: u64,
    content: u64,
    ends: u64,
}

/// Takes out of the file what `removal` says.
pub(super) fn clean(file: &mut File, removal: Removal) -> io::Result<()> {
    let whole = file.seek(SeekFrom::End(0))?;
    for segment in elements(file, 0, whole)? {
        if segment.id != SEGMENT {
            continue;
        }
        for element in elements(file, segment.content, segment.ends)? {
            match (element.id, removal) {
                (TAGS, _) => clean_tags(file, element, removal)?,
                (INFO, Removal::Everything) => {
                    for detail in elements(file, element.content, element.ends)? {
                        if DETAILS.contains(&detail.id) {
                            void(file, detail)?;
                        }
                    }
                }
                _ => {}
            }
        }
    }
    Ok(())
}

/// Makes void the tags that go: all but how long a track is, or those whose names speak of a place.
fn clean_tags(file: &mut File, tags: Element, removal: Removal) -> io::Result<()> {
    let goes = |name: &str| match removal {
        Removal::Everything => name != "DURATION",
        Removal::Place => name.contains("LOCATION") || name.contains("GPS"),
    };
    let mut is_changed = false;
    let all = elements(file, tags.content, tags.ends)?;
    for tag in all.iter().filter(|tag| tag.id == TAG) {
        for simple in elements(file, tag.content, tag.ends)? {
            if simple.id != SIMPLE_TAG {
                continue;
            }
            let parts = elements(file, simple.content, simple.ends)?;
            let name = match parts.iter().find(|part| part.id == TAG_NAME) {
                Some(name) => part_of(file, name.content, name.ends, LONGEST_NAME)?,
                None => Vec::new(),
            };
            if goes(&String::from_utf8_lossy(&name).to_uppercase()) {
                void(file, simple)?;
                is_changed = true;
            }
        }
    }
    let sum = all
        .iter()
        .find(|element| Some(&element.id) == DETAILS.last());
    match sum {
        Some(sum) if is_changed => void(file, *sum),
        _ => Ok(()),
    }
}

/// The elements between two places, up to one that is not whole.
fn elements(file: &mut File, from: u64, to: u64) -> io::Result<Vec<Element>> {
    let (mut elements, mut at) = (Vec::new(), from);
    while at + 2 <= to {
        let Some((id, length)) = number(file, at, to, 4, true)? else {
            break;
        };
        let Some((size, size_length)) = number(file, at + length, to, 8, false)? else {
            break;
        };
        let content = at + length + size_length;
        // A length that is not known reaches to the end.
        let is_unknown = size == (1 << (7 * size_length)) - 1;
        let ends = if is_unknown {
            to
        } else {
            content.saturating_add(size).min(to)
        };
        let Ok(id) = u32::try_from(id) else { break };
        elements.push(Element {
            id,
            begins: at,
            content,
            ends,
        });
        at = ends;
    }
    Ok(elements)
}

/// A number of variable length and its length in bytes; `with_marker`: with the bit that says how
/// long it is, as names are written.
fn number(
    file: &mut File,
    at: u64,
    to: u64,
    most: u64,
    with_marker: bool,
) -> io::Result<Option<(u64, u64)>> {
    if at >= to {
        return Ok(None);
    }
    let [first] = bytes_at(file, at)?;
    let length = u64::from(first.leading_zeros()) + 1;
    if length > most || at + length > to {
        return Ok(None);
    }
    let rest = part_of(file, at + 1, at + length, most)?;
    let marker = 0x80_u8 >> (length - 1);
    let first = if with_marker { first } else { first & !marker };
    let value = rest.iter().fold(u64::from(first), |value, byte| {
        (value << 8) | u64::from(*byte)
    });
    Ok(Some((value, length)))
}

/// Makes an element void.
fn void(file: &mut File, element: Element) -> io::Result<()> {
    let length = element.ends - element.begins;
    let Some(short) = length.checked_sub(2) else {
        return Ok(());
    };
    let head: Vec<u8> = if short < 127 {
        vec![0xEC, 0x80 | short as u8]
    } else {
        let mut size = (length - 9).to_be_bytes();
        size[0] |= 1;
        [&[0xEC], size.as_slice()].concat()
    };
    file.seek(SeekFrom::Start(element.begins))?;
    file.write_all(&head)?;
    blank(file, element.begins + head.len() as u64, element.ends, 0)
}
