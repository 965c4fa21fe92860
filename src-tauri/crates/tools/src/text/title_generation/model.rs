//! `title_generation` by a language model.

use patchbay_domain::Resource;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::text::shared::writing::{Local, Remote, Task, filled_in};
use crate::{Inputs, Registered, ToolError};

static TASK: Task = Task {
    tool: "title_generation",
    instruction: "Write a title of at most ten words for the person's text, in its language. Answer as JSON: \
        {\"title\": \"…\"}.",
    longest: 400,
    schema: Some(schema),
    result,
};
inventory::submit!(Registered(&Local(&TASK)));
inventory::submit!(Registered(&Remote(&TASK)));

/// The most characters of a title.
const MOST: usize = 90;

#[derive(Deserialize)]
struct Written {
    title: String,
}

#[expect(clippy::unnecessary_wraps, reason = "schemas of set values can fail")]
fn schema(_: &Inputs) -> Result<Value, ToolError> {
    Ok(json!({
        "type": "object",
        "properties": {"title": {"type": "string", "minLength": 1, "maxLength": MOST}},
        "required": ["title"],
        "additionalProperties": false,
    }))
}

fn result(written: &str, _: &str) -> Result<Resource, ToolError> {
    let written: Written = filled_in(written)?;
    Ok(Resource::Title(written.title.trim().to_owned()))
}
