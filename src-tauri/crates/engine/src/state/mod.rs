//! State of a run: its steps, what they made, and what the end of one means for the others.
//! Nothing here waits.
//!
//! - `describe`: a node as the step that people see
//! - `recovering`: what has to be decided where a step, or a subtask's solution, came to nothing;
//!   `ways`: how nodes are done; `other_solutions`: how subtasks are
//! - `inputs`: what a node's tool is called with
//! - `pass`: which steps share one encode
//! - `taking_over`: steps that an earlier run finished
//! - `step_end`: how a step ended; `report`: what became of the run

mod describe;
mod inputs;
mod other_solutions;
mod pass;
mod recovering;
mod report;
mod step_end;
mod taking_over;
mod ways;

use std::collections::{BTreeMap, BTreeSet};
use std::mem;

use patchbay_domain::{EditList, ModelUse, Step, StepError, StepStatus, SubtaskId};
use patchbay_tool_api::Progress;
use tokio::sync::mpsc::UnboundedSender;

use crate::availability::Availability;
use crate::events::Event;
use crate::graph::duration::{TargetDuration, awaited_video, target_durations};
use crate::graph::{ExecutionGraph, Source};
use crate::job::Job;
use crate::provenance::StoredOutput;
use crate::recovery::{Decision, FailedAction};
use crate::sentences;
use crate::values;

pub(crate) use self::inputs::FORMAT;
pub(crate) use self::step_end::{StepEnd, StepFailure};
use self::ways::{Way, noted};

/// State of a run.
pub(crate) struct RunState {
    pub(crate) availability: Availability,
    pub(crate) job: Job,
    pub(crate) graph: ExecutionGraph,
    /// How long results should be, by node.
    pub(crate) durations: BTreeMap<usize, TargetDuration>,
    /// By node.
    steps: Vec<Step>,
    /// By node.
    outputs: Vec<Option<StoredOutput>>,
    /// The ids of what was made but not written, by node.
    passed: Vec<Option<Vec<String>>>,
    /// The nodes that failed in a pass with others, and are done alone.
    alone: BTreeSet<usize>,
    events: UnboundedSender<Event>,
    /// The steps as they were last emitted.
    emitted: Vec<Step>,
    /// The subtasks, by position, whose goals were emitted as reached.
    reached: BTreeSet<usize>,
    /// The index of each subtask's solution that is taken now, by the subtask's position.
    solutions: Vec<usize>,
    /// Solutions that failed or cannot run here, by the subtask's position.
    tried: Vec<BTreeSet<usize>>,
    /// The subtasks, by position, of which no other solution is to be tried.
    given_up: BTreeSet<usize>,
    /// How nodes are done that did not go as planned.
    ways: BTreeMap<usize, Way>,
    /// Failed actions, in the order of time.
    history: Vec<FailedAction>,
    decisions: Vec<Decision>,
    /// The nodes that failed and may be done otherwise, with how they failed.
    undecided: BTreeMap<usize, StepError>,
    /// Requirements that tools turned out to lack when they were run, by tool.
    lacking: BTreeMap<String, String>,
}

impl RunState {
    /// The beginning of a run.
    pub(crate) fn new(
        availability: Availability,
        job: Job,
        events: UnboundedSender<Event>,
    ) -> Self {
        let solutions = (0..job.subtasks.len())
            .map(|subtask| job.solutions.get(subtask).copied().unwrap_or(0))
            .collect();
        let tried = vec![BTreeSet::new(); job.subtasks.len()];
        let mut state = Self {
            availability,
            job,
            graph: ExecutionGraph::default(),
            durations: BTreeMap::new(),
            steps: Vec::new(),
            outputs: Vec::new(),
            passed: Vec::new(),
            alone: BTreeSet::new(),
            events,
            emitted: Vec::new(),
            reached: BTreeSet::new(),
            solutions,
            tried,
            given_up: BTreeSet::new(),
            ways: BTreeMap::new(),
            history: Vec::new(),
            decisions: Vec::new(),
            undecided: BTreeMap::new(),
            lacking: BTreeMap::new(),
        };
        state.relink();
        state.take_over();
        state.advance();
        state
    }

    /// Draws the consequences of what ended: skips what cannot begin any more, and emits what
    /// changed.
    pub(crate) fn advance(&mut self) {
        self.propagate_failures();
        self.write_what_is_needed();
        self.emit_changes();
    }

    /// Links the steps of the solutions that are taken now.
    fn relink(&mut self) {
        let begun = |node: usize| has_begun(&self.steps[node]);
        let (subtasks, resources, toolbox) = (
            &self.job.subtasks,
            &self.job.resources,
            self.availability.toolbox(),
        );
        self.graph
            .relink(subtasks, &self.solutions, resources, toolbox, begun);
        self.durations = target_durations(&self.graph, resources, toolbox);
        for node in 0..self.graph.nodes.len() {
            let step = self.waiting(node);
            match self.steps.get_mut(node) {
                None => {
                    self.steps.push(step);
                    self.outputs.push(None);
                    self.passed.push(None);
                }
                Some(known) if !has_begun(known) => *known = step,
                Some(begun) => begun.actions = step.actions,
            }
        }
    }

    /// The first node that can begin: all that it waits for has ended well, and a video whose
    /// length it needs has ended.
    pub(crate) fn ready(&self) -> Option<usize> {
        self.graph.wanted.iter().copied().find(|&node| {
            let video = awaited_video(self.durations.get(&node));
            self.steps[node].status == StepStatus::Waiting
                && self.graph.nodes[node]
                    .dependencies()
                    .all(|n| self.steps[n].status == StepStatus::Done)
                && video.is_none_or(|video| self.steps[video].status.is_final())
        })
    }

