//! `named_entity_recognition`: the people, places and organisations that a text names.

use patchbay_domain::Resource;
use serde::Deserialize;
use serde_json::{Value, json};

use super::shared::writing::{Local, Remote, Task, filled_in};
use crate::{Inputs, Registered, ToolError};

static TASK: Task = Task {
    tool: "named_entity_recognition",
    instruction: "List the people, places and organisations that the person's text names, each once, written as in the \
        text, in the order in which they come. Answer as JSON: {\"names\": [{\"name\": \"…\", \"kind\": \"person\"}]}; kind \
        is person, place or organisation. Where the text names none, the list is empty.",
    longest: 1_200,
    schema: Some(schema),
    result,
};
inventory::submit!(Registered(&Local(&TASK)));
inventory::submit!(Registered(&Remote(&TASK)));

/// The most names that are listed.
const MOST: usize = 60;
/// The most characters of a name.
const LONGEST: usize = 80;

#[derive(Deserialize)]
struct Written {
    names: Vec<Name>,
}

#[derive(Deserialize)]
struct Name {
    name: String,
    kind: String,
}

#[expect(clippy::unnecessary_wraps, reason = "schemas of set values can fail")]
fn schema(inputs: &Inputs) -> Result<Value, ToolError> {
    let kinds = inputs.value("kind").map_or_else(
        || {
            vec![
                "person".to_owned(),
                "place".to_owned(),
                "organisation".to_owned(),
            ]
        },
        |kind| vec![kind],
    );
    Ok(json!({
        "type": "object",
        "properties": {"names": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "name": {"type": "string", "minLength": 1, "maxLength": LONGEST},
                    "kind": {"enum": kinds},
                },
                "required": ["name", "kind"],
                "additionalProperties": false,
            },
            "maxItems": MOST,
        }},
        "required": ["names"],
        "additionalProperties": false,
    }))
}

/// Names that the text does not have are left out: a model may make some up.
fn result(written: &str, text: &str) -> Result<Resource, ToolError> {
    let Written { names } = filled_in(written)?;
    let mut tags: Vec<String> = Vec::new();
    for Name { name, kind } in names {
        let name = name.trim();
        let tag = format!("{name} ({kind})");
        if !name.is_empty() && text.contains(name) && !tags.contains(&tag) {
            tags.push(tag);
        }
    }
    if tags.is_empty() {
        return Err(ToolError::Nothing(
            "No names of people, places or organisations were found in this text.".to_owned(),
        ));
    }
    Ok(Resource::Tags(tags))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_the_text_does_not_have_and_repeated_ones_are_left_out() {
        let written = r#"{"names": [{"name": "Ada Lovelace", "kind": "person"}, {"name": "Paris", "kind": "place"},
            {"name": "Ada Lovelace", "kind": "person"}, {"name": "London", "kind": "place"}]}"#;
        let found = result(written, "Ada Lovelace lived in London.");
        let expected = ["Ada Lovelace (person)", "London (place)"].map(str::to_owned);
        assert_eq!(found, Ok(Resource::Tags(expected.to_vec())));
        let none = result(
            r#"{"names": [{"name": "Paris", "kind": "place"}]}"#,
            "It rains.",
        );
        assert!(matches!(none, Err(ToolError::Nothing(_))), "{none:?}");
        assert!(matches!(result("{", "x"), Err(ToolError::Failed(_))));
    }
}
