//! Something that answers messages, wherever it runs.

use super::{Answer, ChatRequest};
use crate::{InferenceError, Watch};

/// Something that answers messages: a model on this computer, or one on a server that the person
/// chose.
pub trait Chat: Send + Sync {
    /// Returns its name for people, such as `Qwen3 4B` or `qwen3-8b on Home server`.
    fn name(&self) -> String;

    /// Host and port of where what is read is sent to; none where it stays on this computer.
    fn sent_to(&self) -> Option<String> {
        None
    }

    /// Answers messages. The text goes to `on_text` as it comes; `watch` is asked at least every
    /// 100 ms while a server is waited for. Where the request has a schema, a whole answer satisfies
    /// it.
    ///
    /// # Errors
    /// The person stopped it, or it gave no answer that counts; of a server
    /// [`InferenceError::Remote`] with a sentence that names it and what to do.
    fn answer(
        &self,
        request: &ChatRequest<'_>,
        on_text: &mut dyn FnMut(&str),
        watch: Watch<'_>,
    ) -> Result<Answer, InferenceError>;
}
