//! Report of a run.

use std::collections::BTreeSet;

use patchbay_domain::{Missing, RunStatus, StepStatus};

use super::RunState;
use crate::events::{Outcome, Report};
use crate::graph::Source;
use crate::recovery::FailedAction;
use crate::sentences;

impl RunState {
    /// Returns the report of the run. `stopped`: whether a person ended it; what had not ended then
    /// counts as cancelled.
    pub(crate) fn report(mut self, stopped: bool) -> Report {
        let is_left = (self.steps.iter()).any(|step| step.status == StepStatus::Cancelled);
        for step in self.steps.iter_mut().filter(|step| !step.status.is_final()) {
            step.status = StepStatus::Cancelled;
        }
        self.emit_changes();
        let outcomes: Vec<Outcome> = (0..self.solutions.len())
            .map(|subtask| self.outcome(subtask, stopped))
            .collect();
        let reached = outcomes
            .iter()
            .filter(|outcome| outcome.kept.is_some() || outcome.passed.is_some())
            .count();
        let status = match reached {
            _ if stopped => RunStatus::Cancelled,
            0 if is_left => RunStatus::Cancelled,
            all if all == outcomes.len() => RunStatus::Done,
            0 => RunStatus::Failed,
            _ => RunStatus::Partial,
        };
        let missing = self.missing();
        Report {
            status,
            steps: self.steps,
            outcomes,
            missing,
            failures: self.history,
            decisions: self.decisions,
        }
    }

    fn outcome(&self, subtask: usize, stopped: bool) -> Outcome {
        let kept = self.result(subtask).cloned();
        let passed = self.passed_of(subtask).cloned();
        let error = if kept.is_some() || passed.is_some() || stopped {
            None
        } else if let Source::Node(node) = self.graph.goals[subtask] {
            let root = self.root_of(node);
            let error = self.steps[root].error.clone();
            error.map(|error| sentences::after_all(error, &self.tried_before(subtask, root)))
        } else {
            Some(sentences::no_solution_found())
        };
        let next_solution = if error.is_some() && self.at_fault(subtask) {
            self.next_solution(subtask)
        } else {
            None
        };
        Outcome {
            subtask: self.job.subtasks[subtask].goal.id,
            solution: self.solutions[subtask],
            kept,
            passed,
            error,
            next_solution,
        }
    }

    /// Returns the failures for a subtask before its last one, which was in the step `root`, with
    /// the labels of the tools.
    fn tried_before(&self, subtask: usize, root: usize) -> Vec<(String, &FailedAction)> {
        let serves = |step: usize| {
            let mut places = self.graph.nodes[step].places.iter();
            places.any(|place| place.0 == subtask)
        };
        let last = self.history.iter().rposition(|failed| failed.step == root);
        let before = self.history.iter().enumerate();
        before
            .filter(|(at, failed)| Some(*at) != last && serves(failed.step))
            .map(|(_, failed)| (self.availability.label(&failed.tool), failed))
            .collect()
    }

    /// Returns the ids under which a subtask's goal is kept if a later step wrote it.
    fn passed_of(&self, subtask: usize) -> Option<&Vec<String>> {
        match self.graph.goals[subtask] {
            Source::Node(node) => self.passed[node].as_ref(),
            _ => None,
        }
    }

    fn is_reached(&self, subtask: usize) -> bool {
        self.result(subtask).is_some() || self.passed_of(subtask).is_some()
    }

    /// The step because of which a node came to nothing.
    fn root_of(&self, node: usize) -> usize {
        let cause = self.graph.nodes[node]
            .dependencies()
            .find(|&n| self.steps[n].status != StepStatus::Done);
        cause.map_or(node, |cause| self.root_of(cause))
    }

    /// The tools that keep subtasks from their goals because nothing here can do them, or not with
    /// what they were given.
    fn missing(&self) -> Vec<Missing> {
        let mut open: Vec<usize> = (0..self.solutions.len())
            .filter(|&subtask| !self.is_reached(subtask))
            .filter_map(|subtask| {
                if let Source::Node(node) = self.graph.goals[subtask] {
                    Some(node)
                } else {
                    None
                }
            })
            .collect();
        let mut seen = BTreeSet::new();
        while let Some(node) = open.pop() {
            if seen.insert(node) {
                open.extend(self.graph.nodes[node].dependencies());
            }
        }
        let mut named = BTreeSet::new();
        let tools = seen
            .into_iter()
            .map(|node| self.graph.nodes[node].tool.as_str());
        let lacks = |tool: &str| {
            Some(
                self.availability
                    .lacking(tool, self.lacking.get(tool)?.clone()),
            )
        };
        let missing = |tool: &str| self.availability.missing(tool).or_else(|| lacks(tool));
        tools
            .filter(|tool| named.insert(tool.to_owned()))
            .filter_map(missing)
            .collect()
    }
}
