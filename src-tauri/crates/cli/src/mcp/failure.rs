//! Why an assistant gets no answer: a code to branch on, what happened, and what to do.

use patchbay_app::Error;
use patchbay_app::api::{AppError, ErrorCode, plain};
use serde_json::{Value, json};

/// The code of a request for which nothing can be done.
pub(super) const NOTHING_TO_DO: &str = "nothing_to_do";
/// The code of a run none of whose parts reached its goal.
pub(super) const NOTHING_DONE: &str = "nothing_done";
/// The code of a plan in which a connected tool takes part, which was not allowed.
pub(super) const NEEDS_CONSENT: &str = "needs_consent";

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Failure {
    error: Box<AppError>,
    /// A code of this front's own, in the place of the error's.
    code: Option<&'static str>,
    /// What is known beside it; nothing: `Null`.
    more: Value,
}

impl Failure {
    /// A failure of that kind.
    pub(super) fn new(code: ErrorCode, message: impl std::fmt::Display, hint: &str) -> Self {
        AppError::new(code, plain(&message.to_string()))
            .with_hint(hint)
            .into()
    }

    /// A failure with a code of this front's own, and what is known beside it.
    pub(super) fn with(code: &'static str, message: &str, hint: &str, more: Value) -> Self {
        Self {
            code: Some(code),
            more,
            ..Self::new(ErrorCode::Unsuitable, message, hint)
        }
    }

    /// The same as JSON: `code`, `message`, `hint`, and what is known beside them.
    pub(super) fn told(&self) -> Value {
        let code = self
            .code
            .map_or_else(|| json!(self.error.code), |code| json!(code));
        let mut told =
            json!({"code": code, "message": self.error.message, "hint": self.error.hint});
        if let (Value::Object(told), Value::Object(more)) = (&mut told, &self.more) {
            told.extend(more.clone());
        }
        told
    }
}

impl From<AppError> for Failure {
    fn from(error: AppError) -> Self {
        Self {
            error: Box::new(error),
            code: None,
            more: Value::Null,
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        AppError::from(error).into()
    }
}
