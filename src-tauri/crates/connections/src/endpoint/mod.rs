//! Servers that speak as OpenAI's do: OpenAI itself, llama.cpp, Ollama, vLLM, LM Studio and others.
//!
//! An answer that has to satisfy a JSON Schema is asked for with the schema in `response_format`; from
//! a server that refuses that, as any JSON with the schema in the words; and in the end with the words
//! alone. It is checked here by the keywords that [`schema`] names. A server whose answer does not
//! satisfy it is told what is wrong and asked again, at most twice.
//!
//! - [`Endpoint`], [`Limits`]: what a person sets of a server
//! - [`Client`]: a server that can be asked
//! - [`EndpointError`]: why a server did not do what it was asked
//! - [`Sent`]: what would be sent where, to be shown before anything is sent
//! - `chat`: answers to messages
//! - `images`: pictures from words, and pictures changed by words
//! - `transcription`: speech to text
//! - `speech`: text to speech
//! - `media`: pictures and sound as parts of a form
//! - [`schema`]: whether a value satisfies a schema
//! - `link`: one request, and what its status means
//! - `body`: bodies of answers, read only so far
//! - `retry`: trying again what may pass
//! - `follow`: work over the network, followed from the thread that wants it
//! - `words`: what a server says in its errors, fit to be shown

mod body;
mod chat;
mod client;
mod error;
mod follow;
mod images;
mod link;
mod media;
mod retry;
pub mod schema;
mod sent;
mod settings;
mod speech;
mod transcription;
mod words;

pub use client::Client;
pub use error::EndpointError;
pub use images::{ImageEdit, ImageRequest};
pub use sent::{Kind, Piece, Sent};
pub use settings::{Endpoint, Limits, SettingError};
pub use speech::SpeechRequest;
pub use transcription::{Segment, Transcript, TranscriptionRequest};
