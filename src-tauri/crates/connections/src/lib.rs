//! Servers that a person has connected: model endpoints, tool servers, and the keys to them. Nothing
//! is sent anywhere unless the person chose that server for that work.
//!
//! - [`endpoint`]: servers that speak as OpenAI's do: chat, images, transcription, speech
//! - [`keys`]: the keys to them, in the system's key store
//! - [`open_tools`]: tools of MCP servers and of services that OpenAPI documents describe
//! - [`retrieval`]: the few tools that a request needs, out of tens of thousands

pub mod endpoint;
pub mod keys;
pub mod open_tools;
pub mod retrieval;
