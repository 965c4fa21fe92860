//! The one form in which an error reaches a front.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What kind of error it is, for a front that acts on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    /// No operation has that name.
    UnknownOperation,
    /// The arguments are not what the operation takes.
    BadArguments,
    /// A conversation, turn, run or artifact is not there (any more).
    NotFound,
    /// A file cannot be used as a resource.
    UnreadableFile,
    /// A file could not be written, for instance because the disk is full.
    Unwritable,
    /// What is asked cannot be done to this thing.
    Unsuitable,
    /// A newer prompt replaced this one.
    Stale,
    /// A request was taken back while it waited.
    Withdrawn,
    /// The program's own data cannot be read or written.
    Storage,
    /// Something that should not happen did.
    Internal,
}

/// What an error says, in parts, for a front that says it in another language. Reasons are English: libraries and the system give
/// them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ErrorDetail {
    /// The disk that holds everything is full.
    DiskFull {
        /// The folder that lies there.
        folder: String,
    },
    /// A file is gone or may not be read.
    FileUnreadable {
        /// The file.
        name: String,
        /// Why.
        reason: String,
    },
    /// A file has no bytes.
    FileEmpty {
        /// The file.
        name: String,
    },
    /// A file is not what its name says, or is broken.
    FileMalformed {
        /// The file.
        name: String,
        /// Why.
        reason: String,
    },
    /// A file is larger than what can be worked on.
    FileTooLarge {
        /// The file.
        name: String,
        /// Its size and the limit.
        reason: String,
    },
    /// A file could not be written.
    FileUnwritable {
        /// The file.
        name: String,
        /// Why.
        reason: String,
    },
    /// What is to be replaced is no ordinary file.
    FileNotReplaced {
        /// The place.
        name: String,
    },
    /// A file of the program's own is damaged.
    FileDamaged {
        /// The file.
        name: String,
    },
    /// What is asked for was deleted long ago and is erased.
    Erased {
        /// What it was called.
        name: String,
    },
    /// What is asked for is not there.
    Gone,
    /// The turn still runs.
    StillRuns,
    /// A name has no letter.
    NoName,
    /// Nothing was pointed at.
    NothingPointedAt,
    /// Nothing is left of a region.
    NothingLeft,
    /// What is pointed at is no picture.
    NotAPicture {
        /// What it is called.
        name: String,
    },
    /// More files than can be taken at once.
    TooManyFiles {
        /// How many can be.
        most: usize,
    },
    /// A folder holds more than can be looked through.
    FolderTooLarge {
        /// The folder.
        name: String,
    },
    /// A folder holds no media.
    FolderWithoutMedia {
        /// The folder.
        name: String,
    },
    /// A folder is not there.
    FolderMissing {
        /// The folder.
        name: String,
    },
    /// A folder is watched with the same recipe already.
    WatchedAlready {
        /// The folder.
        name: String,
    },
    /// What is written into a folder would be taken as new files of a watched one.
    WouldGoRound {
        /// The watched folder.
        name: String,
        /// The folder that is written into.
        output: String,
    },
    /// A recipe does not begin with one file.
    TakesNotOneFile {
        /// The recipe.
        name: String,
    },
    /// A text holds no words.
    NoWords {
        /// The text.
        name: String,
    },
    /// An artifact holds nothing that can be saved.
    NothingToSave {
        /// The artifact.
        name: String,
    },
    /// Something that should not happen did.
    Internal {
        /// Why.
        reason: String,
    },
}

/// An error as fronts get it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct AppError {
    /// Its kind.
    pub code: ErrorCode,
    /// What happened, in a sentence.
    pub message: String,
    /// What to do about it; empty where there is nothing to say.
    pub hint: String,
    /// The same in parts; none where the sentence is all there is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub detail: Option<ErrorDetail>,
}

impl std::fmt::Display for AppError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)?;
        if self.hint.is_empty() {
            Ok(())
        } else {
            write!(f, " {}", self.hint)
        }
    }
}

impl std::error::Error for AppError {}

impl AppError {
    /// An error of that kind without a hint. Numbers that the system gives its errors are left out.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self {
            code,
            message: plain(&message.into()),
            hint: String::new(),
            detail: None,
        }
    }

    /// The same with what to do about it.
    #[must_use]
    pub fn with_hint(self, hint: impl Into<String>) -> Self {
        Self {
            hint: hint.into(),
            ..self
        }
    }

    /// The same with its parts.
    #[must_use]
    pub fn with_detail(self, detail: Option<ErrorDetail>) -> Self {
        Self { detail, ..self }
    }
}

/// A sentence without the numbers that the system gives its errors: `Permission denied (os error
/// 13)`.
pub fn plain(sentence: &str) -> String {
    let mut plain = sentence.to_owned();
    while let Some(start) = plain.find(" (os error ")
        && let Some(length) = plain[start..].find(')')
    {
        plain.replace_range(start..=start + length, "");
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::{AppError, ErrorCode, plain};

    #[test]
    fn numbers_of_the_system_are_left_out() {
        assert_eq!(
            plain("It cannot be read: gone (os error 2). Or moved?"),
            "It cannot be read: gone. Or moved?"
        );
        assert_eq!(plain("a (os error 2"), "a (os error 2");
        let full = AppError::new(ErrorCode::Unwritable, "Full (os error 28).");
        assert_eq!(full.message, "Full.");
    }
}
