//! Named adjustments of a picture: understood from words, applied one after the other.
//!
//! - [`words`]: from a sentence to [`Adjustment`]s, or the words that nothing here can do
//! - [`tone`]: what changes each pixel by itself
//! - [`effects`]: what looks at a pixel's surroundings
//! - [`geometry`]: what moves pixels

pub mod effects;
pub mod geometry;
pub mod tone;
pub mod words;

use image::DynamicImage;

use self::geometry::{Shape, Size};
use self::tone::Tone;

/// One thing to do to a picture. Strengths are shares of 1 where nothing else is said.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Adjustment {
    /// Changes each pixel by itself.
    Tone(Tone),
    /// Blurs by a Gaussian whose deviation is this share of the longer side.
    Blur(f32),
    /// Sharpens, by so much of what a blur would take away.
    Sharpen(f32),
    /// Darkens towards the corners.
    Vignette(f32),
    /// Makes blocks whose side is this share of the longer side.
    Pixelate(f32),
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
    /// Puts a frame around: its width as share of the shorter side, and its colour.
    Border(f32, [u8; 3]),
}

impl Adjustment {
    /// Does it; depth is kept, and channels unless transparency or colour has to be added.
    pub fn apply(self, picture: DynamicImage) -> DynamicImage {
        match self {
            Self::Tone(tone) => tone.apply(picture),
            Self::Blur(share) => effects::blur(&picture, share),
            Self::Sharpen(strength) => effects::sharpen(&picture, strength),
            Self::Vignette(strength) => effects::vignette(picture, strength),
            Self::Pixelate(share) => effects::pixelate(&picture, share),
            Self::Rotate(degrees) => geometry::rotate(picture, degrees),
            Self::FlipHorizontally => picture.fliph(),
            Self::FlipVertically => picture.flipv(),
            Self::Resize(size) => geometry::resize(&picture, size),
            Self::Crop(shape) => geometry::crop(&picture, shape),
            Self::Border(share, color) => geometry::border(&picture, share, color),
        }
    }
}
