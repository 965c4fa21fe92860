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
    /// The program's own data cannot be read or written.
    Storage,
    /// Something that should not happen did.
    Internal,
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
    /// An error of that kind without a hint.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            hint: String::new(),
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
}
