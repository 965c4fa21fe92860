//! Where a run stands: its steps, what they made, and what the end of one means for the others. Nothing here waits.

use std::collections::{BTreeMap, BTreeSet};

use patchbay_domain::{ActionPlace, Missing, Resource, RunStatus, Step, StepError, StepStatus, SubtaskId};
use tokio::sync::mpsc::UnboundedSender;

use crate::engine::Engine;
use crate::graph::{Graph, Node, Place, Source};
use crate::job::Job;
use crate::length::{self, Length};
use crate::outputs::Kept;
use crate::report::{Event, Outcome, Report};

/// Letters of a text that a step's inputs show.
const SHOWN: usize = 120;

/// Where a run stands.
pub(crate) struct Course {
    pub(crate) engine: Engine,
    pub(crate) job: Job,
    pub(crate) graph: Graph,
    pub(crate) lengths: BTreeMap<usize, Length>,
    /// By node.
    pub(crate) steps: Vec<Step>,
    /// By node.
    pub(crate) made: Vec<Option<Kept>>,
    events: UnboundedSender<Event>,
    /// The steps as they were last reported.
    told: Vec<Step>,
    /// The subtasks, by position, that were reported to have reached their goals.
    reached: BTreeSet<usize>,
    ways: Vec<usize>,
    /// What tools turned out to lack when they were run, by tool.
    pub(crate) lacking: BTreeMap<String, String>,
    /// The nodes whose tools refused what was asked for.
    pub(crate) refused: BTreeSet<usize>,
    /// Ways that failed or cannot run here, by the subtask's position.
    tried: Vec<BTreeSet<usize>>,
}

impl Course {
    /// The beginning of a run.
    pub(crate) fn new(engine: Engine, job: Job, events: UnboundedSender<Event>) -> Self {
        let ways = (0..job.subtasks.len()).map(|subtask| job.ways.get(subtask).copied().unwrap_or(0)).collect();
        let tried = vec![BTreeSet::new(); job.subtasks.len()];
        let mut course = Self {
            engine,
            job,
            graph: Graph::default(),
            lengths: BTreeMap::new(),
            steps: Vec::new(),
            made: Vec::new(),
            events,
            told: Vec::new(),
            reached: BTreeSet::new(),
            ways,
            lacking: BTreeMap::new(),
            refused: BTreeSet::new(),
            tried,
        };
        course.follow();
        course.go_on();
        course
    }

    /// Draws the consequences of what ended: skips what cannot begin any more, takes other ways where that is wanted, and
    /// reports what changed.
    pub(crate) fn go_on(&mut self) {
        self.settle();
        while self.job.fallback && self.take_next_ways() {
            self.follow();
            self.settle();
        }
        self.tell();
    }

    /// Links the steps of the ways that are taken now.
    fn follow(&mut self) {
        let begun = |node: usize| !matches!(self.steps[node].status, StepStatus::Waiting | StepStatus::Skipped);
        let (subtasks, resources, toolbox) = (&self.job.subtasks, &self.job.resources, &self.engine.toolbox);
        self.graph.follow(subtasks, &self.ways, resources, toolbox, begun);
        self.lengths = length::lengths(&self.graph, subtasks, resources, toolbox);
        for node in 0..self.graph.nodes.len() {
            let step = self.waiting(node);
            match self.steps.get_mut(node) {
                None => {
                    self.steps.push(step);
                    self.made.push(None);
                }
                Some(known) if matches!(known.status, StepStatus::Waiting | StepStatus::Skipped) => *known = step,
                Some(begun) => begun.actions = step.actions,
            }
        }
    }

