//! The same adjustments on every page of a scan.

use patchbay_domain::MediaFile;
use patchbay_media::image::{Contents, Pages, write_tiff};
use patchbay_phrases::adjustments::Adjustment;
use patchbay_vision::Report;
use patchbay_vision::editing::apply;

use crate::{Context, ToolError};

/// Writes a TIFF file of several pages with each page adjusted; none where the file is no such one.
///
/// # Errors
/// As [`apply`], a page is broken, or the file cannot be written.
pub(super) fn adjust(
    file: &MediaFile,
    adjustments: &[Adjustment],
    operation: &str,
    report: &Report,
    context: &Context,
) -> Result<Option<MediaFile>, ToolError> {
    if Contents::of(&file.path, &file.name)?.pages < 2 {
        return Ok(None);
    }
    let mut pages = Pages::open(&file.path, &file.name)?;
    if !pages.is_tiff() {
        return Ok(None);
    }
    let output = context.output(operation, Some(&file.name), "tiff");
    let count = pages.count();
    let all = (count * adjustments.len().max(1)) as f64;
    let adjusted = (0..count).map(|number| {
        let image = pages.read(number, None)?;
        let mut pixels = image.pixels;
        for (step, adjustment) in adjustments.iter().enumerate() {
            let before = (number * adjustments.len() + step) as f64;
            pixels = apply(adjustment, pixels, &|done| report((before + done) / all))?;
        }
        Ok((pixels, image.metadata))
    });
    write_tiff::<ToolError>((&output.path, &output.name), None, adjusted)?;
    Ok(Some(output))
}
