//! Choice of the quality, and of the number of pixels, that fit into a number of bytes.

use image::DynamicImage;
use patchbay_media::image::resize;
use patchbay_values::data::written_bytes;

use crate::ToolError;

/// A JPEG of a lower quality shows its blocks: fewer pixels look better than that.
const BLOCKY: u8 = 40;
/// The worst quality that is tried, and the best.
const WORST: u8 = 5;
const BEST: u8 = 95;
/// The sides of the next image that is tried, as a share of those of the one before.
const STEP: f64 = 0.85;
/// No image is made smaller than this many pixels on its shorter side.
const SMALLEST: u32 = 16;

/// Writes an image with the highest quality that is at most `most` bytes long, as what `write` answers tells; the image
/// that was written last is what fits. Where it would look bad and `may_shrink`, with fewer pixels.
///
/// # Errors
/// Not even the worst fits, and what `write` says.
pub(super) fn packed(
    mut pixels: DynamicImage,
    most: u64,
    may_shrink: bool,
    write: impl Fn(&DynamicImage, u8) -> Result<u64, ToolError>,
) -> Result<DynamicImage, ToolError> {
    let worst = if may_shrink { BLOCKY } else { WORST };
    loop {
        if let Some(quality) = best_quality(&pixels, most, worst, &write)? {
            write(&pixels, quality)?;
            return Ok(pixels);
        }
        let smaller = |side: u32| (f64::from(side) * STEP).round() as u32;
        let (width, height) = (smaller(pixels.width()), smaller(pixels.height()));
        if !may_shrink || width.min(height) < SMALLEST {
            return Err(ToolError::Refused(format!(
                "Not even the worst quality makes a picture of {} × {} pixels that fits into {}. Ask for a larger file{}.",
                pixels.width(),
                pixels.height(),
                written_bytes(most),
                if may_shrink { "" } else { " or fewer pixels" }
            )));
        }
        pixels = resize(&pixels, width, height);
    }
}

/// The highest quality from `worst` on that fits; none where none does.
fn best_quality(
    pixels: &DynamicImage,
    most: u64,
    worst: u8,
    write: &impl Fn(&DynamicImage, u8) -> Result<u64, ToolError>,
) -> Result<Option<u8>, ToolError> {
    if write(pixels, worst)? > most {
        return Ok(None);
    }
    let (mut fits, mut over) = (worst, BEST + 1);
    while over - fits > 1 {
        let middle = fits + (over - fits) / 2;
        if write(pixels, middle)? > most {
            over = middle;
        } else {
            fits = middle;
        }
    }
    Ok(Some(fits))
}
