//! `text_to_tags` by a language model, which finds words that the text does not have, too.

use patchbay_domain::Resource;
use serde::Deserialize;
use serde_json::{Value, json};

use super::wanted;
use crate::text::shared::writing::{Local, Remote, Task, filled_in};
use crate::{Inputs, Registered, ToolError};

static TASK: Task = Task {
    tool: "text_to_tags",
    instruction: "Give the person's text tags by which it is found: words or short phrases in its language, in small \
        letters, the most important first, none twice. Answer as JSON: {\"tags\": [\"…\", \"…\"]}.",
    longest: 1_600,
    schema: Some(schema),
    result,
};
inventory::submit!(Registered(&Local(&TASK)));
inventory::submit!(Registered(&Remote(&TASK)));

/// The most characters of a tag.
const MOST: usize = 30;

#[derive(Deserialize)]
struct Written {
    tags: Vec<String>,
}

fn schema(inputs: &Inputs) -> Result<Value, ToolError> {
    let (least, most) = wanted(inputs)?;
    Ok(json!({
        "type": "object",
        "properties": {"tags": {
            "type": "array",
            "items": {"type": "string", "minLength": 1, "maxLength": MOST},
            "minItems": least,
            "maxItems": most,
        }},
        "required": ["tags"],
        "additionalProperties": false,
    }))
}

fn result(written: &str, _: &str) -> Result<Resource, ToolError> {
    let written: Written = filled_in(written)?;
    let mut tags: Vec<String> = Vec::new();
    for tag in written.tags {
        let tag = tag.trim().to_lowercase();
        if !tag.is_empty() && !tags.contains(&tag) {
            tags.push(tag);
        }
    }
    Ok(Resource::Tags(tags))
}
