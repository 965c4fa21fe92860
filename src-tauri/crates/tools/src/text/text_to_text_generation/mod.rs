//! `text_to_text_generation`: a text written anew, or carried on, as an instruction says.

use patchbay_domain::Resource;

use super::shared::writing::Task;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

const TASK: Task = Task {
    tool: "text_to_text_generation",
    instruction: "Do with the text what the person asks for, in its language unless they ask for another one. Answer with the finished text alone, without a word about it.",
    longest: 1_500,
};

struct TextToTextGeneration;
inventory::submit!(Registered(&TextToTextGeneration));

impl Implementation for TextToTextGeneration {
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
