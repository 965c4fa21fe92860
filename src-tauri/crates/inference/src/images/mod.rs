//! Images as networks take them: resized as Pillow does it, cut, and turned into tensors. The hub's
//! image processors resize 8-bit values, so that what a network has learnt rests on Pillow's
//! filters and rounding.

mod resample;

use candle_core::{DType, Device, Tensor};
use image::RgbImage;
use image::imageops::crop_imm;
use rayon::prelude::*;

pub use self::resample::Filter;
pub(crate) use self::resample::resampled;
use crate::InferenceError;

/// The mean and deviation of red, green and blue, of values from 0 to 1, that a network's training
/// took away.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Normalisation {
    /// The means.
    pub mean: [f32; 3],
    /// The deviations.
    pub deviation: [f32; 3],
}

impl Normalisation {
    /// `ImageNet`'s, of networks that grew from classifiers.
    pub const IMAGENET: Self = Self {
        mean: [0.485, 0.456, 0.406],
        deviation: [0.229, 0.224, 0.225],
    };
    /// CLIP's (Radford et al. 2021), from its published code.
    pub const CLIP: Self = Self {
        mean: [0.481_454_66, 0.457_827_5, 0.408_210_73],
        deviation: [0.268_629_54, 0.261_302_6, 0.275_777_1],
    };
}

/// The longest side that an image is resized to: beyond it the memory is better kept.
const LONGEST: u32 = 16_384;

/// An image in another size, as Pillow makes it to the last bit. [`InferenceError::Image`] where
/// the image is empty, or one side would become nothing or longer than 16,384 pixels.
pub fn resized(
    image: &RgbImage,
    width: u32,
    height: u32,
    filter: Filter,
) -> Result<RgbImage, InferenceError> {
    if image.width() == 0 || image.height() == 0 {
        return Err(InferenceError::Image("it is empty".to_owned()));
    }
    if width == 0 || height == 0 || width.max(height) > LONGEST {
        let (across, down) = image.dimensions();
        return Err(InferenceError::Image(format!(
            "{across} by {down} pixels are too narrow for this model"
        )));
    }
    if image.dimensions() == (width, height) {
        return Ok(image.clone());
    }
    let in_pixels = |(width, height): (u32, u32)| (width as usize, height as usize);
    let from = in_pixels(image.dimensions());
    let values = resampled::<3>(image.as_raw(), from, in_pixels((width, height)), filter);
    // As many values as the size has.
    Ok(RgbImage::from_raw(width, height, values).unwrap_or_default())
}

/// The size, as `(width, height)`, at which the shorter side has `shortest` pixels, the longer one
/// cut down to whole ones.
pub fn by_shortest_side((width, height): (u32, u32), shortest: u32) -> (u32, u32) {
    let (short, long) = (width.min(height).max(1), width.max(height));
    let long = (u64::from(shortest) * u64::from(long) / u64::from(short))
        .try_into()
        .unwrap_or(u32::MAX);
    if width <= height {
        (shortest, long)
    } else {
        (long, shortest)
    }
}

/// The square in the middle, `side` pixels wide; neither side of the image may be shorter.
pub fn centre(image: &RgbImage, side: u32) -> RgbImage {
    let (left, top) = (
        (image.width().saturating_sub(side)) / 2,
        (image.height().saturating_sub(side)) / 2,
    );
    crop_imm(image, left, top, side, side).to_image()
}

/// An image as a tensor of shape `(1, 3, height, width)`, its values brought to 0 to 1 and then
/// normalised.
pub fn tensor(
    image: &RgbImage,
    normalisation: Normalisation,
    dtype: DType,
    device: &Device,
) -> Result<Tensor, InferenceError> {
    let (width, height) = (image.width() as usize, image.height() as usize);
    let mut values = vec![0_f32; 3 * width * height];
    let pixels = image.as_raw();
    values
        .par_chunks_mut((width * height).max(1))
        .enumerate()
        .for_each(|(channel, plane)| {
            let (mean, deviation) = (
                normalisation.mean[channel],
                normalisation.deviation[channel],
            );
            let table: [f32; 256] =
                std::array::from_fn(|value| (value as f32 / 255.0 - mean) / deviation);
            for (value, pixel) in plane.iter_mut().zip(pixels.chunks_exact(3)) {
                *value = table[usize::from(pixel[channel])];
            }
        });
    Ok(Tensor::from_vec(values, (1, 3, height, width), device)?.to_dtype(dtype)?)
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};

    use super::{Filter, by_shortest_side, centre, resized};

    #[test]
    fn the_shorter_side_is_met_and_the_longer_one_follows() {
        assert_eq!(by_shortest_side((1280, 853), 224), (336, 224));
        assert_eq!(by_shortest_side((853, 1280), 224), (224, 336));
        assert_eq!(by_shortest_side((50, 50), 224), (224, 224));
    }

    #[test]
    fn images_that_cannot_be_resized_are_refused() {
        let narrow = RgbImage::new(1, 1000);
        let (width, height) = by_shortest_side(narrow.dimensions(), 224);
        assert!(
            resized(&narrow, width, height, Filter::Bicubic)
                .unwrap_err()
                .to_string()
                .contains("1 by 1000")
        );
        assert!(
            resized(&RgbImage::new(0, 0), 8, 8, Filter::Bicubic)
                .unwrap_err()
                .to_string()
                .contains("empty")
        );
    }

    #[test]
    fn the_middle_is_cut_out() {
        let image = RgbImage::from_fn(7, 4, |x, y| Rgb([x as u8, y as u8, 0]));
        let cut = centre(&image, 4);
        assert_eq!(
            (cut.dimensions(), cut.get_pixel(0, 0).0),
            ((4, 4), [1, 0, 0])
        );
    }
}
