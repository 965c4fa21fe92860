//! Record of a run's steps and results.

use patchbay_domain::{Step, StepStatus};
use patchbay_engine::Report;
use patchbay_store::SubtaskResult;

use crate::api::plain;

/// A step whose error is words alone.
pub(super) fn without_codes(mut step: Step) -> Step {
    if let Some(error) = &mut step.error {
        error.message = plain(&error.message);
    }
    step
}

/// Returns the artifacts that each subtask of a run made.
pub(super) fn results(report: &Report) -> Vec<SubtaskResult> {
    let reached = report.outcomes.iter().filter_map(|outcome| {
        let kept = outcome.kept.as_ref().map(|kept| &kept.ids);
        Some((outcome.subtask, kept.or(outcome.passed.as_ref())?))
    });
    reached
        .flat_map(|(subtask, ids)| {
            ids.iter().map(move |id| SubtaskResult {
                subtask,
                artifact: id.clone(),
            })
        })
        .collect()
}

/// Puts a step into its place; says whether more than its progress changed.
pub(super) fn merge(steps: &mut Vec<Step>, step: Step) -> bool {
    if let Some(known) = steps.iter_mut().find(|known| known.index == step.index) {
        let moved_on = known.status != step.status || step.status == StepStatus::Done;
        *known = step;
        return moved_on;
    }
    steps.push(step);
    steps.sort_by_key(|step| step.index);
    true
}
