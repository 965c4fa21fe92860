//! An image as Depth Anything takes it: about 518 pixels at one side, both sides multiples of the
//! patches' side.

use candle_core::{DType, Device, Tensor};
use image::RgbImage;

use crate::InferenceError;
use crate::images::{Filter, Normalisation, resized, tensor};

/// The most patches: the memory grows with their square.
const MOST_PATCHES: f64 = 6000.0;

/// The size, as `(width, height)`, at which an image is looked at: scaled so that one side becomes
/// `side`, that which changes it less, and rounded to multiples of `patch`. Very long images become
/// smaller than that.
pub fn size((width, height): (u32, u32), side: u32, patch: u32) -> (u32, u32) {
    let (across, down) = (f64::from(width.max(1)), f64::from(height.max(1)));
    let (side, patch) = (f64::from(side), f64::from(patch.max(1)));
    let (by_width, by_height) = (side / across, side / down);
    let scale = if (1.0 - by_width).abs() < (1.0 - by_height).abs() {
        by_width
    } else {
        by_height
    };
    let patches = across * down * scale * scale / (patch * patch);
    let scale = if patches > MOST_PATCHES {
        scale * (MOST_PATCHES / patches).sqrt()
    } else {
        scale
    };
    let multiple =
        |length: f64| ((scale * length / patch).round_ties_even().max(1.0) * patch) as u32;
    (multiple(across), multiple(down))
}

/// An image as pixels of shape `(1, 3, height, width)`.
pub fn pixels(
    image: &RgbImage,
    side: u32,
    patch: u32,
    dtype: DType,
    device: &Device,
) -> Result<Tensor, InferenceError> {
    let (width, height) = size(image.dimensions(), side, patch);
    tensor(
        &resized(image, width, height, Filter::Bicubic)?,
        Normalisation::IMAGENET,
        dtype,
        device,
    )
}
