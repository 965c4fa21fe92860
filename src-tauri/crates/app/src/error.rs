//! Everything that an operation can fail with. `present::error` makes of it what fronts get.

use patchbay_inference::library::LibraryError;
use patchbay_media::MediaError;
use patchbay_store::StoreError;
use patchbay_tool_api::ToolError;
use thiserror::Error;

/// Why an operation did not do what it was asked.
#[derive(Debug, Error)]
pub enum Error {
    /// Keeping or finding something failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A media file could not be read.
    #[error(transparent)]
    Media(#[from] MediaError),
    /// A model could not be changed.
    #[error(transparent)]
    Library(#[from] LibraryError),
    /// No operation has that name.
    #[error("There is no operation called “{name}”.")]
    UnknownOperation {
        /// The name.
        name: String,
    },
    /// The arguments are not what the operation takes.
    #[error("“{operation}” was called with arguments that it does not take: {reason}.")]
    BadArguments {
        /// The operation.
        operation: String,
        /// Reason why they are refused.
        reason: String,
    },
    /// The request cannot be carried out on this thing, or not now.
    #[error("{message}")]
    Unsuitable {
        /// Explanation of the failure, in a sentence.
        message: String,
        /// Advice on how to proceed.
        hint: &'static str,
    },
    /// A newer prompt replaced this one.
    #[error("A newer prompt replaced this one.")]
    Stale,
    /// A request was taken back while it waited.
    #[error("The request was taken back.")]
    Withdrawn,
    /// Something that should not happen did.
    #[error("Something went wrong inside Patchbay: {reason}.")]
    Internal {
        /// Description of the failure.
        reason: String,
    },
}

impl Error {
    /// An error of what is asked of a thing.
    pub(crate) fn unsuitable(message: impl Into<String>, hint: &'static str) -> Self {
        Self::Unsuitable {
            message: message.into(),
            hint,
        }
    }
}

impl From<ToolError> for Error {
    fn from(error: ToolError) -> Self {
        match error {
            ToolError::Cancelled => Self::Stale,
            other => Self::unsuitable(other.to_string(), ""),
        }
    }
}
