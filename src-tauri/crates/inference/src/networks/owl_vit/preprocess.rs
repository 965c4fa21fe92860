//! An image as OWL-ViT takes it: the whole of it, made square.

use candle_core::{DType, Device, Tensor};
use image::RgbImage;

use crate::InferenceError;
use crate::images::{Filter, Normalisation, resized, tensor};

/// An image as pixels of shape `(1, 3, side, side)`.
pub fn pixels(
    image: &RgbImage,
    side: u32,
    dtype: DType,
    device: &Device,
) -> Result<Tensor, InferenceError> {
    tensor(
        &resized(image, side, side, Filter::Bicubic)?,
        Normalisation::CLIP,
        dtype,
        device,
    )
}
