//! An image as `DDColor` takes it: grey, squeezed to the size that the network sees.

use candle_core::{DType, Device, Tensor};
use image::RgbImage;

use super::lab;
use crate::InferenceError;
use crate::images::{Filter, resized};

/// How light each place of an image is, as grey of 0 to 1: `(height, width)`.
/// [`InferenceError::Image`] where the image is empty.
pub fn grey(
    image: &RgbImage,
    (height, width): (usize, usize),
    dtype: DType,
    device: &Device,
) -> Result<Tensor, InferenceError> {
    let seen = resized(image, width as u32, height as u32, Filter::Bilinear)?;
    let levels: Vec<f32> = seen
        .pixels()
        .map(|pixel| lab::grey(pixel.0.map(|level| f32::from(level) / 255.0)))
        .collect();
    Ok(Tensor::from_vec(levels, (height, width), device)?.to_dtype(dtype)?)
}
