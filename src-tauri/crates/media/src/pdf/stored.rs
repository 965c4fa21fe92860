//! Images as a document holds them: a JPEG as it is packed, others packed as in a PNG.

use std::path::Path;

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{DynamicImage, ImageEncoder};

use crate::MediaError;
use crate::image::{DecodedImage, orientation, read};

/// An image for a page.
pub struct PdfImage {
    /// How wide and how high it is as it is seen upright, in pixels.
    pub size: (u32, u32),
    pixels: DynamicImage,
    profile: Option<Vec<u8>>,
    /// The file of a JPEG that a document can hold, and how it is turned (EXIF's tag 0x0112).
    jpeg: Option<(Vec<u8>, u8)>,
}

impl PdfImage {
    /// Reads an image.
    ///
    /// # Errors
    /// As [`read`].
    pub fn read(path: &Path, name: &str) -> Result<Self, MediaError> {
        let image = read(path, name)?;
        let bytes = std::fs::read(path).map_err(|error| MediaError::Unreadable {
            name: name.to_owned(),
            reason: error.to_string(),
        })?;
        // Of four components, programs disagree on which is dark.
        let fits = components(&bytes).is_some_and(|count| count == 1 || count == 3);
        let jpeg = if fits {
            Some((bytes, orientation(path, name)?))
        } else {
            None
        };
        Ok(Self {
            size: (image.pixels.width(), image.pixels.height()),
            profile: image.metadata.icc_for(&image.pixels),
            pixels: image.pixels,
            jpeg,
        })
    }

    /// An image in memory.
    pub fn of(image: DecodedImage) -> Self {
        Self {
            size: (image.pixels.width(), image.pixels.height()),
            profile: image.metadata.icc_for(&image.pixels),
            pixels: image.pixels,
            jpeg: None,
        }
    }

    pub(super) fn stored(&self, name: &str) -> Result<Stored, MediaError> {
        let color = self.pixels.color();
        let components = if color.has_color() { 3 } else { 1 };
        if let Some((bytes, turn)) = &self.jpeg {
            let (width, height) = self.size;
            let size = if *turn >= 5 {
                (height, width)
            } else {
                (width, height)
            };
            return Ok(Stored {
                size,
                components,
                bits: 8,
                packing: "/Filter/DCTDecode".to_owned(),
                bytes: bytes.clone(),
                profile: self.profile.clone(),
                alpha: None,
                turn: *turn,
            });
        }
        let is_deep = color.bytes_per_pixel() > color.channel_count();
        let opaque: DynamicImage = match (is_deep, color.has_color()) {
            (false, false) => self.pixels.to_luma8().into(),
            (false, true) => self.pixels.to_rgb8().into(),
            (true, false) => self.pixels.to_luma16().into(),
            (true, true) => self.pixels.to_rgb16().into(),
        };
        let mut stored = packed(&opaque, name)?;
        stored.profile.clone_from(&self.profile);
        if color.has_alpha() {
            let alpha = self.pixels.to_rgba8();
            let alpha = image::GrayImage::from_fn(alpha.width(), alpha.height(), |x, y| {
                image::Luma([alpha.get_pixel(x, y)[3]])
            });
            stored.alpha = Some(Box::new(packed(&alpha.into(), name)?));
        }
        Ok(stored)
    }
}

/// An image in a document.
pub(super) struct Stored {
    /// Pixels across and down, before it is turned.
    size: (u32, u32),
    pub(super) components: usize,
    bits: u8,
    packing: String,
    pub(super) bytes: Vec<u8>,
    pub(super) profile: Option<Vec<u8>>,
    pub(super) alpha: Option<Box<Stored>>,
    turn: u8,
}

impl Stored {
    /// Returns the document's entries about it, except for its length.
    pub(super) fn dictionary(&self, colors: &str) -> String {
        let ((width, height), bits) = (self.size, self.bits);
        format!(
            "/Type/XObject/Subtype/Image/Width {width}/Height {height}/ColorSpace {colors}\
             /BitsPerComponent {bits}{}",
            self.packing
        )
    }

    /// The matrix that lays it upright into a box: a document sees an image as a square with sides
    /// of 1, its first row at the top.
    pub(super) fn matrix(&self, [left, lower, width, height]: [f64; 4]) -> [f64; 6] {
        let (right, upper) = (left + width, lower + height);
        match self.turn {
            2 => [-width, 0.0, 0.0, height, right, lower],
            3 => [-width, 0.0, 0.0, -height, right, upper],
            4 => [width, 0.0, 0.0, -height, left, upper],
            5 => [0.0, -height, -width, 0.0, right, upper],
            6 => [0.0, -height, width, 0.0, left, upper],
            7 => [0.0, height, width, 0.0, left, lower],
            8 => [0.0, height, -width, 0.0, right, lower],
            _ => [width, 0.0, 0.0, height, left, lower],
        }
    }
}

/// An image without alpha, packed as in a PNG: documents know its filters.
fn packed(image: &DynamicImage, name: &str) -> Result<Stored, MediaError> {
    let mut png = Vec::new();
    PngEncoder::new_with_quality(&mut png, CompressionType::Default, FilterType::Adaptive)
        .write_image(
            image.as_bytes(),
            image.width(),
            image.height(),
            image.color().into(),
        )
        .map_err(|error| MediaError::Unwritable {
            name: name.to_owned(),
            reason: error.to_string(),
        })?;
    let color = image.color();
    let components = usize::from(color.channel_count());
    let bits = 8 * (color.bytes_per_pixel() / color.channel_count());
    let packing = format!(
        "/Filter/FlateDecode/DecodeParms<</Predictor 15/Colors {components}/BitsPerComponent {bits}/Columns {}>>",
        image.width()
    );
    Ok(Stored {
        size: (image.width(), image.height()),
        components,
        bits,
        packing,
        bytes: data(&png),
        profile: None,
        alpha: None,
        turn: 1,
    })
}

/// The content of a PNG's `IDAT` chunks.
fn data(png: &[u8]) -> Vec<u8> {
    let (mut at, mut found) = (8_usize, Vec::new());
    while let Some(&[a, b, c, d, ref kind @ ..]) = png.get(at..at + 8) {
        let length = u32::from_be_bytes([a, b, c, d]) as usize;
        if kind == b"IDAT" {
            found.extend_from_slice(png.get(at + 8..at + 8 + length).unwrap_or_default());
        }
        at += length + 12;
    }
    found
}

/// Returns the number of components of a JPEG with 8 bits for each; none if it is no such file.
fn components(bytes: &[u8]) -> Option<u8> {
    let mut at = 2;
    if bytes.get(..2)? != [0xFF, 0xD8] {
        return None;
    }
    loop {
        let &[0xFF, marker, high, low] = bytes.get(at..at + 4)? else {
            return None;
        };
        match marker {
            // A frame, but for tables and lossless ones: its depth, height, width and components.
            0xC0..=0xC2 => {
                let depth = *bytes.get(at + 4)?;
                return bytes.get(at + 9).copied().filter(|_| depth == 8);
            }
            0xFF => at += 1,
            _ => at += 2 + usize::from(u16::from_be_bytes([high, low])),
        }
    }
}
