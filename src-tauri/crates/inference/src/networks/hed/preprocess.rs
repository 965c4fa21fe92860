//! An image as HED takes it: at about 512 pixels, where what is an edge to people is one to the
//! network.

use candle_core::{DType, Device, Tensor};
use image::RgbImage;

use crate::InferenceError;
use crate::images::{Filter, resized};

/// The shorter side that edges are looked for at, in pixels, as in `ControlNet`'s annotator.
const SHORTER: f64 = 512.0;
/// The sides are multiples of this, so that each block halves them without rest.
const MULTIPLE: f64 = 64.0;
/// The most pixels: of very long images the shorter side has less, for the sake of the memory.
const MOST: f64 = 1_500_000.0;

/// The size, as `(width, height)`, at which edges of an image of this size are looked for.
pub fn size((width, height): (u32, u32)) -> (u32, u32) {
    let (across, down) = (f64::from(width.max(1)), f64::from(height.max(1)));
    let scale = (SHORTER / across.min(down)).min((MOST / (across * down)).sqrt());
    let side =
        |length: f64| (MULTIPLE * (scale * length / MULTIPLE).round_ties_even().max(1.0)) as u32;
    (side(across), side(down))
}

/// An image at that size.
pub fn sized(image: &RgbImage) -> Result<RgbImage, InferenceError> {
    let (width, height) = size(image.dimensions());
    let filter = if width < image.width() {
        Filter::Bilinear
    } else {
        Filter::Bicubic
    };
    resized(image, width, height, filter)
}

/// An image as its values of 0 to 255, `(height, width, 3)`.
pub fn pixels(image: &RgbImage, dtype: DType, device: &Device) -> Result<Tensor, InferenceError> {
    let shape = (image.height() as usize, image.width() as usize, 3);
    let values: Vec<f32> = image
        .as_raw()
        .iter()
        .map(|value| f32::from(*value))
        .collect();
    Ok(Tensor::from_vec(values, shape, device)?.to_dtype(dtype)?)
}
