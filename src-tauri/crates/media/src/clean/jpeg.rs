//! JPEG: segments before and between the scans (ITU-T T.81, annex B).

use super::{Removal, tiff, xmp};

const EXIF: &[u8] = b"Exif\0\0";
const PACKET: &[u8] = b"http://ns.adobe.com/xap/1.0/\0";
/// Datasets of IPTC that name a place (IIM 4.2, section 6).
const PLACES: [u8; 7] = [26, 27, 90, 92, 95, 100, 101];

/// The file without its metadata, the packed pixels as they are; none where it is not whole. What
/// follows the image, such as a second one with metadata of its own, goes with it.
pub(super) fn cleaned(bytes: &[u8], removal: Removal) -> Option<Vec<u8>> {
    let (mut out, mut at) = (bytes.get(..2)?.to_vec(), 2);
    let (mut turned, mut has_exif) = (None, false);
    loop {
        // What belongs to a scan is taken over up to the next marker.
        let begins = at;
        while !is_marker(bytes, at)? {
            at += 1;
        }
        out.extend(&bytes[begins..at]);
        while bytes.get(at + 1)? == &0xFF {
            at += 1;
        }
        let marker = bytes[at + 1];
        if marker == 0xD9 {
            out.extend([0xFF, 0xD9]);
            break;
        }
        let length = usize::from(u16::from_be_bytes([
            *bytes.get(at + 2)?,
            *bytes.get(at + 3)?,
        ]));
        let content = bytes.get(at + 4..at + 2 + length.max(2))?;
        let block = content.strip_prefix(EXIF).filter(|_| marker == 0xE1);
        turned = turned.or(block.and_then(tiff::turned));
        if let Some(kept) = kept(marker, content, removal) {
            has_exif |= block.is_some();
            out.extend([0xFF, marker]);
            out.extend(u16::try_from(kept.len() + 2).ok()?.to_be_bytes());
            out.extend(kept);
        }
        at += 2 + length.max(2);
    }
    if let Some(turned) = turned.filter(|_| !has_exif) {
        let block = [EXIF, &tiff::only_orientation(turned)].concat();
        let segment = [
            &[0xFF, 0xE1],
            &(block.len() as u16 + 2).to_be_bytes()[..],
            &block,
        ]
        .concat();
        out.splice(2..2, segment);
    }
    Some(out)
}

/// Whether a marker stands there; none at the end of the file.
fn is_marker(bytes: &[u8], at: usize) -> Option<bool> {
    let (first, second) = (*bytes.get(at)?, *bytes.get(at + 1)?);
    // Stuffed zeros and restart markers belong to a scan.
    Some(first == 0xFF && !matches!(second, 0x00 | 0x01 | 0xD0..=0xD8))
}

/// Returns the part of a segment that is kept; none if nothing is.
fn kept(marker: u8, content: &[u8], removal: Removal) -> Option<Vec<u8>> {
    let is_needed = match marker {
        0xE0 => content.starts_with(b"JFIF"),
        0xE2 => content.starts_with(b"ICC_PROFILE"),
        0xEE => content.starts_with(b"Adobe"),
        0xE1..=0xEF | 0xFE => false,
        _ => true,
    };
    if is_needed {
        return Some(content.to_vec());
    }
    if removal == Removal::Everything {
        return None;
    }
    match marker {
        0xE1 => {
            if let Some(block) = content.strip_prefix(EXIF) {
                return Some([EXIF, &tiff::without_place(block.to_vec())?].concat());
            }
            let packet = content.strip_prefix(PACKET)?;
            Some([PACKET, &xmp::without_place(packet)?].concat())
        }
        0xED => Some(without_place_names(content.to_vec())),
        // A list of further images, which are not kept.
        0xE2 if content.starts_with(b"MPF") => None,
        _ => Some(content.to_vec()),
    }
}

/// IPTC data with the names of places overwritten.
fn without_place_names(mut content: Vec<u8>) -> Vec<u8> {
    for at in 0..content.len().saturating_sub(5) {
        let length = usize::from(u16::from_be_bytes([content[at + 3], content[at + 4]]));
        if content[at..at + 2] == [0x1C, 2]
            && PLACES.contains(&content[at + 2])
            && let Some(name) = content.get_mut(at + 5..at + 5 + length)
        {
            name.fill(b' ');
        }
    }
    content
}
