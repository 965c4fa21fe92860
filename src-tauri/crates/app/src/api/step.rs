//! Steps of a run, and how far each is.

use std::collections::BTreeMap;

use patchbay_domain as domain;
use patchbay_domain::SubtaskId;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::ActionPlace;

/// How far a step is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
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

/// Why a step gave no result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct StepError {
    /// What happened, in a sentence.
    pub message: String,
    /// What can be done about it; empty where the message says it.
    pub hint: String,
}

/// A model as a step ran on it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ModelUse {
    /// Its id in the registry of models.
    pub id: String,
    /// What people read.
    pub name: String,
    /// Where its files come from: `owner/name@revision`, or a folder.
    pub source: String,
    /// What it ran on, and with which numbers, such as `cpu, f32`.
    pub device: String,
    /// What was set for it beside what its tool sets: in the registry, and by a person for this
    /// step; by name.
    pub settings: BTreeMap<String, String>,
}

/// One call of a tool within a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Step {
    /// Its place in the run, from 0.
    pub index: usize,
    /// The id of the subtask that it serves (the first, where several share it).
    #[ts(as = "usize")]
    pub subtask: SubtaskId,
    /// The actions of the plan that it does: several where solutions or subtasks share it. None in
    /// runs kept before this was.
    #[serde(default)]
    pub actions: Vec<ActionPlace>,
    /// The tool's name.
    pub tool: String,
    /// What people read for the tool.
    pub label: String,
    /// How the tool is done, such as `built in`; empty where nothing here can do it.
    pub implementation: String,
    /// The model that does it; none where none is needed, and in runs kept before this was.
    #[serde(default)]
    pub model: Option<Box<ModelUse>>,
    /// What a person set of it, by name.
    #[serde(default)]
    pub settings: BTreeMap<String, String>,
    /// What it takes: the argument's name, and the name or words passed under it.
    pub inputs: BTreeMap<String, String>,
    /// How far it is.
    pub status: StepStatus,
    /// How far a running step is, from 0 to 1.
    pub progress: f64,
    /// What a running step's result is becoming, where its tool shows it. Never kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub preview: Option<Preview>,
    /// Seconds that it has run, from its first moment on a core.
    pub seconds: f64,
    /// Why it gave no result.
    pub error: Option<StepError>,
    /// The ids of what it made.
    pub outputs: Vec<String>,
    /// The index of the step that wrote what this one made, together with its own, in one pass over
    /// the video: then this one has no outputs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub pass: Option<usize>,
    /// What is to be known of what it made, in sentences, such as what it could not keep. None in
    /// runs kept before this was.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<String>>")]
    pub notes: Vec<String>,
}

impl From<domain::StepStatus> for StepStatus {
    fn from(status: domain::StepStatus) -> Self {
        match status {
            domain::StepStatus::Waiting => Self::Waiting,
            domain::StepStatus::Running => Self::Running,
            domain::StepStatus::Done => Self::Done,
            domain::StepStatus::Failed => Self::Failed,
            domain::StepStatus::Skipped => Self::Skipped,
            domain::StepStatus::Cancelled => Self::Cancelled,
        }
    }
}

impl From<domain::StepError> for StepError {
    fn from(error: domain::StepError) -> Self {
        let domain::StepError { message, hint } = error;
        Self { message, hint }
    }
}

impl From<domain::ModelUse> for ModelUse {
    fn from(model: domain::ModelUse) -> Self {
        let domain::ModelUse {
            id,
            name,
            source,
            device,
            settings,
        } = model;
        Self {
            id,
            name,
            source,
            device,
            settings,
        }
    }
}

/// What a running step's result is becoming.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Preview {
    /// A small image as a `data:` address.
    Image(String),
    /// The words that were written so far; of many the last ones.
    Words(String),
}

impl From<domain::Preview> for Preview {
    fn from(preview: domain::Preview) -> Self {
        match preview {
            domain::Preview::Image(address) => Self::Image(address),
            domain::Preview::Words(words) => Self::Words(words),
        }
    }
}

impl From<domain::Step> for Step {
    fn from(step: domain::Step) -> Self {
        let domain::Step {
            index,
            subtask,
            actions,
            tool,
            label,
            implementation,
            model,
            settings,
            inputs,
            status,
            progress,
            preview,
            seconds,
            error,
            outputs,
            pass,
            notes,
            // Only what is handed over to other programs needs it.
            edits: _,
        } = step;
        Self {
            index,
            subtask,
            actions: actions.into_iter().map(ActionPlace::from).collect(),
            tool,
            label,
            implementation,
            model: model.map(|model| Box::new(ModelUse::from(*model))),
            settings,
            inputs,
            status: status.into(),
            progress,
            preview: preview.map(Preview::from),
            seconds,
            error: error.map(StepError::from),
            outputs,
            pass,
            notes,
        }
    }
}
