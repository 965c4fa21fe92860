//! Does the adjustments that [`patchbay_phrases::adjustments`] finds in words, one after the other.
//!
//! - [`tone`]: what changes each pixel by itself
//! - [`effects`]: what looks at a pixel's surroundings
//! - [`geometry`]: what moves pixels
//! - [`caption`]: words written on the picture

pub mod caption;
pub mod effects;
pub mod geometry;
pub mod tone;

use image::DynamicImage;
use patchbay_phrases::adjustments::Adjustment;

use crate::Report;
use crate::VisionError;
use crate::bands::by_bands;

/// Does an adjustment; depth is kept, and channels unless transparency or colour has to be added.
///
/// # Errors
/// The result would be too large, words have letters that cannot be drawn, or what `report` says.
pub fn apply(
    adjustment: &Adjustment,
    picture: DynamicImage,
    report: &Report,
) -> Result<DynamicImage, VisionError> {
    let longer_side = picture.width().max(picture.height());
    Ok(match adjustment {
        Adjustment::Tone(tone) => by_bands(&picture, 1, 0, report, |band, _| {
            Ok(tone::apply(*tone, band.clone()))
        })?,
        Adjustment::Blur(deviation) => effects::blur(&picture, deviation.on(longer_side), report)?,
        Adjustment::Sharpen(strength) => effects::sharpen(&picture, *strength, report)?,
        Adjustment::Vignette(strength) => effects::vignette(&picture, *strength, report)?,
        Adjustment::Pixelate(block) => effects::pixelate(&picture, block.on(longer_side)),
        Adjustment::Sketch => effects::sketch(picture, report)?,
        Adjustment::Rotate(degrees) => geometry::rotate(picture, *degrees, report)?,
        Adjustment::FlipHorizontally => picture.fliph(),
        Adjustment::FlipVertically => picture.flipv(),
        Adjustment::Resize(size) => geometry::resize(&picture, *size)?,
        Adjustment::Crop(shape) => geometry::crop(&picture, *shape),
        Adjustment::Border(width, color) => geometry::border(&picture, *width, *color)?,
        Adjustment::Write(caption) => caption::write(&picture, caption)?,
    })
}
