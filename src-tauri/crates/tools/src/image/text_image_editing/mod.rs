//! `text_image_editing`: adjusts images without a model. The planner read the adjustments and their
//! order of words; a value of a parameter counts before its own.

mod model;
mod moving;
mod paged;
#[cfg(test)]
mod tests;

use std::cell::Cell;

use patchbay_domain::{Resource, ResourceType};
use patchbay_inference::Models;
use patchbay_media::MediaError;
use patchbay_media::image::{self as media_image, Animation, Encoding};
use patchbay_tool_api::converting::fit_for;
use patchbay_values::adjustments::{Adjustment, Adjustments, named};
use patchbay_vision::editing::{apply, geometry};

use super::shared::changed;
use crate::shared::edits;
use crate::{Context, Implementation, Inputs, PartsRead, Registered, ToolError};

struct TextImageEditing;
inventory::submit!(Registered(&TextImageEditing));
inventory::submit!(Registered(&model::TextImageEditing));

/// Changes to name to someone whose words were not understood.
const KNOWN: &str = "brighter, exposure +1, more contrast, warmer, saturation -20 %, black and white, sepia, invert, posterise, \
    blur, sharpen, vignette, film grain, pixelate, pencil sketch, rotate 90 degrees, mirror, resize to 1200 wide, crop to 16:9, add a white border, add \
    text ‘Sale’ at the top, convert to WebP";

impl Implementation for TextImageEditing {
    fn tool(&self) -> &'static str {
        "text_image_editing"
    }

    fn lacks_for(&self, inputs: &Inputs, _wanted: &[&str], _models: &Models) -> Option<String> {
        read(inputs).ok()?.is_none().then(|| needs(inputs))
    }

    fn reads(&self, inputs: &Inputs) -> PartsRead {
        let format = inputs.value("format");
        let is_kept = |ending: &str| format.as_deref().is_none_or(|format| format == ending);
        let is_scan = inputs.pictures().all(|file| {
            let ending = file
                .name
                .rsplit_once('.')
                .map(|(_, ending)| ending.to_lowercase());
            matches!(ending.as_deref(), Some("tif" | "tiff"))
        });
        PartsRead {
            pages: is_kept("tiff") && is_scan,
            frames: is_kept("gif"),
            film: false,
        }
    }

    fn changes_sides(&self, inputs: &Inputs) -> bool {
        let sets = |all: Vec<Adjustment>| all.iter().any(Adjustment::sets_sides);
        read(inputs).is_ok_and(|read| read.is_some_and(sets))
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let read = read(inputs)?;
        let mut adjustments = read.ok_or_else(|| ToolError::Missing(needs(inputs)))?;
        for name in named::NAMES {
            if let Some(value) = inputs.set(name) {
                named::set(&mut adjustments, name, &value)
                    .ok_or_else(|| unsuitable(name, &value))?;
            }
        }
        let encoding = inputs
            .value("format")
            .as_deref()
            .and_then(Encoding::of_extension);
        let steps = (adjustments.len() + 2) as f64;
        let operation = if adjustments.is_empty() {
            "converted"
        } else {
            "edited"
        };
        changed::each(inputs, context, ResourceType::IMAGE, |file, job| {
            let report = |step: usize, done: f64| job.reach((step as f64 + done) / steps);
            if encoding.is_none()
                && let Some(animation) = Animation::open(&file.path, &file.name)?
            {
                let output = context.output(operation, Some(&file.name), animation.extension());
                let reached = |done| report(1, done * (steps - 1.0));
                moving::adjust(&animation, &adjustments, &output, &reached, context)?;
                return Ok(output);
            }
            if encoding.is_none_or(|encoding| encoding == Encoding::Tiff)
                && let Some(output) = paged::adjust(
                    file,
                    &adjustments,
                    operation,
                    &|done| report(1, done * (steps - 1.0)),
                    context,
                )?
            {
                return Ok(output);
            }
            // Drawings and documents are drawn at the size that is wanted, and not enlarged.
            let is_sized = Cell::new(false);
            let wanted = |own| match adjustments.first() {
                Some(Adjustment::Resize(size)) => {
                    is_sized.set(true);
                    geometry::sides(*size, own)
                }
                _ => own,
            };
            let image = media_image::read_sized(&file.path, &file.name, wanted, &|done| {
                report(0, done).map_err(|_| MediaError::Cancelled)
            })?;
            let mut pixels = image.pixels.clone();
            for (step, adjustment) in adjustments
                .iter()
                .enumerate()
                .skip(usize::from(is_sized.get()))
            {
                report(step + 1, 0.0)?;
                pixels = apply(adjustment, pixels, &|done| report(step + 1, done))?;
            }
            report(adjustments.len() + 1, 0.0)?;
            let encoding = encoding.unwrap_or_else(|| image.encoding_for(&pixels));
            let pixels = fit_for(pixels, encoding)?;
            let output = context.output(operation, Some(&file.name), encoding.extension());
            media_image::write_like(&image, &output.path, &pixels, encoding, &output.name)?;
            Ok(output)
        })
    }
}

/// The adjustments that were read of words; none where words stand there that name others.
fn read(inputs: &Inputs) -> Result<Option<Vec<Adjustment>>, ToolError> {
    let read = edits::given(inputs, "adjustments", Adjustments::read)?;
    Ok(read.map(|read| read.0))
}

fn unsuitable(name: &str, value: &str) -> ToolError {
    ToolError::Refused(format!(
        "“{name}” cannot be “{value}” here. Set another value, or none."
    ))
}

/// What is lacking for words that name no adjustment.
fn needs(inputs: &Inputs) -> String {
    let words = inputs.text("text").unwrap_or_default();
    format!(
        "To do “{}” a model that edits pictures by words is needed (InstructPix2Pix), and none is installed. \
         Without one you can ask for: {KNOWN}.",
        words.trim()
    )
}
