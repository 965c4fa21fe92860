//! JPEG: an APP1 segment behind the segments that have to come first (XMP part 3, section 1.1.3).

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};

use super::{Place, not_whole, take};

pub(super) const SIGNATURE: &[u8] = b"\xff\xd8\xff";
const HEAD: &[u8] = b"http://ns.adobe.com/xap/1.0/\0";
const APP0: u8 = 0xE0;
const APP1: u8 = 0xE1;
const START_OF_SCAN: u8 = 0xDA;

/// A segment's marker and the length of its content; none where the image itself begins.
fn segment(file: &mut File) -> io::Result<Option<(u8, u64)>> {
    let Some(head) = take(file, 4)? else {
        return Ok(None);
    };
    let length = u64::from(u16::from_be_bytes([head[2], head[3]]));
    let is_segment = head[0] == 0xFF && head[1] >= 0xC0 && head[1] != START_OF_SCAN && length >= 2;
    Ok(is_segment.then(|| (head[1], length - 2)))
}

pub(super) fn write(file: &mut File, packet: &[u8]) -> io::Result<bool> {
    // A longer one would have to be spread over segments that few programs put together again.
    let Ok(length) = u16::try_from(2 + HEAD.len() + packet.len()) else {
        return Ok(false);
    };
    let mut place = 2;
    file.seek(SeekFrom::Start(place))?;
    // Behind JFIF and EXIF.
    while let Some((marker, length)) = segment(file)?
        && (marker == APP0 || marker == APP1)
    {
        place = file.seek(SeekFrom::Current(length as i64))?;
    }
    file.seek(SeekFrom::Start(place))?;
    let mut rest = Vec::new();
    file.read_to_end(&mut rest)?;
    if rest.first() != Some(&0xFF) {
        return Err(not_whole("header"));
    }
    file.seek(SeekFrom::Start(place))?;
    file.write_all(
        &[
            &[0xFF, APP1],
            length.to_be_bytes().as_slice(),
            HEAD,
            packet,
            &rest,
        ]
        .concat(),
    )?;
    Ok(true)
}

pub(super) fn find(file: &mut File) -> io::Result<Option<Place>> {
    file.seek(SeekFrom::Start(2))?;
    while let Some((marker, length)) = segment(file)? {
        let begins = file.stream_position()?;
        let Some(content) = take(file, length)? else {
            return Ok(None);
        };
        if marker == APP1
            && let Some(packet) = content.strip_prefix(HEAD)
        {
            let (at, ends) = (begins + HEAD.len() as u64, begins + length);
            return Ok(Some(Place {
                begins: begins - 4,
                at,
                ends,
                packet: packet.to_vec(),
            }));
        }
    }
    Ok(None)
}
