//! WebP: chunks of a RIFF file (RFC 9649, section 2.7).

use super::{Removal, tiff, xmp};
use crate::riff;

const NEEDED: [&[u8; 4]; 7] = [
    b"VP8X", b"VP8 ", b"VP8L", b"ALPH", b"ANIM", b"ANMF", b"ICCP",
];
/// The bits of `VP8X` that announce EXIF and XMP.
const EXIF: u8 = 0x08;
const XMP: u8 = 0x04;

/// The file without its metadata, the packed pixels as they are; none where it is not whole.
pub(super) fn cleaned(bytes: &[u8], removal: Removal) -> Option<Vec<u8>> {
    let said = u32::from_le_bytes(bytes.get(4..8)?.try_into().ok()?) as usize;
    let whole = bytes.get(..said.checked_add(8)?)?;
    let (mut chunks, mut holds) = (Vec::new(), 0);
    for chunk in riff::chunks(whole.get(12..)?) {
        if !chunk.is_whole {
            return None;
        }
        if let Some(kept) = kept(chunk.kind, chunk.content, removal) {
            holds |= match &chunk.kind {
                b"EXIF" => EXIF,
                b"XMP " => XMP,
                _ => 0,
            };
            chunks.push((chunk.kind, kept));
        }
    }
    let mut out = b"RIFF\0\0\0\0WEBP".to_vec();
    for (kind, mut content) in chunks {
        if &kind == b"VP8X" {
            let flags = content.first_mut()?;
            *flags = (*flags & !(EXIF | XMP)) | holds;
        }
        riff::write_chunk(&mut out, kind, &content).ok()?;
    }
    let size = u32::try_from(out.len() - 8).ok()?;
    out[4..8].copy_from_slice(&size.to_le_bytes());
    Some(out)
}

/// Returns the part of a chunk that is kept; none if nothing is.
fn kept(kind: [u8; 4], content: &[u8], removal: Removal) -> Option<Vec<u8>> {
    if NEEDED.contains(&&kind) {
        return Some(content.to_vec());
    }
    // Some programs put the head of a JPEG's segment before the block.
    let block = content.strip_prefix(b"Exif\0\0").unwrap_or(content);
    let turned = || tiff::turned(block).map(tiff::only_orientation);
    match (removal, &kind) {
        (Removal::Everything, b"EXIF") => turned(),
        (Removal::Everything, _) => None,
        (Removal::Place, b"EXIF") => tiff::without_place(block.to_vec()).or_else(turned),
        (Removal::Place, b"XMP ") => xmp::without_place(content),
        (Removal::Place, _) => Some(content.to_vec()),
    }
}
