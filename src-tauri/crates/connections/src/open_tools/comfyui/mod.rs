//! `ComfyUI` servers: a workflow as a tool.
//!
//! - [`workflow`]: a workflow's images and prompts as a tool's inputs
//! - [`run`]: has the server run it, and fetches what it made

pub mod run;
pub mod workflow;

pub use run::run;
pub use workflow::Workflow;