    fn waiting(&self, node: usize) -> Step {
        let known = &self.graph.nodes[node];
        let way = self.engine.runnable(&known.tool);
        Step {
            index: node,
            subtask: self.job.subtasks[known.subtask].goal.id,
            actions: self.places(known),
            tool: known.tool.clone(),
            label: self.engine.label(&known.tool),
            implementation: way.map_or_else(String::new, |way| way.label().to_owned()),
            model: way.and_then(|way| self.engine.model_use(way, &known.settings)).map(Box::new),
            settings: self.values(known),
            inputs: self.input_names(node),
            status: StepStatus::Waiting,
            progress: 0.0,
            preview: None,
            seconds: 0.0,
            error: None,
            outputs: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// The values of a node's parameters, and what is set of the way in which it is done.
    fn values(&self, node: &Node) -> BTreeMap<String, String> {
        let parameters = self.engine.toolbox.tool(&node.tool).map_or(&[][..], |tool| &tool.parameters);
        let value = |name: &String| Some((name.clone(), node.words(name)?.to_owned()));
        let values = parameters.iter().filter_map(|parameter| value(&parameter.name));
        values.chain(node.settings.clone()).collect()
    }

    fn places(&self, node: &Node) -> Vec<ActionPlace> {
        let place = |&(subtask, way, action): &Place| {
            let subtask = self.job.subtasks[subtask].goal.id;
            ActionPlace { subtask, way, action }
        };
        node.places.iter().map(place).collect()
    }

    /// What people read for a node's resources: names of files, words, and the tools whose results are not there yet.
    pub(crate) fn input_names(&self, node: usize) -> BTreeMap<String, String> {
        let name = |source: &Source| match source {
            Source::Given(name) | Source::Nowhere(name) | Source::Words(name) => shown(name),
            Source::Node(node) => {
                let value = self.made.get(*node).and_then(|kept| kept.as_ref()).map(|kept| &kept.resource);
                let names =
                    value.map(|v| v.files().iter().map(|file| file.name.as_str()).collect::<Vec<_>>().join(", "));
                let text = value.and_then(Resource::as_text).map(|text| shown(&text));
                let name = names.filter(|names| !names.is_empty()).or(text);
                name.unwrap_or_else(|| self.engine.label(&self.graph.nodes[*node].tool))
            }
        };
        let node = &self.graph.nodes[node];
        let tool = self.engine.toolbox.tool(&node.tool);
        let is_parameter = |name: &str| tool.is_some_and(|tool| tool.parameter(name).is_some());
        let arguments = node.arguments.iter().filter(|(name, _)| !is_parameter(name));
        arguments.map(|(a, sources)| (a.clone(), sources.iter().map(name).collect::<Vec<_>>().join(", "))).collect()
    }

    /// The first node that can begin: all that it waits for has ended well, and a film whose length it needs has ended.
    pub(crate) fn ready(&self) -> Option<usize> {
        self.graph.wanted.iter().copied().find(|&node| {
            let film = length::film_node(self.lengths.get(&node));
            self.steps[node].status == StepStatus::Waiting
                && self.graph.nodes[node].dependencies().all(|n| self.steps[n].status == StepStatus::Done)
                && film.is_none_or(|film| self.steps[film].status.is_final())
        })
    }

    /// Skips the waiting steps that cannot begin any more, until there are no more of them.
    fn settle(&mut self) {
        let mut changed = true;
        while std::mem::take(&mut changed) {
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

    fn obstacle(&self, node: usize) -> Option<(StepStatus, StepError)> {
        let known = &self.graph.nodes[node];
        let error = |message: String, hint: &str| StepError { message, hint: hint.to_owned() };
        if !self.graph.wanted.contains(&node) {
            return Some((StepStatus::Skipped, error("Not needed: another way is taken.".to_owned(), "")));
        }
        if let Some(missing) = self.engine.missing(&known.tool) {
            let message = format!("“{}” cannot run on this computer yet. {}", missing.label, missing.needs);
            return Some((StepStatus::Skipped, error(message, "Choose another way, or get what it needs.")));
        }
        if let Some(Source::Nowhere(name)) = known.sources().find(|source| matches!(source, Source::Nowhere(_))) {
            let message = format!("There is no “{}” to work on.", shown(name));
            return Some((StepStatus::Failed, error(message, "Give it together with the request, and ask again.")));
        }
        let failed = known.dependencies().find(|&n| {
            let status = self.steps[n].status;
            status.is_final() && status != StepStatus::Done
        })?;
        let message = format!("Not begun, because “{}” gave no result.", self.steps[failed].label);
        Some((StepStatus::Skipped, error(message, "")))
    }

    /// Turns to the next way of each subtask whose own way came to nothing; whether there was one.
    fn take_next_ways(&mut self) -> bool {
        let mut turned = false;
        for subtask in 0..self.ways.len() {
            let lost = !self.pending(subtask) && self.result(subtask).is_none();
            if lost && self.at_fault(subtask) {
                self.tried[subtask].insert(self.ways[subtask]);
                if let Some(next) = self.next_way(subtask, true) {
                    self.ways[subtask] = next;
                    turned = true;
                }
            }
        }
        turned
    }

    fn next_way(&self, subtask: usize, only_runnable: bool) -> Option<usize> {
        let solutions = &self.job.subtasks[subtask].solutions;
        let untried = |way: &usize| *way != self.ways[subtask] && !self.tried[subtask].contains(way);
        let runnable = (0..solutions.len()).filter(untried).find(|&way| self.engine.can_run(&solutions[way]));
        if only_runnable { runnable } else { runnable.or_else(|| (0..solutions.len()).find(untried)) }
    }

    /// Whether a subtask's own way failed, and not one that it builds on. A refusal of what was asked for ends the subtask:
    /// another way would do something else.
    fn at_fault(&self, subtask: usize) -> bool {
        if self.graph.nodes_of(subtask, self.ways[subtask]).any(|node| self.refused.contains(&node)) {
            return false;
        }
        let broken = |node: usize| {
            self.steps[node].status == StepStatus::Failed
                || self.engine.runnable(&self.graph.nodes[node].tool).is_none()
        };
        matches!(self.graph.goals[subtask], Source::Nowhere(_))
            || self.graph.nodes_of(subtask, self.ways[subtask]).any(broken)
    }

    fn pending(&self, subtask: usize) -> bool {
        matches!(self.graph.goals[subtask], Source::Node(node) if !self.steps[node].status.is_final())
    }

    fn result(&self, subtask: usize) -> Option<&Kept> {
        if let Source::Node(node) = self.graph.goals[subtask] { self.made[node].as_ref() } else { None }
    }

    /// The ids of the subtasks whose goal a node is.
    pub(crate) fn goal_of(&self, node: usize) -> Vec<SubtaskId> {
        let goals = self.graph.goals.iter().zip(&self.job.subtasks);
        goals.filter(|(goal, _)| **goal == Source::Node(node)).map(|(_, subtask)| subtask.goal.id).collect()
    }

    /// Reports every step that changed, and every goal that was reached. A front that is gone is no reason to stop.
    pub(crate) fn tell(&mut self) {
        for (index, step) in self.steps.iter().enumerate() {
            if self.told.get(index) != Some(step) {
                let _ = self.events.send(Event::Step(Box::new(step.clone())));
            }
        }
        self.told.clone_from(&self.steps);
        for subtask in 0..self.ways.len() {
            if let Some(kept) = self.result(subtask).cloned()
                && self.reached.insert(subtask)
            {
                let _ = self.events.send(Event::Reached { subtask: self.job.subtasks[subtask].goal.id, kept });
            }
        }
    }

    /// What became of the run. `stopped`: whether a person ended it; what had not ended then counts as cancelled.
    pub(crate) fn report(mut self, stopped: bool) -> Report {
        for step in self.steps.iter_mut().filter(|step| !step.status.is_final()) {
            step.status = StepStatus::Cancelled;
        }
        self.tell();
        let outcomes: Vec<Outcome> = (0..self.ways.len()).map(|subtask| self.outcome(subtask, stopped)).collect();
        let reached = outcomes.iter().filter(|outcome| outcome.kept.is_some()).count();
        let status = match reached {
            _ if stopped => RunStatus::Cancelled,
            all if all == outcomes.len() => RunStatus::Done,
            0 => RunStatus::Failed,
            _ => RunStatus::Partial,
        };
        let missing = self.missing();
        Report { status, steps: self.steps, outcomes, missing }
    }

    fn outcome(&self, subtask: usize, stopped: bool) -> Outcome {
        let kept = self.result(subtask).cloned();
        let error = if kept.is_some() || stopped {
            None
        } else if let Source::Node(node) = self.graph.goals[subtask] {
            self.steps[self.root_of(node)].error.clone()
        } else {
            let message = "No way was found to do this.".to_owned();
            Some(StepError { message, hint: "Say it in other words, or give what it is about.".to_owned() })
        };
        let next_way = if error.is_some() && self.at_fault(subtask) { self.next_way(subtask, false) } else { None };
        Outcome { subtask: self.job.subtasks[subtask].goal.id, way: self.ways[subtask], kept, error, next_way }
    }

    /// The step because of which a node came to nothing.
    fn root_of(&self, node: usize) -> usize {
        let cause = self.graph.nodes[node].dependencies().find(|&n| self.steps[n].status != StepStatus::Done);
        cause.map_or(node, |cause| self.root_of(cause))
    }

    /// The tools that keep subtasks from their goals because nothing here can do them, or not with what they were given.
    fn missing(&self) -> Vec<Missing> {
        let mut open: Vec<usize> = (0..self.ways.len())
            .filter(|&subtask| self.result(subtask).is_none())
            .filter_map(|subtask| if let Source::Node(node) = self.graph.goals[subtask] { Some(node) } else { None })
            .collect();
        let mut seen = BTreeSet::new();
        while let Some(node) = open.pop() {
            if seen.insert(node) {
                open.extend(self.graph.nodes[node].dependencies());
            }
        }
        let mut named = BTreeSet::new();
        let tools = seen.into_iter().map(|node| self.graph.nodes[node].tool.as_str());
        let lacks = |tool: &str| Some(self.engine.lacking(tool, self.lacking.get(tool)?.clone()));
        let missing = |tool: &str| self.engine.missing(tool).or_else(|| lacks(tool));
        tools.filter(|tool| named.insert(tool.to_owned())).filter_map(missing).collect()
    }
}

fn shown(text: &str) -> String {
    if text.chars().count() <= SHOWN {
        return text.to_owned();
    }
    text.chars().take(SHOWN).chain(['…']).collect()
}
