//! A run's values as the JSON that is sent.

use std::collections::BTreeMap;
use std::path::PathBuf;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Number, Value};

use super::field::{Field, FileForm, Shape, written};
use crate::open_tools::error::OpenToolError;

/// A file that a tool gets.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FileValue {
    /// Its path.
    pub path: PathBuf,
    /// The name that a person knows it by.
    pub name: String,
    /// Its media type, such as `image/png`.
    pub media_type: String,
    /// Its content.
    pub bytes: Vec<u8>,
}

/// A run's values by the names of the tool's inputs.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Values {
    /// Those of parameters, as texts. A list is a JSON array, or has one value on each line, or has
    /// commas between them.
    pub parameters: BTreeMap<String, String>,
    /// Files.
    pub files: BTreeMap<String, Vec<FileValue>>,
}

/// Arguments of a call of a tool.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Arguments {
    json: Map<String, Value>,
    bytes: Vec<(Vec<String>, FileValue)>,
    sends_files: bool,
}

impl Arguments {
    /// As one JSON object.
    pub fn json(&self) -> &Map<String, Value> {
        &self.json
    }

    /// Files that are sent as they are, by the keys that lead to them.
    pub fn bytes(&self) -> &[(Vec<String>, FileValue)] {
        &self.bytes
    }

    /// Whether anything of a file is among them, its path included.
    pub fn sends_files(&self) -> bool {
        self.sends_files
    }
}

/// Returns the arguments of a call of a tool with a run's values. Refused: values of other kinds or
/// out of range, inputs that it does not have, and missing required inputs.
pub fn arguments(
    tool: &str,
    fields: &[Field],
    values: &Values,
) -> Result<Arguments, OpenToolError> {
    let refused = |argument: &str, reason: String| OpenToolError::Argument {
        tool: tool.to_owned(),
        argument: argument.to_owned(),
        reason,
    };
    let mut names = values.parameters.keys().chain(values.files.keys());
    if let Some(unknown) = names.find(|name| fields.iter().all(|field| field.name != **name)) {
        return Err(refused(unknown, "the tool has no such input".to_owned()));
    }
    let mut arguments = Arguments::default();
    for field in fields {
        let given = match (
            values.parameters.get(&field.name),
            values.files.get(&field.name),
        ) {
            (Some(text), None) => Some(value(&field.shape, text)),
            (None, Some(files)) => arguments.files(field, files).transpose(),
            (None, None) => None,
            (Some(_), Some(_)) => Some(Err("both a text and a file are given".to_owned())),
        };
        let given = given
            .transpose()
            .map_err(|reason| refused(&field.name, reason))?;
        let sent = arguments.bytes.iter().any(|(path, _)| *path == field.path);
        let fallback = || field.default.clone().filter(|_| field.required);
        match given.or_else(fallback) {
            Some(value) => insert(&mut arguments.json, &field.path, value),
            None if field.required && !sent => {
                let reason = "the tool needs it; give it a value".to_owned();
                return Err(refused(&field.name, reason));
            }
            None => {}
        }
    }
    Ok(arguments)
}

impl Arguments {
    /// Files as JSON; none where they are sent beside it.
    fn files(&mut self, field: &Field, files: &[FileValue]) -> Result<Option<Value>, String> {
        let (shape, many) = match &field.shape {
            Shape::List(inner) => (inner.as_ref(), true),
            shape => (shape, false),
        };
        let Shape::File { form, .. } = shape else {
            return Err("it takes no file".to_owned());
        };
        if files.is_empty() || (!many && files.len() > 1) {
            return Err(format!("it takes one file, not {}", files.len()));
        }
        self.sends_files = true;
        if *form == FileForm::Bytes {
            let sent = files.iter().map(|file| (field.path.clone(), file.clone()));
            self.bytes.extend(sent);
            return Ok(None);
        }
        let mut written = files
            .iter()
            .map(|file| as_text(*form, file))
            .collect::<Result<Vec<_>, _>>()?;
        Ok(Some(if many {
            Value::Array(written)
        } else {
            written.swap_remove(0)
        }))
    }
}

fn as_text(form: FileForm, file: &FileValue) -> Result<Value, String> {
    Ok(Value::from(match form {
        FileForm::Path => file
            .path
            .to_str()
            .ok_or("its path is not written in Unicode")?
            .to_owned(),
        FileForm::DataAddress => {
            format!(
                "data:{};base64,{}",
                file.media_type,
                STANDARD.encode(&file.bytes)
            )
        }
        FileForm::Base64 | FileForm::Bytes => STANDARD.encode(&file.bytes),
    }))
}

/// A text as JSON of a shape.
fn value(shape: &Shape, text: &str) -> Result<Value, String> {
    let trimmed = text.trim();
    match shape {
        Shape::Text => Ok(Value::from(text)),
        Shape::Flag => match trimmed.to_ascii_lowercase().as_str() {
            "true" | "yes" | "on" | "1" => Ok(Value::Bool(true)),
            "false" | "no" | "off" | "0" => Ok(Value::Bool(false)),
            _ => Err(format!("{trimmed:?} is neither yes nor no")),
        },
        Shape::Count(least, most) => {
            let number: i64 = trimmed
                .parse()
                .map_err(|_| format!("{trimmed:?} is no whole number"))?;
            within(number as f64, *least, *most)?;
            Ok(Value::from(number))
        }
        Shape::Number(least, most) => {
            let number: f64 = trimmed
                .parse()
                .map_err(|_| format!("{trimmed:?} is no number"))?;
            within(number, *least, *most)?;
            let number = Number::from_f64(number);
            Ok(Value::Number(
                number.ok_or_else(|| format!("{trimmed:?} is no number"))?,
            ))
        }
        Shape::Choice(values) => {
            let found = values.iter().find(|value| written(value) == trimmed);
            let listed = || values.iter().map(written).collect::<Vec<_>>().join(", ");
            found
                .cloned()
                .ok_or_else(|| format!("{trimmed:?} is none of {}", listed()))
        }
        Shape::List(inner) => {
            let items = items(trimmed);
            Ok(Value::Array(
                items
                    .iter()
                    .map(|item| value(inner, item))
                    .collect::<Result<_, _>>()?,
            ))
        }
        Shape::File { .. } => Err("it takes a file".to_owned()),
    }
}

fn items(text: &str) -> Vec<String> {
    if let Ok(values) = serde_json::from_str::<Vec<Value>>(text) {
        return values.iter().map(written).collect();
    }
    let by = if text.contains('\n') { '\n' } else { ',' };
    let items = text
        .split(by)
        .map(str::trim)
        .filter(|item| !item.is_empty());
    items.map(str::to_owned).collect()
}

fn within(number: f64, least: Option<f64>, most: Option<f64>) -> Result<(), String> {
    match (least, most) {
        (Some(least), _) if number < least => Err(format!("{number} is less than {least}")),
        (_, Some(most)) if number > most => Err(format!("{number} is more than {most}")),
        _ => Ok(()),
    }
}

fn insert(object: &mut Map<String, Value>, path: &[String], value: Value) {
    match path {
        [] => {}
        [last] => {
            object.insert(last.clone(), value);
        }
        [first, rest @ ..] => {
            let inner = object
                .entry(first.clone())
                .or_insert_with(|| Value::Object(Map::new()));
            if let Value::Object(inner) = inner {
                insert(inner, rest, value);
            }
        }
    }
}
