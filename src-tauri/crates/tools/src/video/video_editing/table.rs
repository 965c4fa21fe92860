//! Tones as a table of colours, made by what changes frames: a video becomes the same as they do.

use std::fmt::Write;

use image::{DynamicImage, ImageBuffer, Rgb};
use patchbay_domain::MediaFile;
use patchbay_media::video::escaped;
use patchbay_values::adjustments::Tone;
use patchbay_vision::editing::tone;

use crate::{Context, ToolError};

/// Number of steps of a table from the least to the most of each component. What lies between is
/// interpolated.
const STEPS: u32 = 33;

/// Writes a table of `tones`, one after the other, in the form of Adobe's Cube files.
pub(super) fn written(tones: &[Tone], context: &Context) -> Result<MediaFile, ToolError> {
    let file = context.output("colours", None, "cube");
    std::fs::write(&file.path, cube(tones))
        .map_err(|error| ToolError::Failed(format!("{}: {error}", file.name)))?;
    Ok(file)
}

/// The filter that looks colours up in a table, for frames in RGB.
pub(super) fn filter(table: &MediaFile) -> String {
    format!(
        "lut3d=file={}:interp=tetrahedral",
        escaped(&table.path.to_string_lossy())
    )
}

/// The table's text: red runs fastest, then green.
fn cube(tones: &[Tone]) -> String {
    let level = |step: u32| (step * u32::from(u16::MAX) / (STEPS - 1)) as u16;
    let colors = ImageBuffer::from_fn(STEPS * STEPS, STEPS, |x, y| {
        Rgb([level(x % STEPS), level(x / STEPS), level(y)])
    });
    let changed = tones
        .iter()
        .fold(DynamicImage::ImageRgb16(colors), |colors, tone| {
            tone::apply(*tone, colors)
        });
    let mut text = format!("LUT_3D_SIZE {STEPS}\n");
    for Rgb(color) in changed.into_rgb16().pixels() {
        // Half a level more: the filter cuts off what lies behind the point.
        let [red, green, blue] =
            color.map(|value| (f64::from(value) / 65_535.0 + 0.5 / 255.0).min(1.0));
        // Writing into a text never fails.
        let _ = writeln!(text, "{red:.5} {green:.5} {blue:.5}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_holds_what_becomes_of_each_colour() {
        let text = cube(&[Tone::Invert]);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 1 + 33 * 33 * 33);
        assert_eq!(lines[1], "1.00000 1.00000 1.00000", "black becomes white");
        assert_eq!(lines[33], "0.00196 1.00000 1.00000", "red becomes cyan");
        assert_eq!(lines[33 * 33 * 33], "0.00196 0.00196 0.00196");
    }
}
