//! `question_answering`: an answer to a question, or what an instruction asks to be written.

use patchbay_domain::Resource;

use super::shared::writing::Task;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

const TASK: Task = Task {
    tool: "question_answering",
    instruction: "Answer what the person asks, briefly and in their language. Where you do not know it, say so instead of guessing.",
    longest: 700,
};

struct QuestionAnswering;
inventory::submit!(Registered(&QuestionAnswering));

impl Implementation for QuestionAnswering {
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
