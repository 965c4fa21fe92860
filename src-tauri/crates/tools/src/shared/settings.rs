//! User-adjustable settings of tools that a model does: as each declares it, as the registry has it
//! for the model, and as a person chose it.

use std::collections::BTreeMap;

use patchbay_domain::{SettingForm, StepSetting};
use patchbay_inference::registry::{Model, Setting};

use crate::{Context, ToolError};

/// The name of the setting for how sure a model has to be.
const LEAST_SCORE: &str = "least_score";

/// Declares a number in a range, in steps of `step`.
pub(crate) fn number(
    named: (&str, &str, &str),
    (least, most, step): (f64, f64, f64),
    usual: f64,
) -> StepSetting {
    StepSetting::new(
        named,
        SettingForm::Number {
            least,
            most,
            step,
            soft: None,
        },
        &usual.to_string(),
    )
}

/// Declares how sure a model has to be of what it tells, where it is so by itself from `usual` on.
pub(crate) fn least_score(usual: f64) -> StepSetting {
    let meaning =
        "What the model is less sure of is not told. Lower finds more, and more that is wrong.";
    number(
        (LEAST_SCORE, "Least score", meaning),
        (0.0, 1.0, 0.05),
        usual,
    )
}

/// Half the score that a model usually has to have, beside what is set; none where that was set.
pub(crate) fn less_sure(
    set: &BTreeMap<String, String>,
    declared: &[StepSetting],
) -> Option<BTreeMap<String, String>> {
    let setting = declared.iter().find(|one| one.name == LEAST_SCORE)?;
    let usual: f64 = setting.usual.parse().ok()?;
    if set.contains_key(LEAST_SCORE) {
        return None;
    }
    let mut relaxed = set.clone();
    relaxed.insert(LEAST_SCORE.to_owned(), (usual / 2.0).to_string());
    Some(relaxed)
}

/// Declared settings as the registry has them for a model. What it gets wrong is left as declared:
/// a run tells it.
pub(crate) fn usual(mut declared: Vec<StepSetting>, model: Option<&Model>) -> Vec<StepSetting> {
    for setting in &mut declared {
        let _ = model.map_or(Ok(()), |model| as_registered(setting, model));
    }
    declared
}

/// Sets what is usual to what the registry has for a model, numbers brought into their range.
fn as_registered(setting: &mut StepSetting, model: &Model) -> Result<(), String> {
    let value = match (model.settings.get(&setting.name), &setting.form) {
        (None, _) => return Ok(()),
        (Some(Setting::Number(number)), SettingForm::Number { least, most, .. }) => {
            number.clamp(*least, *most).to_string()
        }
        (Some(other), _) => other.to_string(),
    };
    let told =
        |error: String| format!("{error} The registry of models says so for “{}”.", model.id);
    setting.usual = setting.read(&value).map_err(told)?;
    Ok(())
}

/// The values that hold in a step.
pub(crate) struct Values(BTreeMap<String, String>);

impl Values {
    /// Those of the declared settings on a model, as a person chose them where one did.
    ///
    /// # Errors
    /// The registry or the person set one to what it cannot be.
    pub(crate) fn of(
        declared: Vec<StepSetting>,
        model: &Model,
        context: &Context,
    ) -> Result<Self, ToolError> {
        let hold = |mut setting: StepSetting| {
            as_registered(&mut setting, model)?;
            let value = match context.settings.get(&setting.name) {
                Some(chosen) => setting.read(chosen)?,
                None => setting.usual,
            };
            Ok((setting.name, value))
        };
        declared
            .into_iter()
            .map(hold)
            .collect::<Result<_, String>>()
            .map(Self)
            .map_err(ToolError::Input)
    }

    /// A declared number.
    pub(crate) fn number(&self, name: &str) -> f64 {
        self.text(name).parse().unwrap_or_default()
    }

    /// A declared name or words.
    pub(crate) fn text(&self, name: &str) -> &str {
        self.0.get(name).map_or("", String::as_str)
    }
}
