//! A schema as fields.

use std::collections::HashSet;

use patchbay_domain::TextRole;
use serde_json::Value;

use super::field::{Field, Shape};
use super::media;
use super::resolve::resolved;
use crate::open_tools::naming::input_name;
use crate::open_tools::untrusted;

/// How deep objects may lie within one another.
const MOST_DEEP: usize = 4;
/// Maximum number of inputs of a tool.
const MOST_FIELDS: usize = 64;
/// Maximum number of properties looked at, over all objects: references can multiply them without
/// end.
const MOST_SEEN: usize = 2_000;
/// Maximum number of values of a choice; a choice of more is read as words.
const MOST_CHOICES: usize = 100;
/// The longest description of an input, in characters.
const DESCRIPTION: usize = 400;

/// A tool's inputs.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Fields {
    /// Those that can be given.
    pub fields: Vec<Field>,
    /// Names of optional inputs that cannot be given, each with why.
    pub left_out: Vec<String>,
}

/// The inputs that an object's schema describes. `Err`: why the tool cannot be called.
///
/// `document`: what references lead into. `paths`: whether the tool runs on this computer.
pub fn fields(schema: &Value, document: &Value, paths: bool) -> Result<Fields, String> {
    let mut reader = Reader {
        document,
        paths,
        taken: HashSet::new(),
        seen: 0,
        read: Fields::default(),
    };
    reader.object(schema, &[], true, 0)?;
    let mut read = reader.read;
    let worked_on =
        |field: &Field| role(field).filter(|_| field.required && field.shape == Shape::Text);
    if let Some(field) = read
        .fields
        .iter_mut()
        .find(|field| worked_on(field).is_some())
    {
        field.role = role(field);
    }
    Ok(read)
}

/// The shape of one value. `Err`: why no value of it can be given.
pub fn shape_of(
    name: &str,
    schema: &Value,
    document: &Value,
    paths: bool,
) -> Result<Shape, String> {
    shape(name, schema, document, paths, 0)
}

/// Returns the role of the text that a tool works on, by the name of the input.
fn role(field: &Field) -> Option<TextRole> {
    match field.path.last()?.to_ascii_lowercase().as_str() {
        "text" | "content" | "contents" | "body" | "message" | "comment" | "caption" | "prompt"
        | "transcript" => Some(TextRole::Content),
        "instruction" | "instructions" => Some(TextRole::Instruction),
        "question" => Some(TextRole::Question),
        _ => None,
    }
}

struct Reader<'a> {
    document: &'a Value,
    paths: bool,
    taken: HashSet<String>,
    seen: usize,
    read: Fields,
}

impl Reader<'_> {
    fn object(
        &mut self,
        schema: &Value,
        path: &[String],
        required: bool,
        depth: usize,
    ) -> Result<(), String> {
        if depth > MOST_DEEP {
            return Err(format!("its inputs lie more than {MOST_DEEP} objects deep"));
        }
        let schema = one_of(schema, self.document)?;
        let needed: HashSet<&str> = names(schema.get("required")).collect();
        let properties = schema.get("properties").and_then(Value::as_object);
        for name in &needed {
            if properties.is_none_or(|properties| !properties.contains_key(*name)) {
                let name = untrusted::line(name, 60);
                return Err(format!("it needs {name:?} and does not say what that is"));
            }
        }
        for (name, property) in properties.into_iter().flatten() {
            self.seen += 1;
            if self.seen > MOST_SEEN {
                return Err(format!("its inputs have more than {MOST_SEEN} parts"));
            }
            let is_needed = required && needed.contains(name.as_str());
            let path: Vec<String> = path.iter().chain([name]).cloned().collect();
            let kept = (self.read.fields.len(), self.taken.clone());
            if let Err(reason) = self.property(property, &path, is_needed, depth) {
                if self.seen > MOST_SEEN {
                    return Err(reason);
                }
                let reason = format!("{:?}: {reason}", untrusted::line(&path.join("."), 100));
                if is_needed {
                    return Err(reason);
                }
                self.read.fields.truncate(kept.0);
                self.taken = kept.1;
                if self.read.left_out.len() < MOST_FIELDS {
                    self.read.left_out.push(reason);
                }
            }
        }
        Ok(())
    }

    fn property(
        &mut self,
        schema: &Value,
        path: &[String],
        required: bool,
        depth: usize,
    ) -> Result<(), String> {
        let described = schema.get("description").and_then(Value::as_str);
        let schema = one_of(schema, self.document)?;
        if type_of(schema) == Some("object") && schema.get("properties").is_some() {
            return self.object(schema, path, required, depth + 1);
        }
        if self.read.fields.len() >= MOST_FIELDS {
            return Err(format!(
                "it is more than the {MOST_FIELDS} inputs that a tool may have"
            ));
        }
        let own = path.last().map_or("", String::as_str);
        let described = described.or_else(|| schema.get("description").and_then(Value::as_str));
        let shape = shape(own, schema, self.document, self.paths, 0)?;
        self.read.fields.push(Field {
            name: input_name(path, &mut self.taken),
            path: path.to_vec(),
            shape,
            required,
            default: schema
                .get("default")
                .filter(|value| !value.is_null())
                .cloned(),
            description: untrusted::line(described.unwrap_or_default(), DESCRIPTION),
            role: None,
        });
        Ok(())
    }
}

