//! Requirements of a service on a picture.

use image::{DynamicImage, RgbaImage, imageops};
use patchbay_tool_api::services::Limits;
use patchbay_values::adjustments::Adjustment;
use patchbay_values::sizes::Size;

use crate::{Inputs, ToolError};

/// The ending that is asked for, or the service's usual one; none where nobody says.
///
/// # Errors
/// The service does not take it.
pub(super) fn format(inputs: &Inputs, limits: &Limits) -> Result<Option<String>, ToolError> {
    let Some(format) = inputs.value("format") else {
        return Ok(limits.formats.first().cloned());
    };
    if limits.formats.is_empty() || limits.formats.contains(&format) {
        return Ok(Some(format));
    }
    let service = inputs.value("preset").unwrap_or_default();
    let (taken, called) = (limits.formats.join(", "), format.to_uppercase());
    Err(ToolError::Refused(format!(
        "{service} takes {}, but not {called}. Leave the format or {service} out.",
        taken.to_uppercase()
    )))
}

/// The adjustment that brings a picture of `size`, after those that are asked for, to the longer
/// side of a service; none where it has it.
pub(super) fn fitting(
    limits: &Limits,
    asked: &[Adjustment],
    (width, height): (u32, u32),
) -> Option<Adjustment> {
    let side = limits.longer_side?;
    let is_larger = asked.is_empty() && width.max(height) > side;
    (limits.is_exact || is_larger).then_some(Adjustment::Resize(Size::Longer(side)))
}

/// A picture in the middle of a clear square.
pub(super) fn squared(pixels: &DynamicImage) -> DynamicImage {
    let (width, height) = (pixels.width(), pixels.height());
    let side = width.max(height);
    let mut square = RgbaImage::new(side, side);
    let middle = |part: u32| i64::from((side - part) / 2);
    imageops::replace(
        &mut square,
        &pixels.to_rgba8(),
        middle(width),
        middle(height),
    );
    square.into()
}
