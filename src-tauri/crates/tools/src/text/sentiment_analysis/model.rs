//! `sentiment_analysis` by a language model, in any language that it knows.

use patchbay_domain::{Label, Resource};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::text::shared::writing::{Local, Remote, Task, filled_in};
use crate::{Inputs, Registered, ToolError};

static TASK: Task = Task {
    tool: "sentiment_analysis",
    instruction: "Judge the mood of the person's text, irony too. Answer as JSON: {\"mood\": \"positive\"}, \
        {\"mood\": \"negative\"} or {\"mood\": \"neutral\"}.",
    longest: 30,
    schema: Some(schema),
    result,
};
inventory::submit!(Registered(&Local(&TASK)));
inventory::submit!(Registered(&Remote(&TASK)));

#[derive(Deserialize)]
struct Written {
    mood: String,
}

#[expect(clippy::unnecessary_wraps, reason = "schemas of set values can fail")]
fn schema(_: &Inputs) -> Result<Value, ToolError> {
    Ok(json!({
        "type": "object",
        "properties": {"mood": {"enum": ["positive", "negative", "neutral"]}},
        "required": ["mood"],
        "additionalProperties": false,
    }))
}

fn result(written: &str, _: &str) -> Result<Resource, ToolError> {
    let written: Written = filled_in(written)?;
    Ok(Resource::Category(vec![Label {
        name: written.mood,
        score: None,
    }]))
}
