//! Images and masks as the autoencoder and the U-Net take them, and back.

use candle_core::{DType, Device, Result, Tensor};
use image::{GrayImage, RgbImage};

/// An image as `(height, width, 3)` of values from -1 to 1, f32 on the processor.
pub fn pixels(image: &RgbImage) -> Result<Tensor> {
    (values(image)? * 2.0)? - 1.0
}

/// An image as `(height, width, 3)` of values from 0 to 1, f32 on the processor.
pub fn values(image: &RgbImage) -> Result<Tensor> {
    let shape = (image.height() as usize, image.width() as usize, 3);
    Tensor::from_iter(
        image.as_raw().iter().map(|value| f32::from(*value) / 255.0),
        &Device::Cpu,
    )?
    .reshape(shape)
}

/// The image that `(height, width, 3)` of values from -1 to 1 is; what lies outside becomes black
/// or white.
pub fn image(pixels: &Tensor) -> Result<RgbImage> {
    let (height, width, _) = pixels.dims3()?;
    let values = pixels
        .to_device(&Device::Cpu)?
        .to_dtype(DType::F32)?
        .flatten_all()?
        .to_vec1::<f32>()?;
    let level = |value: f32| ((value / 2.0 + 0.5).clamp(0.0, 1.0) * 255.0).round() as u8;
    let levels = values.into_iter().map(level).collect();
    // As many values as the size has.
    Ok(RgbImage::from_raw(width as u32, height as u32, levels).unwrap_or_default())
}

/// Returns a rough image of latents of `(height, width, 4)`, a pixel for each: the straight line
/// from latents to colours that comes nearest to what Stable Diffusion's autoencoder makes of them
/// (Keturn 2022, "Decoding latents to RGB without upscaling"). Grey where an autoencoder has other
/// latents.
pub(super) fn rough(latents: &Tensor) -> Result<RgbImage> {
    const COLORS: [[f32; 3]; 4] = [
        [0.298, 0.207, 0.208],
        [0.187, 0.286, 0.173],
        [-0.158, 0.189, 0.264],
        [-0.184, -0.271, -0.473],
    ];
    let (height, width, channels) = latents.dims3()?;
    if channels != COLORS.len() {
        return image(&Tensor::zeros(
            (height, width, 3),
            DType::F32,
            &Device::Cpu,
        )?);
    }
    let colors = latents
        .reshape((height * width, channels))?
        .matmul(&Tensor::new(&COLORS, &Device::Cpu)?)?;
    image(&colors.reshape((height, width, 3))?)
}

/// A mask as `(height, width, 1)`, 1 where it is set.
pub(super) fn mask(mask: &GrayImage) -> Result<Tensor> {
    let shape = (mask.height() as usize, mask.width() as usize, 1);
    let set = mask
        .as_raw()
        .iter()
        .map(|value| if *value >= 128 { 1_f32 } else { 0.0 });
    Tensor::from_iter(set, &Device::Cpu)?.reshape(shape)
}
