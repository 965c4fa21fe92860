//! Cuts out of an image what a mask covers: with soft edges, and without a halo of the old
//! background.

use image::{DynamicImage, GrayImage, ImageBuffer, Luma, Rgba};
use imageproc::filter::gaussian_blur_f32;
use patchbay_vision::masks::extent;
use patchbay_vision::matting::{self, foreground};
use patchbay_vision::pixels;

use crate::{Context, ToolError};

/// The mask drawn in by about a pixel (more on large images): a camera's outline is a few pixels
/// wide, and those that show mostly background are worth less than a clean edge.
fn choked(mask: &GrayImage) -> GrayImage {
    let megapixels = mask.len() as f32 / 1e6;
    let blurred = gaussian_blur_f32(mask, megapixels.sqrt().clamp(0.8, 3.0));
    GrayImage::from_fn(mask.width(), mask.height(), |x, y| {
        let inner = (f32::from(blurred.get_pixel(x, y)[0]) - 90.0) * 255.0 / 165.0;
        Luma([mask.get_pixel(x, y)[0].min(inner.clamp(0.0, 255.0) as u8)])
    })
}

/// The image with the mask as its alpha (times its own), and along soft edges only the colours of
/// what is kept.
///
/// # Errors
/// The mask covers nothing, or the work is to stop.
pub(crate) fn cut_out(
    image: &DynamicImage,
    mask: GrayImage,
    context: &Context,
) -> Result<DynamicImage, ToolError> {
    let mask = &choked(&matting::softened(mask, image));
    let Some((left, top, width, height)) = extent(mask, 8) else {
        return Err(ToolError::Input(
            "The mask covers nothing, so there is nothing to cut out.".to_owned(),
        ));
    };
    let deep = pixels::is_deep(image);
    let crop = image.crop_imm(left, top, width, height).into_rgba32f();
    let alpha: Vec<f32> = image::imageops::crop_imm(mask, left, top, width, height)
        .to_image()
        .pixels()
        .map(|p| f32::from(p[0]) / 255.0)
        .collect();
    let colors: Vec<[f32; 3]> = crop.pixels().map(|p| [p[0], p[1], p[2]]).collect();
    let estimated = foreground::estimate(&colors, &alpha, width as usize, height as usize, || {
        context.progress.is_cancelled()
    })
    .ok_or(ToolError::Cancelled)?;
    let mut out: ImageBuffer<Rgba<f32>, Vec<f32>> = ImageBuffer::new(image.width(), image.height());
    for (index, (given, alpha)) in crop.pixels().zip(&alpha).enumerate() {
        if *alpha > 0.0 {
            let color = if *alpha < 1.0 {
                estimated[index]
            } else {
                colors[index]
            };
            let (x, y) = (left + index as u32 % width, top + index as u32 / width);
            out.put_pixel(x, y, Rgba([color[0], color[1], color[2], alpha * given[3]]));
        }
    }
    Ok(pixels::from_float(out, deep))
}
