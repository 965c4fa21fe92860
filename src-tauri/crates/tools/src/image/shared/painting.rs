//! Stable Diffusion for the tools that make and change pictures by words.

use image::{DynamicImage, RgbImage};
use patchbay_domain::{Resource, ResourceType, SettingForm, StepSetting};
use patchbay_inference::InferenceError;
use patchbay_inference::networks::stable_diffusion::{
    Control, ControlNet, Noise, Origin, Request, SchedulerKind, StableDiffusion,
};
use patchbay_inference::registry::Model;
use patchbay_media::image as pictures;
use patchbay_vision::pixels;

use super::changed;
use super::job::Job;
use crate::shared::models::follow;
use crate::shared::settings::{Values, number, usual};
use crate::{Context, Inputs, ToolError};

/// The network in the registry.
pub(crate) const NETWORK: &str = "stable_diffusion";

/// How a model paints: its settings, each as it holds in a step.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Painting {
    pub(crate) steps: usize,
    pub(crate) guidance: f64,
    pub(crate) picture_guidance: f64,
    pub(crate) size: u32,
    pub(crate) strength: f64,
    pub(crate) control: f64,
    pub(crate) unwanted: String,
    pub(crate) scheduler: SchedulerKind,
}

/// What can be set of every painting.
pub(crate) const ALWAYS: [&str; 5] = ["steps", "guidance", "size", "unwanted", "scheduler"];

/// Every setting, as it is where neither the registry nor a person says otherwise.
fn declared() -> Vec<StepSetting> {
    let named = |(name, _): (&str, SchedulerKind)| name.to_owned();
    let schedulers = SettingForm::Choice {
        options: SchedulerKind::ALL.map(named).to_vec(),
    };
    vec![
        number(
            (
                "steps",
                "Steps",
                "In how many steps noise becomes a picture. More take longer.",
            ),
            (1.0, 150.0, 1.0),
            20.0,
        ),
        number(
            (
                "guidance",
                "Guidance",
                "How closely the words are followed.",
            ),
            (0.0, 30.0, 0.5),
            7.5,
        ),
        number(
            (
                "picture_guidance",
                "Picture guidance",
                "How closely the picture that is edited is kept.",
            ),
            (0.0, 10.0, 0.1),
            1.5,
        ),
        number(
            (
                "size",
                "Size",
                "The side of a square picture in pixels; others have about its area. Large ones take long.",
            ),
            (64.0, 2048.0, f64::from(STEP)),
            512.0,
        ),
        number(
            (
                "strength",
                "Strength",
                "How much of the picture is forgotten.",
            ),
            (0.05, 1.0, 0.05),
            0.6,
        ),
        number(
            (
                "control",
                "Control",
                "How closely the drawing or map is followed.",
            ),
            (0.0, 2.0, 0.05),
            1.0,
        ),
        StepSetting::new(
            ("unwanted", "Unwanted", "What the picture is not to show."),
            SettingForm::Text,
            "",
        ),
        StepSetting::new(
            ("scheduler", "Scheduler", "How noise is taken away."),
            schedulers,
            "dpm_solver",
        ),
    ]
}

/// What can be set of a tool, by name, as it is on a model.
pub(crate) fn settings(model: Option<&Model>, names: &[&str]) -> Vec<StepSetting> {
    let of_tool =
        |setting: &StepSetting| ALWAYS.iter().chain(names).any(|name| *name == setting.name);
    usual(declared().into_iter().filter(of_tool).collect(), model)
}

impl Painting {
    /// How a model paints in a step.
    ///
    /// # Errors
    /// A setting is what it cannot be.
    pub(crate) fn of(model: &Model, context: &Context) -> Result<Self, ToolError> {
        let values = Values::of(declared(), model, context)?;
        let scheduler = SchedulerKind::ALL
            .into_iter()
            .find(|(name, _)| *name == values.text("scheduler"));
        Ok(Self {
            steps: values.number("steps") as usize,
            guidance: values.number("guidance"),
            picture_guidance: values.number("picture_guidance"),
            size: values.number("size") as u32 / STEP * STEP,
            strength: values.number("strength"),
            control: values.number("control"),
            unwanted: values.text("unwanted").to_owned(),
            scheduler: scheduler.map_or(SchedulerKind::DpmSolver, |(_, kind)| kind),
        })
    }

    /// Width and height at which the model paints a picture of this shape: about its own area, in
    /// steps of 64 pixels, no side more than twice its own.
    pub(crate) fn fitted(&self, shape: (u32, u32)) -> (u32, u32) {
        fitted(self.size, shape)
    }

    /// Asks a model for a picture, as the part `span` of the step.
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

