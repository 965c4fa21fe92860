//! Errors of media files, in sentences for people.

use thiserror::Error;

/// Why a file could not be read or written. `name` is what the person knows the file by.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
pub enum MediaError {
    /// The person stopped it.
    #[error("Stopped.")]
    Cancelled,
    /// The file is gone or may not be read.
    #[error("“{name}” cannot be read: {reason}. Was it moved or deleted?")]
    Unreadable {
        /// The file.
        name: String,
        /// The system's reason.
        reason: String,
    },
    /// The file has no bytes.
    #[error("“{name}” is empty (0 bytes).")]
    Empty {
        /// The file.
        name: String,
    },
    /// The file is not what its name says, or is broken.
    #[error("“{name}” is not a readable {wanted}: {reason}.")]
    Malformed {
        /// The file.
        name: String,
        /// `picture`, `sound` or `video`.
        wanted: &'static str,
        /// Description of what was found instead.
        reason: String,
    },
    /// The file is larger than what can be worked on here.
    #[error("“{name}” is too large: {reason}.")]
    TooLarge {
        /// The file.
        name: String,
        /// Its size and the limit.
        reason: String,
    },
    /// The video or file has no such stream.
    #[error("“{name}” has no {what}.")]
    NoStream {
        /// The file.
        name: String,
        /// `sound` or `picture`.
        what: &'static str,
    },
    /// A result could not be written.
    #[error("The result “{name}” could not be written: {reason}.")]
    Unwritable {
        /// The file.
        name: String,
        /// The system's reason, such as that the disk is full.
        reason: String,
    },
    /// No encoder for what is wanted.
    #[error("This computer has no encoder for {what}; install {install}.")]
    NoEncoder {
        /// The format.
        what: String,
        /// The package that has one.
        install: String,
    },
}

impl MediaError {
    /// Whether the file that was given is at fault (and not this computer).
    pub fn is_input(&self) -> bool {
        !matches!(
            self,
            Self::Unwritable { .. } | Self::NoEncoder { .. } | Self::Cancelled
        )
    }
}
