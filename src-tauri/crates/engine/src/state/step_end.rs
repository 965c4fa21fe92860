//! How steps end.

use patchbay_domain::StepError;
use patchbay_tool_api::ToolError;
use tokio::task::JoinError;

use crate::provenance::StoredOutput;
use crate::recovery::FailureReason;
use crate::sentences;

/// How a step ended.
pub(crate) enum StepEnd {
    /// It made its result and said these sentences.
    Done(StoredOutput, Vec<String>),
    /// Its result is kept under these ids, but was written by the step of that index together with
    /// its own.
    Passed(Vec<String>, usize),
    /// It was asked to stop with the whole run, and gave no result.
    Cancelled,
    /// A person left it, and it gave no result.
    Left,
    /// It gave no result.
    Failed(StepFailure),
}

/// Why a step gave no result.
pub(crate) struct StepFailure {
    pub(crate) error: StepError,
    pub(crate) reason: FailureReason,
    /// The requirement that its tool turned out to lack.
    pub(crate) lacking: Option<String>,
}

impl From<ToolError> for StepFailure {
    fn from(error: ToolError) -> Self {
        Self {
            error: sentences::failed(&error),
            reason: FailureReason::from(&error),
            lacking: if let ToolError::Missing(what) = error {
                Some(what)
            } else {
                None
            },
        }
    }
}

/// A step's task ended without an answer: its tool panicked, or the runtime is shutting down.
impl From<JoinError> for StepFailure {
    fn from(error: JoinError) -> Self {
        let error = match error.try_into_panic() {
            Ok(panic) => {
                let said = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
                let said = said
                    .or_else(|| panic.downcast_ref::<String>().cloned())
                    .unwrap_or_default();
                sentences::panicked(&said)
            }
            Err(_) => sentences::ended_by_the_program(),
        };
        Self {
            error,
            reason: FailureReason::Broken,
            lacking: None,
        }
    }
}
