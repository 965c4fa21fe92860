//! Images as PP-OCR's networks take them, blue first: whole images with sides that are multiples of
//! 32 pixels for the detector, lines of 48 pixels' height for the recogniser.

use candle_core::{DType, Device, Tensor};
use image::RgbImage;
use patchbay_scaling::{FilterType, ResizeAlg, ResizeOptions, resize_rgb};

use super::config::DetectorPreprocessing;
use crate::InferenceError;
use crate::images::{Filter, Normalisation, resized, tensor};

/// Divisor of the detector's sides, in pixels.
const STEP: f64 = 32.0;
/// The height of lines, in pixels, and the width to which shorter ones are filled up.
const LINE: (u32, u32) = (48, 320);

/// `ImageNet`'s means and deviations, which belong to red, green and blue, as the detector was
/// trained with them: for blue, green and red.
const DETECTOR: Normalisation = Normalisation {
    mean: [0.406, 0.456, 0.485],
    deviation: [0.225, 0.224, 0.229],
};
/// Values from -1 to 1.
const RECOGNISER: Normalisation = Normalisation {
    mean: [0.5; 3],
    deviation: [0.5; 3],
};

/// The size, as `(width, height)`, in which the detector sees an image.
pub fn detector_size(
    (width, height): (u32, u32),
    preprocessing: &DetectorPreprocessing,
) -> (u32, u32) {
    let limit = f64::from(preprocessing.limit_side_len);
    let (shorter, longer) = (
        f64::from(width.min(height).max(1)),
        f64::from(width.max(height).max(1)),
    );
    let ratio = match preprocessing.limit_type.as_str() {
        "min" => (limit / shorter).max(1.0),
        "resize_long" => limit / longer,
        _ => (limit / longer).min(1.0),
    };
    let (mut width, mut height) = (
        (f64::from(width) * ratio).floor(),
        (f64::from(height) * ratio).floor(),
    );
    let most = f64::from(preprocessing.max_side_limit);
    if width.max(height) > most {
        let ratio = most / width.max(height);
        (width, height) = ((width * ratio).floor(), (height * ratio).floor());
    }
    let side = |length: f64| ((length / STEP).round_ties_even() * STEP).max(STEP) as u32;
    (side(width), side(height))
}

/// A whole image in this size as pixels of shape `(height, width, 3)`.
pub fn detector_pixels(
    image: &RgbImage,
    (width, height): (u32, u32),
    dtype: DType,
    device: &Device,
) -> Result<Tensor, InferenceError> {
    pixels(
        &resized(image, width, height, Filter::Bilinear)?,
        DETECTOR,
        dtype,
        device,
    )
}

/// The width at which a line of this size has the right height; at most `widest`.
pub fn recogniser_width((width, height): (u32, u32), widest: u32) -> u32 {
    let ratio = f64::from(width) / f64::from(height.max(1));
    let (high, wide) = (f64::from(LINE.0), f64::from(LINE.1));
    let bounded = (high * ratio.max(wide / high)).floor();
    let exact = (high * ratio).ceil();
    if bounded > f64::from(widest) {
        widest
    } else {
        bounded.min(exact).max(1.0) as u32
    }
}

/// A line as pixels of shape `(48, width, 3)`, filled up with grey on its right where it is short.
pub fn recogniser_pixels(
    line: &RgbImage,
    widest: u32,
    dtype: DType,
    device: &Device,
) -> Result<Tensor, InferenceError> {
    let width = recogniser_width(line.dimensions(), widest);
    let pixels = pixels(
        &between_neighbours(line, (width, LINE.0))?,
        RECOGNISER,
        dtype,
        device,
    )?;
    let missing = LINE.1.saturating_sub(width) as usize;
    Ok(pixels.pad_with_zeros(1, 0, missing)?.contiguous()?)
}

/// Channels last, and blue first.
fn pixels(
    image: &RgbImage,
    normalisation: Normalisation,
    dtype: DType,
    device: &Device,
) -> Result<Tensor, InferenceError> {
    let blue_first = Tensor::new(&[2_u32, 1, 0], device)?;
    let planes = tensor(image, normalisation, dtype, device)?.squeeze(0)?;
    Ok(planes
        .index_select(&blue_first, 0)?
        .permute((1, 2, 0))?
        .contiguous()?)
}

/// An image in another size, each pixel between its neighbours in the old one however much smaller
/// it becomes: so the recogniser was trained.
fn between_neighbours(image: &RgbImage, size: (u32, u32)) -> Result<RgbImage, InferenceError> {
    let options = ResizeOptions::new().resize_alg(ResizeAlg::Interpolation(FilterType::Bilinear));
    resize_rgb(image, size, &options).map_err(|error| InferenceError::Image(error.to_string()))
}
