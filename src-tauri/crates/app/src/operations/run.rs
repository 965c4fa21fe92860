//! The operations on runs.

use std::collections::{BTreeMap, BTreeSet};

use patchbay_domain::Subtask;
use patchbay_engine::Job;
use patchbay_engine::recovery::calls_of;
use patchbay_language::typed;
use patchbay_store::{self as store, NewRun};
use tokio::sync::broadcast::error::RecvError;

use crate::api::{Nothing, Run, RunId, RunRequest, RunStep};
use crate::app::App;
use crate::error::Error;
use crate::ingest::step_settings;
use crate::present::resource::resource;

impl App {
    /// Begins to run a turn's plan; events tell how it goes on.
    pub async fn run(&self, arguments: RunRequest) -> Result<Run, Error> {
        let (turn, run, job) = self.blocking(move |app| app.prepare(&arguments)).await?;
        self.runs().start(turn, run, job).await
    }

    /// Stops a run. One that has ended already stays as it is.
    pub async fn cancel(&self, arguments: RunId) -> Result<Nothing, Error> {
        if !self.runs().running().stop(&arguments.run) {
            self.blocking(move |app| app.run_exists(&arguments.run))
                .await?;
        }
        Ok(Nothing {})
    }

    /// Pauses a run. One that has ended already stays as it is.
    pub async fn pause_run(&self, arguments: RunId) -> Result<Nothing, Error> {
        if !self.runs().running().pause(&arguments.run) {
            self.blocking(move |app| app.run_exists(&arguments.run))
                .await?;
        }
        Ok(Nothing {})
    }

    /// Has a paused run go on. One that has ended already stays as it is.
    pub async fn continue_run(&self, arguments: RunId) -> Result<Nothing, Error> {
        if !self.runs().running().go_on(&arguments.run) {
            self.blocking(move |app| app.run_exists(&arguments.run))
                .await?;
        }
        Ok(Nothing {})
    }

    /// Leaves a step of a run. One that has ended already stays as it is.
    pub async fn leave_step(&self, arguments: RunStep) -> Result<Nothing, Error> {
        if !self
            .runs()
            .running()
            .leave_step(&arguments.run, arguments.step)
        {
            self.blocking(move |app| app.run_exists(&arguments.run))
                .await?;
        }
        Ok(Nothing {})
    }

    fn run_exists(&self, run: &str) -> Result<(), Error> {
        self.store().run(run)?;
        Ok(())
    }

    /// Stops every run, every model and the watching of folders, and waits until all runs are kept as stopped.
    pub async fn close(&self) {
        let mut events = self.subscribe();
        self.watching().stop();
        self.model_jobs().stop_all();
        self.runs().running().stop_all();
        self.segmentation().mask_model().close_all();
        self.watching().ended().await;
        while !self.runs().running().is_empty() {
            if let Err(RecvError::Closed) = events.recv().await {
                break;
            }
        }
    }

    fn prepare(&self, arguments: &RunRequest) -> Result<(store::Turn, store::Run, Job), Error> {
        let store = self.store();
        let turn = store.turn(&arguments.turn)?;
        if turn.deleted {
            return Err(store::StoreError::NotFound {
                what: "turn",
                id: turn.id,
            }
            .into());
        }
        let mut subtasks = turn.plan.subtasks.clone();
        let toolbox = self.toolbox();
        typed::read(&mut subtasks, &toolbox);
        if subtasks.is_empty() {
            return Err(Error::unsuitable(
                "There is nothing to run: the request was not understood.",
                "Say it differently.",
            ));
        }
        step_settings::set(
            &mut subtasks,
            &arguments.settings,
            &toolbox,
            self.engine().availability(),
        )?;
        let solutions = self.solutions_to_run(&subtasks, &arguments.solutions)?;
        let mut resources = BTreeMap::new();
        for (name, id) in &turn.names {
            if let Some(value) = resource(&store.artifact(id)?, store, &toolbox) {
                resources.insert(name.clone(), value);
            }
        }
        let seed = self.seed(&turn, arguments.another_take)?;
        let finished = match &arguments.goes_on_from {
            Some(earlier) if !arguments.another_take => self.finished_in(earlier, &turn)?,
            _ => Vec::new(),
        };
        let run = store.add_run(NewRun {
            turn: turn.id.clone(),
            solutions: solutions.clone(),
            seed,
            steps: Vec::new(),
        })?;
        let job = Job {
            subtasks,
            solutions,
            resources,
            seed,
            scratch: store.scratch(),
            written: arguments
                .written
                .iter()
                .map(|place| (*place).into())
                .collect(),
            finished,
            // A person who chose a solution gets that one or an error; who left the choice open
            // gets a result if there is one.
            fallback: arguments.solutions.is_empty(),
        };
        Ok((turn, run, job))
    }

    /// The index of the solution of each subtask that is to run: the one that is chosen, else the best
    /// that can run here.
    fn solutions_to_run(
        &self,
        subtasks: &[Subtask],
        chosen: &[usize],
    ) -> Result<Vec<usize>, Error> {
        let toolbox = self.toolbox();
        let mut solutions = Vec::with_capacity(subtasks.len());
        for (index, subtask) in subtasks.iter().enumerate() {
            let solution = chosen.get(index).copied().unwrap_or_else(|| {
                let solutions: Vec<_> = subtask.solutions.iter().map(calls_of).collect();
                self.engine().availability().first_runnable(&solutions)
            });
            if solution >= subtask.solutions.len() {
                let (number, count) = (solution + 1, subtask.solutions.len());
                let message = format!(
                    "“{}” has {count} ways, so there is no way {number}.",
                    subtask.goal.description
                );
                return Err(Error::unsuitable(
                    message,
                    "Choose one of the ways that are shown.",
                ));
            }
            for action in &subtask.solutions[solution].actions {
                let tool = toolbox.tool(&action.tool);
                if let Some(why) = tool.and_then(|tool| typed::refusal(action, tool)) {
                    return Err(Error::unsuitable(why, ""));
                }
            }
            solutions.push(solution);
        }
        Ok(solutions)
    }

    /// The seed of a turn's next run. As a rule that of the newest one: what another solution has
    /// in common with it is not made again. Each further take has one of its own.
    fn seed(&self, turn: &store::Turn, another_take: bool) -> Result<u64, Error> {
        let seeds: Vec<u64> = self
            .store()
            .runs(&turn.id)?
            .iter()
            .map(|run| run.seed)
            .collect();
        let first = seeds
            .first()
            .copied()
            .or(self.options().seed)
            .unwrap_or_else(|| random_part(&turn.id));
        let takes = seeds.iter().collect::<BTreeSet<_>>().len() as u64;
        Ok(if another_take {
            first.wrapping_add(takes)
        } else {
            seeds.last().copied().unwrap_or(first)
        })
    }
}

/// The part of an id that is random and does not tell when it was made: files carry seeds.
fn random_part(id: &str) -> u64 {
    let digits = id.get(id.len().saturating_sub(8)..).unwrap_or_default();
    u64::from_str_radix(digits, 16).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::random_part;

    #[test]
    fn a_seed_is_not_the_clock() {
        let id = "01936f2a-7c1e-7b4d-9f00-8a1b2c3d4e5f";
        assert_eq!(random_part(id), 0x2c3d_4e5f);
        assert_eq!(random_part("t"), 0);
    }
}
