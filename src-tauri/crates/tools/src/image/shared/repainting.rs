//! Parts of images painted anew by Stable Diffusion: around a mask a piece is cut out, painted at
//! the model's size, and laid back at the image's own, so that everything else stays as it is.

use image::{DynamicImage, GrayImage, RgbImage, imageops};
use imageproc::distance_transform::Norm;
use imageproc::filter::gaussian_blur_f32;
use imageproc::morphology::dilate;
use patchbay_inference::networks::stable_diffusion::Origin;
use patchbay_inference::registry::Model;
use patchbay_media::image as media_image;
use patchbay_vision::masks::extent;
use patchbay_vision::pixels;

use super::painting::{Painting, sized};
use crate::{Context, ToolError};

/// An image whose part under `mask`, of its size, is painted as `text` says. `name`: what people
/// know the image by.
pub(crate) fn repainted(
    context: &Context,
    model: &Model,
    (image, name): (&DynamicImage, &str),
    mask: &GrayImage,
    text: &str,
) -> Result<DynamicImage, ToolError> {
    let painting = Painting::of(model, context)?;
    let nothing = || {
        ToolError::Input(format!(
            "The mask covers nothing of “{name}”. Point at what it is to cover."
        ))
    };
    let (_, _, width, height) = extent(mask, 0).ok_or_else(nothing)?;
    // As much around it as the model needs to see what it belongs to, and no less than it paints.
    let margin = (width.max(height) / 2)
        .max(painting.size.saturating_sub(width.min(height)) / 2)
        .max(16);
    let (left, top, width, height) = extent(mask, margin).ok_or_else(nothing)?;
    let grown = grown(&imageops::crop_imm(mask, left, top, width, height).to_image());
    let piece = pixels::opaque(image.crop_imm(left, top, width, height), [1.0; 3]).into_rgb8();
    let size = painting.fitted((width, height));
    let small: RgbImage = sized(&piece, size);
    let small_mask =
        media_image::resize(&DynamicImage::ImageLuma8(grown.clone()), size.0, size.1).into_luma8();
    let origin = Origin::Filling {
        image: &small,
        mask: &small_mask,
    };
    let painted = sized(
        &painting.paint(context, model, text, origin, (0.0, 1.0))?,
        (width, height),
    );
    // A soft edge within what was painted.
    let soft = gaussian_blur_f32(&grown, (width.max(height) as f32 / 256.0).max(1.0));
    let weights = GrayImage::from_fn(width, height, |x, y| {
        let (inner, level) = (
            mask.get_pixel(left + x, top + y)[0],
            soft.get_pixel(x, y)[0],
        );
        image::Luma([if grown.get_pixel(x, y)[0] == 0 {
            0
        } else {
            level.max(inner)
        }])
    });
    Ok(pixels::blend(
        &pixels::with_color(image.clone()),
        (left, top),
        &weights,
        |x, y| {
            let [r, g, b] = painted
                .get_pixel(x, y)
                .0
                .map(|level| f32::from(level) / 255.0);
            [r, g, b, 1.0]
        },
    ))
}

/// A mask with what lies close around it: outlines leave a seam, and shadows.
fn grown(mask: &GrayImage) -> GrayImage {
    let set = GrayImage::from_fn(mask.width(), mask.height(), |x, y| {
        image::Luma([if mask.get_pixel(x, y)[0] >= 128 {
            255
        } else {
            0
        }])
    });
    let by = (mask.width().max(mask.height()) / 64).clamp(2, 40) as u8;
    dilate(&set, Norm::LInf, by)
}
