//! Tools as the planner sees them: typed functions with names, parameters and words about them.

use serde::{Deserialize, Serialize};

use crate::parameter::{Parameter, ParameterKind};
use crate::resource_type::ResourceType;
use crate::setting::{SettingForm, StepSetting};
use crate::text_role::TextRole;

/// A resource that a tool takes under one name.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ResourceParameter {
    /// The argument's name, unique within the tool.
    pub name: String,
    /// The type that a value must have.
    #[serde(rename = "type")]
    pub resource_type: ResourceType,
    /// Role of a text; none where nobody said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<TextRole>,
    /// Whether it takes several values at once, such as all videos of a join.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub many: bool,
}

/// A typed function that says what is done. How it is done is an implementation's matter.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Tool {
    /// Unique name, such as `image_to_edge`.
    pub name: String,
    /// Label that people read, such as `Extract edges`; empty: made from the name.
    #[serde(default)]
    pub label: String,
    /// The field that it belongs to, such as `image-editing`.
    #[serde(default)]
    pub domain: String,
    /// Resources that it takes, in order.
    pub args: Vec<ResourceParameter>,
    /// Typed values that it takes beside its resources. A tool that is told in words what to do and
    /// declares none but formats and free words follows all of them, as a language model does.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parameters: Vec<Parameter>,
    /// Type of its result.
    pub returns: ResourceType,
    /// The endings of the files that it can make, the usual one first; empty: not known, or no
    /// file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub formats: Vec<String>,
    /// The tools whose work it does too: an evaluation that wants one of them is served by it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub counts_as: Vec<String>,
    /// Sentence that says what it does.
    #[serde(default)]
    pub description: String,
    /// Requests as people put them that this tool serves.
    #[serde(default)]
    pub examples: Vec<String>,
    /// Whether it makes something new out of little, so that a person may want another take of the
    /// same.
    #[serde(default)]
    pub varies: bool,
    /// Rough time that the built-in implementation takes on an ordinary input, in seconds; 0: not
    /// known.
    #[serde(default)]
    pub seconds: f32,
    /// Way to do it without a model; `-`: there is none.
    #[serde(default)]
    pub built_in: String,
    /// The model that does it (or does it better); `-`: none.
    #[serde(default)]
    pub model: String,
    /// The size of that model's files in bytes; 0: not known, or none.
    #[serde(default)]
    pub model_bytes: u64,
}

/// The domain of tools of servers that a person connected.
pub const CONNECTED: &str = "connected";

impl Tool {
    /// Whether it is a tool of a server that a person connected.
    pub fn is_connected(&self) -> bool {
        self.domain == CONNECTED
    }

    /// The argument that tells in words what to do; none where it takes no such words.
    pub fn instruction(&self) -> Option<&ResourceParameter> {
        let mut arguments = self.args.iter();
        arguments.find(|one| one.role == Some(TextRole::Instruction))
    }

    /// The parameter of that name.
    pub fn parameter(&self, name: &str) -> Option<&Parameter> {
        self.parameters
            .iter()
            .find(|parameter| parameter.name == name)
    }

    /// The parameter of its edits in their order, where it has one.
    pub fn edits(&self) -> Option<&Parameter> {
        self.parameters
            .iter()
            .find(|parameter| parameter.kind == ParameterKind::Edits)
    }

    /// Whether it follows all the words of an instruction, as a language model does: it declares no
    /// values but a format and free words.
    pub fn follows_words(&self) -> bool {
        let is_left = |one: &Parameter| match one.kind {
            ParameterKind::FileFormat => true,
            ParameterKind::Text => !self.is_connected(),
            _ => false,
        };
        self.parameters.iter().all(is_left)
    }

    /// The only values that a parameter takes, its own or for a file format the tool's; empty:
    /// every value of its kind.
    pub fn choices<'a>(&'a self, parameter: &'a Parameter) -> &'a [String] {
        if parameter.choices.is_empty() && parameter.kind == ParameterKind::FileFormat {
            &self.formats
        } else {
            &parameter.choices
        }
    }

    /// The parameters that people see and set, as settings of a step.
    pub fn parameter_settings(&self) -> impl Iterator<Item = StepSetting> {
        self.parameters
            .iter()
            .filter(|parameter| parameter.is_set())
            .map(|parameter| {
                let choices = self.choices(parameter);
                let form = match parameter.range {
                    Some((least, most)) => SettingForm::Number {
                        least,
                        most,
                        step: parameter.step(),
                        soft: parameter.soft,
                    },
                    None if choices.is_empty() => SettingForm::Text,
                    None => SettingForm::Choice {
                        options: choices.to_vec(),
                    },
                };
                let names = (
                    parameter.name.as_str(),
                    parameter.label.as_str(),
                    parameter.meaning.as_str(),
                );
                let unit = parameter.kind.unit().to_owned();
                StepSetting {
                    unit,
                    question: parameter.question.clone(),
                    kind: Some(parameter.kind),
                    ..StepSetting::new(names, form, "")
                }
            })
    }

    /// Whether it has parameters of which one has to have a value, and none of them does. `has`: whether a parameter of
    /// that name has one.
    pub fn is_unsaid(&self, has: impl Fn(&str) -> bool) -> bool {
        let mut needed = self.parameters.iter().filter(|one| one.needed).peekable();
        needed.peek().is_some() && !needed.any(|one| has(&one.name))
    }

    /// Title that people read: the label, or the name in words.
    pub fn title(&self) -> String {
        if !self.label.is_empty() {
            return self.label.clone();
        }
        let words = self.name.replace(['_', '-'], " ");
        let mut letters = words.chars();
        letters
            .next()
            .map(|first| first.to_uppercase().chain(letters).collect())
            .unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_settings_of_their_kind_with_the_range_of_their_slider() {
        let tool: Tool = serde_json::from_str(
            r#"{"name": "t", "args": [], "returns": "image", "parameters": [
                {"name": "bright", "kind": "percent", "label": "Bright", "range": [-100, 500], "soft": [-100, 100]},
                {"name": "speed", "kind": "speed", "label": "Speed", "range": [0.05, 2000], "soft": [0.1, 4]},
                {"name": "count", "kind": "count", "label": "Count", "range": [1, 9]},
                {"name": "parts", "kind": "time_ranges", "label": "Parts"}, {"name": "amount", "kind": "percent"}]}"#,
        )
        .expect("a tool");
        let forms: Vec<_> = tool
            .parameter_settings()
            .map(|setting| (setting.kind, setting.form))
            .collect();
        let number = |least, most, step, soft| SettingForm::Number {
            least,
            most,
            step,
            soft,
        };
        assert_eq!(
            forms,
            [
                (
                    Some(ParameterKind::Percent),
                    number(-100.0, 500.0, 1.0, Some((-100.0, 100.0)))
                ),
                (
                    Some(ParameterKind::Speed),
                    number(0.05, 2000.0, 0.1, Some((0.1, 4.0)))
                ),
                (Some(ParameterKind::Count), number(1.0, 9.0, 1.0, None)),
                (Some(ParameterKind::TimeRanges), SettingForm::Text),
            ]
        );
    }
}
