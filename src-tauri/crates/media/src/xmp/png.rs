//! PNG: an international text chunk before the end (PNG 3rd edition, section 11.3.3.4; XMP part 3,
//! section 1.1.5).

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};

use super::{Place, not_whole, take};

pub(super) const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";
const END: &[u8] = b"\0\0\0\0IEND\xaeB`\x82";
/// Keyword, no compression, no language, no translated keyword.
const HEAD: &[u8] = b"XML:com.adobe.xmp\0\0\0\0\0";

pub(super) fn write(file: &mut File, packet: &[u8]) -> io::Result<bool> {
    let Ok(length) = u32::try_from(HEAD.len() + packet.len()) else {
        return Ok(false);
    };
    let end = file.seek(SeekFrom::End(-(END.len() as i64)))?;
    let mut last = vec![0; END.len()];
    file.read_exact(&mut last)?;
    if last != END {
        return Err(not_whole("end"));
    }
    let content = [b"iTXt", HEAD, packet].concat();
    let check = crc32fast::hash(&content);
    file.seek(SeekFrom::Start(end))?;
    file.write_all(
        &[
            &length.to_be_bytes(),
            content.as_slice(),
            &check.to_be_bytes(),
            END,
        ]
        .concat(),
    )?;
    Ok(true)
}

pub(super) fn find(file: &mut File) -> io::Result<Option<Place>> {
    file.seek(SeekFrom::Start(SIGNATURE.len() as u64))?;
    while let Some(head) = take(file, 8)? {
        let (length, kind) = head.split_at(4);
        let length = u64::from(u32::from_be_bytes([
            length[0], length[1], length[2], length[3],
        ]));
        let begins = file.stream_position()?;
        let ends = begins + length + 4;
        if kind == b"iTXt"
            && let Some(content) = take(file, length)?
            && let Some(packet) = content.strip_prefix(HEAD)
        {
            let at = begins + HEAD.len() as u64;
            return Ok(Some(Place {
                begins: begins - 8,
                at,
                ends,
                packet: packet.to_vec(),
            }));
        }
        file.seek(SeekFrom::Start(ends))?;
    }
    Ok(None)
}

/// Puts a packet of the same length in the place of another.
pub(super) fn replace(file: &mut File, place: &Place, packet: &[u8]) -> io::Result<()> {
    let check = crc32fast::hash(&[b"iTXt", HEAD, packet].concat());
    file.seek(SeekFrom::Start(place.at))?;
    file.write_all(&[packet, &check.to_be_bytes()].concat())
}
