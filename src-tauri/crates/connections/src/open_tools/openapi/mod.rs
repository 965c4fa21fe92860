//! Services that OpenAPI documents describe.
//!
//! - [`document`]: a document's operations as tools
//! - [`operation`]: what one operation takes, and where each value goes
//! - [`request`]: the HTTP request for an operation and its arguments
//! - [`send`]: sends it and reads the answer

pub mod document;
pub mod operation;
pub mod request;
pub mod send;

pub use document::{Operation, Service};
pub use request::{Body, Request};
pub use send::call;
