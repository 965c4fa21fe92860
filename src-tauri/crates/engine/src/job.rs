//! Job of a run: its plan, with values and options.

use std::collections::BTreeMap;
use std::path::PathBuf;

use patchbay_domain::{ActionPlace, Resource, Step, Subtask};

/// A plan to run, and with what.
#[derive(Debug, Clone)]
pub struct Job {
    /// The subtasks to do, with every solution that was found.
    pub subtasks: Vec<Subtask>,
    /// Which solution of each subtask is run, by its index, in the order of the subtasks.
    pub solutions: Vec<usize>,
    /// The values that the plan names: given files and texts, earlier results, and what was clicked
    /// (`points:NAME`).
    pub resources: BTreeMap<String, Resource>,
    /// The seed of everything random in actions that have none of their own: the same seed and
    /// inputs give the same results.
    pub seed: u64,
    /// An existing folder in which each step gets one of its own while it runs.
    pub scratch: PathBuf,
    /// Actions whose results are written though they could share one encode with what follows.
    pub written: Vec<ActionPlace>,
    /// What an earlier run of the same plan finished: it is not done again where action, settings and
    /// all that it takes are the same.
    pub finished: Vec<FinishedStep>,
    /// Whether the next solution of a subtask is tried where one fails or cannot run here.
    pub fallback: bool,
}

/// A step that an earlier run finished.
#[derive(Debug, Clone)]
pub struct FinishedStep {
    /// How it ended there.
    pub step: Step,
    /// The values that it made; none where they were passed on without being written.
    pub values: Vec<Resource>,
    /// The ids under which its result is kept.
    pub ids: Vec<String>,
}
