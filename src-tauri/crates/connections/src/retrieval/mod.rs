//! The few tools that a request needs, out of tens of thousands: words weighted by the field that
//! they stand in, and where vectors are at hand, likeness in meaning beside them.
//!
//! - [`words`]: a text as stems, identifiers taken apart
//! - [`clauses`]: the wishes of a request
//! - [`files`]: what the files are that a request names
//! - [`lexical`]: an inverted index over fields of unlike weight
//! - [`dense`]: likeness in meaning, from vectors of whoever can make them
//! - [`retriever`]: all of them as one ranking

pub mod clauses;
pub mod dense;
pub mod files;
pub mod lexical;
pub mod retriever;
pub mod words;

pub use dense::{Dense, DenseError};
pub use retriever::Retriever;

/// Description of a tool by itself, as it is searched.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Described {
    /// Its name in the toolbox; unique, not searched.
    pub id: String,
    /// The name of the server that has it.
    pub server: String,
    /// The server's description of itself.
    pub server_description: String,
    /// Its name on that server, such as `get_weather`.
    pub name: String,
    /// Its description.
    pub description: String,
    /// Its inputs: each one's name, followed by its description where known.
    pub inputs: Vec<String>,
}

impl Described {
    /// The text whose vector stands for the tool: the server, the name in words, what it does.
    pub fn text(&self) -> String {
        let name = words::parts(&self.name).join(" ");
        format!("{}: {name}: {}", self.server, self.description)
    }
}
