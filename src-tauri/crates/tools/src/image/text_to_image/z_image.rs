//! Z-Image for the tool that makes images of words. It takes no guidance, so that nothing can be
//! unwanted, and one scheduler.

use image::RgbImage;
use patchbay_domain::StepSetting;
use patchbay_inference::networks::stable_diffusion::Noise;
use patchbay_inference::networks::z_image::{Request, ZImage};
use patchbay_inference::registry::Model;

use crate::image::shared::painting::STEP;
use crate::shared::models::follow;
use crate::shared::settings::{Values, number, usual};
use crate::{Context, ToolError};

/// The network in the registry.
pub(super) const NETWORK: &str = "z_image";

/// User-adjustable settings with their defaults, where neither the registry nor a person says
/// otherwise.
fn declared() -> Vec<StepSetting> {
    vec![
        number(
            (
                "steps",
                "Steps",
                "In how many steps noise becomes a picture. The model is made for 8.",
            ),
            (1.0, 50.0, 1.0),
            8.0,
        ),
        number(
            (
                "size",
                "Size",
                "The side of the square picture in pixels. Large ones take long.",
            ),
            (64.0, 2048.0, f64::from(STEP)),
            1024.0,
        ),
    ]
}

/// User-adjustable settings with their defaults on a model.
pub(super) fn settings(model: &Model) -> Vec<StepSetting> {
    usual(declared(), Some(model))
}

/// An image of what a text says, by the settings and the seed of a step.
///
/// # Errors
/// A setting is what it cannot be, the model fails, or the step is stopped.
pub(super) fn paint(context: &Context, model: &Model, text: &str) -> Result<RgbImage, ToolError> {
    let values = Values::of(declared(), model, context)?;
    let side = values.number("size") as u32 / STEP * STEP;
    let request = Request {
        text,
        width: side,
        height: side,
        steps: values.number("steps") as usize,
    };
    context.check()?;
    let run = |network: &ZImage| {
        let mut noise = Noise::new(context.seed);
        let mut draw = |shape| noise.draw(shape);
        follow(context, (0.0, 1.0), |watch| {
            network.generate(&request, &mut draw, watch)
        })
    };
    Ok(context.models.with(model, ZImage::open, run)?)
}
