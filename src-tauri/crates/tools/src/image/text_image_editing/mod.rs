//! `text_image_editing`: does what a sentence says, as far as it names adjustments that need no
//! model. The sentence gives the adjustments and their order; a value of a parameter gives how
//! much.

mod model;
mod moving;
#[cfg(test)]
mod tests;

use patchbay_domain::{Resource, ResourceType};
use patchbay_inference::Models;
use patchbay_media::image::{self as media_image, Animation, Encoding};
use patchbay_phrases::adjustments::{Misread, Wishes, named, wishes};
use patchbay_tool_api::converting::fit_for;
use patchbay_vision::editing::apply;

use super::shared::changed;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct TextImageEditing;
inventory::submit!(Registered(&TextImageEditing));
inventory::submit!(Registered(&model::TextImageEditing));

/// What to say to someone whose words were not understood.
const KNOWN: &str = "brighter, exposure +1, more contrast, warmer, saturation -20 %, black and white, sepia, invert, posterise, \
    blur, sharpen, vignette, film grain, pixelate, pencil sketch, rotate 90 degrees, mirror, resize to 1200 wide, crop to 16:9, add a white border, add \
    text ‘Sale’ at the top, convert to WebP";

impl Implementation for TextImageEditing {
    fn tool(&self) -> &'static str {
        "text_image_editing"
    }

    fn lacks_for(&self, inputs: &Inputs, _wanted: &[&str], _models: &Models) -> Option<String> {
        let misread = said(inputs).err()?;
        if let ToolError::Missing(needs) = refusal(misread) {
            Some(needs)
        } else {
            None
        }
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let Wishes {
            mut adjustments,
            format,
        } = said(inputs).map_err(refusal)?;
        for name in named::NAMES {
            if let Some(value) = inputs.set(name) {
                named::set(&mut adjustments, name, &value)
                    .ok_or_else(|| unsuitable(name, &value))?;
            }
        }
        let encoding = inputs
            .value("format")
            .as_deref()
            .or(format)
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
            let image = media_image::read(&file.path, &file.name)?;
            let mut pixels = image.pixels.clone();
            for (step, adjustment) in adjustments.iter().enumerate() {
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

/// What the sentence asks for; nothing where values alone say what to do.
fn said(inputs: &Inputs) -> Result<Wishes, Misread> {
    let text = inputs.text("text").unwrap_or_default();
    let has_value = named::NAMES
        .iter()
        .chain(&["format"])
        .any(|name| inputs.value(name).is_some());
    if text.trim().is_empty() && has_value {
        return Ok(Wishes {
            adjustments: Vec::new(),
            format: None,
        });
    }
    wishes(&text)
}

fn unsuitable(name: &str, value: &str) -> ToolError {
    ToolError::Refused(format!(
        "“{name}” cannot be “{value}” here. Set another value, or none."
    ))
}

fn refusal(misread: Misread) -> ToolError {
    match misread {
        Misread::Unknown(part) => ToolError::Missing(format!(
            "To do “{part}” a model that edits pictures by words is needed (InstructPix2Pix), and none is installed. \
             Without one you can ask for: {KNOWN}."
        )),
        Misread::Format(format) => ToolError::Input(format!(
            "Pictures are written as JPEG, PNG, WebP, TIFF, AVIF or ICO, and not as {}. Ask for one of those.",
            format.to_uppercase()
        )),
    }
}
