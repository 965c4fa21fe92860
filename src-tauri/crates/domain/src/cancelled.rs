//! The end of work that a person stopped.

use thiserror::Error;

/// The person stopped the work. Algorithms that can fail in no other way answer with this.
#[derive(Debug, Error, Clone, Copy, PartialEq, Eq)]
#[error("Stopped.")]
pub struct Cancelled;
