//! Inputs of one operation, and the place of each value.

use serde_json::{Map, Value, json};

use crate::open_tools::json_schema::{Fields, fields};

/// Place of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Path,
    Query,
    Header,
}

/// How a body is written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum BodyForm {
    #[default]
    None,
    /// An object as JSON.
    Json,
    /// One value as JSON that is no object.
    JsonValue,
    /// Fields of a form.
    Form,
    /// Parts of a form, files among them.
    Multipart,
    /// A file as it is.
    Bytes,
}

/// Places of an operation's values: each is named by the first key of its path.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Inputs {
    /// The key of each parameter, where it goes, and its name there.
    pub(super) parameters: Vec<(String, Place, String)>,
    pub(super) body: BodyForm,
}

/// The key of what stands in the body.
pub(super) const BODY: &str = "body";
/// Headers that no document may set: they say who asks, or how the rest is read.
const RESERVED: [&str; 12] = [
    "authorization",
    "connection",
    "content-length",
    "content-type",
    "cookie",
    "expect",
    "host",
    "origin",
    "proxy-authorization",
    "te",
    "transfer-encoding",
    "upgrade",
];

/// Returns the inputs of an operation and their places. `Err`: why it cannot be called.
pub(super) fn inputs(
    item: &Map<String, Value>,
    operation: &Value,
    path: &str,
    document: &Value,
) -> Result<(Fields, Inputs), String> {
    let mut inputs = Inputs::default();
    let mut properties = Map::new();
    let mut required = Vec::new();
    // The operation's own parameters stand for those of its path.
    for parameter in own_and_shared(item, operation, document) {
        let (name, place) = (parameter["name"].as_str(), parameter["in"].as_str());
        let name = name.ok_or("one of its parameters has no name")?;
        let is_required = parameter["required"] == true || place == Some("path");
        let place = match place {
            Some("path") => Place::Path,
            Some("query") => Place::Query,
            Some("header") if is_header(name) => Place::Header,
            _ if is_required => {
                return Err(format!(
                    "it needs the parameter {name:?}, which is not sent from here"
                ));
            }
            _ => continue,
        };
        let key = format!("{name} {}", format!("{place:?}").to_lowercase());
        let key = if properties.contains_key(name) {
            key
        } else {
            name.to_owned()
        };
        if properties.contains_key(&key) {
            continue;
        }
        properties.insert(key.clone(), described(parameter));
        if is_required {
            required.push(Value::from(key.clone()));
        }
        inputs.parameters.push((key, place, name.to_owned()));
    }
    for name in placeholders(path) {
        let known = inputs
            .parameters
            .iter()
            .any(|(_, place, own)| *place == Place::Path && own == name);
        if !known {
            return Err(format!(
                "its path needs {name:?}, which it does not describe"
            ));
        }
    }
    if let Some(body) = operation.get("requestBody") {
        let body = resolved(body, document)?;
        let (form, schema) = body_of(body)?;
        inputs.body = form;
        let key = if properties.contains_key(BODY) {
            return Err("one of its parameters has the name of its body".to_owned());
        } else {
            BODY
        };
        properties.insert(key.to_owned(), schema);
        if body["required"] == true {
            required.push(Value::from(key));
        }
    }
    let schema = json!({"type": "object", "properties": properties, "required": required});
    Ok((fields(&schema, document, false)?, inputs))
}

/// The parameters of an operation, then those of its path.
fn own_and_shared<'a>(
    item: &'a Map<String, Value>,
    operation: &'a Value,
    document: &'a Value,
) -> impl Iterator<Item = &'a Value> {
    let own = operation["parameters"].as_array().into_iter().flatten();
    let shared = item
        .get("parameters")
        .and_then(Value::as_array)
        .into_iter()
        .flatten();
    let mut seen = std::collections::HashSet::new();
    own.chain(shared)
        .filter_map(|parameter| resolved(parameter, document).ok())
        .filter(move |one| seen.insert((one["in"].as_str(), one["name"].as_str())))
}

fn resolved<'a>(value: &'a Value, document: &'a Value) -> Result<&'a Value, String> {
    crate::open_tools::json_schema::resolved(value, document)
}

/// A parameter's schema with what is said of the parameter.
fn described(parameter: &Value) -> Value {
    let content = || {
        parameter["content"]
            .as_object()?
            .values()
            .next()?
            .get("schema")
    };
    let schema = parameter.get("schema").or_else(content).cloned();
    let schema = schema.unwrap_or_else(|| json!({"type": "string"}));
    match parameter["description"].as_str() {
        // A description beside a reference says more than the one behind it.
        Some(text) if schema.is_object() => {
            let mut schema = schema;
            schema["description"] = Value::from(text);
            schema
        }
        _ => schema,
    }
}

/// The form of a body that can be written best, and its schema.
fn body_of(body: &Value) -> Result<(BodyForm, Value), String> {
    let content = body["content"]
        .as_object()
        .ok_or("its body has no content")?;
    let schema = |media_type: &Value| {
        media_type
            .get("schema")
            .cloned()
            .unwrap_or_else(|| json!({}))
    };
    let of = |wanted: &str| {
        let is = |name: &&String| {
            name.split(';')
                .next()
                .is_some_and(|name| name.trim() == wanted)
        };
        content
            .iter()
            .find(|(name, _)| is(name))
            .map(|(_, value)| schema(value))
    };
    if let Some(schema) = of("multipart/form-data") {
        return Ok((BodyForm::Multipart, schema));
    }
    if let Some(schema) = of("application/json") {
        let is_value = schema["type"].as_str().is_some_and(|name| name != "object");
        let form = if is_value {
            BodyForm::JsonValue
        } else {
            BodyForm::Json
        };
        return Ok((form, schema));
    }
    if let Some(schema) = of("application/x-www-form-urlencoded") {
        return Ok((BodyForm::Form, schema));
    }
    let Some((media_type, _)) = content.iter().next() else {
        return Err("its body has no content".to_owned());
    };
    // A file as it is; which kind, the media type says.
    let kind = if media_type == "application/octet-stream" {
        ""
    } else {
        media_type
    };
    let schema = json!({"type": "string", "format": "binary", "contentMediaType": kind,
                        "description": body["description"].as_str().unwrap_or_default()});
    Ok((BodyForm::Bytes, schema))
}

/// The names in a path such as `/pets/{id}`.
pub(super) fn placeholders(path: &str) -> impl Iterator<Item = &str> {
    path.split('{')
        .skip(1)
        .filter_map(|part| Some(part.split_once('}')?.0))
}

fn is_header(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    let plain = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_');
    !name.is_empty()
        && name.chars().all(plain)
        && !RESERVED.contains(&lower.as_str())
        && !lower.starts_with("sec-")
        && !lower.starts_with("proxy-")
}
