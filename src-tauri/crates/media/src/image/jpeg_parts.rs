//! Contents of a JPEG file behind its picture: further pictures (CIPA DC-007, “Multi-Picture
//! Format”) and the film of a motion photo.

use std::ops::Range;

use crate::boxes::Header;

/// Types of pictures that show the first one again, smaller.
const PREVIEW: u32 = 0x01;
/// Names in the packet of a gain map: it is no picture, but how bright parts of the first one are.
const GAIN_MAPS: [&[u8]; 2] = [b"hdr-gain-map", b"hdrgainmap"];
/// How far into a picture its packet stands.
const HEAD: usize = 1 << 16;

/// Returns the ranges of the pictures behind the first one.
pub(super) fn pictures(bytes: &[u8]) -> Vec<Range<usize>> {
    let Some((index, base)) = segments(bytes).find_map(|(marker, at, segment)| {
        let is_index = marker == 0xE2 && segment.starts_with(b"MPF\0");
        is_index.then(|| (&segment[4..], at + 4))
    }) else {
        return Vec::new();
    };
    entries(index)
        .unwrap_or_default()
        .into_iter()
        .skip(1)
        .filter_map(|(kind, size, offset)| {
            let start = base.checked_add(offset)?;
            let range = start..start.checked_add(size)?.min(bytes.len());
            let picture = bytes.get(range.clone())?;
            let head = &picture[..picture.len().min(HEAD)];
            let is_map = GAIN_MAPS
                .iter()
                .any(|name| head.windows(name.len()).any(|part| part == *name));
            let is_picture = picture.starts_with(&[0xFF, 0xD8]) && kind >> 16 != PREVIEW && !is_map;
            is_picture.then_some(range)
        })
        .collect()
}

/// The type, length and offset of each picture that an index tells of.
fn entries(index: &[u8]) -> Option<Vec<(u32, usize, usize)>> {
    let is_little = match index.get(..4)? {
        [0x49, 0x49, 42, 0] => true,
        [0x4D, 0x4D, 0, 42] => false,
        _ => return None,
    };
    let number = |at: usize, length: usize| -> Option<u32> {
        let bytes = index.get(at..at.checked_add(length)?)?;
        let add = |sum: u32, byte: &u8| sum << 8 | u32::from(*byte);
        Some(if is_little {
            bytes.iter().rev().fold(0, add)
        } else {
            bytes.iter().fold(0, add)
        })
    };
    let directory = number(4, 4)? as usize;
    let count = number(directory, 2)? as usize;
    let list = (0..count).find_map(|field| {
        let at = directory.checked_add(2 + 12 * field)?;
        let is_list = number(at, 2)? == 0xB002;
        is_list.then(|| {
            Some((
                number(at + 4, 4)? as usize / 16,
                number(at + 8, 4)? as usize,
            ))
        })?
    });
    let (count, at) = list?;
    (0..count.min(1_000))
        .map(|entry| {
            let at = at.checked_add(16 * entry)?;
            let kind = number(at, 4)? & 0x00FF_FFFF;
            Some((
                kind,
                number(at + 4, 4)? as usize,
                number(at + 8, 4)? as usize,
            ))
        })
        .collect()
}

/// Returns the range of the film of a motion photo: an MP4 file behind the picture.
pub(super) fn film(bytes: &[u8]) -> Option<Range<usize>> {
    let behind = segments(bytes)
        .last()
        .map_or(0, |(_, at, segment)| at + segment.len());
    let rest = bytes.get(behind..)?;
    let found = rest.windows(4).enumerate().find_map(|(at, word)| {
        let start = at.checked_sub(4)?;
        let length = u32::from_be_bytes(rest.get(start..at)?.try_into().ok()?);
        (word == b"ftyp" && (8..=256).contains(&length)).then_some(start)
    })?;
    let start = behind + found;
    let mut end = start;
    // As far as one box follows the other.
    while let Some(header) = Header::read(&bytes[end..], (bytes.len() - end) as u64) {
        let is_box = header
            .box_type
            .iter()
            .all(|letter| letter.is_ascii_alphanumeric() || *letter == b' ');
        if !is_box || header.is_open {
            break;
        }
        end += header.box_length as usize;
    }
    // More than its first box.
    (end > start + 300).then_some(start..end)
}

/// The segments of a JPEG file up to its pixels: the marker, where the content begins, and the
/// content.
fn segments(bytes: &[u8]) -> impl Iterator<Item = (u8, usize, &[u8])> {
    let mut at = 2;
    let is_jpeg = bytes.starts_with(&[0xFF, 0xD8]);
    std::iter::from_fn(move || {
        while is_jpeg && bytes.get(at) == Some(&0xFF) && bytes.get(at + 1) == Some(&0xFF) {
            at += 1;
        }
        let &[0xFF, marker, high, low] = bytes.get(at..at + 4).filter(|_| is_jpeg)? else {
            return None;
        };
        let length = usize::from(u16::from_be_bytes([high, low]));
        let content = bytes.get(at + 4..at + 2 + length.max(2))?;
        let begins = at + 4;
        // Behind the last one are pixels.
        at = if marker == 0xDA {
            bytes.len()
        } else {
            at + 2 + length
        };
        Some((marker, begins, content))
    })
}
