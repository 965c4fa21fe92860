//! The next way of a subtask whose own way came to nothing.

use patchbay_domain::StepStatus;

use super::RunState;
use crate::graph::Source;

impl RunState {
    /// Turns to the next way of each subtask whose own way came to nothing; whether there was one.
    pub(super) fn take_next_ways(&mut self) -> bool {
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

    /// Another way of a subtask that was not tried: the first that can run here, else any.
    pub(super) fn next_way(&self, subtask: usize, only_runnable: bool) -> Option<usize> {
        let solutions = &self.job.subtasks[subtask].solutions;
        let untried =
            |way: &usize| *way != self.ways[subtask] && !self.tried[subtask].contains(way);
        let runnable = (0..solutions.len())
            .filter(untried)
            .find(|&way| self.availability.can_run(&solutions[way]));
        if only_runnable {
            runnable
        } else {
            runnable.or_else(|| (0..solutions.len()).find(untried))
        }
    }

    /// Whether a subtask's own way failed, and not one that it builds on. A refusal of what was
    /// asked for ends the subtask: another way would do something else.
    pub(super) fn at_fault(&self, subtask: usize) -> bool {
        if self
            .graph
            .nodes_of(subtask, self.ways[subtask])
            .any(|node| self.refused.contains(&node))
        {
            return false;
        }
        let broken = |node: usize| {
            self.steps[node].status == StepStatus::Failed
                || !self.availability.is_runnable(&self.graph.nodes[node].tool)
        };
        matches!(self.graph.goals[subtask], Source::Nowhere(_))
            || self.graph.nodes_of(subtask, self.ways[subtask]).any(broken)
    }

    fn pending(&self, subtask: usize) -> bool {
        matches!(self.graph.goals[subtask], Source::Node(node) if !self.steps[node].status.is_final())
    }
}
