//! Stable Diffusion for the tools that make and change pictures by words.

use std::ops::RangeInclusive;

use image::{DynamicImage, RgbImage};
use patchbay_inference::InferenceError;
use patchbay_inference::networks::stable_diffusion::{
    Control, ControlNet, Noise, Origin, Request, SchedulerKind, StableDiffusion,
};
use patchbay_inference::registry::{Model, Setting};
use patchbay_media::image as pictures;

use super::follow;
use crate::{Context, ToolError};

/// The network in the registry.
pub(super) const NETWORK: &str = "stable_diffusion";

/// How a model paints. A model's `settings` in the registry say otherwise, by the names of these fields; numbers are brought
/// into their ranges.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Painting {
    /// In how many steps noise becomes a picture, 1 to 150.
    pub(super) steps: usize,
    /// How much more the text counts than it would by itself, 0 to 30.
    pub(super) guidance: f64,
    /// How much more the picture that is to be edited counts than it would by itself, 0 to 10.
    pub(super) picture_guidance: f64,
    /// The side of the square pictures that the model was trained on, in pixels, 64 to 1024; others have about its area.
    pub(super) size: u32,
    /// How much of a picture is forgotten for a variation of it, 0.05 to 1.
    pub(super) strength: f64,
    /// How closely the picture of a `ControlNet` is followed, 0 to 2.
    pub(super) control: f64,
    /// What pictures are not to show.
    pub(super) unwanted: String,
    /// How noise is taken away: `ddim`, `euler_ancestral`, `dpm_solver` or `lcm`.
    pub(super) scheduler: SchedulerKind,
}

impl Painting {
    /// What a model's settings say.
    pub(super) fn of(model: &Model) -> Result<Self, ToolError> {
        let number = |name: &str, range: RangeInclusive<f64>, usual: f64| match model.settings.get(name) {
            Some(Setting::Number(number)) => number.clamp(*range.start(), *range.end()),
            _ => usual,
        };
        let text = |name: &str| match model.settings.get(name) {
            Some(Setting::Text(text)) => Some(text.clone()),
            _ => None,
        };
        let scheduler = text("scheduler").unwrap_or_else(|| "dpm_solver".to_owned());
        let known = SchedulerKind::ALL.into_iter().find(|(name, _)| *name == scheduler);
        let (_, scheduler) = known.ok_or_else(|| {
            let names = SchedulerKind::ALL.map(|(name, _)| name).join(", ");
            ToolError::Input(format!(
                "The registry sets “scheduler” of the model “{}” to “{scheduler}”. It has to be one of {names}.",
                model.id
            ))
        })?;
        Ok(Self {
            steps: number("steps", 1.0..=150.0, 20.0) as usize,
            guidance: number("guidance", 0.0..=30.0, 7.5),
            picture_guidance: number("picture_guidance", 0.0..=10.0, 1.5),
            size: number("size", 64.0..=1024.0, 512.0) as u32 / STEP * STEP,
            strength: number("strength", 0.05..=1.0, 0.6),
            control: number("control", 0.0..=2.0, 1.0),
            unwanted: text("unwanted").unwrap_or_default(),
            scheduler,
        })
    }

    /// Width and height at which the model paints a picture of this shape: about its own area, in steps of 64 pixels, no side
    /// more than twice its own.
    pub(super) fn fitted(&self, (width, height): (u32, u32)) -> (u32, u32) {
        let shape = (f64::from(width.max(1)) / f64::from(height.max(1))).sqrt();
        let side = |share: f64| {
            let steps = (f64::from(self.size) * share / f64::from(STEP)).round();
            (steps.clamp(1.0, f64::from(2 * self.size / STEP)) as u32) * STEP
        };
        (side(shape), side(1.0 / shape))
    }

