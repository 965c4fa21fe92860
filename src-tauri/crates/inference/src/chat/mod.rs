//! Language models that one talks with, from GGUF files.
//!
//! - [`ChatModel`]: a file's network with its vocabulary and chat template; answers messages
//! - [`Session`]: what a model has read, kept for prompts that begin alike, and on disk
//! - `vocabulary`: a tokenizer from a file's metadata, and the tokens that end an answer
//! - `template`: messages as the text that the model was trained on
//! - `constraint`: answers that satisfy a JSON Schema
//! - [`Chat`]: whatever answers messages, here or on a server
//! - [`Sampling`]: how the next token is chosen

mod constraint;
mod message;
mod model;
mod sampling;
mod service;
mod session;
mod template;
mod vocabulary;

pub use message::{Message, Role};
pub use model::{Answer, ChatModel, ChatRequest, End};
pub use sampling::Sampling;
pub use service::Chat;
pub use session::Session;

#[cfg(test)]
mod tests;