fn shape(
    name: &str,
    schema: &Value,
    document: &Value,
    paths: bool,
    depth: usize,
) -> Result<Shape, String> {
    if depth > MOST_DEEP {
        return Err("it takes lists within lists".to_owned());
    }
    let schema = one_of(schema, document)?;
    let least = schema.get("minimum").and_then(Value::as_f64);
    let most = schema.get("maximum").and_then(Value::as_f64);
    if let Some(value) = schema.get("const") {
        return Ok(Shape::Choice(vec![value.clone()]));
    }
    if let Some(values) = schema.get("enum").and_then(Value::as_array) {
        return Ok(choice(values));
    }
    match type_of(schema) {
        Some("boolean") => Ok(Shape::Flag),
        Some("integer") => Ok(Shape::Count(least, most)),
        Some("number") => Ok(Shape::Number(least, most)),
        Some("string") => {
            let said = schema
                .get("description")
                .and_then(Value::as_str)
                .unwrap_or_default();
            let said: String = said.chars().take(DESCRIPTION).collect();
            Ok(media::file(name, schema, &said, paths)?.unwrap_or(Shape::Text))
        }
        Some("array") => {
            let Some(items) = schema.get("items").filter(|items| items.is_object()) else {
                return Ok(Shape::List(Box::new(Shape::Text)));
            };
            match shape(name, items, document, paths, depth + 1)? {
                Shape::List(_) => Err("it takes lists of lists".to_owned()),
                inner => Ok(Shape::List(Box::new(inner))),
            }
        }
        Some("object") => Err("it takes objects of any form, or a list of objects".to_owned()),
        _ => Err("it does not say what kind of value it takes".to_owned()),
    }
}

fn choice(values: &[Value]) -> Shape {
    let values: Vec<Value> = values
        .iter()
        .filter(|value| value.is_string() || value.is_number() || value.is_boolean())
        .cloned()
        .collect();
    let plain = |value: &Value| {
        let text = value.as_str().unwrap_or_default();
        untrusted::line(text, 100) == text
    };
    if values.is_empty() || values.len() > MOST_CHOICES || !values.iter().all(plain) {
        Shape::Text
    } else {
        Shape::Choice(values)
    }
}

/// Returns the schema that a schema stands for: the only one of several that is not null, or the
/// one that it is made of.
fn one_of<'a>(schema: &'a Value, document: &'a Value) -> Result<&'a Value, String> {
    let mut current = resolved(schema, document)?;
    for _ in 0..MOST_DEEP {
        if current.get("type").is_some() || current.get("properties").is_some() {
            break;
        }
        let several = ["anyOf", "oneOf", "allOf"]
            .into_iter()
            .find_map(|key| current.get(key)?.as_array());
        let Some(several) = several else { break };
        let mut left = several
            .iter()
            .filter(|one| one.get("type") != Some(&Value::from("null")));
        let (Some(first), None) = (left.next(), left.next()) else {
            return simplest(several, document);
        };
        current = resolved(first, document)?;
    }
    Ok(current)
}

/// Of several forms the one that is words or a number: what takes more than one form takes that.
fn simplest<'a>(several: &'a [Value], document: &'a Value) -> Result<&'a Value, String> {
    for wanted in ["string", "number", "integer", "boolean"] {
        for one in several {
            let one = resolved(one, document)?;
            if type_of(one) == Some(wanted) {
                return Ok(one);
            }
        }
    }
    Err("it takes one of several forms".to_owned())
}

/// The type of a schema, the first that is not null where there are several.
fn type_of(schema: &Value) -> Option<&str> {
    match schema.get("type") {
        Some(Value::String(name)) => Some(name),
        Some(several @ Value::Array(_)) => names(Some(several)).find(|name| *name != "null"),
        _ if schema.get("properties").is_some() => Some("object"),
        _ if schema.get("items").is_some() => Some("array"),
        _ => None,
    }
}

fn names(value: Option<&Value>) -> impl Iterator<Item = &str> {
    value
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
}
