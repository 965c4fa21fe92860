//! MP4 and M4A: a `uuid` box at the end (ISO 14496-12, section 4.2; XMP part 3, section 1.2.7.1).

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};

use super::{Place, not_whole, take};

const XMP: [u8; 16] = [
    0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
];

/// A box at the top: where its content begins and ends.
struct Atom {
    kind: [u8; 4],
    content: u64,
    end: u64,
}

/// The box that begins where the file stands; none at the end.
fn next(file: &mut File, whole: u64) -> io::Result<Option<Atom>> {
    let begins = file.stream_position()?;
    let Some(head) = take(file, 8)? else {
        return Ok(None);
    };
    let kind = [head[4], head[5], head[6], head[7]];
    let length = match u32::from_be_bytes([head[0], head[1], head[2], head[3]]) {
        // To the end of the file.
        0 => whole.saturating_sub(begins),
        1 => match take(file, 8)?.and_then(|long| long.try_into().ok()) {
            Some(long) => u64::from_be_bytes(long),
            None => return Ok(None),
        },
        length => u64::from(length),
    };
    let content = file.stream_position()?;
    let end = begins.saturating_add(length);
    Ok((end >= content && end <= whole).then_some(Atom { kind, content, end }))
}

pub(super) fn write(file: &mut File, packet: &[u8]) -> io::Result<bool> {
    let Ok(length) = u32::try_from(8 + XMP.len() + packet.len()) else {
        return Ok(false);
    };
    let whole = file.seek(SeekFrom::End(0))?;
    file.seek(SeekFrom::Start(0))?;
    let mut end = 0;
    while let Some(found) = next(file, whole)? {
        end = file.seek(SeekFrom::Start(found.end))?;
    }
    if end != whole {
        return Err(not_whole("last part"));
    }
    file.write_all(&[&length.to_be_bytes(), b"uuid".as_slice(), &XMP, packet].concat())?;
    Ok(true)
}

pub(super) fn find(file: &mut File) -> io::Result<Option<Place>> {
    let whole = file.seek(SeekFrom::End(0))?;
    let mut begins = file.seek(SeekFrom::Start(0))?;
    while let Some(found) = next(file, whole)? {
        if &found.kind == b"uuid"
            && let Some(content) = take(file, found.end - found.content)?
            && let Some(packet) = content.strip_prefix(XMP.as_slice())
        {
            let at = found.content + XMP.len() as u64;
            return Ok(Some(Place {
                begins,
                at,
                ends: found.end,
                packet: packet.to_vec(),
            }));
        }
        begins = file.seek(SeekFrom::Start(found.end))?;
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
    let content = place.at - XMP.len() as u64;
    file.seek(SeekFrom::Start(content))?;
    file.write_all(&vec![0; (place.ends - content) as usize])
}
