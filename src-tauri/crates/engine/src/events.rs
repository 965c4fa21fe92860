//! Events that a run emits while it runs, and its report at the end.

use patchbay_domain::{Missing, RunStatus, Step, StepError, SubtaskId};

use crate::provenance::StoredOutput;
use crate::recovery::{Decision, FailedAction};

/// Something that happened in a run.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// A step is new, or has changed. While a step runs, at most ten times a second.
    Step(Box<Step>),
    /// A subtask reached its goal.
    Reached {
        /// The subtask's id.
        subtask: SubtaskId,
        /// The result that it made.
        kept: StoredOutput,
    },
    /// The run was paused, or goes on.
    Paused(bool),
}

/// Outcome of a subtask.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// The subtask's id.
    pub subtask: SubtaskId,
    /// The index of the solution that was run (the last, where several were tried).
    pub solution: usize,
    /// Its result, if it reached its goal.
    pub kept: Option<StoredOutput>,
    /// The ids under which is kept what it made, where a later step wrote that together with its own
    /// result in one pass over a video.
    pub passed: Option<Vec<String>>,
    /// Why it did not reach its goal.
    pub error: Option<StepError>,
    /// Another solution worth trying: the first that was not tried, sooner one that can run here.
    pub next_solution: Option<usize>,
}

/// Outcome of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// Done where every subtask reached its goal, partial where some did, failed where none did, or
    /// cancelled.
    pub status: RunStatus,
    /// Every step, by its index. All are final.
    pub steps: Vec<Step>,
    /// Every subtask, in the plan's order.
    pub outcomes: Vec<Outcome>,
    /// Tools that kept a subtask from its goal because nothing on this computer can do them, each
    /// once.
    pub missing: Vec<Missing>,
    /// Every action that failed, in the order of time.
    pub failures: Vec<FailedAction>,
    /// Decisions that were taken to recover from them, in the order of time.
    pub decisions: Vec<Decision>,
}
