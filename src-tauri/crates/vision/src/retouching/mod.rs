//! Changes a part of an image and nothing else.
//!
//! - [`recolor`]: another colour for a thing

mod recolor;

use image::{DynamicImage, GrayImage, ImageBuffer, Luma, Rgba};
use imageproc::filter::gaussian_blur_f32;
use patchbay_domain::Cancelled;
use patchbay_values::adjustments::{Adjustment, Tone};
use patchbay_values::retouching::Change;
use patchbay_values::sizes::Length;

use self::recolor::Recoloring;
use crate::editing::{apply, effects};
use crate::pixels;
use crate::{Report, VisionError, Watch};
use crate::{inpainting, masks, matting};

/// Whether a change hides what was there: then the mask counts to its very edge, wherever outlines in
/// the image run.
fn hides(change: &Change) -> bool {
    matches!(
        change,
        Change::Fill(_) | Change::Adjust(Adjustment::Blur(_) | Adjustment::Pixelate(_))
    )
}

fn needs_color(change: &Change) -> bool {
    match change {
        Change::Adjust(Adjustment::Tone(tone)) => matches!(tone, Tone::Sepia | Tone::Warmth(_)),
        Change::Recolor([r, g, b]) | Change::Fill([r, g, b]) => r != g || g != b,
        _ => false,
    }
}

/// An image with what `mask` (its size) covers changed; every pixel where the mask is 0 stays as it
/// is, but for a removal, which needs a few around it. `seed` makes the choice among equally good
/// fillings.
///
/// # Errors
/// The mask covers nothing; what [`inpainting::fill`] says; `progress` was cancelled.
pub fn change(
    image: &DynamicImage,
    mask: &GrayImage,
    changes: &[Change],
    seed: u64,
    progress: &dyn Watch,
) -> Result<DynamicImage, VisionError> {
    let (mut soft, mut closed) = (None, None);
    let mut image = image.clone();
    for (number, change) in changes.iter().enumerate() {
        let report = |done: f64| {
            progress.set((number as f64 + done) / changes.len() as f64);
            if progress.is_cancelled() {
                Err(Cancelled)
            } else {
                Ok(())
            }
        };
        report(0.0)?;
        if *change == Change::Remove {
            image = inpainting::fill(&image, mask, seed, progress)?;
            continue;
        }
        if needs_color(change) {
            image = pixels::with_color(image);
        }
        let weights = if hides(change) {
            closed.get_or_insert_with(|| feathered(mask))
        } else {
            soft.get_or_insert_with(|| within(matting::softened(mask.clone(), &image), mask))
        };
        let Some((left, top, width, height)) = masks::extent(mask, 0) else {
            return Err(VisionError::Unusable(
                "The mask covers nothing, so there is nothing to change.".to_owned(),
            ));
        };
        let part = Part {
            image: image.crop_imm(left, top, width, height),
            mask: image::imageops::crop_imm(mask, left, top, width, height).to_image(),
            longer_side: image.width().max(image.height()),
        };
        report(0.1)?;
        let weights = image::imageops::crop_imm(weights, left, top, width, height).to_image();
        let changed = part.changed(change, &|done| report(0.1 + 0.7 * done))?;
        image = pixels::blend(&image, (left, top), &weights, |x, y| {
            let [r, g, b, _] = pixels::at(&changed, x, y);
            [r, g, b, pixels::at(&part.image, x, y)[3]]
        });
    }
    Ok(image)
}

/// The part of an image around what the mask covers.
struct Part {
    image: DynamicImage,
    mask: GrayImage,
    /// Of the whole image: what words say of strength is meant for that.
    longer_side: u32,
}

impl Part {
    /// Its colours after a change; what the mask does not cover lends none of them.
    fn changed(&self, change: &Change, report: &Report) -> Result<DynamicImage, VisionError> {
        Ok(match change {
            Change::Adjust(Adjustment::Blur(deviation)) => {
                let least = deviation.on(self.longer_side);
                let deviation = match deviation {
                    Length::Pixels(_) => least,
                    // As much as hides a face that fills the part, but a large part is only put out
                    // of focus.
                    Length::Share(_) => (self.side() / 12.0).clamp(least, 3.0 * least),
                };
                effects::blur(&self.cut_out(), deviation, report)?
            }
            Change::Adjust(Adjustment::Pixelate(block)) => {
                let block = match block {
                    Length::Pixels(pixels) => *pixels,
                    Length::Share(_) => block.on(self.longer_side).min(self.side() / 8.0),
                };
                self.in_blocks(block.max(2.0) as u32)
            }
            Change::Adjust(adjustment) => apply(adjustment, self.image.clone(), report)?,
            Change::Recolor(target) => {
                let recoloring = Recoloring::new(&self.image, &self.mask, *target);
                pixels::map(self.image.clone(), |_, _, color| recoloring.of(color))
            }
            Change::Fill(color) => {
                let color = pixels::unit(*color);
                pixels::map(self.image.clone(), |_, _, _| color)
            }
            Change::Remove => self.image.clone(),
        })
    }

    /// The longer side of the part in pixels.
    fn side(&self) -> f32 {
        self.mask.width().max(self.mask.height()) as f32
    }

    /// The part with the mask for its alpha.
    fn cut_out(&self) -> DynamicImage {
        let mut pixels: ImageBuffer<Rgba<f32>, Vec<f32>> = self.image.to_rgba32f();
        pixels
            .pixels_mut()
            .zip(self.mask.pixels())
            .for_each(|(pixel, level)| pixel[3] *= f32::from(level[0]) / 255.0);
        pixels::from_float(pixels, pixels::is_deep(&self.image))
    }

    /// Square blocks, each of the mean colour of what the mask covers of it.
    fn in_blocks(&self, side: u32) -> DynamicImage {
        let columns = self.mask.width().div_ceil(side);
        let rows = self.mask.height().div_ceil(side);
        let mut sums = vec![([0.0_f32; 3], 0.0_f32); (columns * rows) as usize];
        for (x, y, level) in self
            .mask
            .enumerate_pixels()
            .filter(|(_, _, level)| level[0] > 0)
        {
            let [r, g, b, alpha] = pixels::at(&self.image, x, y);
            let weight = alpha * f32::from(level[0]) / 255.0;
            let (sum, total) = &mut sums[(y / side * columns + x / side) as usize];
            sum.iter_mut()
                .zip([r, g, b])
                .for_each(|(sum, value)| *sum += weight * value);
            *total += weight;
        }
        pixels::map(self.image.clone(), |x, y, color| {
            let (sum, total) = sums[(y / side * columns + x / side) as usize];
            if total > 0.0 {
                sum.map(|sum| sum / total)
            } else {
                color
            }
        })
    }
}

/// A mask that is nowhere more than another.
fn within(mut mask: GrayImage, limit: &GrayImage) -> GrayImage {
    mask.iter_mut()
        .zip(limit.iter())
        .for_each(|(level, &limit)| *level = (*level).min(limit));
    mask
}

/// A mask whose edge runs out over two or three pixels within it.
fn feathered(mask: &GrayImage) -> GrayImage {
    let blurred = gaussian_blur_f32(mask, (mask.len() as f32 / 4e6).sqrt().clamp(0.6, 2.0));
    let inner = GrayImage::from_fn(mask.width(), mask.height(), |x, y| {
        // At the edge of a mask with steps the blurred one is at one half.
        Luma([(3 * i32::from(blurred.get_pixel(x, y)[0]) - 320).clamp(0, 255) as u8])
    });
    within(inner, mask)
}
