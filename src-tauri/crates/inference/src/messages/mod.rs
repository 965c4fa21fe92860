//! Messages to a chat model and its answers, wherever it runs.
//!
//! - [`Message`]: what somebody says
//! - [`Sampling`]: how the next token is chosen
//! - [`ChatRequest`], [`Answer`]: what is asked, and what was answered
//! - [`without_thinking`]: an answer without what a model thought aloud
//! - [`Chat`]: whatever answers messages, here or on a server

mod message;
mod sampling;
mod service;
mod thinking;

use serde_json::Value;

pub use message::{Message, Role};
pub use sampling::Sampling;
pub use service::Chat;
pub use thinking::without_thinking;

/// Request to a chat model.
#[derive(Debug, Clone, Copy)]
pub struct ChatRequest<'a> {
    /// Messages so far, the oldest first; the last one is answered.
    pub messages: &'a [Message],
    /// How tokens are chosen.
    pub sampling: Sampling,
    /// The most tokens that the answer may have.
    pub longest: usize,
    /// The JSON Schema that the answer has to satisfy.
    pub schema: Option<&'a Value>,
}

/// Answer of a chat model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The text.
    pub text: String,
    /// Why it ends.
    pub end: End,
    /// Number of the prompt's tokens.
    pub prompt_tokens: usize,
    /// Number of those that were read before.
    pub kept_tokens: usize,
    /// Number of the answer's tokens.
    pub tokens: usize,
}

impl Answer {
    /// The same without what the model thought aloud. What satisfies a schema holds no thoughts.
    #[must_use]
    pub fn said(self, request: &ChatRequest<'_>) -> Self {
        if request.schema.is_some() {
            return self;
        }
        let text = without_thinking(&self.text);
        Self { text, ..self }
    }
}

/// Why an answer ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// The model ended it, or it satisfies its schema.
    Whole,
    /// It has as many tokens as it may have, or as fit.
    Length,
}
