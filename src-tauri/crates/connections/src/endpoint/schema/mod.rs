//! Whether a value satisfies a JSON Schema (<https://json-schema.org>, draft 2020-12), by the part of
//! it that answers are asked for in: `type`, `enum`, `const`, `anyOf`, `properties`, `required`,
//! `additionalProperties: false`, `items`, `minItems`, `maxItems`, `minimum`, `maximum`, `minLength`
//! and `maxLength`. What else a schema says is not checked.

use std::fmt;

use serde_json::{Map, Value};

/// Place at which a value does not satisfy a schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mismatch {
    /// The place, from `$`, the whole: `$.steps[2].tool`.
    pub path: String,
    /// The problem at that place.
    pub problem: String,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "at {}, {}", self.path, self.problem)
    }
}

/// The most characters of a value that a problem quotes.
const MOST_QUOTED: usize = 60;

/// The first place where `value` does not satisfy `schema`.
pub fn check(value: &Value, schema: &Value) -> Result<(), Mismatch> {
    at("$", value, schema)
}

fn at(path: &str, value: &Value, schema: &Value) -> Result<(), Mismatch> {
    let wrong = |problem: String| {
        Err(Mismatch {
            path: path.to_owned(),
            problem,
        })
    };
    let schema = match schema {
        Value::Object(schema) => schema,
        Value::Bool(false) => return wrong("nothing may stand here".to_owned()),
        _ => return Ok(()),
    };
    if let Some(types) = schema.get("type")
        && !one_or_more(types).any(|name| is_type(value, name))
    {
        return wrong(format!("{} is not of the type {types}", quoted(value)));
    }
    if let Some(expected) = schema.get("const")
        && !same(value, expected)
    {
        return wrong(format!("{} is not {expected}", quoted(value)));
    }
    if let Some(Value::Array(choices)) = schema.get("enum")
        && !choices.iter().any(|choice| same(value, choice))
    {
        let choices = Value::from(choices.clone());
        return wrong(format!("{} is none of {choices}", quoted(value)));
    }
    if let Some(Value::Array(choices)) = schema.get("anyOf") {
        any_of(path, value, choices)?;
    }
    let problem = match value {
        Value::Number(number) => number.as_f64().and_then(|number| in_range(number, schema)),
        Value::String(text) => within(
            text.chars().count(),
            "characters",
            ("minLength", "maxLength"),
            schema,
        ),
        Value::Array(items) => within(items.len(), "items", ("minItems", "maxItems"), schema),
        _ => None,
    };
    if let Some(problem) = problem {
        return wrong(problem);
    }
    match value {
        Value::Object(object) => properties(path, object, schema),
        Value::Array(items) => match schema.get("items") {
            Some(of_items) => (items.iter().enumerate())
                .try_for_each(|(index, item)| at(&format!("{path}[{index}]"), item, of_items)),
            None => Ok(()),
        },
        _ => Ok(()),
    }
}

/// Whether one of `choices` fits; otherwise the mismatch that lies deepest, which is that of the
/// choice that was most likely meant.
fn any_of(path: &str, value: &Value, choices: &[Value]) -> Result<(), Mismatch> {
    let mut deepest: Option<Mismatch> = None;
    for choice in choices {
        let Err(mismatch) = at(path, value, choice) else {
            return Ok(());
        };
        if deepest
            .as_ref()
            .is_none_or(|deepest| mismatch.path.len() > deepest.path.len())
        {
            deepest = Some(mismatch);
        }
    }
    match deepest {
        Some(mismatch) if mismatch.path != path => Err(mismatch),
        _ => Err(Mismatch {
            path: path.to_owned(),
            problem: format!("{} is none of what may stand there", quoted(value)),
        }),
    }
}

fn properties(
    path: &str,
    object: &Map<String, Value>,
    schema: &Map<String, Value>,
) -> Result<(), Mismatch> {
    let wrong = |problem: String| {
        Err(Mismatch {
            path: path.to_owned(),
            problem,
        })
    };
    if let Some(Value::Array(required)) = schema.get("required") {
        let missing = |name: &&str| !object.contains_key(*name);
        if let Some(name) = required.iter().filter_map(Value::as_str).find(missing) {
            return wrong(format!("the property “{name}” is missing"));
        }
    }
    let known = schema.get("properties").and_then(Value::as_object);
    let closed = schema.get("additionalProperties") == Some(&Value::Bool(false));
    for (name, value) in object {
        match known.and_then(|known| known.get(name)) {
            Some(of_property) => at(&format!("{path}.{name}"), value, of_property)?,
            None if closed => {
                let name = quoted(&Value::from(name.as_str()));
                return wrong(format!("there is no property {name} to be given"));
            }
            None => {}
        }
    }
    Ok(())
}

fn one_or_more(names: &Value) -> impl Iterator<Item = &str> {
    let several = names.as_array().into_iter().flatten();
    std::iter::once(names)
        .chain(several)
        .filter_map(Value::as_str)
}

fn is_type(value: &Value, name: &str) -> bool {
    match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "number" => value.is_number(),
        "integer" => {
            value.is_i64() || value.is_u64() || value.as_f64().is_some_and(|n| n.fract() == 0.0)
        }
        // A type that there is not is not checked.
        _ => true,
    }
}

/// Equal; 1 and 1.0 are one number.
fn same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(a), Value::Number(b)) => a == b || a.as_f64() == b.as_f64(),
        _ => one == other,
    }
}

fn in_range(number: f64, schema: &Map<String, Value>) -> Option<String> {
    let limit = |name| schema.get(name).and_then(Value::as_f64);
    if let Some(least) = limit("minimum").filter(|least| number < *least) {
        return Some(format!("{number} is less than {least}"));
    }
    let most = limit("maximum").filter(|most| number > *most)?;
    Some(format!("{number} is more than {most}"))
}

fn within(
    count: usize,
    of: &str,
    (least, most): (&str, &str),
    schema: &Map<String, Value>,
) -> Option<String> {
    let limit = |name| schema.get(name).and_then(Value::as_u64);
    if let Some(least) = limit(least).filter(|least| (count as u64) < *least) {
        return Some(format!(
            "there are {count} {of} where at least {least} are needed"
        ));
    }
    let most = limit(most).filter(|most| count as u64 > *most)?;
    Some(format!(
        "there are {count} {of} where at most {most} may be"
    ))
}

fn quoted(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(MOST_QUOTED) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

#[cfg(test)]
mod tests;
