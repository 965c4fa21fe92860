//! MP4 and M4A: a `uuid` box at the end (ISO 14496-12, section 4.2; XMP part 3, section 1.2.7.1).

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};

use super::{Place, not_whole, take};
use crate::boxes::box_at;

const XMP: [u8; 16] = [
    0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
];

pub(super) fn write(file: &mut File, packet: &[u8]) -> io::Result<bool> {
    let Ok(length) = u32::try_from(8 + XMP.len() + packet.len()) else {
        return Ok(false);
    };
    let whole = file.seek(SeekFrom::End(0))?;
    let mut end = 0;
    while let Some(found) = box_at(file, end, whole)? {
        end = found.ends;
    }
    if end != whole {
        return Err(not_whole("last part"));
    }
    file.seek(SeekFrom::Start(end))?;
    file.write_all(&[&length.to_be_bytes(), b"uuid".as_slice(), &XMP, packet].concat())?;
    Ok(true)
}

pub(super) fn find(file: &mut File) -> io::Result<Option<Place>> {
    let whole = file.seek(SeekFrom::End(0))?;
    let mut begins = 0;
    while let Some(found) = box_at(file, begins, whole)? {
        if &found.box_type == b"uuid" {
            file.seek(SeekFrom::Start(found.payload_begins))?;
            if let Some(payload) = take(file, found.ends - found.payload_begins)?
                && let Some(packet) = payload.strip_prefix(XMP.as_slice())
            {
                return Ok(Some(Place {
                    begins,
                    at: found.payload_begins + XMP.len() as u64,
                    ends: found.ends,
                    packet: packet.to_vec(),
                }));
            }
        }
        begins = found.ends;
    }
    Ok(None)
}

/// Takes a box out where it is the last; else it is left empty, because the index counts bytes from
/// the file's start.
pub(super) fn remove(file: &mut File, place: &Place) -> io::Result<()> {
    if place.ends == file.seek(SeekFrom::End(0))? {
        return file.set_len(place.begins);
    }
    file.seek(SeekFrom::Start(place.begins + 4))?;
    file.write_all(b"free")?;
    let payload = place.at - XMP.len() as u64;
    file.seek(SeekFrom::Start(payload))?;
    file.write_all(&vec![0; (place.ends - payload) as usize])
}
