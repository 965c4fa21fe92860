//! Metadata of an image (camera, place, author, colour space), made fit for images made of it.

use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder};

use super::color;
use crate::xmp;

/// The formats that results are written in again; whatever else was read becomes a PNG.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SourceFormat {
    /// JPEG.
    Jpeg,
    /// WebP.
    WebP,
    /// PNG, or a format that is not written here.
    #[default]
    Other,
}

/// Metadata that is carried over.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Metadata {
    /// How the image was encoded.
    pub format: SourceFormat,
    /// The EXIF block (a TIFF structure), orientation set to upright and the embedded preview
    /// blanked: it would still show what an edit took away.
    pub exif: Option<Vec<u8>>,
    /// The ICC profile.
    pub icc: Option<Vec<u8>>,
    /// An XMP packet: author, copyright, title, keywords; without what holds for one file only.
    pub xmp: Option<Vec<u8>>,
}

impl Metadata {
    pub(super) fn of(decoder: &mut impl ImageDecoder, format: SourceFormat) -> (Self, Orientation) {
        let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
        let exif = decoder.exif_metadata().ok().flatten();
        let icc = decoder.icc_profile().ok().flatten();
        let xmp = decoder
            .xmp_metadata()
            .ok()
            .flatten()
            .and_then(|packet| xmp::carried(&packet));
        let carried = Self::carried(exif, icc, format);
        (Self { xmp, ..carried }, orientation)
    }

    /// Returns the metadata that are carried over of an EXIF block and an ICC profile.
    pub(super) fn carried(
        mut exif: Option<Vec<u8>>,
        icc: Option<Vec<u8>>,
        format: SourceFormat,
    ) -> Self {
        if let Some(block) = &mut exif {
            // The answer is the orientation again.
            let _ = Orientation::remove_from_exif_chunk(block);
            blank_preview(block);
        }
        // Pixels are never handed on in CMYK.
        let fits = |profile: &Vec<u8>| matches!(profile.get(16..20), Some(b"RGB " | b"GRAY"));
        Self {
            format,
            exif,
            icc: icc.filter(fits),
            xmp: None,
        }
    }

    /// The ICC profile for pixels of this kind; none where it describes others: one for CMYK says
    /// nothing about RGB.
    pub(crate) fn icc_for(&self, pixels: &DynamicImage) -> Option<Vec<u8>> {
        let profile = self.icc.as_ref()?;
        match (profile.get(16..20)?, pixels.color().has_color()) {
            (b"RGB ", true) | (b"GRAY", false) => Some(profile.clone()),
            // Grey that something coloured was drawn on.
            (b"GRAY", true) => color::profile(Some(profile))?.encode().ok(),
            _ => None,
        }
    }
}

/// Overwrites the preview image that IFD1 of an EXIF block points at, and cuts IFD1 off (TIFF 6.0,
/// section 2; EXIF 2.32, section 4.6.5).
fn blank_preview(exif: &mut [u8]) {
    let big_endian = match exif.get(..4) {
        Some([0x4D, 0x4D, 0, 42]) => true,
        Some([0x49, 0x49, 42, 0]) => false,
        _ => return,
    };
    let short = |block: &[u8], at: usize| -> Option<usize> {
        let bytes = block.get(at..at.checked_add(2)?)?.try_into().ok()?;
        Some(usize::from(if big_endian {
            u16::from_be_bytes(bytes)
        } else {
            u16::from_le_bytes(bytes)
        }))
    };
    let long = |block: &[u8], at: usize| -> Option<usize> {
        let bytes = block.get(at..at.checked_add(4)?)?.try_into().ok()?;
        Some(if big_endian {
            u32::from_be_bytes(bytes)
        } else {
            u32::from_le_bytes(bytes)
        } as usize)
    };
    let next_directory = |block: &[u8], directory: usize| -> Option<usize> {
        directory
            .checked_add(2)?
            .checked_add(12 * short(block, directory)?)
    };
    let Some(link) = long(exif, 4).and_then(|first| next_directory(exif, first)) else {
        return;
    };
    let Some(preview) = long(exif, link).filter(|&at| at != 0) else {
        return;
    };
    let field = |block: &[u8], wanted: usize| -> Option<usize> {
        let entries = short(block, preview)?;
        let entry = (0..entries)
            .map(|i| preview + 2 + 12 * i)
            .find(|&at| short(block, at) == Some(wanted))?;
        long(block, entry.checked_add(8)?)
    };
    let (start, length) = (field(exif, 0x0201), field(exif, 0x0202));
    exif[link..link + 4].fill(0);
    if let (Some(start), Some(length)) = (start, length) {
        let end = start.saturating_add(length).min(exif.len());
        if let Some(preview) = exif.get_mut(start..end) {
            preview.fill(0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A block with an empty IFD0 that links to an IFD1 with a preview of four bytes at offset 44.
    fn block_with_preview() -> Vec<u8> {
        let mut block = vec![0x49, 0x49, 42, 0, 8, 0, 0, 0, 0, 0, 14, 0, 0, 0];
        block.extend([2, 0]);
        for (tag, value) in [(0x0201_u16, 44_u32), (0x0202, 4)] {
            block.extend(tag.to_le_bytes());
            block.extend([4, 0, 1, 0, 0, 0]);
            block.extend(value.to_le_bytes());
        }
        block.extend([0, 0, 0, 0]);
        block.extend(*b"JPEG");
        block
    }

    #[test]
    fn a_preview_does_not_outlive_an_edit() {
        let mut block = block_with_preview();
        blank_preview(&mut block);
        assert_eq!(&block[10..14], &[0; 4]);
        assert_eq!(&block[44..48], &[0; 4]);
    }

    #[test]
    fn a_broken_block_is_left_alone() {
        for length in 0..48 {
            blank_preview(&mut block_with_preview()[..length]);
        }
        let mut wild = block_with_preview();
        wild[16 + 8..16 + 12].fill(0xFF);
        blank_preview(&mut wild);
    }
}
