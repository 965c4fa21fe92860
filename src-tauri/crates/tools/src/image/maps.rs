//! What the tools have in common that draw one picture of what another shows (lines, soft edges, a sketch, normals).

use image::{DynamicImage, GrayImage};
use patchbay_domain::{Resource, ResourceType};
use patchbay_media::image::{self as pictures, Picture};
use rayon::prelude::*;

use super::changed;
use super::planes::Plane;
use crate::{Context, Inputs, ToolError};

/// One of the pictures that a tool works through.
pub(crate) struct Job<'a> {
    context: &'a Context,
    /// What it is numbered as, and of how many.
    place: (usize, usize),
    /// Its name for people.
    pub(crate) name: &'a str,
    /// Its type: `image`, or one that is an image too, such as `depth`.
    pub(crate) kind: &'a ResourceType,
}

impl<'a> Job<'a> {
    pub(super) fn new(context: &'a Context, place: (usize, usize), name: &'a str, kind: &'a ResourceType) -> Self {
        Self { context, place, name, kind }
    }

    /// A part of the work on this picture as a part of the whole step, both from 0 to 1.
    pub(crate) fn span(&self, (from, to): (f64, f64)) -> (f64, f64) {
        let whole = |fraction: f64| (self.place.0 as f64 + fraction) / self.place.1 as f64;
        (whole(from), whole(to))
    }

    /// Reports that this part (0 to 1) of the work on this picture is done; an error where it is to stop.
    pub(crate) fn reach(&self, fraction: f64) -> Result<(), ToolError> {
        self.context.progress.set(self.span((fraction.clamp(0.0, 1.0), 1.0)).0);
        self.context.check()
    }
}

/// Draws every picture of the input `image` by `draw` and writes it as PNG, `<picture>_<operation>.png`; the results are
/// of the type `kind` and keep their labels.
///
/// # Errors
/// A picture cannot be read or a result not written; what `draw` says.
pub(crate) fn draw_each(
    inputs: &Inputs,
    context: &Context,
    (kind, operation): (&'static str, &str),
    draw: impl Fn(&Picture, &Job) -> Result<DynamicImage, ToolError>,
) -> Result<Resource, ToolError> {
    changed::each(inputs, context, ResourceType::new(kind), |file, job| {
        let picture = pictures::read(&file.path, &file.name)?;
        job.reach(0.1)?;
        let drawn = draw(&picture, job)?;
        let output = context.output(operation, Some(&file.name), "png");
        pictures::write_png(&output.path, &drawn, &output.name)?;
        Ok(output)
    })
}

/// A plane of 0 to 1 as grey of 8 bits at the size of a picture.
pub(crate) fn to_grey(plane: &Plane, width: u32, height: u32) -> GrayImage {
    let levels = plane.values.par_iter().map(|value| (value.clamp(0.0, 1.0) * 255.0).round() as u8).collect();
    let small = GrayImage::from_raw(plane.width as u32, plane.height as u32, levels);
    let small = small.expect("one level for each pixel");
    pictures::resize(&DynamicImage::ImageLuma8(small), width, height).into_luma8()
}
