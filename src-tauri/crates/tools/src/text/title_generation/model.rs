//! `title_generation` by a language model.

use patchbay_domain::Resource;
use serde::Deserialize;
use serde_json::json;

use crate::text::shared::writing::Task;
use crate::{Context, Implementation, Inputs, ToolError};

const TASK: Task = Task {
    tool: "title_generation",
    instruction: "Write a title of at most ten words for the person's text, in its language. Answer as JSON: \
        {\"title\": \"…\"}.",
    longest: 400,
};

/// The most characters of a title.
const MOST: usize = 90;

#[derive(Deserialize)]
struct Written {
    title: String,
}

pub(super) struct TitleGeneration;

impl Implementation for TitleGeneration {
    fn tool(&self) -> &'static str {
        TASK.tool
    }

    fn label(&self) -> &'static str {
        "language model"
    }

    fn has_model(&self) -> bool {
        true
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let schema = json!({
            "type": "object",
            "properties": {"title": {"type": "string", "minLength": 1, "maxLength": MOST}},
            "required": ["title"],
            "additionalProperties": false,
        });
        let written: Written = TASK.fill(inputs, context, &schema)?;
        Ok(Resource::Title(written.title.trim().to_owned()))
    }
}
