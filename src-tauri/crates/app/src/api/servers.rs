//! Servers with language models that a person has connected.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A server by its id.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ServerId {
    /// The server's id.
    pub server: String,
}

/// A server as a person sets it. Its key is set by itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SaveServer {
    /// The server that is changed; none: a new one.
    #[serde(default)]
    pub server: Option<String>,
    /// What people call it.
    pub name: String,
    /// The address before `/chat/completions`, such as `http://localhost:11434/v1`.
    pub address: String,
    /// The model's name there; empty where the server has one and needs no name.
    pub model: String,
    /// Whether it answers only to who has a key.
    pub needs_key: bool,
}

/// A key to a server.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ServerKey {
    /// The server's id.
    pub server: String,
    /// The key; none: the one that is kept is removed.
    pub key: Option<String>,
}

impl std::fmt::Debug for ServerKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ServerKey")
            .field("server", &self.server)
            .finish_non_exhaustive()
    }
}

/// A server that speaks as OpenAI's do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Server {
    /// Its id.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// Its address.
    pub address: String,
    /// Host and port, as what is sent there is told.
    pub host: String,
    /// The model's name there.
    pub model: String,
    /// Whether it answers only to who has a key.
    pub needs_key: bool,
    /// Whether it runs on this computer, so that nothing leaves it.
    pub is_here: bool,
    /// Whether nobody on the way can read what is sent.
    pub is_encrypted: bool,
}

/// Where a key is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct KeyKept {
    /// Whether it is in the system's key store; else it is known until the program ends.
    pub lasts: bool,
}

/// Every server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ServerList {
    /// The servers, in the order in which they were connected.
    pub servers: Vec<Server>,
}

/// The models that a server has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ServerModels {
    /// Their names there.
    pub models: Vec<String>,
}

/// A turn by its id.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct TurnId {
    /// The turn's id.
    pub turn: String,
}

/// Another reading of a request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Reading {
    /// Who read it.
    pub by: String,
    /// The request in other words, of which the planner understands all; none where none was found.
    pub words: Option<String>,
}