    /// Asks a model for a picture, as the part `span` of the step.
    pub(super) fn paint(
        &self,
        context: &Context,
        model: &Model,
        text: &str,
        origin: Origin,
        span: (f64, f64),
    ) -> Result<RgbImage, ToolError> {
        context.check()?;
        let run = |network: &StableDiffusion| self.run(context, network, (text, origin, None), span);
        Ok(context.models.with(model, StableDiffusion::open, run)?)
    }

    /// The same, following a picture by a `ControlNet`, which is a model of its own.
    pub(super) fn paint_along(
        &self,
        context: &Context,
        (model, control): (&Model, &Model),
        text: &str,
        picture: &RgbImage,
    ) -> Result<RgbImage, ToolError> {
        context.check()?;
        let (width, height) = picture.dimensions();
        let origin = Origin::Noise { width, height };
        let follow_it = |network: &ControlNet| {
            let control = Control { network, picture, strength: self.control };
            let run = |network: &StableDiffusion| self.run(context, network, (text, origin, Some(control)), (0.0, 1.0));
            context.models.with(model, StableDiffusion::open, run)
        };
        Ok(context.models.with(control, StableDiffusion::control_net, follow_it)?)
    }

    fn run(
        &self,
        context: &Context,
        network: &StableDiffusion,
        (text, origin, control): (&str, Origin, Option<Control>),
        span: (f64, f64),
    ) -> Result<RgbImage, InferenceError> {
        let Self { steps, guidance, scheduler, .. } = *self;
        let request = Request { text, unwanted: &self.unwanted, origin, control, scheduler, steps, guidance };
        let mut noise = Noise::new(context.seed);
        let mut draw = |shape| noise.draw(shape);
        follow(context, span, |watch| network.generate(&request, &mut draw, watch))
    }
}

/// Sides of pictures are multiples of this: what the U-Net's levels halve without a rest.
const STEP: u32 = 64;

/// A picture brought to a size.
pub(super) fn sized(picture: &RgbImage, (width, height): (u32, u32)) -> RgbImage {
    if picture.dimensions() == (width, height) {
        return picture.clone();
    }
    pictures::resize(&DynamicImage::ImageRgb8(picture.clone()), width, height).into_rgb8()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use patchbay_inference::registry::Source;

    use super::*;

    fn model(settings: &[(&str, Setting)]) -> Model {
        Model {
            id: "painter".to_owned(),
            name: "Painter".to_owned(),
            network: NETWORK.to_owned(),
            tools: Vec::new(),
            files: Vec::new(),
            source: Source::Folder("".into()),
            bytes: 1,
            memory: 1,
            devices: Vec::new(),
            licence: "MIT".to_owned(),
            commercial: true,
            settings: settings.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect::<BTreeMap<_, _>>(),
        }
    }

    #[test]
    fn settings_are_brought_into_their_ranges_and_a_wrong_scheduler_is_told() {
        let usual = Painting::of(&model(&[])).unwrap();
        assert_eq!((usual.steps, usual.size, usual.scheduler), (20, 512, SchedulerKind::DpmSolver));
        let set = [("steps", 0.0), ("guidance", 99.0), ("size", 700.0), ("strength", -1.0)];
        let set = set.map(|(name, number)| (name, Setting::Number(number)));
        let found = Painting::of(&model(&set)).unwrap();
        assert_eq!((found.steps, found.size), (1, 640));
        assert!((found.guidance, found.strength) == (30.0, 0.05));
        let said = Painting::of(&model(&[("scheduler", Setting::Text("fast".to_owned()))])).unwrap_err().to_string();
        assert!(said.contains("“painter”") && said.contains("“fast”") && said.contains("dpm_solver"), "{said}");
    }

    #[test]
    fn shapes_keep_about_the_models_area() {
        let painting = Painting::of(&model(&[])).unwrap();
        assert_eq!(painting.fitted((300, 300)), (512, 512));
        assert_eq!(painting.fitted((1280, 853)), (640, 448));
        assert_eq!(painting.fitted((1, 10_000)), (64, 1024));
        assert_eq!(painting.fitted((0, 0)), (512, 512));
    }
}
