//! A request with its plan and everything that was run for it.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{ActionPlace, Artifact, Plan, Run};

/// An action of a plan that cannot be done on this computer now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct MissingAction {
    /// Where it stands in the plan.
    pub action: ActionPlace,
    /// What it needs, as a sentence.
    pub needs: String,
    /// The size of what it needs in bytes; 0: not known.
    pub bytes: u64,
    /// The ids of the models that have to be got for it; none where getting models does not do it.
    pub models: Vec<String>,
}

/// What the result of an action of a plan cannot keep of the files that it takes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ActionLosses {
    /// Where it stands in the plan.
    pub action: ActionPlace,
    /// What is lost, in sentences.
    pub losses: Vec<String>,
}

/// A request with its plan and everything that was run for it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Turn {
    /// Its id.
    pub id: String,
    /// The conversation's id.
    pub conversation: String,
    /// The request in the person's words.
    pub instruction: String,
    /// The artifacts attached to it, by id, in order.
    pub artifacts: Vec<String>,
    /// What was understood and how it can be done.
    pub plan: Plan,
    /// What cannot be done of the plan on this computer now, as far as that is known before it
    /// runs.
    pub missing_actions: Vec<MissingAction>,
    /// What would be lost of the given files, as far as that is known before anything was run of
    /// it. Of the turns of a conversation that is opened, the newest that has not run tells it.
    pub losses: Vec<ActionLosses>,
    /// Whether a person has to say that it may run: a tool of a connected server does a step, and may
    /// act elsewhere.
    pub needs_consent: bool,
    /// Its runs, oldest first; each keeps its results.
    pub runs: Vec<Run>,
    /// Whether it was taken back: what came of it counts for nothing in what follows.
    pub taken_back: bool,
    /// The ids of the turns that it took back.
    pub takes_back: Vec<String>,
    /// When it was asked.
    pub created_at: u64,
}

/// What became of the artifacts of a turn that was deleted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct DeletedTurn {
    /// The artifacts that were deleted with it, as they are now.
    pub artifacts: Vec<Artifact>,
    /// The names of artifacts that it made and that stay: other turns use them.
    pub kept: Vec<String>,
}

/// A turn that came back.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct RestoredTurn {
    /// The turn.
    pub turn: Turn,
    /// The artifacts that came back with it.
    pub artifacts: Vec<Artifact>,
}
