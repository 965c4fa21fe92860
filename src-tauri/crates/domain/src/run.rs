//! A run of a plan as it looks from outside: its steps and their progress. The engine reports
//! these, the store keeps them, and the fronts show them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::edit::EditList;
use crate::index::SubtaskId;

/// Status of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
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

/// Status of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StepStatus {
    /// It waits for its inputs or for a free core.
    Waiting,
    /// It runs.
    Running,
    /// It gave its result.
    Done,
    /// It gave none.
    Failed,
    /// It was not begun: an input did not come about, or nothing on this computer can do it.
    Skipped,
    /// A person stopped it, or the program ended.
    Cancelled,
}

impl StepStatus {
    /// Whether it will not change any more.
    pub fn is_final(self) -> bool {
        !matches!(self, Self::Waiting | Self::Running)
    }
}

/// Error of a step that gave no result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepError {
    /// Sentence that says what happened.
    pub message: String,
    /// Advice on what can be done about it; empty where the message says it.
    pub hint: String,
}

/// Place of an action in a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ActionPlace {
    /// The subtask's id.
    pub subtask: SubtaskId,
    /// The index of the solution among the subtask's.
    pub solution: usize,
    /// The index of the action among the solution's.
    pub action: usize,
}

/// What a running step's result is becoming.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Preview {
    /// A small image as a `data:` address.
    Image(String),
    /// The words that were written so far; of many the last ones.
    Words(String),
}

/// One call of a tool within a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// Its place in the run, from 0.
    pub index: usize,
    /// The id of the subtask that it serves (the first, where several share it).
    pub subtask: SubtaskId,
    /// The actions of the plan that it does: several where solutions or subtasks share it. None in
    /// runs kept before this was.
    #[serde(default)]
    pub actions: Vec<ActionPlace>,
    /// The tool's name.
    pub tool: String,
    /// Label that people read for the tool.
    pub label: String,
    /// Way in which the tool is done, such as `built in`; empty where nothing here can do it.
    pub implementation: String,
    /// The model that does it; none where none is needed, and in runs kept before this was.
    #[serde(default)]
    pub model: Option<Box<ModelUse>>,
    /// Settings that a person made, by name.
    #[serde(default)]
    pub settings: BTreeMap<String, String>,
    /// Inputs that it takes: the argument's name, and the name or words passed under it.
    pub inputs: BTreeMap<String, String>,
    /// Status of the step.
    pub status: StepStatus,
    /// Progress of a running step, from 0 to 1.
    pub progress: f64,
    /// Preview of a running step's result as it is becoming, where its tool shows one. Never kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preview: Option<Preview>,
    /// Seconds that it has run, from its first moment on a core.
    pub seconds: f64,
    /// Error of a step that gave no result.
    pub error: Option<StepError>,
    /// The ids of what it made.
    pub outputs: Vec<String>,
    /// The index of the step that wrote what this one made, together with its own, in one pass over
    /// the video: then this one has no outputs. None in runs kept before this was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pass: Option<usize>,
    /// Notes on what it made, in sentences, such as what it could not keep. None in runs kept
    /// before this was.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Parts of its sources of which the files that it made consist, one list for each of them,
    /// where its tool only cuts and joins. None of other tools, and in runs kept before this was.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub edits: Vec<EditList>,
}

/// A model as a step ran on it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelUse {
    /// Its id in the registry of models.
    pub id: String,
    /// Name that people read.
    pub name: String,
    /// Origin of its files: `owner/name@revision`, or a folder.
    pub source: String,
    /// Device that it ran on, and the type of its numbers, such as `cpu, f32`.
    pub device: String,
    /// Settings for it beside what its tool sets: in the registry, and by a person for this step;
    /// by name.
    pub settings: BTreeMap<String, String>,
}

/// A tool that nothing on this computer can do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Missing {
    /// The tool's name.
    pub tool: String,
    /// Label that people read for the tool.
    pub label: String,
    /// Sentence that says what it needs: “Needs a model (…).”
    pub needs: String,
    /// The size of what would have to be fetched, in bytes; 0: not known.
    pub bytes: u64,
    /// The ids of the models that have to be got for it; none where getting models does not do it.
    #[serde(default)]
    pub models: Vec<String>,
}
