//! PNG: chunks (PNG 3rd edition, section 5).

use super::{Removal, tiff, xmp};

const SIGNATURE: usize = 8;
const PACKET: &[u8] = b"XML:com.adobe.xmp\0\0\0\0\0";
/// Chunks that are needed to show the image as it is meant, moving or not.
const NEEDED: [&[u8; 4]; 20] = [
    b"IHDR", b"PLTE", b"IDAT", b"IEND", b"tRNS", b"cHRM", b"gAMA", b"iCCP", b"sBIT", b"sRGB",
    b"cICP", b"mDCV", b"cLLI", b"bKGD", b"hIST", b"pHYs", b"sPLT", b"acTL", b"fcTL", b"fdAT",
];

/// The file without its metadata, the packed pixels as they are; none where it is not whole.
pub(super) fn cleaned(bytes: &[u8], removal: Removal) -> Option<Vec<u8>> {
    let (mut out, mut at) = (bytes.get(..SIGNATURE)?.to_vec(), SIGNATURE);
    loop {
        let length = u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?) as usize;
        let kind: &[u8; 4] = bytes.get(at + 4..at + 8)?.try_into().ok()?;
        let content = bytes.get(at + 8..(at + 8).checked_add(length)?)?;
        if let Some(kept) = kept(*kind, content, removal) {
            let checked = [kind.as_slice(), &kept].concat();
            out.extend(u32::try_from(kept.len()).ok()?.to_be_bytes());
            out.extend(&checked);
            out.extend(crc32fast::hash(&checked).to_be_bytes());
        }
        if kind == b"IEND" {
            return Some(out);
        }
        at += length + 12;
    }
}

/// Returns the part of a chunk that is kept; none if nothing is.
fn kept(kind: [u8; 4], content: &[u8], removal: Removal) -> Option<Vec<u8>> {
    if NEEDED.contains(&&kind) {
        return Some(content.to_vec());
    }
    let turned = || tiff::turned(content).map(tiff::only_orientation);
    match (removal, &kind) {
        (Removal::Everything, b"eXIf") => turned(),
        (Removal::Everything, _) => None,
        (Removal::Place, b"eXIf") => tiff::without_place(content.to_vec()).or_else(turned),
        (Removal::Place, b"iTXt") if content.starts_with(b"XML:com.adobe.xmp") => {
            let packet = content.strip_prefix(PACKET)?;
            Some([PACKET, &xmp::without_place(packet)?].concat())
        }
        // EXIF or IPTC as a text.
        (Removal::Place, b"tEXt" | b"zTXt" | b"iTXt")
            if content.starts_with(b"Raw profile type") =>
        {
            None
        }
        (Removal::Place, _) => Some(content.to_vec()),
    }
}
