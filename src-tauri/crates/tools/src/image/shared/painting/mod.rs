//! Stable Diffusion for the tools that make and change images by words: what can be set of it
//! ([`mod@settings`]), how large it paints ([`sizes`]), and painting itself.

mod settings;
mod sizes;
#[cfg(test)]
mod tests;

use image::{DynamicImage, RgbImage};
use patchbay_domain::{Resource, ResourceType};
use patchbay_inference::InferenceError;
use patchbay_inference::networks::stable_diffusion::{
    Control, ControlNet, Noise, Origin, Request, SchedulerKind, StableDiffusion,
};
use patchbay_inference::registry::Model;
use patchbay_media::image as media_image;
use patchbay_vision::pixels;

pub(crate) use settings::settings;
use sizes::fitted;
pub(crate) use sizes::{STEP, sized};

use super::changed;
use super::job::Job;
use crate::shared::models::follow;
use crate::{Context, Inputs, ToolError};

/// The network in the registry.
pub(crate) const NETWORK: &str = "stable_diffusion";

/// Share of an image that is forgotten where it is painted again at a larger size.
const REPAINTED: f64 = 0.5;
/// The part of the work that painting the smaller one is.
const FIRST: f64 = 0.2;

/// Settings by which a model paints, each as it holds in a step.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Painting {
    pub(crate) steps: usize,
    pub(crate) guidance: f64,
    pub(crate) image_guidance: f64,
    pub(crate) size: u32,
    pub(crate) strength: f64,
    pub(crate) control: f64,
    pub(crate) unwanted: String,
    pub(crate) scheduler: SchedulerKind,
}

impl Painting {
    /// Width and height at which the model paints an image of this shape: about its own area, in
    /// steps of 64 pixels, no side more than twice its own.
    pub(crate) fn fitted(&self, shape: (u32, u32)) -> (u32, u32) {
        fitted(self.size, shape)
    }

    /// Asks a model for an image, as the part `span` of the step.
    pub(crate) fn paint(
        &self,
        context: &Context,
        model: &Model,
        text: &str,
        origin: Origin,
        span: (f64, f64),
    ) -> Result<RgbImage, ToolError> {
        context.check()?;
        let run =
            |network: &StableDiffusion| self.run(context, network, (text, origin, None), span);
        Ok(context.models.with(model, StableDiffusion::open, run)?)
    }

    /// The same, following an image by a `ControlNet`, which is a model of its own.
    pub(crate) fn paint_along(
        &self,
        context: &Context,
        (model, control): (&Model, &Model),
        text: &str,
        image: &RgbImage,
    ) -> Result<RgbImage, ToolError> {
        context.check()?;
        let (width, height) = image.dimensions();
        let origin = Origin::Noise { width, height };
        let follow_it = |network: &ControlNet| {
            let control = Control {
                network,
                image,
                strength: self.control,
            };
            let run = |network: &StableDiffusion| {
                self.run(context, network, (text, origin, Some(control)), (0.0, 1.0))
            };
            context.models.with(model, StableDiffusion::open, run)
        };
        Ok(context
            .models
            .with(control, StableDiffusion::control_net, follow_it)?)
    }

    fn run(
        &self,
        context: &Context,
        network: &StableDiffusion,
        (text, origin, control): (&str, Origin, Option<Control>),
        span: (f64, f64),
    ) -> Result<RgbImage, InferenceError> {
        let Self {
            steps,
            guidance,
            scheduler,
            ..
        } = *self;
        let show = |image: RgbImage| context.progress.show(&image);
        let preview = Some(&show as &dyn Fn(RgbImage));
        let mut noise = Noise::new(context.seed);
        let mut make = |origin: Origin, span: (f64, f64)| {
            let request = Request {
                text,
                unwanted: &self.unwanted,
                origin,
                control,
                scheduler,
                steps,
                guidance,
                preview,
            };
            let mut draw = |shape| noise.draw(shape);
            follow(context, span, |watch| {
                network.generate(&request, &mut draw, watch)
            })
        };
        let Origin::Noise { width, height } = origin else {
            return make(origin, span);
        };
        let Some(side) = network
            .is_large((width, height))
            .filter(|_| control.is_none())
        else {
            return make(origin, span);
        };
        // What is painted window by window from noise shows what the words say in each of them:
        // what there is to see is painted as large as the model can, and then again, larger, with
        // what it needs of detail.
        let small = fitted(side, (width, height));
        let middle = span.0 + FIRST * (span.1 - span.0);
        let first = make(
            Origin::Noise {
                width: small.0,
                height: small.1,
            },
            (span.0, middle),
        )?;
        let image = &sized(&first, (width, height));
        make(
            Origin::Image {
                image,
                strength: REPAINTED,
            },
            (middle, span.1),
        )
    }
}

/// Has every image of the input `image` made anew by `make`, which sees it opaque, and writes what
/// comes at the image's own size as `<image>_<operation>`.
pub(crate) fn each(
    inputs: &Inputs,
    context: &Context,
    operation: &str,
    make: impl Fn(&RgbImage, &Job) -> Result<RgbImage, ToolError>,
) -> Result<Resource, ToolError> {
    changed::each(inputs, context, ResourceType::IMAGE, |file, job| {
        let read = media_image::read(&file.path, &file.name)?;
        let image = pixels::opaque(read.pixels.clone(), [1.0; 3]).into_rgb8();
        let made = sized(&make(&image, job)?, image.dimensions());
        changed::write(
            context,
            &read,
            &file.name,
            operation,
            &DynamicImage::ImageRgb8(made),
        )
    })
}
