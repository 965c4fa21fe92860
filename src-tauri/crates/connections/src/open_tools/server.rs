//! A connected server, and a person's consent to it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::effect::Effect;
use super::error::OpenToolError;
use super::tool::OpenTool;
use crate::keys::Key;

/// How a server is reached.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Reach {
    /// An MCP server that is a program on this computer.
    McpProgram {
        /// The program, by path or by name.
        program: String,
        /// Its arguments.
        #[serde(default)]
        arguments: Vec<String>,
        /// Variables of this program's environment that it gets beside `PATH`, `HOME` and what the
        /// system needs.
        #[serde(default)]
        environment: Vec<String>,
    },
    /// An MCP server at an address, by streamable HTTP.
    McpAddress {
        /// `https://…`, or `http://` on this computer.
        address: String,
    },
    /// A service that an OpenAPI document describes.
    OpenApi {
        /// The service's address, to which all requests go: `https://…`, or `http://` on this
        /// computer.
        address: String,
    },
    /// A workflow of a `ComfyUI` server.
    ComfyUi {
        /// The server's address: `https://…`, or `http://` on this computer.
        address: String,
    },
}

/// A server as the person connected it. A new one may do nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Server {
    /// Its name, unique among the servers.
    pub name: String,
    /// How it is reached.
    pub reach: Reach,
    /// Whether the person allows it to be connected to and its tools to be called.
    #[serde(default)]
    pub allowed: bool,
    /// Whether the person allows files to be sent to it.
    #[serde(default)]
    pub files_allowed: bool,
    /// Whether single tools may be called, by their names on the server, where the person decided.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub tools: BTreeMap<String, bool>,
}

/// Secrets that a server is given as it is connected to.
#[derive(Debug, Clone, Default)]
pub struct Secrets {
    /// Sent as a bearer key to an address.
    pub key: Option<Key>,
    /// Values of variables that a program gets, by their names.
    pub environment: Vec<(String, Key)>,
}

impl Server {
    /// A server that nothing is allowed of.
    pub fn new(name: impl Into<String>, reach: Reach) -> Self {
        Self {
            name: name.into(),
            reach,
            allowed: false,
            files_allowed: false,
            tools: BTreeMap::new(),
        }
    }

    /// Whether one of its tools may be called: as the person decided, else unless it deletes.
    pub fn allows(&self, tool: &OpenTool) -> bool {
        let decided = self.tools.get(&tool.original);
        decided.copied().unwrap_or(tool.effect != Effect::Deletes)
    }

    /// The consent to use it. Refused where the person has not given it.
    pub fn granted(&self) -> Result<Granted<'_>, OpenToolError> {
        if self.allowed {
            Ok(Granted(self))
        } else {
            let server = self.name.clone();
            Err(OpenToolError::NotAllowed { server })
        }
    }
}

/// A person's consent to use a server. Made by [`Server::granted`] alone.
#[derive(Debug, Clone, Copy)]
pub struct Granted<'a>(&'a Server);

impl<'a> Granted<'a> {
    /// The server that it is for.
    pub fn server(self) -> &'a Server {
        self.0
    }

    /// Whether it is for a tool as the connection to `server` calls it, and for files where some are
    /// sent.
    pub(super) fn covers(
        self,
        server: &str,
        tool: &OpenTool,
        files: bool,
    ) -> Result<(), OpenToolError> {
        let name = &tool.tool.name;
        if server != self.0.name || tool.server != self.0.name {
            return Err(OpenToolError::OtherServer {
                server: self.0.name.clone(),
                tool: name.clone(),
            });
        }
        if !self.0.allows(tool) {
            return Err(OpenToolError::ToolNotAllowed {
                server: self.0.name.clone(),
                tool: name.clone(),
            });
        }
        if files && !self.0.files_allowed {
            let server = self.0.name.clone();
            return Err(OpenToolError::FilesNotAllowed { server });
        }
        Ok(())
    }
}
