//! Adjustments of an image that need no model.

use crate::sizes::{Length, Shape, Size};

/// The deviation of a blur of 100 %, as share of the longer side.
pub const USUAL_BLUR: f32 = 0.006;
/// The side of the blocks of a mosaic of 100 %, as share of the longer side.
pub const USUAL_BLOCK: f32 = 0.015;

/// One thing to do to an image. Strengths are shares of 1 where nothing else is said.
#[derive(Debug, Clone, PartialEq)]
pub enum Adjustment {
    /// Changes each pixel by itself.
    Tone(Tone),
    /// Blurs by a Gaussian with that deviation, as share of the longer side.
    Blur(Length),
    /// Sharpens, by that share of what a blur would take away.
    Sharpen(f32),
    /// Darkens towards the corners.
    Vignette(f32),
    /// Film grain: noise of light alone, at 1 with a deviation of a fifth of white.
    Grain(f32),
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
    /// Cuts to a shape around the middle, or to a region.
    Crop(Shape),
    /// Puts a frame around: its width, as share of the shorter side, and its colour.
    Border(Length, [u8; 3]),
    /// Brings to a shape (no region) by bars of that colour; nothing is cut off or stretched.
    Pad(Shape, [u8; 3]),
    /// Writes words on it.
    Write(Caption),
}

impl Adjustment {
    /// Whether it gives an image other sides than a size or an aspect says: those of a border, a
    /// canvas, or a cut of so many pixels.
    pub fn sets_sides(&self) -> bool {
        matches!(
            self,
            Self::Border(..) | Self::Pad(..) | Self::Crop(Shape::Pixels(..))
        )
    }
}

/// A change of each pixel by itself. Amounts run from -1 to 1 or more, 0 changing nothing, 0.2
/// being 20 %.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Tone {
    /// Lighter or darker; highlights are eased off and not cut.
    Brightness(f32),
    /// More or less light, in stops: each doubles or halves it. Highlights are eased off and not
    /// cut.
    Exposure(f32),
    /// Light and dark further apart, or closer.
    Contrast(f32),
    /// Towards candle light, or towards the blue hour.
    Warmth(f32),
    /// Colours stronger or weaker; -1 leaves none.
    Saturation(f32),
    /// Grey, by how light each colour looks.
    Monochrome,
    /// The brown of old prints.
    Sepia,
    /// A negative.
    Invert,
    /// Posterises to a number of levels in each channel, at least 2.
    Posterise(u8),
}

/// Words written on an image, with their place, colour and size.
#[derive(Debug, Clone, PartialEq)]
pub struct Caption {
    /// The words; lines break where they have to, and where the words do.
    pub words: String,
    /// Place from 0 at the left to 1 at the right.
    pub across: f32,
    /// Place from 0 at the top to 1 at the bottom.
    pub down: f32,
    /// The colour of the letters; white unless said.
    pub color: Option<[u8; 3]>,
    /// Maximum height of the letters, as share of the shorter side; less where they would not fit.
    pub size: Length,
}
