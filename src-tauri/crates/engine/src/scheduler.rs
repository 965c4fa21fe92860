//! The order in time: starts what can begin, hears what ended, emits how far the rest is, and stops
//! it all.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use patchbay_tool_api::{Inputs, Progress, ToolError};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::{Id, JoinError, JoinSet};
use tokio::time::{Instant, MissedTickBehavior, interval, timeout_at};
use tokio_util::sync::CancellationToken;

use crate::events::Report;
use crate::graph::duration::TargetDuration;
use crate::provenance::{Outputs, StoredOutput};
use crate::sentences;
use crate::state::{RunState, StepEnd, StepFailure};
use crate::step::{StepEnvironment, StepTask, Target};

/// How often the progress of running steps is emitted.
const TICK: Duration = Duration::from_millis(100);
/// How long stopped steps may take to end. One that takes longer goes on alone, and its result is
/// thrown away.
const PATIENCE: Duration = Duration::from_millis(350);

/// The steps that run now. Dropping it asks them to stop.
#[derive(Default)]
struct RunningSteps {
    tasks: JoinSet<Result<StoredOutput, ToolError>>,
    by_task: HashMap<Id, RunningStep>,
}

struct RunningStep {
    node: usize,
    progress: Progress,
    since: Instant,
}

impl Drop for RunningSteps {
    fn drop(&mut self) {
        self.stop();
    }
}

impl RunningSteps {
    fn stop(&self) {
        self.by_task
            .values()
            .for_each(|running| running.progress.cancel());
    }
}

/// The task of a step with what it answered, or that it broke.
type Joined = Result<(Id, Result<StoredOutput, ToolError>), JoinError>;

/// Carries one run through time.
pub(crate) struct Scheduler {
    state: RunState,
    running: RunningSteps,
    environment: StepEnvironment,
    /// One permit for each step that may run at a time, shared by all runs.
    cores: Arc<Semaphore>,
    outputs: Arc<dyn Outputs>,
}

impl Scheduler {
    /// Nothing has begun.
    pub(crate) fn new(
        state: RunState,
        environment: StepEnvironment,
        cores: Arc<Semaphore>,
        outputs: Arc<dyn Outputs>,
    ) -> Self {
        Self {
            state,
            running: RunningSteps::default(),
            environment,
            cores,
            outputs,
        }
    }

    /// Runs to the end, or until stopped.
    pub(crate) async fn run(mut self, stop: CancellationToken) -> Report {
        let mut ticks = interval(TICK);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        while !stop.is_cancelled() {
            let ready = self.state.ready();
            if ready.is_none() && self.running.tasks.is_empty() {
                return self.state.report(false);
            }
            tokio::select! {
                biased;
                () = stop.cancelled() => {}
                Some(joined) = self.running.tasks.join_next_with_id() => {
                    self.finish_step(joined, false);
                    self.state.advance();
                }
                core = self.cores.clone().acquire_owned(), if ready.is_some() => {
                    if let (Some(node), Ok(core)) = (ready, core) {
                        self.start_step(node, core);
                    }
                }
                _ = ticks.tick(), if !self.running.tasks.is_empty() => self.emit_progress(),
            }
        }
        self.running.stop();
        let deadline = Instant::now() + PATIENCE;
        while let Ok(Some(joined)) =
            timeout_at(deadline, self.running.tasks.join_next_with_id()).await
        {
            self.finish_step(joined, true);
        }
        self.state.report(true)
    }

    fn start_step(&mut self, node: usize, core: OwnedSemaphorePermit) {
        let state = &mut self.state;
        let (arguments, origins) = state.arguments(node);
        // Where an argument has several values, they are of a kind.
        let first = arguments
            .iter()
            .filter_map(|(name, values)| Some((name.clone(), values.first()?.clone())));
        let images = state.images(node);
        let inputs = Inputs::new(first.collect()).found_on(images.clone());
        let call = &state.graph.nodes[node];
        let implementation = state.availability.runnable_for(&call.tool, &inputs);
        let is_declared = state.availability.toolbox().tool(&call.tool).is_some();
        let Some(implementation) = implementation.filter(|_| is_declared) else {
            // It could run when the run began: a program was removed meanwhile.
            state.advance();
            return;
        };
        let progress = Progress::default();
        let task = StepTask {
            implementation,
            step: node,
            tool: call.tool.clone(),
            arguments,
            origins,
            images,
            target: target(state, node),
            goal_of: state.goal_of(node),
            seed: call.seed.unwrap_or(state.job.seed),
            settings: call.settings.clone(),
            scratch: state.job.scratch.clone(),
            progress: progress.clone(),
            outputs: self.outputs.clone(),
            environment: self.environment.clone(),
            core,
        };
        let id = self.running.tasks.spawn_blocking(move || task.run()).id();
        self.running.by_task.insert(
            id,
            RunningStep {
                node,
                progress,
                since: Instant::now(),
            },
        );
        let model = state.availability.model_use(implementation, &call.settings);
        state.start(node, implementation.label(), model);
    }

    fn emit_progress(&mut self) {
        for running in self.running.by_task.values() {
            self.state.update(
                running.node,
                &running.progress,
                running.since.elapsed().as_secs_f64(),
            );
        }
        self.state.emit_changes();
    }

    /// Takes over how a step ended. `stopped`: whether it had been asked to stop.
    fn finish_step(&mut self, joined: Joined, stopped: bool) {
        let (id, result) = match joined {
            Ok((id, result)) => (id, result.map_err(failure)),
            Err(error) => (error.id(), Err(broken(error))),
        };
        let Some(running) = self.running.by_task.remove(&id) else {
            return;
        };
        let end = match result {
            Ok(output) => StepEnd::Done(output, running.progress.said()),
            Err(_) if stopped => StepEnd::Cancelled,
            Err(failure) => StepEnd::Failed(failure),
        };
        if matches!(end, StepEnd::Done(..)) {
            self.state.record(running.node, &running.progress);
        }
        self.state
            .finish(running.node, end, running.since.elapsed().as_secs_f64());
    }
}

fn target(state: &RunState, node: usize) -> Target {
    match state.durations.get(&node) {
        Some(TargetDuration::Seconds(seconds)) => Target::Seconds(*seconds),
        Some(TargetDuration::Video(_)) => state
            .target_video(node)
            .cloned()
            .map_or(Target::Free, Target::Video),
        None => Target::Free,
    }
}

fn failure(error: ToolError) -> StepFailure {
    let (failed, refused) = (
        sentences::failed(&error),
        matches!(error, ToolError::Refused(_)),
    );
    let lacking = if let ToolError::Missing(what) = error {
        Some(what)
    } else {
        None
    };
    StepFailure {
        error: failed,
        refused,
        lacking,
    }
}

/// Why a step's task ended without an answer: its tool panicked, or the runtime is shutting down.
fn broken(error: JoinError) -> StepFailure {
    let error = match error.try_into_panic() {
        Ok(panic) => {
            let said = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
            let said = said
                .or_else(|| panic.downcast_ref::<String>().cloned())
                .unwrap_or_default();
            sentences::panicked(&said)
        }
        Err(_) => sentences::ended_by_the_program(),
    };
    StepFailure {
        error,
        refused: false,
        lacking: None,
    }
}
