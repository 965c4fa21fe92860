//! Errors of algorithms.

use patchbay_domain::Cancelled;
use thiserror::Error;

/// Error of an algorithm that gave no result. Those that only end early where they are stopped
/// answer with [`Cancelled`] alone.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
pub enum VisionError {
    /// The person stopped it.
    #[error("Stopped.")]
    Cancelled,
    /// An image, mask or prompt is unusable, or what is asked for is too large: a sentence for
    /// people.
    #[error("{0}")]
    Unusable(String),
}

impl From<Cancelled> for VisionError {
    fn from(Cancelled: Cancelled) -> Self {
        Self::Cancelled
    }
}
