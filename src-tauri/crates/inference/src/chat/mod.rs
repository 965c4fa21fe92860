//! Language models that one talks with, from GGUF files.
//!
//! - [`ChatModel`]: a file's network with its vocabulary and chat template; answers messages
//! - [`Session`]: what a model has read, kept for prompts that begin alike, and on disk
//! - `vocabulary`: a tokenizer from a file's metadata, and the tokens that end an answer
//! - `template`: messages as the text that the model was trained on
//! - `adding`: models of a person's own from their files
//! - `constraint`: answers that satisfy a JSON Schema

mod adding;
mod constraint;
mod model;
mod session;
mod template;
mod vocabulary;

pub use crate::messages::{Answer, Chat, ChatRequest, End, Message, Role, Sampling};
pub use model::ChatModel;
pub use session::Session;

#[cfg(test)]
mod tests;
