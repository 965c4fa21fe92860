//! Asks a chat model for an answer that satisfies a schema.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use patchbay_inference::chat::{Chat, ChatRequest, End, Message, Role, Sampling};
use patchbay_inference::{InferenceError, Watch};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::valid::{longest, satisfies};

/// Whether the person stopped the work.
pub type Stopped = Arc<dyn Fn() -> bool + Send + Sync>;

/// How many answers are remembered: a search asks the same again and again.
const REMEMBERED: usize = 64;
/// How long it is remembered that there was no answer: a server may come back.
const FORGIVEN: Duration = Duration::from_secs(30);

/// Somebody who answers questions about a toolbox.
pub struct Ask {
    chat: Arc<dyn Chat>,
    /// What every question begins with, so that a model that keeps what it has read reads it once.
    system: Arc<str>,
    stopped: Option<Stopped>,
    /// The newest last.
    remembered: Mutex<VecDeque<Remembered>>,
}

/// A question with its answer; none where none counted.
#[derive(Clone)]
struct Remembered {
    question: String,
    schema: Value,
    answer: Option<Value>,
    since: Instant,
}

impl Ask {
    /// Asks `chat`; `system` stands before every question.
    pub fn new(chat: Arc<dyn Chat>, system: Arc<str>, stopped: Option<Stopped>) -> Self {
        Self {
            chat,
            system,
            stopped,
            remembered: Mutex::default(),
        }
    }

    /// The answer to a question; none where the model fails, is stopped, or says what does not
    /// satisfy `schema`.
    pub fn answer<T: DeserializeOwned>(&self, question: String, schema: Value) -> Option<T> {
        if self.is_stopped() {
            return None;
        }
        let answer = match self.remembered(&question, &schema) {
            Some(Remembered { answer, .. }) => answer,
            None => self.asked(question, schema),
        };
        serde_json::from_value(answer?).ok()
    }

    fn is_stopped(&self) -> bool {
        self.stopped.as_ref().is_some_and(|stopped| stopped())
    }

    fn remembered(&self, question: &str, schema: &Value) -> Option<Remembered> {
        let remembered = self.remembered.lock();
        let remembered = remembered.unwrap_or_else(PoisonError::into_inner);
        let counts = |one: &&Remembered| {
            one.question == question
                && one.schema == *schema
                && (one.answer.is_some() || one.since.elapsed() < FORGIVEN)
        };
        remembered.iter().find(counts).cloned()
    }

    fn asked(&self, question: String, schema: Value) -> Option<Value> {
        let answer = match self.try_answer(&question, &schema) {
            Ok(answer) => answer,
            // Whoever goes on later may be answered.
            Err(InferenceError::Cancelled) => return None,
            Err(error) => {
                tracing::warn!(%error, chat = self.chat.name(), "no answer: the embedded model goes on");
                None
            }
        };
        let remembered = self.remembered.lock();
        let mut remembered = remembered.unwrap_or_else(PoisonError::into_inner);
        remembered.retain(|one| one.question != question || one.schema != schema);
        if remembered.len() == REMEMBERED {
            remembered.pop_front();
        }
        remembered.push_back(Remembered {
            question,
            schema,
            answer: answer.clone(),
            since: Instant::now(),
        });
        answer
    }

    fn try_answer(&self, question: &str, schema: &Value) -> Result<Option<Value>, InferenceError> {
        let messages = [
            Message::new(Role::System, &*self.system),
            Message::new(Role::User, question),
        ];
        let request = ChatRequest {
            messages: &messages,
            sampling: Sampling::GREEDY,
            longest: longest(schema),
            schema: Some(schema),
        };
        let goes_on = |_| {
            if self.is_stopped() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let answer = self
            .chat
            .answer(&request, &mut |_| {}, Watch::new(&goes_on))?;
        let value = serde_json::from_str(answer.text.trim()).ok();
        let counts = |value: &Value| answer.end == End::Whole && satisfies(value, schema);
        Ok(value.filter(counts))
    }
}
