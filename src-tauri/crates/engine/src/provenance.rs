//! Outputs, which take what steps make, and how each result came about.

use patchbay_domain::{Resource, SubtaskId};

/// Takes what steps make, as soon as they have made it.
pub trait Outputs: Send + Sync {
    /// Keeps a result: its files lie in a folder that is removed afterwards, so they have to be
    /// moved away and the paths in the resource changed (unless `provenance.again` is set: then
    /// they were moved in an earlier run). Called on a thread that may block. An error is a
    /// sentence for people, and fails the step.
    fn keep(
        &self,
        provenance: &StepProvenance<'_>,
        resource: Resource,
    ) -> Result<StoredOutput, String>;

    /// Keeps that a step was done whose result was not written, because the next step took it in the
    /// same pass over the video; answers the ids. An error is a sentence for people, and fails the
    /// step.
    fn pass(&self, provenance: &StepProvenance<'_>) -> Result<Vec<String>, String>;
}

/// A result that was kept.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredOutput {
    /// The value, its files where they stay.
    pub resource: Resource,
    /// The ids under which it is kept.
    pub ids: Vec<String>,
}

/// How a result came about.
#[derive(Debug, Clone)]
pub struct StepProvenance<'a> {
    /// The step's index in the run.
    pub step: usize,
    /// The ids of the subtasks whose goal this is; none for a result on the way.
    pub goal_of: &'a [SubtaskId],
    /// The tool's name.
    pub tool: &'a str,
    /// How it was done, such as `built in`.
    pub implementation: &'a str,
    /// Origins of the values passed under each argument, in the order of the names.
    pub inputs: &'a [(String, Vec<InputOrigin>)],
    /// The ids under which the same step's result was kept in an earlier run, whose files are used
    /// again.
    pub again: Option<&'a [String]>,
}

/// Origin of a value that was passed to a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InputOrigin {
    /// The resource of that name.
    Given(String),
    /// An earlier step's result, by the ids under which it is kept.
    Made(Vec<String>),
    /// Words out of the request.
    Words(String),
}
