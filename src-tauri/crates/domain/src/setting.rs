//! Settings of a step beside its inputs.

use serde::{Deserialize, Serialize};

use crate::parameter::ParameterKind;

/// A setting of a step, with the form of its values.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StepSetting {
    /// Its name in recipes, on the command line and in the registry of models.
    pub name: String,
    /// Label that people read.
    pub label: String,
    /// Sentence that says what it does.
    pub meaning: String,
    /// Question that a person would ask who fills it in; empty where nobody wrote it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub question: String,
    /// Form of its values.
    pub form: SettingForm,
    /// Value where nobody sets it; empty: as the tool sees fit, or as its inputs say.
    pub usual: String,
    /// The unit that a number counts, shown behind it; empty: none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub unit: String,
    /// The kind of its values, where it is a parameter of the tool; none: it is a setting of the
    /// way in which it is done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<ParameterKind>,
}

/// Form of a setting's values.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum SettingForm {
    /// A number.
    Number {
        /// The smallest.
        least: f64,
        /// The largest.
        most: f64,
        /// Difference of two neighbours.
        step: f64,
        /// The range that a slider shows; none: the whole range.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        soft: Option<(f64, f64)>,
    },
    /// One of some names.
    Choice {
        /// The names.
        options: Vec<String>,
    },
    /// Any words, also none.
    Text,
}

impl StepSetting {
    /// Creates a setting with its name, label and meaning, the form of its values, and its usual
    /// value.
    pub fn new((name, label, meaning): (&str, &str, &str), form: SettingForm, usual: &str) -> Self {
        let [name, label, meaning, usual] = [name, label, meaning, usual].map(str::to_owned);
        Self {
            name,
            label,
            meaning,
            question: String::new(),
            form,
            usual,
            unit: String::new(),
            kind: None,
        }
    }

    /// A value as it is kept: numbers in one way of writing, words without blanks around them.
    ///
    /// # Errors
    /// Returns a sentence that says what the setting can be if it cannot be `value`.
    pub fn read(&self, value: &str) -> Result<String, String> {
        let value = value.trim();
        let can_be = match &self.form {
            SettingForm::Number { least, most, .. } => match value.parse::<f64>() {
                Ok(number) if (*least..=*most).contains(&number) => return Ok(number.to_string()),
                _ => format!("a number from {least} to {most}"),
            },
            SettingForm::Choice { options } if !options.iter().any(|option| option == value) => {
                format!("one of {}", options.join(", "))
            }
            SettingForm::Choice { .. } | SettingForm::Text => return Ok(value.to_owned()),
        };
        Err(format!(
            "The setting “{}” cannot be “{value}”: it has to be {can_be}.",
            self.name
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setting_takes_what_it_can_be_and_says_what_that_is() {
        let form = SettingForm::Number {
            least: 1.0,
            most: 150.0,
            step: 1.0,
            soft: None,
        };
        let steps = StepSetting::new(("steps", "Steps", "How many."), form, "20");
        assert_eq!(steps.read(" 30.0 ").unwrap(), "30");
        for wrong in ["0", "151", "many", "", "NaN", "inf"] {
            let said = steps.read(wrong).unwrap_err();
            assert!(
                said.contains("steps") && said.contains("from 1 to 150"),
                "{said}"
            );
        }
        let form = SettingForm::Choice {
            options: vec!["ddim".to_owned(), "lcm".to_owned()],
        };
        let scheduler = StepSetting::new(("scheduler", "Scheduler", "How."), form, "ddim");
        assert_eq!(scheduler.read("lcm").unwrap(), "lcm");
        assert!(scheduler.read("fast").unwrap_err().contains("ddim, lcm"));
        let unwanted =
            StepSetting::new(("unwanted", "Unwanted", "What not."), SettingForm::Text, "");
        assert_eq!(unwanted.read(" blurry, dark").unwrap(), "blurry, dark");
    }
}
