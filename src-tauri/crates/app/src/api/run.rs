//! A run of a plan: its steps, results, and what it lacked.

use patchbay_domain as domain;
use patchbay_domain::SubtaskId;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::Step;

/// How far a run is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum RunStatus {
    /// Not begun.
    Queued,
    /// At least one step is not finished.
    Running,
    /// Every subtask reached its goal.
    Done,
    /// Some subtasks reached their goal.
    Partial,
    /// No subtask reached its goal.
    Failed,
    /// A person stopped it.
    Cancelled,
    /// The program ended while it ran.
    Interrupted,
}

/// An artifact that a subtask was to make.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct RunResult {
    /// The subtask's id.
    #[ts(as = "usize")]
    pub subtask: SubtaskId,
    /// The artifact's id.
    pub artifact: String,
}

/// What else can be done where a tool cannot run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Offer {
    /// Pointing at the object in the image.
    Point,
}

/// A tool that could not run on this computer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Missing {
    /// The subtask's id.
    #[ts(as = "usize")]
    pub subtask: SubtaskId,
    /// The tool's name.
    pub tool: String,
    /// What people read as the tool's name.
    pub label: String,
    /// What it needs, as a sentence: “Needs a model (…).”
    pub needs: String,
    /// The size of what it needs in bytes; 0: not known.
    pub bytes: u64,
    /// The ids of the models that have to be got for it; none where getting models does not do it.
    pub models: Vec<String>,
    /// Another solution to the same end, where there is one.
    pub offer: Option<Offer>,
    /// The image to point at, by id, where pointing is offered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub artifact: Option<String>,
}

/// A run of one turn's plan.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Run {
    /// Its id.
    pub id: String,
    /// The turn whose plan it runs.
    pub turn: String,
    /// For each subtask of the plan, in order, the index of the solution that runs.
    pub solutions: Vec<usize>,
    /// How it stands.
    pub status: RunStatus,
    /// Whether it is paused: the steps that run end, and no other begins.
    #[serde(default)]
    #[ts(as = "Option<bool>", optional)]
    pub paused: bool,
    /// Its steps; each comes after those whose results it takes.
    pub steps: Vec<Step>,
    /// What the subtasks made, in the order of the subtasks.
    pub results: Vec<RunResult>,
    /// The answer to the request in a few sentences; empty until the run ended.
    pub answer: String,
    /// What could not be done for want of something.
    pub missing: Vec<Missing>,
    /// When it began.
    pub started_at: u64,
    /// When it ended.
    pub finished_at: Option<u64>,
}

impl From<domain::RunStatus> for RunStatus {
    fn from(status: domain::RunStatus) -> Self {
        match status {
            domain::RunStatus::Queued => Self::Queued,
            domain::RunStatus::Running => Self::Running,
            domain::RunStatus::Done => Self::Done,
            domain::RunStatus::Partial => Self::Partial,
            domain::RunStatus::Failed => Self::Failed,
            domain::RunStatus::Cancelled => Self::Cancelled,
            domain::RunStatus::Interrupted => Self::Interrupted,
        }
    }
}
