//! Inputs of a tool, from its JSON Schema, and the JSON for a run's values.
//!
//! - [`field`]: an input as it is typed
//! - [`resolve`]: references within a document
//! - [`read`]: a schema as fields
//! - [`media`]: which texts are files
//! - [`write`]: a run's values as the JSON that is sent

pub mod field;
mod media;
mod read;
mod resolve;
pub mod write;

pub use field::{Field, FileForm, Shape};
pub(super) use media::{kind_made, kind_of_media_type};
pub use read::{Fields, fields, shape_of};
pub(super) use resolve::resolved;
pub use write::{Arguments, FileValue, Values, arguments};
