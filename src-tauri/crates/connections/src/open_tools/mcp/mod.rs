//! MCP servers: programs on this computer, and addresses.
//!
//! - [`client`]: connects, lists tools and calls them
//! - [`child`]: a server's program, ended with all that it started
//! - [`answer`]: an answer as plain values

mod answer;
mod child;
pub mod client;

pub use client::McpClient;
