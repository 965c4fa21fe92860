//! An input as it is typed.

use patchbay_domain::{Parameter, ParameterKind, ResourceParameter, ResourceType, TextRole};
use serde_json::Value;

/// How a file is put into JSON or a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileForm {
    /// Its bytes in base64.
    Base64,
    /// The same behind `data:TYPE;base64,`.
    DataAddress,
    /// Its path on this computer.
    Path,
    /// Its bytes as they are: a part of a form, or a whole body.
    Bytes,
}

/// Shape of an input's values.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// `true` or `false`.
    Flag,
    /// A whole number from the least to the most.
    Count(Option<f64>, Option<f64>),
    /// A number from the least to the most.
    Number(Option<f64>, Option<f64>),
    /// One of these.
    Choice(Vec<Value>),
    /// Words.
    Text,
    /// Several values of one shape.
    List(Box<Shape>),
    /// A file.
    File {
        /// `image`, `audio`, `video` or `document`.
        kind: ResourceType,
        /// How it is sent.
        form: FileForm,
    },
}

/// An input of a tool.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// Its name, unique within the tool.
    pub name: String,
    /// The keys that lead to it in what is sent.
    pub path: Vec<String>,
    /// The values that it takes.
    pub shape: Shape,
    /// Whether the tool cannot be called without it.
    pub required: bool,
    /// Value sent if it is required and nobody gave one.
    pub default: Option<Value>,
    /// Its description, made harmless.
    pub description: String,
    /// For the text that the tool works on: what it is for. It can come from an earlier step.
    pub role: Option<TextRole>,
}

impl Field {
    /// As a resource that the tool takes: a file, or the text that it works on; none for other
    /// values.
    pub fn resource(&self) -> Option<ResourceParameter> {
        if self.role.is_some() {
            return Some(ResourceParameter {
                name: self.name.clone(),
                resource_type: ResourceType::TEXT,
                role: self.role,
                many: false,
            });
        }
        let (file, many) = match &self.shape {
            Shape::List(inner) => (inner.as_ref(), true),
            shape => (shape, false),
        };
        let Shape::File { kind, .. } = file else {
            return None;
        };
        Some(ResourceParameter {
            name: self.name.clone(),
            resource_type: kind.clone(),
            role: None,
            many,
        })
    }

    /// As a parameter of the tool; none for what is a resource.
    pub fn parameter(&self) -> Option<Parameter> {
        if self.role.is_some() {
            return None;
        }
        let (kind, range, choices) = match &self.shape {
            Shape::Flag => (ParameterKind::Flag, None, Vec::new()),
            Shape::Count(least, most) => (ParameterKind::Count, range(*least, *most), Vec::new()),
            Shape::Number(least, most) => (ParameterKind::Number, range(*least, *most), Vec::new()),
            Shape::Choice(values) => (
                ParameterKind::Choice,
                None,
                values.iter().map(written).collect(),
            ),
            Shape::Text => (ParameterKind::Text, None, Vec::new()),
            Shape::List(inner) if !matches!(**inner, Shape::File { .. }) => {
                (ParameterKind::Text, None, Vec::new())
            }
            Shape::List(_) | Shape::File { .. } => return None,
        };
        Some(Parameter {
            name: self.name.clone(),
            kind,
            label: self.label(),
            meaning: self.description.clone(),
            question: String::new(),
            choices,
            usual: Vec::new(),
            words: std::collections::BTreeMap::new(),
            ways_to: None,
            needed: self.required && self.default.is_none(),
            role: None,
            range,
            soft: None,
        })
    }

    fn label(&self) -> String {
        let words = self.name.replace('_', " ");
        let mut letters = words.chars();
        let first = letters.next().map(char::to_uppercase);
        first.into_iter().flatten().chain(letters).collect()
    }
}

/// A range that a parameter can have: both ends known, the first below the second.
fn range(least: Option<f64>, most: Option<f64>) -> Option<(f64, f64)> {
    least.zip(most).filter(|(least, most)| least < most)
}

/// A JSON value as a parameter's value is written.
pub(super) fn written(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}
