//! The HTTP request for an operation and its arguments. Pure: nothing is sent.

use reqwest::Url;
use serde_json::{Map, Value};

use super::document::{Operation, Service};
use super::operation::{BODY, BodyForm, Place, placeholders};
use crate::open_tools::address::is_same_server;
use crate::open_tools::error::OpenToolError;
use crate::open_tools::json_schema::{Arguments, FileValue};

/// Body of a request.
#[derive(Debug, Clone, PartialEq)]
pub enum Body {
    /// None.
    Empty,
    /// JSON.
    Json(Value),
    /// Fields of a form.
    Form(Vec<(String, String)>),
    /// Parts of a form: texts and files.
    Multipart(Vec<(String, String)>, Vec<(String, FileValue)>),
    /// A file as it is.
    Bytes(FileValue),
}

/// A request.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// `GET`, `POST` and so on.
    pub method: String,
    /// Its address: always on the service's own host.
    pub url: Url,
    /// Headers beside those of the body and the key.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Body,
}

impl Service {
    /// The request for an operation of this service. Refused: values that would change where it
    /// goes.
    pub fn request(
        &self,
        operation: &Operation,
        arguments: &Arguments,
    ) -> Result<Request, OpenToolError> {
        let refused = |argument: &str, reason: &str| OpenToolError::Argument {
            tool: operation.tool.tool.name.clone(),
            argument: argument.to_owned(),
            reason: reason.to_owned(),
        };
        let mut path = operation.path.clone();
        let mut query = Vec::new();
        let mut headers = Vec::new();
        for (key, place, name) in &operation.inputs.parameters {
            let Some(value) = arguments.json().get(key) else {
                continue;
            };
            match place {
                Place::Path => {
                    let text = joined(value);
                    if matches!(text.trim(), "" | "." | "..") {
                        return Err(refused(key, "it may not be empty, \".\" or \"..\""));
                    }
                    path = path.replace(&format!("{{{name}}}"), &encoded(&text));
                }
                Place::Query => query.extend(each(value).map(|value| (name.clone(), value))),
                Place::Header => {
                    let text = joined(value);
                    if text.chars().any(char::is_control) {
                        return Err(refused(
                            key,
                            "it may hold no line ends or control characters",
                        ));
                    }
                    headers.push((name.clone(), text));
                }
            }
        }
        if let Some(name) = placeholders(&path).next() {
            return Err(refused(name, "the path needs it; give it a value"));
        }
        let url = self.url(&path, &query).ok_or_else(|| {
            refused(
                "path",
                "the request would leave the service's address and is not made",
            )
        })?;
        Ok(Request {
            method: operation.method.clone(),
            url,
            headers,
            body: body(operation.inputs.body, arguments),
        })
    }

    /// The address of a path of the service; none where it would lead out of it.
    fn url(&self, path: &str, query: &[(String, String)]) -> Option<Url> {
        let base = self.base.path().trim_end_matches('/');
        if !path.starts_with('/') || path.contains(['?', '#', '\\']) || leaves(path) {
            return None;
        }
        let mut url = self.base.clone();
        url.set_path(&format!("{base}{path}"));
        if !query.is_empty() {
            url.query_pairs_mut().extend_pairs(query);
        }
        let within = url.path().starts_with(&format!("{base}/"));
        (within && is_same_server(&url, &self.base)).then_some(url)
    }
}

/// Whether a path goes a folder up, in any writing.
fn leaves(path: &str) -> bool {
    path.split('/').any(|part| {
        let part = part.to_ascii_lowercase().replace("%2e", ".");
        part == ".." || part == "."
    })
}

/// All but letters, digits and `-._~` as `%XX`.
fn encoded(text: &str) -> String {
    use std::fmt::Write;
    text.bytes()
        .fold(String::with_capacity(text.len()), |mut encoded, byte| {
            if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
                encoded.push(char::from(byte));
            } else {
                // Writing to a String cannot fail.
                let _ = write!(encoded, "%{byte:02X}");
            }
            encoded
        })
}

fn text(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

/// A list's values, or the value itself.
fn each(value: &Value) -> Box<dyn Iterator<Item = String> + '_> {
    match value {
        Value::Array(values) => Box::new(values.iter().map(text)),
        value => Box::new(std::iter::once(text(value))),
    }
}

fn joined(value: &Value) -> String {
    each(value).collect::<Vec<_>>().join(",")
}

fn body(form: BodyForm, arguments: &Arguments) -> Body {
    let value = arguments.json().get(BODY);
    let pairs = || {
        let object: Option<&Map<String, Value>> = value.and_then(Value::as_object);
        let pairs = object.into_iter().flatten();
        pairs
            .flat_map(|(name, value)| each(value).map(|value| (name.clone(), value)))
            .collect()
    };
    let mut files = arguments.bytes().iter().filter(|(path, _)| path[0] == BODY);
    match form {
        BodyForm::None => Body::Empty,
        BodyForm::Json => value.map_or_else(
            // A body without any of its values is an object all the same.
            || Body::Json(Value::Object(Map::new())),
            |value| Body::Json(value.clone()),
        ),
        BodyForm::JsonValue => value.map_or(Body::Empty, |value| Body::Json(value.clone())),
        BodyForm::Form => Body::Form(pairs()),
        BodyForm::Multipart => {
            let name = |path: &[String]| path.last().cloned().unwrap_or_default();
            let files = files.map(|(path, file)| (name(path), file.clone()));
            Body::Multipart(pairs(), files.collect())
        }
        BodyForm::Bytes => files
            .next()
            .map_or(Body::Empty, |(_, file)| Body::Bytes(file.clone())),
    }
}