    /// Counts a node's step as running.
    pub(crate) fn begin(&mut self, node: usize) {
        let (arguments, _) = self.arguments(node);
        let inputs = values::first_values(&arguments).found_on(self.images(node));
        let Some(implementation) = self.implementation(node, &inputs) else {
            return;
        };
        let model = self
            .availability
            .model_use(&*implementation, self.settings(node));
        self.start(node, implementation.label(), model);
    }

    fn start(&mut self, node: usize, implementation: &str, model: Option<ModelUse>) {
        let inputs = self.input_names(node);
        let step = &mut self.steps[node];
        implementation.clone_into(&mut step.implementation);
        step.model = model.map(Box::new);
        step.inputs = inputs;
        step.status = StepStatus::Running;
        self.emit_changes();
    }

    /// Takes over how far a running step is after so many seconds.
    pub(crate) fn update(&mut self, node: usize, progress: &Progress, seconds: f64) {
        let step = &mut self.steps[node];
        step.progress = progress.get();
        step.preview = progress.preview();
        step.notes = noted(self.ways.get(&node), progress.said());
        step.seconds = seconds;
    }

    /// Takes over of which parts of its sources a step's files consist.
    pub(crate) fn record(&mut self, node: usize, edits: Vec<EditList>) {
        self.steps[node].edits = edits;
    }

    /// Takes over how a step ended after so many seconds.
    pub(crate) fn finish(&mut self, node: usize, end: StepEnd, seconds: f64) {
        let step = &mut self.steps[node];
        step.seconds = seconds;
        step.preview = None;
        match end {
            StepEnd::Done(output, notes) => {
                step.status = StepStatus::Done;
                step.progress = 1.0;
                step.outputs.clone_from(&output.ids);
                step.notes = noted(self.ways.get(&node), notes);
                self.outputs[node] = Some(output);
            }
            StepEnd::Passed(ids, into) => {
                step.status = StepStatus::Done;
                step.progress = 1.0;
                step.pass = Some(into);
                self.passed[node] = Some(ids);
            }
            StepEnd::Cancelled => step.status = StepStatus::Cancelled,
            StepEnd::Left => self.leave(node),
            StepEnd::Failed(failure) => self.fail(node, failure),
        }
    }

    /// Skips the waiting steps that cannot begin any more, until there are no more of them.
    fn propagate_failures(&mut self) {
        let mut changed = true;
        while mem::take(&mut changed) {
            for node in 0..self.steps.len() {
                if self.steps[node].status == StepStatus::Waiting
                    && let Some((status, error)) = self.obstacle(node)
                {
                    self.steps[node].status = status;
                    self.steps[node].error = Some(error);
                    changed = true;
                }
            }
        }
    }

    /// How a waiting step ends without having begun, and why.
    fn obstacle(&self, node: usize) -> Option<(StepStatus, StepError)> {
        let known = &self.graph.nodes[node];
        if !self.graph.wanted.contains(&node) {
            return Some((StepStatus::Skipped, sentences::not_needed()));
        }
        if let Some(missing) = self.availability.missing(&known.tool) {
            return Some((StepStatus::Skipped, sentences::cannot_run(&missing)));
        }
        if let Some(Source::Nowhere(name)) = known
            .sources()
            .find(|source| matches!(source, Source::Nowhere(_)))
        {
            return Some((StepStatus::Failed, sentences::nothing_to_work_on(name)));
        }
        let failed = known.dependencies().find(|&n| {
            let status = self.steps[n].status;
            status.is_final() && status != StepStatus::Done
        })?;
        Some((
            StepStatus::Skipped,
            sentences::not_begun(&self.steps[failed].label),
        ))
    }

    fn result(&self, subtask: usize) -> Option<&StoredOutput> {
        if let Source::Node(node) = self.graph.goals[subtask] {
            self.outputs[node].as_ref()
        } else {
            None
        }
    }

    /// The ids of the subtasks whose goal a node is.
    pub(crate) fn goal_of(&self, node: usize) -> Vec<SubtaskId> {
        let goals = self.graph.goals.iter().zip(&self.job.subtasks);
        goals
            .filter(|(goal, _)| **goal == Source::Node(node))
            .map(|(_, subtask)| subtask.goal.id)
            .collect()
    }

    /// Emits that the run was paused, or goes on.
    pub(crate) fn emit_paused(&self, paused: bool) {
        let _ = self.events.send(Event::Paused(paused));
    }

    /// Emits every step that changed, and every goal that was reached. A front that is gone is no
    /// reason to stop.
    pub(crate) fn emit_changes(&mut self) {
        for (index, step) in self.steps.iter().enumerate() {
            if self.emitted.get(index) != Some(step) {
                let _ = self.events.send(Event::Step(Box::new(step.clone())));
            }
        }
        self.emitted.clone_from(&self.steps);
        for subtask in 0..self.solutions.len() {
            if let Some(kept) = self.result(subtask).cloned()
                && self.reached.insert(subtask)
            {
                let _ = self.events.send(Event::Reached {
                    subtask: self.job.subtasks[subtask].goal.id,
                    kept,
                });
            }
        }
    }
}

/// Whether a step has begun, so that what it takes is settled.
fn has_begun(step: &Step) -> bool {
    !matches!(step.status, StepStatus::Waiting | StepStatus::Skipped)
}
