//! The sizes at which models paint.

use image::{DynamicImage, RgbImage};
use patchbay_media::image as media_image;

/// Sides of images are multiples of this: what the U-Net's levels halve without a rest.
pub(crate) const STEP: u32 = 64;

/// Width and height in steps, about the area of a square of a side in the shape of another size;
/// neither more than twice the side.
pub(super) fn fitted(size: u32, (width, height): (u32, u32)) -> (u32, u32) {
    let shape = (f64::from(width.max(1)) / f64::from(height.max(1))).sqrt();
    let side = |share: f64| {
        let steps = (f64::from(size) * share / f64::from(STEP)).round();
        (steps.clamp(1.0, f64::from((2 * size / STEP).max(1))) as u32) * STEP
    };
    (side(shape), side(1.0 / shape))
}

/// An image brought to a size.
pub(crate) fn sized(image: &RgbImage, (width, height): (u32, u32)) -> RgbImage {
    if image.dimensions() == (width, height) {
        return image.clone();
    }
    media_image::resize(&DynamicImage::ImageRgb8(image.clone()), width, height).into_rgb8()
}
