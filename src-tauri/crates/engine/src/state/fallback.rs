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
                if let Some(next) = self.next_to_the_same_goal(subtask) {
                    self.solutions[subtask] = next;
                    turned = true;
                }
            }
        }
        turned
    }

    /// Another solution of a subtask that was not tried, can run here and ends with the same tool:
    /// what ends with another one may do something else, and is only offered.
    fn next_to_the_same_goal(&self, subtask: usize) -> Option<usize> {
        let goal = |solution: usize| self.job.subtasks[subtask].solutions[solution].goal_tool();
        let wanted = goal(self.solutions[subtask]);
        self.untried(subtask)
            .filter(|&solution| goal(solution) == wanted)
            .find(|&solution| self.runs(subtask, solution))
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
