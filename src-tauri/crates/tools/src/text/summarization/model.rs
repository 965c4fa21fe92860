//! `summarization` by a language model, which says it in its own words.

use patchbay_domain::Resource;

use crate::text::shared::writing::Task;
use crate::{Context, Implementation, Inputs, ToolError};

const TASK: Task = Task {
    tool: "summarization",
    instruction: "Summarise the person's text in its own language, in at most a quarter of its length and at most \
        seven sentences. Say nothing that the text does not say. Answer with the summary alone.",
    longest: 500,
};

pub(super) struct Summarization;

impl Implementation for Summarization {
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
        Ok(Resource::Text(TASK.write(inputs, context)?))
    }
}
