//! What an earlier run finished, which a later one of the same turn goes on with.

use patchbay_domain::{Resource, Step, StepStatus};
use patchbay_engine::FinishedStep;
use patchbay_store as store;

use crate::app::App;
use crate::error::Error;
use crate::present::resource::resource;

impl App {
    /// The steps that a run of a turn finished and whose results are all there still.
    pub(super) fn finished_in(
        &self,
        run: &str,
        turn: &store::Turn,
    ) -> Result<Vec<FinishedStep>, Error> {
        let run = self.store().run(run)?;
        if run.turn != turn.id {
            return Err(Error::unsuitable(
                "The run to go on with did something else.",
                "Run this from its beginning.",
            ));
        }
        let done = run
            .steps
            .iter()
            .filter(|step| step.status == StepStatus::Done);
        let toolbox = self.toolbox();
        let mut finished = Vec::new();
        for step in done {
            let ids = if step.pass.is_some() {
                passed(&run, step)
            } else {
                step.outputs.clone()
            };
            let there = step.outputs.iter().filter_map(|id| {
                let artifact = self.store().artifact(id).ok()?;
                let is_there = !artifact.deleted;
                is_there.then(|| resource(&artifact, self.store(), &toolbox))?
            });
            let values: Vec<Resource> = there.collect();
            if values.len() == step.outputs.len() {
                finished.push(FinishedStep {
                    step: step.clone(),
                    values,
                    ids,
                });
            }
        }
        Ok(finished)
    }
}

/// The ids of what a step made that was not written, where a subtask's goal is among it.
fn passed(run: &store::Run, step: &Step) -> Vec<String> {
    let is_goal = |subtask| step.actions.iter().any(|place| place.subtask == subtask);
    let results = run.results.iter();
    results
        .filter(|result| is_goal(result.subtask))
        .map(|result| result.artifact.clone())
        .collect()
}
