//! Servers that a person connected: models, and tools beside Patchbay's own. Nothing of a server is
//! used before the person chose or allowed it.
//!
//! - [`catalog`]: the tools in use, with the engine over them
//! - [`connection`]: the live connection to one server
//! - [`connections`]: all of them, made and ended as the person sets them
//! - [`implementation`]: a server's tool as the engine runs it
//! - [`servers`]: models on servers, and the keys to them
//! - [`shown`]: a server of tools as people see it
//! - [`served`]: Patchbay's own tools as a server carries them out
//! - [`values`]: a step's inputs as what is sent, and an answer as a result

pub(crate) mod catalog;
pub(crate) mod connection;
pub(crate) mod connections;
mod implementation;
pub(crate) mod served;
pub(crate) mod servers;
pub(crate) mod shown;
mod values;
