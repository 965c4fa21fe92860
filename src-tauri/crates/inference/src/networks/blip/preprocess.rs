//! An image as BLIP takes it: the whole of it as a square, whatever its proportions.

use candle_core::{DType, Device, Tensor};
use image::RgbImage;

use crate::InferenceError;
use crate::images::{Filter, Normalisation, resized, tensor};

/// The square of `side` pixels that BLIP sees of an image, within 1 of 255 of the hub's image
/// processor.
pub fn square(image: &RgbImage, side: u32) -> Result<RgbImage, InferenceError> {
    resized(image, side, side, Filter::Bicubic)
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
