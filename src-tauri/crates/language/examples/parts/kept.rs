//! A chat model from a file as something that answers messages, with counts of what it did.

use std::path::Path;
use std::sync::{Mutex, PoisonError};

use patchbay_inference::chat::{Answer, Chat, ChatModel, ChatRequest};
use patchbay_inference::{Device, InferenceError, Watch};

/// A chat model that goes on from what it has read last.
pub(crate) struct Kept {
    name: String,
    model: ChatModel,
    counts: Mutex<Counts>,
}

/// What a model did.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Counts {
    /// How often it was asked.
    pub(crate) asked: usize,
    /// How often it gave no answer.
    pub(crate) failed: usize,
    /// How many tokens it read.
    pub(crate) read: usize,
    /// How many it said.
    pub(crate) said: usize,
}

impl Kept {
    /// The model of a file.
    pub(crate) fn open(path: &Path) -> Result<Self, InferenceError> {
        Ok(Self {
            name: path.display().to_string(),
            model: ChatModel::open(path, &Device::Cpu)?,
            counts: Mutex::default(),
        })
    }

    /// What it did until now.
    pub(crate) fn counts(&self) -> Counts {
        *self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Chat for Kept {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn answer(
        &self,
        request: &ChatRequest<'_>,
        on_text: &mut dyn FnMut(&str),
        watch: Watch<'_>,
    ) -> Result<Answer, InferenceError> {
        let answer = self.model.answer_on(request, on_text, watch);
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        counts.asked += 1;
        match &answer {
            Ok(answer) => {
                counts.read += answer.prompt_tokens - answer.kept_tokens;
                counts.said += answer.tokens;
            }
            Err(error) => {
                counts.failed += 1;
                eprintln!("{error}");
            }
        }
        answer
    }
}
