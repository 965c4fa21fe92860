//! Named adjustments of a picture: understood from words, applied one after the other.
//!
//! - [`words`]: from a sentence to [`Adjustment`]s, or the words that nothing here can do
//! - [`tone`]: what changes each pixel by itself
//! - [`effects`]: what looks at a pixel's surroundings
//! - [`geometry`]: what moves pixels
//! - [`caption`]: words written on the picture
//! - [`moving`]: all of that on animations

pub mod caption;
pub mod effects;
pub mod geometry;
pub mod moving;
pub mod tone;
pub mod words;

use image::DynamicImage;

use self::caption::Caption;
use self::geometry::{Shape, Size};
use self::tone::Tone;
use super::bands::{Report, by_bands};
use crate::ToolError;

/// One thing to do to a picture. Strengths are shares of 1 where nothing else is said.
#[derive(Debug, Clone, PartialEq)]
pub enum Adjustment {
    /// Changes each pixel by itself.
    Tone(Tone),
    /// Blurs by a Gaussian with that deviation, as share of the longer side.
    Blur(Length),
    /// Sharpens, by so much of what a blur would take away.
    Sharpen(f32),
    /// Darkens towards the corners.
    Vignette(f32),
    /// Makes blocks with that side, as share of the longer side.
    Pixelate(Length),
    /// Draws it in pencil on white paper.
    Sketch,
    /// Turns clockwise by degrees.
    Rotate(f32),
    /// Swaps left and right.
    FlipHorizontally,
    /// Swaps top and bottom.
    FlipVertically,
    /// Brings to another size.
    Resize(Size),
    /// Cuts to a shape, around the middle.
    Crop(Shape),
    /// Puts a frame around: its width, as share of the shorter side, and its colour.
    Border(Length, [u8; 3]),
    /// Writes words on it.
    Write(Caption),
}

/// A length on a picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Length {
    /// A share of a side of the picture.
    Share(f32),
    /// Pixels.
    Pixels(f32),
}

impl Length {
    /// In pixels, on a side of that many pixels.
    pub fn on(self, side: u32) -> f32 {
        match self {
            Self::Share(share) => share * side as f32,
            Self::Pixels(pixels) => pixels,
        }
    }
}

impl Adjustment {
    /// Does it; depth is kept, and channels unless transparency or colour has to be added.
    ///
    /// # Errors
    /// The result would be too large, words have letters that cannot be drawn, or what `report` says.
    pub fn apply(&self, picture: DynamicImage, report: &Report) -> Result<DynamicImage, ToolError> {
        let longer_side = picture.width().max(picture.height());
        Ok(match self {
            Self::Tone(tone) => by_bands(&picture, 1, 0, report, |band, _| Ok(tone.apply(band.clone())))?,
            Self::Blur(deviation) => effects::blur(&picture, deviation.on(longer_side), report)?,
            Self::Sharpen(strength) => effects::sharpen(&picture, *strength, report)?,
            Self::Vignette(strength) => effects::vignette(&picture, *strength, report)?,
            Self::Pixelate(block) => effects::pixelate(&picture, block.on(longer_side)),
            Self::Sketch => effects::sketch(picture, report)?,
            Self::Rotate(degrees) => geometry::rotate(picture, *degrees, report)?,
            Self::FlipHorizontally => picture.fliph(),
            Self::FlipVertically => picture.flipv(),
            Self::Resize(size) => geometry::resize(&picture, *size)?,
            Self::Crop(shape) => geometry::crop(&picture, *shape),
            Self::Border(width, color) => geometry::border(&picture, *width, *color)?,
            Self::Write(caption) => caption::write(&picture, caption)?,
        })
    }
}
