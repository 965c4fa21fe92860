//! Everything that an operation can fail with, and the form in which fronts get it.

use patchbay_inference::library::LibraryError;
use patchbay_media::MediaError;
use patchbay_store::StoreError;
use thiserror::Error;

use crate::api::{AppError, ErrorCode};

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
        /// What is wrong with them.
        reason: String,
    },
    /// What is asked cannot be done to this thing, or not now.
    #[error("{message}")]
    Unsuitable {
        /// What happened, in a sentence.
        message: String,
        /// What to do about it.
        hint: &'static str,
    },
    /// A newer prompt replaced this one.
    #[error("A newer prompt replaced this one.")]
    Stale,
    /// Something that should not happen did.
    #[error("Something went wrong inside Patchbay: {reason}.")]
    Internal {
        /// What.
        reason: String,
    },
}

impl Error {
    /// An error of what is asked of a thing.
    pub(crate) fn unsuitable(message: impl Into<String>, hint: &'static str) -> Self {
        Self::Unsuitable { message: message.into(), hint }
    }

    fn code(&self) -> ErrorCode {
        match self {
            Self::Store(StoreError::NotFound { .. }) => ErrorCode::NotFound,
            Self::Store(StoreError::MalformedId { .. }) | Self::BadArguments { .. } => ErrorCode::BadArguments,
            Self::Store(StoreError::Unreadable { .. }) => ErrorCode::UnreadableFile,
            Self::Store(StoreError::Full { .. } | StoreError::Unwritable { .. }) => ErrorCode::Unwritable,
            Self::Store(_) => ErrorCode::Storage,
            Self::Media(error) if error.is_input() => ErrorCode::UnreadableFile,
            Self::Media(_) | Self::Library(_) => ErrorCode::Unwritable,
            Self::UnknownOperation { .. } => ErrorCode::UnknownOperation,
            Self::Unsuitable { .. } => ErrorCode::Unsuitable,
            Self::Stale => ErrorCode::Stale,
            Self::Internal { .. } => ErrorCode::Internal,
        }
    }

    fn hint(&self) -> &'static str {
        match self {
            Self::Media(MediaError::Empty { .. }) => "The file was probably not written to its end; get it again.",
            Self::Media(MediaError::Malformed { .. }) => {
                "Open it in another program, or get it again from where it came."
            }
            Self::Media(MediaError::TooLarge { .. }) => "Make it smaller first.",
            Self::Unsuitable { hint, .. } => hint,
            Self::UnknownOperation { .. } | Self::BadArguments { .. } => "Reload the window.",
            Self::Internal { .. } => "Try again; nothing that was kept is lost.",
            _ => "",
        }
    }
}

/// A sentence without the numbers that the system gives its errors: `Permission denied (os error 13)`.
pub(crate) fn plain(sentence: &str) -> String {
    let mut plain = sentence.to_owned();
    while let Some(start) = plain.find(" (os error ")
        && let Some(length) = plain[start..].find(')')
    {
        plain.replace_range(start..=start + length, "");
    }
    plain
}

impl From<Error> for AppError {
    fn from(error: Error) -> Self {
        Self::new(error.code(), plain(&error.to_string())).with_hint(error.hint())
    }
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn numbers_of_the_system_are_left_out() {
        assert_eq!(plain("It cannot be read: gone (os error 2). Or moved?"), "It cannot be read: gone. Or moved?");
        assert_eq!(plain("a (os error 2"), "a (os error 2");
    }
}
