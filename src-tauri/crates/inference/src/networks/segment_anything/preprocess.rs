//! Images and mask prompts as the network takes them.

use candle_core::{DType, Device, Tensor};
use image::{GrayImage, RgbImage};

use crate::InferenceError;
use crate::images::{Filter, resampled};

/// Means and deviations of each channel, from 0 to 255, over `ImageNet`.
const MEAN: [f32; 3] = [123.675, 116.28, 103.53];
const DEVIATION: [f32; 3] = [58.395, 57.12, 57.375];
/// The logit of a mask prompt's white; black's is its negative.
const CERTAIN: f32 = 10.0;

/// How an image lies in the square that the network sees: scaled, in the upper left corner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Placement {
    /// The image's own width and height, in pixels.
    pub image: (u32, u32),
    /// Its width and height in the square.
    pub scaled: (u32, u32),
}

impl Placement {
    /// In a square with this side; the longer side fills it.
    pub fn new(image: (u32, u32), side: usize) -> Self {
        let scale = side as f64 / f64::from(image.0.max(image.1).max(1));
        let scaled = |length: u32| ((f64::from(length) * scale + 0.5) as u32).max(1);
        Self {
            image,
            scaled: (scaled(image.0), scaled(image.1)),
        }
    }

    /// A point of the image, in pixels, where it lies in the square.
    pub fn of_point(&self, x: f32, y: f32) -> (f32, f32) {
        let scale = |scaled: u32, own: u32| f64::from(scaled) / f64::from(own.max(1));
        let at = |at: f32, scale: f64| (f64::from(at) * scale) as f32;
        (
            at(x, scale(self.scaled.0, self.image.0)),
            at(y, scale(self.scaled.1, self.image.1)),
        )
    }
}

/// An image to `(side, side, 3)`: scaled as Pillow does (bilinear with antialiasing, in 8 bits),
/// normalised, zeros beyond it.
pub fn pixels(
    image: &RgbImage,
    side: usize,
    dtype: DType,
    device: &Device,
) -> Result<(Tensor, Placement), InferenceError> {
    refuse_empty(image.dimensions())?;
    let placement = Placement::new(image.dimensions(), side);
    let (width, height) = in_pixels(placement.scaled);
    let scaled = resampled::<3>(
        image.as_raw(),
        in_pixels(image.dimensions()),
        (width, height),
        Filter::Bilinear,
    );
    let mut values = vec![0.0; side * side * 3];
    for (line, row) in scaled.chunks_exact(width * 3).take(height).enumerate() {
        for (pixel, target) in row
            .chunks_exact(3)
            .zip(values[line * side * 3..].chunks_exact_mut(3))
        {
            for channel in 0..3 {
                target[channel] = (f32::from(pixel[channel]) - MEAN[channel]) / DEVIATION[channel];
            }
        }
    }
    let values = Tensor::from_vec(values, (side, side, 3), &Device::Cpu)?;
    Ok((values.to_dtype(dtype)?.to_device(device)?, placement))
}

/// A mask, white where something is, as logits `(side, side)` of f32 that lie as the image does. A
/// mask of another size than the image's is stretched to it.
pub(super) fn mask_logits(
    mask: &GrayImage,
    placement: &Placement,
    side: usize,
) -> Result<Tensor, InferenceError> {
    refuse_empty(mask.dimensions())?;
    let scaled = in_pixels(Placement::new(placement.image, side).scaled);
    let small = resampled::<1>(
        mask.as_raw(),
        in_pixels(mask.dimensions()),
        scaled,
        Filter::Bilinear,
    );
    let mut values = vec![-CERTAIN; side * side];
    for (row, target) in small
        .chunks_exact(scaled.0)
        .zip(values.chunks_exact_mut(side))
    {
        for (value, target) in row.iter().zip(target) {
            *target = (f32::from(*value) / 127.5 - 1.0) * CERTAIN;
        }
    }
    Ok(Tensor::from_vec(values, (side, side), &Device::Cpu)?)
}

fn in_pixels(size: (u32, u32)) -> (usize, usize) {
    (size.0 as usize, size.1 as usize)
}

fn refuse_empty(size: (u32, u32)) -> Result<(), InferenceError> {
    if size.0 == 0 || size.1 == 0 {
        let reason = format!(
            "a picture of {} by {} pixels has nothing to outline",
            size.0, size.1
        );
        return Err(InferenceError::Candle(candle_core::Error::Msg(reason)));
    }
    Ok(())
}
