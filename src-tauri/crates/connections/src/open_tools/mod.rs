//! Tools of MCP servers and of services that OpenAPI documents describe. What they say of
//! themselves and what they answer is not trusted: it is shortened, freed of control characters,
//! and never decides anything.
//!
//! - [`server`]: a connected server, and a person's consent to it
//! - [`address`]: where may be connected to
//! - [`content`]: what a tool answers
//! - [`limits`]: how long and how much is waited for, and the client for HTTP
//! - [`effect`]: what a tool does to what it works on
//! - [`error`]: why a server or a tool could not be used
//! - [`untrusted`]: words of others, made harmless
//! - [`naming`]: names in the toolbox
//! - [`tool`]: a tool of a server as one of the toolbox
//! - [`json_schema`]: what a tool takes, from its JSON Schema, and the JSON for a run's values
//! - [`mcp`]: MCP servers
//! - [`openapi`]: services that OpenAPI documents describe
//! - [`comfyui`]: workflows of `ComfyUI` servers

pub mod address;
pub mod comfyui;
pub mod content;
pub mod effect;
pub mod error;
pub mod json_schema;
pub mod limits;
pub mod mcp;
pub mod naming;
pub mod openapi;
pub mod server;
pub mod tool;
pub mod untrusted;

pub use content::Content;
pub use effect::Effect;
pub use error::OpenToolError;
pub use limits::Limits;
pub use server::{Granted, Reach, Secrets, Server};
pub use tool::OpenTool;
