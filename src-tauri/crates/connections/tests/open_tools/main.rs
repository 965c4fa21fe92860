//! Tools of others, as a run meets them: what is read of what they take, what is sent, and what is
//! not.
//!
//! - [`consent`]: nothing happens before a person agreed
//! - [`schema`]: JSON Schemas as typed inputs, and back
//! - [`openapi`]: documents, requests, and attempts to be led elsewhere
//! - [`comfyui`]: workflows of `ComfyUI` servers
//! - [`program`]: an MCP server that is a program
//! - [`tools`]: which of its tools may be called, and that they change
//! - [`http`]: servers at addresses
//! - [`server`]: the server that the others talk to

mod comfyui;
mod consent;
mod http;
mod openapi;
mod program;
mod schema;
mod server;
mod tools;

use std::time::Duration;

/// Waits until something is so.
async fn until(is_so: impl Fn() -> bool) {
    let waited = async {
        while !is_so() {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), waited)
        .await
        .unwrap();
}
