//! The order in time: starts what can begin, hears what ended, emits how far the rest is, and stops
//! it all.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::time::Duration;

use patchbay_domain::Resource;
use patchbay_tool_api::filtering::VIDEO;
use patchbay_tool_api::{Progress, ToolError};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::{Id, JoinError, JoinSet};
use tokio::time::{Instant, MissedTickBehavior, interval, timeout_at};

use crate::deciding::Deciding;
use crate::events::Report;
use crate::graph::duration::TargetDuration;
use crate::provenance::Outputs;
use crate::state::{FORMAT, RunState, StepEnd, StepFailure};
use crate::step::{Follower, Passed, StepEnvironment, StepOutput, StepTask, Target};
use crate::stop::StopSignal;
use crate::values;

/// How often the progress of running steps is emitted.
const TICK: Duration = Duration::from_millis(100);
/// How long stopped steps may take to end. One that takes longer goes on alone, and its result is
/// thrown away.
const PATIENCE: Duration = Duration::from_millis(350);

/// The steps that run now. Dropping it asks them to stop.
#[derive(Default)]
struct RunningSteps {
    tasks: JoinSet<Result<StepOutput, ToolError>>,
    by_task: HashMap<Id, RunningStep>,
}

struct RunningStep {
    /// Those of one pass over a video; else one.
    nodes: Vec<usize>,
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
type Joined = Result<(Id, Result<StepOutput, ToolError>), JoinError>;

/// Carries one run through time.
pub(crate) struct Scheduler {
    state: RunState,
    running: RunningSteps,
    deciding: Deciding,
    /// The steps that a person left.
    left: BTreeSet<usize>,
    environment: StepEnvironment,
    /// One permit for each step that may run at a time, shared by all runs.
    cores: Arc<Semaphore>,
    outputs: Arc<dyn Outputs>,
}

impl Scheduler {
    /// Nothing has begun.
    pub(crate) fn new(
        state: RunState,
        deciding: Deciding,
        environment: StepEnvironment,
        cores: Arc<Semaphore>,
        outputs: Arc<dyn Outputs>,
    ) -> Self {
        Self {
            state,
            running: RunningSteps::default(),
            deciding,
            left: BTreeSet::new(),
            environment,
            cores,
            outputs,
        }
    }

    /// Runs to the end, or until stopped.
    pub(crate) async fn run(mut self, stop: StopSignal) -> Report {
        let mut ticks = interval(TICK);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut left = stop.steps();
        let mut pauses = stop.pauses();
        let mut paused = false;
        while !stop.is_stopped() {
            if self.deciding.is_idle()
                && let Some(question) = self.state.question()
            {
                self.deciding.ask(question);
            }
            let ready = self.state.ready();
            if ready.is_none() && self.running.tasks.is_empty() && self.deciding.is_idle() {
                return self.state.report(false);
            }
            tokio::select! {
                biased;
                () = stop.stopped() => {}
                Ok(()) = left.changed() => {
                    let steps = left.borrow_and_update().clone();
                    self.leave(steps);
                }
                Ok(()) = pauses.changed() => {
                    let now = *pauses.borrow_and_update();
                    if now != paused {
                        paused = now;
                        self.state.emit_paused(paused);
                    }
                }
                Some((subject, recourse)) = self.deciding.decided(), if !self.deciding.is_idle() => {
                    self.state.decide(subject, &recourse);
                    self.state.advance();
                }
                Some(joined) = self.running.tasks.join_next_with_id() => {
                    self.finish_step(joined, false);
                    self.state.advance();
                }
                core = self.cores.clone().acquire_owned(), if ready.is_some() && !paused => {
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
        let (mut arguments, origins) = state.arguments(node);
        if let Some(format) = state.kept_format(node) {
            arguments.push((FORMAT.to_owned(), vec![Resource::Text(format)]));
        }
        let images = state.images(node);
        let inputs = values::first_values(&arguments).found_on(images.clone());
        let call = &state.graph.nodes[node];
        let implementation = state.implementation(node, &inputs);
        let is_declared = state.availability.toolbox().tool(&call.tool).is_some();
        let Some(implementation) = implementation.filter(|_| is_declared) else {
            // It could run when the run began: a program was removed meanwhile.
            state.advance();
            return;
        };
        let followers = state.followers(node);
        let nodes: Vec<usize> = std::iter::once(node).chain(followers).collect();
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
            settings: state.settings(node).clone(),
            followers: nodes[1..]
                .iter()
                .filter_map(|&node| follower(state, node))
                .collect(),
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
                nodes: nodes.clone(),
                progress,
                since: Instant::now(),
            },
        );
        for node in nodes {
            state.begin(node);
        }
    }

    /// Leaves steps: those that run are asked to stop.
    fn leave(&mut self, steps: BTreeSet<usize>) {
        for node in steps {
            if !self.left.insert(node) {
                continue;
            }
            let mut running = self.running.by_task.values();
            match running.find(|running| running.nodes.contains(&node)) {
                Some(running) => running.progress.cancel(),
                None => self.state.leave(node),
            }
        }
        self.state.advance();
    }

    fn emit_progress(&mut self) {
        for running in self.running.by_task.values() {
            let seconds = running.since.elapsed().as_secs_f64();
            for &node in &running.nodes {
                self.state.update(node, &running.progress, seconds);
            }
        }
        self.state.emit_changes();
    }

    /// Takes over how a step ended. `stopped`: whether it had been asked to stop.
    fn finish_step(&mut self, joined: Joined, stopped: bool) {
        let (id, result) = match joined {
            Ok((id, result)) => (id, result.map_err(StepFailure::from)),
            Err(error) => (error.id(), Err(StepFailure::from(error))),
        };
        let Some(running) = self.running.by_task.remove(&id) else {
            return;
        };
        let seconds = running.since.elapsed().as_secs_f64();
        let Some((&last, before)) = running.nodes.split_last() else {
            return;
        };
        match result {
            Ok(StepOutput { stored, passed }) => {
                for (&node, Passed { ids, edits }) in before.iter().zip(passed) {
                    self.state.record(node, edits);
                    self.state.finish(node, StepEnd::Passed(ids, last), seconds);
                }
                self.state.record(last, running.progress.edits());
                let said = running.progress.said();
                self.state
                    .finish(last, StepEnd::Done(stored, said), seconds);
            }
            Err(_) if stopped => {
                for node in running.nodes {
                    self.state.finish(node, StepEnd::Cancelled, seconds);
                }
            }
            Err(failure) if before.is_empty() => {
                let end = if self.left.contains(&last) {
                    StepEnd::Left
                } else {
                    StepEnd::Failed(failure)
                };
                self.state.finish(last, end, seconds);
            }
            Err(_) => {
                self.state.separate(&running.nodes);
                let mut left = running.nodes.into_iter();
                if let Some(node) = left.find(|node| self.left.contains(node)) {
                    self.state.leave(node);
                }
            }
        }
    }
}

/// A node as a step that goes on with a video as it passes.
fn follower(state: &RunState, node: usize) -> Option<Follower> {
    let (mut arguments, mut origins) = state.arguments(node);
    arguments.retain(|(name, _)| name != VIDEO);
    origins.retain(|(name, _)| name != VIDEO);
    let call = &state.graph.nodes[node];
    let inputs = values::first_values(&arguments);
    Some(Follower {
        implementation: state.implementation(node, &inputs)?,
        step: node,
        tool: call.tool.clone(),
        arguments,
        origins,
        goal_of: state.goal_of(node),
        seed: call.seed.unwrap_or(state.job.seed),
        settings: state.settings(node).clone(),
    })
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
