//! Does [`patchbay_values::adjustments`], one after the other.
//!
//! - [`tone`]: what changes each pixel by itself
//! - [`effects`]: what looks at a pixel's surroundings
//! - [`geometry`]: what moves pixels
//! - [`caption`]: words written on the image

pub mod caption;
pub mod effects;
pub mod geometry;
pub mod tone;

use image::DynamicImage;
use patchbay_values::adjustments::Adjustment;

use crate::Report;
use crate::VisionError;
use crate::bands::by_bands;

/// Does an adjustment; depth is kept, and channels unless transparency or colour has to be added.
///
/// # Errors
/// The result would be too large, words have letters that cannot be drawn, or what `report` says.
pub fn apply(
    adjustment: &Adjustment,
    image: DynamicImage,
    report: &Report,
) -> Result<DynamicImage, VisionError> {
    let longer_side = image.width().max(image.height());
    Ok(match adjustment {
        Adjustment::Tone(tone) => by_bands(&image, 1, 0, report, |band, _| {
            Ok(tone::apply(*tone, band.clone()))
        })?,
        Adjustment::Blur(deviation) => effects::blur(&image, deviation.on(longer_side), report)?,
        Adjustment::Sharpen(strength) => effects::sharpen(&image, *strength, report)?,
        Adjustment::Vignette(strength) => effects::vignette(&image, *strength, report)?,
        Adjustment::Grain(strength) => effects::grain(&image, *strength, report)?,
        Adjustment::Pixelate(block) => effects::pixelate(&image, block.on(longer_side)),
        Adjustment::Sketch => effects::sketch(image, report)?,
        Adjustment::Rotate(degrees) => geometry::rotate(image, *degrees, report)?,
        Adjustment::FlipHorizontally => image.fliph(),
        Adjustment::FlipVertically => image.flipv(),
        Adjustment::Resize(size) => geometry::resize(&image, *size)?,
        Adjustment::Crop(shape) => geometry::crop(&image, *shape)?,
        Adjustment::Border(width, color) => geometry::border(&image, *width, *color)?,
        Adjustment::Pad(shape, color) => geometry::pad(&image, *shape, *color)?,
        Adjustment::Write(caption) => caption::write(&image, caption)?,
    })
}
