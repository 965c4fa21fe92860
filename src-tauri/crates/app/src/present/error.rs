//! An error in the form in which fronts get it: a code, a sentence and a hint, and its parts where they say all of it.

use std::path::Path;

use patchbay_media::MediaError;
use patchbay_store::StoreError;

use crate::api::{AppError, ErrorCode, ErrorDetail, plain};
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
        Error::Unsuitable { .. }
        | Error::StillRuns
        | Error::NoName
        | Error::NothingPointedAt
        | Error::NothingLeft
        | Error::NotAPicture { .. }
        | Error::TooManyFiles { .. }
        | Error::FolderTooLarge { .. }
        | Error::FolderWithoutMedia { .. }
        | Error::FolderMissing { .. }
        | Error::WatchedAlready { .. }
        | Error::WouldGoRound { .. }
        | Error::TakesNotOneFile { .. }
        | Error::NoWords { .. }
        | Error::NothingToSave { .. } => ErrorCode::Unsuitable,
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
        Error::StillRuns => "Stop it first.",
        Error::NoName => "Type a name.",
        Error::NothingPointedAt => "Give at least one point that is meant.",
        Error::NothingLeft => "Shrink it less, or point again.",
        Error::NotAPicture { .. } => "Point at a picture.",
        Error::TooManyFiles { .. } => "Choose fewer files, or a folder with fewer in it.",
        Error::FolderTooLarge { .. } => {
            "Choose the files themselves, or a folder with fewer in it."
        }
        Error::FolderWithoutMedia { .. } => "Choose another folder, or the files themselves.",
        Error::FolderMissing { .. } => "Choose a folder that is there.",
        Error::WatchedAlready { .. } => "Choose another folder, or end watching that one first.",
        Error::WouldGoRound { .. } => "Choose a folder for the results that is not watched.",
        Error::TakesNotOneFile { .. } => {
            "Choose a recipe that takes one picture, sound, video or text."
        }
        Error::NoWords { .. } => "Paste or type some text.",
        Error::UnknownOperation { .. } | Error::BadArguments { .. } => "Reload the window.",
        Error::Internal { .. } => "Try again; nothing that was kept is lost.",
        _ => "",
    }
}

/// Returns the parts of an error; none where only its sentence says it.
fn detail(error: Error) -> Option<ErrorDetail> {
    Some(match error {
        Error::Store(error) => return of_store(error),
        Error::Media(error) => return of_media(error),
        Error::StillRuns => ErrorDetail::StillRuns,
        Error::NoName => ErrorDetail::NoName,
        Error::NothingPointedAt => ErrorDetail::NothingPointedAt,
        Error::NothingLeft => ErrorDetail::NothingLeft,
        Error::NotAPicture { name } => ErrorDetail::NotAPicture { name },
        Error::TooManyFiles { most } => ErrorDetail::TooManyFiles { most },
        Error::FolderTooLarge { name } => ErrorDetail::FolderTooLarge { name },
        Error::FolderWithoutMedia { name } => ErrorDetail::FolderWithoutMedia { name },
        Error::FolderMissing { name } => ErrorDetail::FolderMissing { name },
        Error::WatchedAlready { name } => ErrorDetail::WatchedAlready { name },
        Error::WouldGoRound { name, output } => ErrorDetail::WouldGoRound { name, output },
        Error::TakesNotOneFile { name } => ErrorDetail::TakesNotOneFile { name },
        Error::NoWords { name } => ErrorDetail::NoWords { name },
        Error::NothingToSave { name } => ErrorDetail::NothingToSave { name },
        Error::Internal { reason } => ErrorDetail::Internal { reason },
        Error::Library(_)
        | Error::UnknownOperation { .. }
        | Error::BadArguments { .. }
        | Error::Unsuitable { .. }
        | Error::Stale
        | Error::Withdrawn => return None,
    })
}

fn of_store(error: StoreError) -> Option<ErrorDetail> {
    let shown = |path: &Path| path.display().to_string();
    Some(match error {
        StoreError::Full { folder } => ErrorDetail::DiskFull {
            folder: shown(&folder),
        },
        StoreError::Unreadable { name, reason } => ErrorDetail::FileUnreadable {
            name,
            reason: plain(&reason),
        },
        StoreError::Unwritable { path, reason } => ErrorDetail::FileUnwritable {
            name: shown(&path),
            reason: plain(&reason),
        },
        StoreError::NotReplaced { path } => ErrorDetail::FileNotReplaced { name: shown(&path) },
        StoreError::Damaged { path } => ErrorDetail::FileDamaged { name: shown(&path) },
        StoreError::Erased { name } => ErrorDetail::Erased { name },
        StoreError::NotFound { .. } => ErrorDetail::Gone,
        StoreError::InUse { .. }
        | StoreError::Database { .. }
        | StoreError::TooNew { .. }
        | StoreError::MalformedId { .. } => return None,
    })
}

fn of_media(error: MediaError) -> Option<ErrorDetail> {
    Some(match error {
        MediaError::Unreadable { name, reason } => ErrorDetail::FileUnreadable {
            name,
            reason: plain(&reason),
        },
        MediaError::Empty { name } => ErrorDetail::FileEmpty { name },
        MediaError::Malformed { name, reason, .. } => ErrorDetail::FileMalformed { name, reason },
        MediaError::TooLarge { name, reason } => ErrorDetail::FileTooLarge { name, reason },
        MediaError::Unwritable { name, reason } => ErrorDetail::FileUnwritable {
            name,
            reason: plain(&reason),
        },
        MediaError::Cancelled | MediaError::NoStream { .. } | MediaError::NoEncoder { .. } => {
            return None;
        }
    })
}

impl From<Error> for AppError {
    fn from(error: Error) -> Self {
        let (code, hint, sentence) = (code(&error), hint(&error), error.to_string());
        Self::new(code, sentence)
            .with_hint(hint)
            .with_detail(detail(error))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_error_is_told_in_a_sentence_and_in_parts() {
        let empty = MediaError::Empty {
            name: "a.png".to_owned(),
        };
        let told = AppError::from(Error::from(empty));
        assert_eq!(told.message, "“a.png” is empty (0 bytes).");
        assert_eq!(
            serde_json::to_value(told.detail).unwrap(),
            json!({ "kind": "file_empty", "name": "a.png" })
        );
        let gone = StoreError::Unreadable {
            name: "a.png".to_owned(),
            reason: "gone (os error 2)".to_owned(),
        };
        let told = AppError::from(Error::from(gone));
        let detail = json!({ "kind": "file_unreadable", "name": "a.png", "reason": "gone" });
        assert_eq!(serde_json::to_value(told.detail).unwrap(), detail);
    }

    #[test]
    fn what_only_its_sentence_says_has_no_parts() {
        let told = AppError::from(Error::unsuitable("It does not fit.", "Take another one."));
        let shown = serde_json::to_value(told).unwrap();
        let sentence = json!({ "code": "unsuitable", "message": "It does not fit.", "hint": "Take another one." });
        assert_eq!(shown, sentence);
    }
}
