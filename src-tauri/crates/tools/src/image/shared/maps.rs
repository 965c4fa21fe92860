//! Shared code of the tools that draw one image of what another shows (lines, soft edges, a sketch,
//! normals).

use image::DynamicImage;
use patchbay_domain::{Resource, ResourceType};
use patchbay_media::image::{self as media_image, DecodedImage};

use super::changed;
use super::job::Job;
use crate::{Context, Inputs, ToolError};

/// Draws every image of the input `image` by `draw` and writes it as PNG,
/// `<image>_<operation>.png`; the results are of the type `kind` and keep their labels.
///
/// # Errors
/// An image cannot be read or a result not written; what `draw` says.
pub(crate) fn draw_each(
    inputs: &Inputs,
    context: &Context,
    (kind, operation): (&'static str, &str),
    draw: impl Fn(&DecodedImage, &Job) -> Result<DynamicImage, ToolError>,
) -> Result<Resource, ToolError> {
    changed::each(inputs, context, ResourceType::new(kind), |file, job| {
        let image = media_image::read(&file.path, &file.name)?;
        job.reach(0.1)?;
        let drawn = draw(&image, job)?;
        let output = context.output(operation, Some(&file.name), "png");
        media_image::write_png(&output.path, &drawn, &output.name)?;
        Ok(output)
    })
}
