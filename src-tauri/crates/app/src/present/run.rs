//! A run as fronts see it.

use patchbay_domain::Toolbox;
use patchbay_engine::Availability;
use patchbay_store::{self as store, Artifact, Turn};

use super::missing;
use crate::api::{Run, RunResult, Step};

/// A run of a turn. `paused`: whether it is paused. `artifacts`: those of the conversation; they are
/// asked for only where the run lacked something.
pub(crate) fn run(
    (run, paused): (store::Run, bool),
    turn: &Turn,
    artifacts: &[Artifact],
    toolbox: &Toolbox,
    availability: &Availability,
) -> Run {
    let missing = missing::of_run(toolbox, availability, &run, turn, artifacts);
    let results = run.results.into_iter();
    Run {
        id: run.id,
        turn: run.turn,
        solutions: run.solutions,
        status: run.status.into(),
        paused,
        steps: run.steps.into_iter().map(Step::from).collect(),
        results: results
            .map(|result| RunResult {
                subtask: result.subtask,
                artifact: result.artifact,
            })
            .collect(),
        answer: run.answer,
        missing,
        started_at: run.started_at as u64,
        finished_at: run.finished_at.map(|at| at as u64),
    }
}
