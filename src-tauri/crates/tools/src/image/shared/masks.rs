//! Reading masks for an image.

use image::{DynamicImage, GrayImage};
use patchbay_domain::LabelledMask;
use patchbay_media::image as media_image;

use crate::{Inputs, ToolError};

/// One mask as grey at the size of `image`; `name` is the image's. A mask of the same shape but
/// another size is brought to it; of an image that is used as a mask, transparent counts as black.
///
/// # Errors
/// The mask cannot be read, or has another shape than the image.
pub(crate) fn read(
    mask: &LabelledMask,
    name: &str,
    image: &DynamicImage,
) -> Result<GrayImage, ToolError> {
    let (width, height) = (image.width(), image.height());
    let mut pixels = media_image::read(&mask.file.path, &mask.file.name)?.pixels;
    let stretch = (f64::from(pixels.width()) * f64::from(height))
        / (f64::from(pixels.height()) * f64::from(width));
    if (pixels.width(), pixels.height()) != (width, height) {
        if !(0.98..1.02).contains(&stretch) {
            return Err(ToolError::Input(format!(
                "The mask “{}” is {} x {} pixels and does not fit “{name}”, which is {width} x {height}.",
                mask.file.name,
                pixels.width(),
                pixels.height()
            )));
        }
        pixels = media_image::resize(&pixels, width, height);
    }
    if !pixels.color().has_alpha() {
        return Ok(pixels.into_luma8());
    }
    let pixels = pixels.into_luma_alpha8();
    let levels = pixels
        .pixels()
        .map(|p| (u16::from(p[0]) * u16::from(p[1]) / 255) as u8)
        .collect();
    Ok(GrayImage::from_raw(width, height, levels).expect("one level for each pixel"))
}

/// Mask of what the argument `mask` covers, several masks as one; where the value `where` says so,
/// of what it does not cover.
///
/// # Errors
/// As [`read`].
pub(crate) fn meant(
    inputs: &Inputs,
    name: &str,
    image: &DynamicImage,
) -> Result<GrayImage, ToolError> {
    let mut all = GrayImage::new(image.width(), image.height());
    for mask in inputs.masks("mask")? {
        let one = read(&mask, name, image)?;
        all.iter_mut()
            .zip(one.iter())
            .for_each(|(all, one)| *all = (*all).max(*one));
    }
    if inputs.value("where").as_deref() == Some("everything else") {
        image::imageops::invert(&mut all);
    }
    Ok(all)
}
