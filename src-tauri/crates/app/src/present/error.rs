//! An error in the form in which fronts get it: a code, a sentence and a hint.

use patchbay_media::MediaError;
use patchbay_store::StoreError;

use crate::api::{AppError, ErrorCode};
use crate::error::Error;

/// What kind of error it is.
fn code(error: &Error) -> ErrorCode {
    match error {
        Error::Store(StoreError::NotFound { .. }) => ErrorCode::NotFound,
        Error::Store(StoreError::MalformedId { .. }) | Error::BadArguments { .. } => {
            ErrorCode::BadArguments
        }
        Error::Store(StoreError::Unreadable { .. }) => ErrorCode::UnreadableFile,
        Error::Store(StoreError::Full { .. } | StoreError::Unwritable { .. }) => {
            ErrorCode::Unwritable
        }
        Error::Store(_) => ErrorCode::Storage,
        Error::Media(media) if media.is_input() => ErrorCode::UnreadableFile,
        Error::Media(_) | Error::Library(_) => ErrorCode::Unwritable,
        Error::UnknownOperation { .. } => ErrorCode::UnknownOperation,
        Error::Unsuitable { .. } => ErrorCode::Unsuitable,
        Error::Stale => ErrorCode::Stale,
        Error::Internal { .. } => ErrorCode::Internal,
    }
}

/// What to do about it; empty where there is nothing to say.
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

/// A sentence without the numbers that the system gives its errors: `Permission denied (os error
/// 13)`.
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
        Self::new(code(&error), plain(&error.to_string())).with_hint(hint(&error))
    }
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn numbers_of_the_system_are_left_out() {
        assert_eq!(
            plain("It cannot be read: gone (os error 2). Or moved?"),
            "It cannot be read: gone. Or moved?"
        );
        assert_eq!(plain("a (os error 2"), "a (os error 2");
    }
}
