//! The speeds as they are kept between starts.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use patchbay_domain::{Plan, Step, StepStatus, Toolbox};
use patchbay_engine::Availability;
use patchbay_store::{Artifact, Origin, OriginValue, Store};

use super::size::Size;
use super::solution::{AtHand, seconds};
use super::speeds::{Speeds, Took, Work};
use crate::error::Error;

/// The setting under which they are kept.
const SETTING: &str = "speeds";
/// Seconds under which a step is taken for one whose result was there already.
const REUSED: f64 = 0.01;

/// How long steps took on this computer.
pub(crate) struct KeptSpeeds(Mutex<Speeds>);

impl KeptSpeeds {
    /// The speeds that a store keeps; none where they cannot be read.
    pub(crate) fn open(store: &Store) -> Self {
        let kept = store.setting(SETTING).unwrap_or_else(|error| {
            tracing::warn!(%error, "how long steps took cannot be read");
            None
        });
        Self(Mutex::new(kept.unwrap_or_default()))
    }

    fn speeds(&self) -> MutexGuard<'_, Speeds> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says of each solution of a plan how long it will take. `names`: the ids of artifacts by the names that the plan uses.
    pub(crate) fn estimate(
        &self,
        plan: &mut Plan,
        names: &BTreeMap<String, String>,
        (store, toolbox, availability): (&Store, &Toolbox, &Availability),
    ) {
        let size = |(name, id): (&String, &String)| {
            let artifact = store.artifact(id).ok()?;
            Some((
                name.clone(),
                artifact.resource_type.clone(),
                Size::of(&artifact),
            ))
        };
        let sizes: Vec<_> = names.iter().filter_map(size).collect();
        let passes = |tool: &str| {
            let implementation = availability.runnable(tool);
            implementation.is_some_and(|implementation| implementation.filter().is_some())
        };
        let at_hand = AtHand {
            toolbox,
            sizes: sizes
                .iter()
                .map(|(name, kind, size)| (name.as_str(), (kind.clone(), *size)))
                .collect(),
            passes: &passes,
        };
        let speeds = self.speeds();
        let subtasks = plan.subtasks.iter_mut();
        for solution in subtasks.flat_map(|subtask| &mut subtask.solutions) {
            let estimate = seconds(solution, &speeds, &at_hand);
            solution.seconds = (estimate * 100.0).round() / 100.0;
        }
    }

    /// Keeps how long the steps of a run took that did their work alone, and in that run.
    pub(crate) fn keep(
        &self,
        (run, steps): (&str, &[Step]),
        store: &Store,
        toolbox: &Toolbox,
    ) -> Result<(), Error> {
        let is_joined = |step: &Step| {
            step.pass.is_some() || steps.iter().any(|one| one.pass == Some(step.index))
        };
        let done = steps.iter().filter(|step| {
            step.status == StepStatus::Done && step.seconds > REUSED && !is_joined(step)
        });
        let mut kept = false;
        for step in done {
            let (Some(tool), Some(output)) = (toolbox.tool(&step.tool), step.outputs.first())
            else {
                continue;
            };
            let Some(inputs) = inputs_in(run, &store.artifact(output)?, store)? else {
                continue;
            };
            let ordinary = inputs
                .iter()
                .map(|one| Size::of(one).ordinary(&one.resource_type, toolbox));
            let took = Took {
                inputs: ordinary.sum(),
                said: f64::from(tool.seconds),
                seconds: step.seconds,
            };
            let work = Work {
                tool: step.tool.clone(),
                format: step.inputs.get("format").cloned().unwrap_or_default(),
            };
            self.speeds().keep(work, took);
            kept = true;
        }
        if kept {
            store.set_setting(SETTING, &*self.speeds())?;
        }
        Ok(())
    }
}

/// The artifacts that the step of a run took which made one; none where another run made it.
fn inputs_in(run: &str, made: &Artifact, store: &Store) -> Result<Option<Vec<Artifact>>, Error> {
    let inputs = match &made.origin {
        Origin::Made {
            run: by, inputs, ..
        } if by == run => inputs,
        _ => return Ok(None),
    };
    let ids = inputs.iter().filter_map(|input| match &input.value {
        OriginValue::Artifact(id) => Some(id),
        OriginValue::Words(_) => None,
    });
    let inputs = ids.map(|id| store.artifact(id));
    Ok(Some(inputs.collect::<Result<_, _>>()?))
}
