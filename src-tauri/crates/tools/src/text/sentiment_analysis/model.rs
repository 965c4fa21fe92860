//! `sentiment_analysis` by a language model, in any language that it knows.

use patchbay_domain::{Label, Resource};
use serde::Deserialize;
use serde_json::json;

use crate::text::shared::writing::Task;
use crate::{Context, Implementation, Inputs, ToolError};

const TASK: Task = Task {
    tool: "sentiment_analysis",
    instruction: "Judge the mood of the person's text, irony too. Answer as JSON: {\"mood\": \"positive\"}, \
        {\"mood\": \"negative\"} or {\"mood\": \"neutral\"}.",
    longest: 30,
};

#[derive(Deserialize)]
struct Written {
    mood: String,
}

pub(super) struct SentimentAnalysis;

impl Implementation for SentimentAnalysis {
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
            "properties": {"mood": {"enum": ["positive", "negative", "neutral"]}},
            "required": ["mood"],
            "additionalProperties": false,
        });
        let written: Written = TASK.fill(inputs, context, &schema)?;
        Ok(Resource::Category(vec![Label {
            name: written.mood,
            score: None,
        }]))
    }
}
