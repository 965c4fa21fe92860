//! A chat model on this computer as something that answers messages.

use std::cell::RefCell;

use crate::chat::ChatModel;
use crate::messages::{Answer, Chat, ChatRequest};
use crate::models::registry::Model;
use crate::{InferenceError, Models, Watch};

/// A chat model on this computer.
#[derive(Debug, Clone)]
pub struct LocalChat {
    models: Models,
    model: Model,
}

impl LocalChat {
    /// The model that does a tool's work, where that is a chat model on this computer.
    pub fn installed(models: &Models, tool: &str) -> Option<Self> {
        let model = models.installed(tool)?.clone();
        Some(Self {
            models: models.clone(),
            model,
        })
    }
}

impl Chat for LocalChat {
    fn name(&self) -> String {
        self.model.name.clone()
    }

    fn answer(
        &self,
        request: &ChatRequest<'_>,
        on_text: &mut dyn FnMut(&str),
        watch: Watch<'_>,
    ) -> Result<Answer, InferenceError> {
        let on_text = RefCell::new(on_text);
        self.models
            .with(
                &self.model,
                |folder, _, device| ChatModel::open(&self.model.gguf(folder)?, device),
                |network| {
                    let mut on_text = on_text.borrow_mut();
                    network.answer_on(request, &mut **on_text, watch)
                },
            )
            .map(|answer| answer.said(request))
    }
}
