//! User-adjustable settings of a painting.

use patchbay_domain::{SettingForm, StepSetting};
use patchbay_inference::networks::stable_diffusion::SchedulerKind;
use patchbay_inference::registry::Model;

use super::Painting;
use super::sizes::STEP;
use crate::shared::settings::{Values, number, usual};
use crate::{Context, ToolError};

/// Settings of every painting.
const ALWAYS: [&str; 5] = ["steps", "guidance", "size", "unwanted", "scheduler"];

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

/// User-adjustable settings of a tool, by name, with their defaults on a model.
pub(crate) fn settings(model: Option<&Model>, names: &[&str]) -> Vec<StepSetting> {
    let of_tool =
        |setting: &StepSetting| ALWAYS.iter().chain(names).any(|name| *name == setting.name);
    usual(declared().into_iter().filter(of_tool).collect(), model)
}

impl Painting {
    /// Settings by which a model paints in a step.
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
            image_guidance: values.number("picture_guidance"),
            size: values.number("size") as u32 / STEP * STEP,
            strength: values.number("strength"),
            control: values.number("control"),
            unwanted: values.text("unwanted").to_owned(),
            scheduler: scheduler.map_or(SchedulerKind::DpmSolver, |(_, kind)| kind),
        })
    }
}
