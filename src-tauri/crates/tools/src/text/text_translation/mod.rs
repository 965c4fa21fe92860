//! `text_translation`: a text in another language.

use patchbay_domain::Resource;

use super::shared::writing::Task;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

const TASK: Task = Task {
    tool: "text_translation",
    instruction: "Translate what the person gives you into the language that they ask for; where they ask for none, into English. Keep names, numbers and line breaks. Answer with the translation alone.",
    longest: 1_500,
};

struct TextTranslation;
inventory::submit!(Registered(&TextTranslation));

impl Implementation for TextTranslation {
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
