//! Errors of tools.

use patchbay_domain::Cancelled;
use patchbay_inference::InferenceError;
use patchbay_media::MediaError;
use patchbay_vision::VisionError;
use thiserror::Error;

/// Error of a tool that gave no result. The message is a sentence for people that names the file or
/// the words at fault and says what to do.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
pub enum ToolError {
    /// The person stopped the step.
    #[error("Stopped.")]
    Cancelled,
    /// An input is unusable: not what it claims to be, empty, too large.
    #[error("{0}")]
    Input(String),
    /// There is nothing of what was looked for: no such object, no words, no speech.
    #[error("{0}")]
    Nothing(String),
    /// The words ask for what the tool does not know, or leave out what it needs: no other way does
    /// what was asked for.
    #[error("{0}")]
    Refused(String),
    /// A model or program that the request needs is not there.
    #[error("{0}")]
    Missing(String),
    /// Something on this computer failed: the disk is full, a codec is absent.
    #[error("{0}")]
    Failed(String),
}

impl From<Cancelled> for ToolError {
    fn from(Cancelled: Cancelled) -> Self {
        Self::Cancelled
    }
}

impl From<VisionError> for ToolError {
    fn from(error: VisionError) -> Self {
        match error {
            VisionError::Cancelled => Self::Cancelled,
            VisionError::Unusable(sentence) => Self::Input(sentence),
        }
    }
}

impl From<MediaError> for ToolError {
    fn from(error: MediaError) -> Self {
        match error {
            MediaError::Cancelled => Self::Cancelled,
            other if other.is_input() => Self::Input(other.to_string()),
            other => Self::Failed(other.to_string()),
        }
    }
}

impl From<InferenceError> for ToolError {
    fn from(error: InferenceError) -> Self {
        match error {
            InferenceError::Cancelled => Self::Cancelled,
            long @ InferenceError::TextTooLong { .. } => Self::Input(long.to_string()),
            other => Self::Failed(other.to_string()),
        }
    }
}
