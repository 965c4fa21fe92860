//! Whether a value satisfies a schema, of those that [`super::schemas`] makes: objects whose
//! properties are all required and no others allowed, lists, and choices. Every other schema is
//! satisfied by nothing. A server may promise to keep to a schema and not do so.

use serde_json::Value;

/// Whether `value` satisfies `schema`.
pub fn satisfies(value: &Value, schema: &Value) -> bool {
    if let Some(choices) = schema["enum"].as_array() {
        return choices.contains(value);
    }
    let bound = |name: &str| schema[name].as_u64().map(|count| count as usize);
    match (value, schema["type"].as_str()) {
        (Value::Array(items), Some("array")) => {
            items.len() >= bound("minItems").unwrap_or(0)
                && bound("maxItems").is_none_or(|most| items.len() <= most)
                && items.iter().all(|item| satisfies(item, &schema["items"]))
        }
        (Value::Object(found), Some("object")) => {
            schema["properties"].as_object().is_some_and(|wanted| {
                found.len() == wanted.len()
                    && wanted.iter().all(|(name, schema)| {
                        found
                            .get(name)
                            .is_some_and(|value| satisfies(value, schema))
                    })
            })
        }
        _ => false,
    }
}

/// How many bytes the longest value has that satisfies a schema, written with a space after each
/// comma and colon. No answer has more tokens, so that none is cut off.
pub fn longest(schema: &Value) -> usize {
    if let Some(choices) = schema["enum"].as_array() {
        let written = choices.iter().map(|choice| choice.to_string().len());
        return written.max().unwrap_or(0);
    }
    if let Some(properties) = schema["properties"].as_object() {
        // Quotes, a colon and a comma, each of the latter with a space.
        let written = |(name, of): (&String, &Value)| name.len() + 6 + longest(of);
        return 2 + properties.iter().map(written).sum::<usize>();
    }
    let most = schema["maxItems"].as_u64().unwrap_or(0) as usize;
    2 + most * (longest(&schema["items"]) + 2)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_what_a_schema_allows_satisfies_it() {
        let schema = json!({
            "type": "object",
            "properties": {"files": {
                "type": "array", "minItems": 1, "maxItems": 2, "items": {"enum": ["a.png", "b.png"]},
            }},
        });
        assert!(satisfies(&json!({"files": ["a.png", "b.png"]}), &schema));
        for other in [
            json!({"files": ["c.png"]}),
            json!({"files": []}),
            json!({"files": ["a.png", "a.png", "a.png"]}),
            json!({"files": "a.png"}),
            json!({"files": ["a.png"], "more": 1}),
            json!({}),
            json!("a.png"),
        ] {
            assert!(!satisfies(&other, &schema), "{other}");
        }
        let text = r#"{"files": ["a.png", "b.png"]}"#;
        assert!((text.len()..text.len() + 6).contains(&longest(&schema)));
    }
}
