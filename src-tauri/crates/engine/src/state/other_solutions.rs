//! Which other solution of a subtask is taken where its own came to nothing.

use patchbay_domain::StepStatus;

use super::{RunState, has_begun};
use crate::graph::Source;
use crate::recovery::same_goal::is_same_goal;
use crate::recovery::{Decision, FailedAction, FailureReason, MOST_RECOVERIES, Recourse, calls_of};
use crate::sentences;

impl RunState {
    /// The subtasks, by position, whose own solutions came to nothing and may be replaced.
    pub(super) fn lost_subtasks(&self) -> Vec<usize> {
        let is_lost = |subtask: &usize| {
            let subtask = *subtask;
            !self.pending(subtask)
                && self.result(subtask).is_none()
                && !self.given_up.contains(&subtask)
                && self.at_fault(subtask)
        };
        if !self.job.fallback || self.decisions.len() >= MOST_RECOVERIES {
            return Vec::new();
        }
        (0..self.solutions.len()).filter(is_lost).collect()
    }

    pub(super) fn other_solutions(&self, subtask: usize) -> Vec<Recourse> {
        let others = self.to_the_same_goal(subtask).into_iter();
        others.map(Recourse::Solution).collect()
    }

    pub(super) fn take_other_solution(&mut self, subtask: usize, recourse: &Recourse) {
        let Recourse::Solution(next) = *recourse else {
            self.given_up.insert(subtask);
            return;
        };
        if !self.other_solutions(subtask).contains(recourse) {
            return;
        }
        let failed = self.failure_of(subtask).cloned();
        self.tried[subtask].insert(self.solutions[subtask]);
        self.solutions[subtask] = next;
        self.relink();
        if let Some(failed) = failed {
            let label = self.availability.label(&failed.tool);
            let line = sentences::done_otherwise(&label, &failed, recourse);
            if let Source::Node(goal) = self.graph.goals[subtask] {
                self.ways.entry(goal).or_default().lines.push(line.clone());
            }
            self.decisions.push(Decision {
                step: None,
                recourse: recourse.clone(),
                line,
            });
        }
    }

    /// The other solutions of a subtask that were not tried, can run here, do what the chosen one
    /// was to do, and hold no action that failed.
    fn to_the_same_goal(&self, subtask: usize) -> Vec<usize> {
        let solutions = &self.job.subtasks[subtask].solutions;
        let first = self.job.solutions.get(subtask).copied().unwrap_or(0);
        let Some(wanted) = solutions.get(first) else {
            return Vec::new();
        };
        let toolbox = self.availability.toolbox();
        self.untried(subtask)
            .filter(|&other| is_same_goal(toolbox, &calls_of(wanted), &calls_of(&solutions[other])))
            .filter(|&other| self.runs(subtask, other) && !self.has_failed(subtask, other))
            .collect()
    }

    /// Whether a solution of a subtask holds an action that failed: on the same inputs, or for a
    /// reason that lies not in its inputs.
    fn has_failed(&self, subtask: usize, solution: usize) -> bool {
        let mut solutions = self.solutions.clone();
        solutions[subtask] = solution;
        let mut graph = self.graph.clone();
        let (subtasks, resources) = (&self.job.subtasks, &self.job.resources);
        let toolbox = self.availability.toolbox();
        let begun = |node: usize| has_begun(&self.steps[node]);
        graph.relink(subtasks, &solutions, resources, toolbox, begun);
        let fails = |node: usize| {
            let known = self.steps.get(node);
            known.is_some_and(|step| step.status == StepStatus::Failed)
                || self.is_dead(&graph.nodes[node].tool)
        };
        graph.nodes_of(subtask, solution).any(fails)
    }

    /// Whether a tool failed for a reason that lies not in what it was given.
    fn is_dead(&self, tool: &str) -> bool {
        let mut failures = self.history.iter().filter(|failed| failed.tool == tool);
        failures.any(|failed| {
            !failed.reason.is_of_input() && self.steps[failed.step].status == StepStatus::Failed
        })
    }

    /// Returns the last failure of the actions of a subtask's chosen solution.
    pub(super) fn failure_of(&self, subtask: usize) -> Option<&FailedAction> {
        let nodes: Vec<usize> = self
            .graph
            .nodes_of(subtask, self.solutions[subtask])
            .collect();
        let mut failures = self.history.iter().rev();
        failures.find(|failed| nodes.contains(&failed.step))
    }

    /// Another solution of a subtask that was not tried: the first that can run here, else any.
    pub(super) fn next_solution(&self, subtask: usize) -> Option<usize> {
        self.untried(subtask)
            .find(|&solution| self.runs(subtask, solution))
            .or_else(|| self.untried(subtask).next())
    }

    fn untried(&self, subtask: usize) -> impl Iterator<Item = usize> {
        let count = self.job.subtasks[subtask].solutions.len();
        (0..count).filter(move |solution| {
            *solution != self.solutions[subtask] && !self.tried[subtask].contains(solution)
        })
    }

    fn runs(&self, subtask: usize, solution: usize) -> bool {
        let tools = self.job.subtasks[subtask].solutions[solution].tools();
        self.availability.can_run(tools)
    }

    /// Whether a subtask's own solution failed, and not one that it builds on. A refusal of what
    /// was asked for ends the subtask: another solution would do something else.
    pub(super) fn at_fault(&self, subtask: usize) -> bool {
        let nodes = || self.graph.nodes_of(subtask, self.solutions[subtask]);
        let refused = |node: usize| {
            let mut failures = self.history.iter().filter(|failed| failed.step == node);
            failures.any(|failed| failed.reason == FailureReason::Refused)
        };
        if nodes().any(refused) {
            return false;
        }
        let broken = |node: usize| {
            self.steps[node].status == StepStatus::Failed
                || !self.availability.is_runnable(&self.graph.nodes[node].tool)
        };
        matches!(self.graph.goals[subtask], Source::Nowhere(_)) || nodes().any(broken)
    }

    fn pending(&self, subtask: usize) -> bool {
        matches!(self.graph.goals[subtask], Source::Node(node) if !self.steps[node].status.is_final())
    }
}
