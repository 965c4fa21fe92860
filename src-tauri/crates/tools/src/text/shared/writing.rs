//! Texts that a language model writes: a tool tells it its task, and it reads what the person
//! gave.

use patchbay_inference::chat::{Answer, ChatModel, ChatRequest, End, Message, Role, Sampling};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::shared::models::{follow, model};
use crate::{Context, Inputs, ToolError};

/// What a model is asked to do with a text.
pub(crate) struct Task {
    /// The tool, by its name in the toolbox.
    pub(crate) tool: &'static str,
    /// What is to be done, in words.
    pub(crate) instruction: &'static str,
    /// The most tokens that are written.
    pub(crate) longest: usize,
}

impl Task {
    /// What the model writes; where it may write no more, that is said at the end.
    pub(crate) fn write(&self, inputs: &Inputs, context: &Context) -> Result<String, ToolError> {
        let answer = self.answer(inputs, context, None)?;
        let text = answer.text.trim();
        if text.is_empty() {
            return Err(ToolError::Failed(
                "The language model wrote nothing. Say it in other words, or choose a larger model.".to_owned(),
            ));
        }
        Ok(match answer.end {
            End::Whole => text.to_owned(),
            End::Length => {
                format!("{text} …\n\n(It was cut off here: this is as much as is written at once.)")
            }
        })
    }

    /// What the model fills in of what `schema` describes.
    pub(crate) fn fill<T: DeserializeOwned>(
        &self,
        inputs: &Inputs,
        context: &Context,
        schema: &Value,
    ) -> Result<T, ToolError> {
        let answer = self.answer(inputs, context, Some(schema))?;
        serde_json::from_str(&answer.text).map_err(|_| {
            ToolError::Failed(
                "The language model's answer was cut off. Try a shorter text, or choose a larger model.".to_owned(),
            )
        })
    }

    fn answer(
        &self,
        inputs: &Inputs,
        context: &Context,
        schema: Option<&Value>,
    ) -> Result<Answer, ToolError> {
        let text = inputs.text("text")?;
        if text.trim().is_empty() {
            return Err(ToolError::Input(
                "There are no words in this text.".to_owned(),
            ));
        }
        let model = model(context, self.tool)?;
        let messages = [
            Message::new(Role::System, self.instruction),
            Message::new(Role::User, text.trim()),
        ];
        let request = ChatRequest {
            messages: &messages,
            sampling: Sampling::GREEDY,
            longest: self.longest,
            schema,
        };
        Ok(context.models.with(
            model,
            |folder, _, device| ChatModel::open(&model.gguf(folder)?, device),
            |network| {
                follow(context, (0.0, 1.0), |watch| {
                    network.answer(&mut network.session(), &request, &mut |_| {}, watch)
                })
            },
        )?)
    }
}
