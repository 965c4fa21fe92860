//! Smaller images for lists.

use std::path::Path;

use image::RgbaImage;

use super::{converted, read_sized};
use crate::MediaError;
use patchbay_scaling::{fit_within, resize};

/// A small version of an image for lists, in sRGB: its longer side is `max_side` pixels, or its own
/// where that is less.
///
/// # Errors
/// As [`read`](super::read).
pub fn thumbnail(path: &Path, name: &str, max_side: u32) -> Result<RgbaImage, MediaError> {
    let image = read_sized(
        path,
        name,
        |(width, height)| fit_within(width, height, max_side),
        &|_| Ok(()),
    )?;
    let (width, height) = fit_within(image.pixels.width(), image.pixels.height(), max_side);
    let small = resize(&image.pixels, width, height);
    Ok(converted(small, image.metadata.icc.as_deref(), None).into_rgba8())
}
