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
    /// An error of that kind without a hint. Numbers that the system gives its errors are left out.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self {
            code,
            message: plain(&message.into()),
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
