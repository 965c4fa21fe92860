//! The next solution of a subtask whose own solution came to nothing.

use patchbay_domain::StepStatus;

use super::RunState;
use crate::graph::Source;

impl RunState {
    /// Turns to the next solution of each subtask whose own solution came to nothing; whether there
    /// was one.
    pub(super) fn take_next_solutions(&mut self) -> bool {
        let mut turned = false;
        for subtask in 0..self.solutions.len() {
            let lost = !self.pending(subtask) && self.result(subtask).is_none();
            if lost && self.at_fault(subtask) {
                self.tried[subtask].insert(self.solutions[subtask]);
                if let Some(next) = self.next_solution(subtask, true) {
                    self.solutions[subtask] = next;
                    turned = true;
                }
            }
        }
        turned
    }

    /// Another solution of a subtask that was not tried: the first that can run here, else any.
    pub(super) fn next_solution(&self, subtask: usize, only_runnable: bool) -> Option<usize> {
        let solutions = &self.job.subtasks[subtask].solutions;
        let untried = |solution: &usize| {
            *solution != self.solutions[subtask] && !self.tried[subtask].contains(solution)
        };
        let runnable = (0..solutions.len())
            .filter(untried)
            .find(|&solution| self.availability.can_run(solutions[solution].tools()));
        if only_runnable {
            runnable
        } else {
            runnable.or_else(|| (0..solutions.len()).find(untried))
        }
    }

    /// Whether a subtask's own solution failed, and not one that it builds on. A refusal of what
    /// was asked for ends the subtask: another solution would do something else.
    pub(super) fn at_fault(&self, subtask: usize) -> bool {
        if self
            .graph
            .nodes_of(subtask, self.solutions[subtask])
            .any(|node| self.refused.contains(&node))
        {
            return false;
        }
        let broken = |node: usize| {
            self.steps[node].status == StepStatus::Failed
                || !self.availability.is_runnable(&self.graph.nodes[node].tool)
        };
        matches!(self.graph.goals[subtask], Source::Nowhere(_))
            || self
                .graph
                .nodes_of(subtask, self.solutions[subtask])
                .any(broken)
    }

    fn pending(&self, subtask: usize) -> bool {
        matches!(self.graph.goals[subtask], Source::Node(node) if !self.steps[node].status.is_final())
    }
}
