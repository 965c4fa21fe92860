//! An image as CLIP takes it: its shorter side is brought to the model's size, and the square in
//! the middle is taken.

use candle_core::{DType, Device, Tensor};
use image::RgbImage;

use crate::InferenceError;
use crate::images::{Filter, Normalisation, by_shortest_side, centre, resized, tensor};

/// The square of `side` pixels that CLIP sees of an image.
pub fn square(image: &RgbImage, side: u32) -> Result<RgbImage, InferenceError> {
    let (width, height) = by_shortest_side(image.dimensions(), side);
    Ok(centre(
        &resized(image, width, height, Filter::Bicubic)?,
        side,
    ))
}

/// An image as pixels of shape `(1, 3, side, side)`.
pub fn pixels(
    image: &RgbImage,
    side: u32,
    dtype: DType,
    device: &Device,
) -> Result<Tensor, InferenceError> {
    tensor(&square(image, side)?, Normalisation::CLIP, dtype, device)
}
