//! An image as DETR takes it: its shorter side is brought to 800 pixels, or its longer one to 1333
//! where that is less.

use candle_core::{DType, Device, Tensor};
use image::RgbImage;

use crate::InferenceError;
use crate::images::{Filter, Normalisation, resized, tensor};

/// The sides, in pixels, that the published models were trained with.
pub const SIDES: (u32, u32) = (800, 1333);

/// The size, as `(width, height)`, of an image whose shorter side becomes `shortest` unless the
/// longer one would pass `longest`. Sides are cut down to whole pixels as the hub's image processor
/// does it.
pub fn size((width, height): (u32, u32), (shortest, longest): (u32, u32)) -> (u32, u32) {
    let (short, long) = (
        f64::from(width.min(height).max(1)),
        f64::from(width.max(height)),
    );
    let held = f64::from(longest) * short / long.max(1.0);
    let over = long / short * f64::from(shortest) > f64::from(longest);
    let (exact, side) = if over {
        (held, held.round_ties_even())
    } else {
        (f64::from(shortest), f64::from(shortest))
    };
    if side as u32 == width.min(height) {
        return (width, height);
    }
    let other = (exact * long / short) as u32;
    let side = (side as u32).max(1);
    if width < height {
        (side, other)
    } else {
        (other, side)
    }
}

/// An image as pixels of shape `(1, 3, height, width)`.
pub fn pixels(
    image: &RgbImage,
    sides: (u32, u32),
    dtype: DType,
    device: &Device,
) -> Result<Tensor, InferenceError> {
    let (width, height) = size(image.dimensions(), sides);
    tensor(
        &resized(image, width, height, Filter::Bilinear)?,
        Normalisation::IMAGENET,
        dtype,
        device,
    )
}