    /// The same, following a picture by a `ControlNet`, which is a model of its own.
    pub(crate) fn paint_along(
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
            let control = Control {
                network,
                image: picture,
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
        let show = |picture: RgbImage| context.progress.show(&picture);
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
        let picture = &sized(&first, (width, height));
        make(
            Origin::Image {
                image: picture,
                strength: REPAINTED,
            },
            (middle, span.1),
        )
    }
}

/// Sides of pictures are multiples of this: what the U-Net's levels halve without a rest.
pub(crate) const STEP: u32 = 64;

/// How much is forgotten of a picture that is painted again at a larger size.
const REPAINTED: f64 = 0.5;
/// The part of the work that painting the smaller one is.
const FIRST: f64 = 0.2;

/// Width and height in steps, about the area of a square of a side in the shape of another size;
/// neither more than twice the side.
fn fitted(size: u32, (width, height): (u32, u32)) -> (u32, u32) {
    let shape = (f64::from(width.max(1)) / f64::from(height.max(1))).sqrt();
    let side = |share: f64| {
        let steps = (f64::from(size) * share / f64::from(STEP)).round();
        (steps.clamp(1.0, f64::from((2 * size / STEP).max(1))) as u32) * STEP
    };
    (side(shape), side(1.0 / shape))
}

/// Has every picture of the input `image` made anew by `make`, which sees it opaque, and writes
/// what comes at the picture's own size as `<picture>_<operation>`.
pub(crate) fn each(
    inputs: &Inputs,
    context: &Context,
    operation: &str,
    make: impl Fn(&RgbImage, &Job) -> Result<RgbImage, ToolError>,
) -> Result<Resource, ToolError> {
    changed::each(inputs, context, ResourceType::IMAGE, |file, job| {
        let read = pictures::read(&file.path, &file.name)?;
        let picture = pixels::opaque(read.pixels.clone(), [1.0; 3]).into_rgb8();
        let made = sized(&make(&picture, job)?, picture.dimensions());
        changed::write(
            context,
            &read,
            &file.name,
            operation,
            &DynamicImage::ImageRgb8(made),
        )
    })
}

/// A picture brought to a size.
pub(crate) fn sized(picture: &RgbImage, (width, height): (u32, u32)) -> RgbImage {
    if picture.dimensions() == (width, height) {
        return picture.clone();
    }
    pictures::resize(&DynamicImage::ImageRgb8(picture.clone()), width, height).into_rgb8()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use patchbay_inference::registry::{Setting, Source};

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
            speed: None,
            devices: Vec::new(),
            licence: "MIT".to_owned(),
            commercial: true,
            settings: settings
                .iter()
                .map(|(name, value)| ((*name).to_owned(), value.clone()))
                .collect::<BTreeMap<_, _>>(),
        }
    }

    #[test]
    fn settings_are_as_chosen_else_as_registered_else_as_usual() {
        let (mut context, _folder) = crate::testing::context();
        let usual = Painting::of(&model(&[]), &context).unwrap();
        assert_eq!(
            (usual.steps, usual.size, usual.scheduler),
            (20, 512, SchedulerKind::DpmSolver)
        );
        let set = [
            ("steps", 0.0),
            ("guidance", 99.0),
            ("size", 700.0),
            ("strength", -1.0),
        ];
        let set = model(&set.map(|(name, number)| (name, Setting::Number(number))));
        let found = Painting::of(&set, &context).unwrap();
        assert_eq!((found.steps, found.size), (1, 640));
        assert!((found.guidance, found.strength) == (30.0, 0.05));
        context.settings = [("steps", "7"), ("scheduler", "lcm"), ("unwanted", "fog")]
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .into();
        let chosen = Painting::of(&set, &context).unwrap();
        assert_eq!(
            (chosen.steps, chosen.size, chosen.scheduler),
            (7, 640, SchedulerKind::Lcm)
        );
        assert_eq!(chosen.unwanted, "fog");
        let shown = settings(Some(&set), &["strength"]);
        let names: Vec<&str> = shown.iter().map(|setting| setting.name.as_str()).collect();
        assert_eq!(
            names,
            [
                "steps",
                "guidance",
                "size",
                "strength",
                "unwanted",
                "scheduler"
            ]
        );
        assert_eq!(shown[1].usual, "30");
    }

    #[test]
    fn what_a_setting_cannot_be_is_told() {
        let (mut context, _folder) = crate::testing::context();
        let fast = model(&[("scheduler", Setting::Text("fast".to_owned()))]);
        let said = Painting::of(&fast, &context).unwrap_err().to_string();
        assert!(
            said.contains("“painter”") && said.contains("“fast”") && said.contains("dpm_solver"),
            "{said}"
        );
        context
            .settings
            .insert("steps".to_owned(), "many".to_owned());
        let said = Painting::of(&model(&[]), &context).unwrap_err().to_string();
        assert!(
            said.contains("“steps”") && said.contains("from 1 to 150"),
            "{said}"
        );
    }

    #[test]
    fn shapes_keep_about_the_models_area() {
        let (context, _folder) = crate::testing::context();
        let painting = Painting::of(&model(&[]), &context).unwrap();
        assert_eq!(painting.fitted((300, 300)), (512, 512));
        assert_eq!(painting.fitted((1280, 853)), (640, 448));
        assert_eq!(painting.fitted((1, 10_000)), (64, 1024));
        assert_eq!(painting.fitted((0, 0)), (512, 512));
    }
}
