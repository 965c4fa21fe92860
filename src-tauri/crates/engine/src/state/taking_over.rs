//! Steps that an earlier run of the same plan finished: they are done from the beginning.

use std::collections::{BTreeMap, BTreeSet};
use std::mem;

use patchbay_domain::{Step, StepStatus};

use super::RunState;
use crate::job::FinishedStep;
use crate::provenance::StoredOutput;
use crate::values;

impl RunState {
    /// Counts the steps of the job as done that an earlier run finished: the same action of the same
    /// tool with the same settings, whose inputs were finished too.
    pub(super) fn take_over(&mut self) {
        let finished = mem::take(&mut self.job.finished);
        let mut taken: BTreeMap<usize, &FinishedStep> = (0..self.steps.len())
            .filter_map(|node| Some((node, finished_as(&self.steps[node], &finished)?)))
            .collect();
        let mut before = usize::MAX;
        while taken.len() < before {
            before = taken.len();
            let nodes: BTreeSet<usize> = taken.keys().copied().collect();
            let places = nodes_by_step(&taken);
            taken.retain(|node, known| {
                let mut inputs = self.graph.nodes[*node].dependencies();
                inputs.all(|input| nodes.contains(&input))
                    && known
                        .step
                        .pass
                        .is_none_or(|pass| places.contains_key(&pass))
            });
        }
        let places = nodes_by_step(&taken);
        for (node, FinishedStep { step, values, ids }) in taken {
            let pass = step.pass.and_then(|pass| places.get(&pass).copied());
            if pass.is_some() {
                self.passed[node] = Some(ids.clone());
            } else if let Ok(resource) = values::join(values.clone()) {
                self.outputs[node] = Some(StoredOutput {
                    resource,
                    ids: ids.clone(),
                });
            }
            let waiting = &mut self.steps[node];
            *waiting = Step {
                index: node,
                subtask: waiting.subtask,
                actions: mem::take(&mut waiting.actions),
                pass,
                ..step.clone()
            };
        }
    }
}

/// The finished step that does what a waiting one is to do.
fn finished_as<'a>(waiting: &Step, finished: &'a [FinishedStep]) -> Option<&'a FinishedStep> {
    finished.iter().find(|FinishedStep { step, values, .. }| {
        step.actions
            .iter()
            .any(|place| waiting.actions.contains(place))
            && step.status == StepStatus::Done
            && step.tool == waiting.tool
            && step.settings == waiting.settings
            && (step.pass.is_some() || values::join(values.clone()).is_ok())
    })
}

/// The nodes by the indices that their steps had in the earlier run.
fn nodes_by_step(taken: &BTreeMap<usize, &FinishedStep>) -> BTreeMap<usize, usize> {
    taken
        .iter()
        .map(|(node, known)| (known.step.index, *node))
        .collect()
}
