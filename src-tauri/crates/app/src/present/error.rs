//! An error in the form in which fronts get it: a code, a sentence and a hint.

use patchbay_media::MediaError;
use patchbay_store::StoreError;

use crate::api::{AppError, ErrorCode};
use crate::error::Error;

/// Returns the error's code.
fn code(error: &Error) -> ErrorCode {
    match error {
        Error::Store(StoreError::NotFound { .. } | StoreError::Erased { .. }) => {
            ErrorCode::NotFound
        }
        Error::Store(StoreError::MalformedId { .. }) | Error::BadArguments { .. } => {
            ErrorCode::BadArguments
        }
        Error::Store(StoreError::Unreadable { .. }) => ErrorCode::UnreadableFile,
        Error::Store(
            StoreError::Full { .. }
            | StoreError::Unwritable { .. }
            | StoreError::NotReplaced { .. },
        ) => ErrorCode::Unwritable,
        Error::Store(_) => ErrorCode::Storage,
        Error::Media(media) if media.is_input() => ErrorCode::UnreadableFile,
        Error::Media(_) | Error::Library(_) => ErrorCode::Unwritable,
        Error::UnknownOperation { .. } => ErrorCode::UnknownOperation,
        Error::Unsuitable { .. } => ErrorCode::Unsuitable,
        Error::Stale => ErrorCode::Stale,
        Error::Withdrawn => ErrorCode::Withdrawn,
        Error::Internal { .. } => ErrorCode::Internal,
    }
}

/// Returns advice on how to proceed; empty if there is none.
fn hint(error: &Error) -> &'static str {
    match error {
        Error::Media(MediaError::Empty { .. }) => {
            "The file was probably not written to its end; get it again."
        }
        Error::Media(MediaError::Malformed { .. }) => {
            "Open it in another program, or get it again from where it came."
        }
        Error::Media(MediaError::TooLarge { .. }) => "Make it smaller first.",
        Error::Unsuitable { hint, .. } => hint,
        Error::UnknownOperation { .. } | Error::BadArguments { .. } => "Reload the window.",
        Error::Internal { .. } => "Try again; nothing that was kept is lost.",
        _ => "",
    }
}

impl From<Error> for AppError {
    fn from(error: Error) -> Self {
        Self::new(code(&error), error.to_string()).with_hint(hint(&error))
    }
}
