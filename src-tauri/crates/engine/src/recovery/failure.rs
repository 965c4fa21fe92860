//! Why actions gave nothing.

use patchbay_tool_api::ToolError;

/// Why an action gave nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FailureReason {
    /// An input is unusable.
    Input,
    /// The tool can neither do nor understand what was asked for.
    Refused,
    /// There is nothing of what was looked for.
    Nothing,
    /// Something that it needs is not on this computer.
    Missing,
    /// Something on this computer failed.
    Failed,
    /// The implementation has a mistake.
    Broken,
}

impl FailureReason {
    /// Whether the tool may well do it on another input: else another solution that calls it would
    /// fail in the same way.
    pub fn is_of_input(self) -> bool {
        matches!(self, Self::Input | Self::Nothing | Self::Broken)
    }

    /// Whether another implementation of the tool may do it. What was asked for stays what it is.
    pub fn is_of_implementation(self) -> bool {
        self != Self::Refused
    }
}

impl From<&ToolError> for FailureReason {
    fn from(error: &ToolError) -> Self {
        match error {
            ToolError::Input(_) => Self::Input,
            ToolError::Refused(_) => Self::Refused,
            ToolError::Nothing(_) => Self::Nothing,
            ToolError::Missing(_) => Self::Missing,
            ToolError::Failed(_) | ToolError::Cancelled => Self::Failed,
        }
    }
}

/// An action that gave nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailedAction {
    /// The step's index.
    pub step: usize,
    /// The tool's name.
    pub tool: String,
    /// The label of the implementation that was tried.
    pub implementation: String,
    /// Why it gave nothing.
    pub reason: FailureReason,
    /// That in a sentence.
    pub message: String,
}
