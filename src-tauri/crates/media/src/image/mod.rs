//! Images: reading them upright, with their metadata, within bounds; writing them like the image
//! they came from.
//!
//! - [`read`], [`probe`], [`thumbnail`]: from files of any kind and honesty; [`read_sized`]: drawings
//!   and pages at the size that is wanted
//! - [`Contents`], [`Pages`]: files of several pages
//! - [`write_like`], [`write_packed`], [`write_png`], [`write_tiff`]: to files that other programs open
//! - [`Animation`]: images of several frames; [`write_animation`]: of several images
//! - [`converted`]: from one ICC profile to another
//! - [`Metadata`]: what an image says about itself, carried over to what is made of it

mod animated_webp;
mod animation;
mod bounds;
mod color;
mod complete;
mod contents;
mod dots;
mod gif_frames;
mod heif;
mod jpeg_parts;
mod lossy_webp;
mod metadata;
mod moving;
mod pages;
mod read;
mod reduced;
mod shot;
mod svg;
mod thumbnail;
mod tiff_directories;
mod tiff_written;
mod write;

use ::image::DynamicImage;

pub use animation::{Animation, AnimationForm, AnimationFrame, write_animation};
pub use bounds::MAX_PIXELS;
pub use color::converted;
pub use contents::Contents;
pub use dots::write_dots;
pub use metadata::{Metadata, SourceFormat};
pub use pages::Pages;
pub use patchbay_scaling::{fit_within, resize};
pub use read::{is_image, orientation, probe, read, read_sized};
pub use shot::Shot;
pub use thumbnail::thumbnail;
pub use tiff_written::write_tiff;
pub use write::{Encoding, write_like, write_packed, write_png};

/// An image in memory.
#[derive(Debug, Clone)]
pub struct DecodedImage {
    /// Its pixels, upright (EXIF orientation applied): 8 or 16 bits a channel, grey or RGB, with or
    /// without alpha that is not premultiplied.
    pub pixels: DynamicImage,
    /// Its metadata.
    pub metadata: Metadata,
}

impl DecodedImage {
    /// How an image made of this one is best encoded: as this one was where that can hold `pixels`
    /// (a JPEG holds no transparency), else as PNG.
    pub fn encoding_for(&self, pixels: &DynamicImage) -> Encoding {
        let longer_side = pixels.width().max(pixels.height());
        match self.metadata.format {
            SourceFormat::Jpeg if !pixels.color().has_alpha() && longer_side <= 65_535 => {
                Encoding::Jpeg
            }
            SourceFormat::WebP if longer_side <= 16_383 => Encoding::WebP,
            _ => Encoding::Png,
        }
    }
}
