//! `text_to_tags` by a language model, which finds words that the text does not have, too.

use patchbay_domain::Resource;
use serde::Deserialize;
use serde_json::json;

use super::WANTED;
use crate::text::shared::writing::Task;
use crate::{Context, Implementation, Inputs, ToolError};

const TASK: Task = Task {
    tool: "text_to_tags",
    instruction: "Give the person's text tags by which it is found: words or short phrases in its language, in small \
        letters, the most important first, none twice. Answer as JSON: {\"tags\": [\"…\", \"…\"]}.",
    longest: 1_600,
};

/// The most characters of a tag.
const MOST: usize = 30;

#[derive(Deserialize)]
struct Written {
    tags: Vec<String>,
}

pub(super) struct TextToTags;

impl Implementation for TextToTags {
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
            "properties": {"tags": {
                "type": "array",
                "items": {"type": "string", "minLength": 1, "maxLength": MOST},
                "minItems": WANTED.start(),
                "maxItems": WANTED.end(),
            }},
            "required": ["tags"],
            "additionalProperties": false,
        });
        let written: Written = TASK.fill(inputs, context, &schema)?;
        let mut tags: Vec<String> = Vec::new();
        for tag in written.tags {
            let tag = tag.trim().to_lowercase();
            if !tag.is_empty() && !tags.contains(&tag) {
                tags.push(tag);
            }
        }
        Ok(Resource::Tags(tags))
    }
}
