//! Servers whose tools a person has connected.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// How a server of tools is reached.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ToolReach {
    /// An MCP server that is a program on this computer.
    McpProgram {
        /// The program, by path or by name.
        program: String,
        /// Its arguments.
        arguments: Vec<String>,
        /// Variables of the environment that it gets beside those that every program needs.
        environment: Vec<String>,
    },
    /// An MCP server at an address.
    McpAddress {
        /// `https://…`, or `http://` on this computer.
        address: String,
    },
    /// A service that an OpenAPI document describes.
    OpenApi {
        /// The service's address: `https://…`, or `http://` on this computer.
        address: String,
    },
    /// A workflow of a `ComfyUI` server.
    ComfyUi {
        /// The server's address: `https://…`, or `http://` on this computer.
        address: String,
    },
}

/// A server of tools as a person sets it. Nothing is allowed of a new one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SaveToolServer {
    /// Its name, unlike that of every other.
    pub name: String,
    /// How it is reached.
    pub reach: ToolReach,
    /// Whether it answers only to who has a key.
    pub needs_key: bool,
    /// The OpenAPI document as JSON, for a service that one describes; the workflow as JSON, for
    /// one of `ComfyUI`.
    #[serde(default)]
    pub document: Option<String>,
}

/// What a person allows of a server of tools.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct AllowToolServer {
    /// The server's name.
    pub name: String,
    /// Whether it may be connected to and its tools may be called.
    pub allowed: bool,
    /// Whether files may be given to it.
    pub files_allowed: bool,
}

/// What a person allows of a single tool of a server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct AllowServerTool {
    /// The server's name.
    pub server: String,
    /// The tool's name on the server.
    pub tool: String,
    /// Whether it may be called.
    pub allowed: bool,
}

/// A server of tools by its name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ToolServerName {
    /// The server's name.
    pub name: String,
}

/// A key to a server of tools.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ToolServerKey {
    /// The server's name.
    pub name: String,
    /// The key; none: the one that is kept is removed.
    pub key: Option<String>,
    /// The variable of the environment of which it is the value, for a program; none: the key that is
    /// sent to an address.
    #[serde(default)]
    pub variable: Option<String>,
}

impl std::fmt::Debug for ToolServerKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ToolServerKey")
            .field("name", &self.name)
            .field("variable", &self.variable)
            .finish_non_exhaustive()
    }
}

/// What a tool does to what it works on, as its server says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ToolEffect {
    /// Its server says nothing of that.
    Unknown,
    /// It changes nothing.
    Reads,
    /// It adds or changes something.
    Writes,
    /// It may take something away for good.
    Deletes,
}

/// A tool of a server as people see it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ServerToolInfo {
    /// Its name on the server.
    pub name: String,
    /// What people read.
    pub label: String,
    /// What the server says that it does.
    pub description: String,
    /// Why it cannot be called, in a sentence; none where it can.
    pub problem: Option<String>,
    /// Whether it may be called.
    pub allowed: bool,
    /// What it does to what it works on.
    pub effect: ToolEffect,
}

/// A server of tools.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a fact of its own that people see"
)]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ToolServer {
    /// Its name.
    pub name: String,
    /// How it is reached.
    pub reach: ToolReach,
    /// Whether it answers only to who has a key.
    pub needs_key: bool,
    /// Variables of the environment whose values are kept with the keys.
    pub variables: Vec<String>,
    /// Whether it may be connected to and its tools may be called.
    pub allowed: bool,
    /// Whether files may be given to it.
    pub files_allowed: bool,
    /// Whether it is a program or an address of this computer.
    pub is_here: bool,
    /// Whether it is connected.
    pub is_connected: bool,
    /// Why it is not connected although it is allowed, in a sentence.
    pub problem: Option<String>,
    /// Its tools, where it is connected.
    pub tools: Vec<ServerToolInfo>,
}

/// Every server of tools.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ToolServerList {
    /// The servers, in the order in which they were connected.
    pub servers: Vec<ToolServer>,
}
