//! What is done where a step, or a subtask's solution, came to nothing.

use patchbay_domain::StepStatus;

use super::{RunState, StepFailure, has_begun};
use crate::graph::Source;
use crate::recovery::same_goal::is_same_goal;
use crate::recovery::{
    Decision, FailedAction, FailureReason, MOST_RECOVERIES, Recourse, Situation, calls_of,
};
use crate::sentences;
use crate::values;

impl RunState {
    /// Takes over that a node's step gave nothing, and puts it back where it can be done otherwise.
    pub(super) fn fail(&mut self, node: usize, failure: StepFailure) {
        let step = &mut self.steps[node];
        step.status = StepStatus::Failed;
        let failed = FailedAction {
            step: node,
            tool: step.tool.clone(),
            implementation: step.implementation.clone(),
            reason: failure.reason,
            message: failure.error.message.clone(),
        };
        step.error = Some(failure.error);
        let tool = step.tool.clone();
        self.lacking
            .extend(failure.lacking.map(|what| (tool, what)));
        let way = self.ways.entry(node).or_default();
        way.tried.insert(failed.implementation.clone());
        self.history.push(failed.clone());
        let mut recourses = self.recourses(node, failed.reason);
        if recourses.is_empty() {
            return;
        }
        recourses.push(Recourse::GiveUp);
        let recourse = self.decide(Some(&failed), &recourses);
        let line = sentences::done_otherwise(&self.steps[node].label, &failed, &recourse);
        let way = self.ways.entry(node).or_default();
        match &recourse {
            Recourse::Settings(settings) => {
                way.settings = Some(settings.clone());
                way.implementation = Some(failed.implementation);
            }
            Recourse::Implementation(label) => {
                way.settings = None;
                way.implementation = Some(label.clone());
            }
            Recourse::Solution(_) | Recourse::GiveUp => return,
        }
        way.lines.push(line.clone());
        let seconds = self.steps[node].seconds;
        self.steps[node] = self.waiting(node);
        self.steps[node].seconds = seconds;
        self.decisions.push(Decision {
            step: Some(node),
            recourse,
            line,
        });
    }

    /// How else a node may be done: with other settings, or by other implementations.
    fn recourses(&self, node: usize, reason: FailureReason) -> Vec<Recourse> {
        if reason == FailureReason::Refused {
            return Vec::new();
        }
        let (tool, way) = (&self.graph.nodes[node].tool, &self.ways[&node]);
        let (arguments, _) = self.arguments(node);
        let inputs = values::firsts(&arguments).found_on(self.images(node));
        let models = self.availability.models();
        let relaxed = (reason == FailureReason::Nothing)
            .then(|| self.implementation(node, &inputs))
            .flatten()
            .and_then(|implementation| implementation.relaxed(self.settings(node), models));
        let others = self.availability.others_for(tool, &inputs, &way.tried);
        let others = others.map(|other| Recourse::Implementation(other.label().to_owned()));
        relaxed
            .map(Recourse::Settings)
            .into_iter()
            .chain(others)
            .collect()
    }

    /// Turns to another solution of each subtask whose own came to nothing; whether there was one.
    pub(super) fn take_other_solutions(&mut self) -> bool {
        let mut turned = false;
        for subtask in 0..self.solutions.len() {
            let lost = !self.pending(subtask) && self.result(subtask).is_none();
            if lost && !self.given_up.contains(&subtask) && self.at_fault(subtask) {
                self.tried[subtask].insert(self.solutions[subtask]);
                turned |= self.take_other_solution(subtask);
            }
        }
        turned
    }

    fn take_other_solution(&mut self, subtask: usize) -> bool {
        let mut recourses: Vec<Recourse> = self
            .to_the_same_goal(subtask)
            .into_iter()
            .map(Recourse::Solution)
            .collect();
        if recourses.is_empty() {
            return false;
        }
        recourses.push(Recourse::GiveUp);
        let failed = self.failure_of(subtask).cloned();
        let recourse = self.decide(failed.as_ref(), &recourses);
        let Recourse::Solution(next) = recourse else {
            self.given_up.insert(subtask);
            return false;
        };
        self.solutions[subtask] = next;
        self.relink();
        if let Some(failed) = failed {
            let label = self.availability.label(&failed.tool);
            let line = sentences::done_otherwise(&label, &failed, &recourse);
            if let Source::Node(goal) = self.graph.goals[subtask] {
                self.ways.entry(goal).or_default().lines.push(line.clone());
            }
            self.decisions.push(Decision {
                step: None,
                recourse,
                line,
            });
        }
        true
    }

    /// What the router chooses, giving up where it chose nothing that is there or enough was tried.
    fn decide(&self, failed: Option<&FailedAction>, recourses: &[Recourse]) -> Recourse {
        if self.decisions.len() >= MOST_RECOVERIES {
            return Recourse::GiveUp;
        }
        let situation = Situation {
            failed,
            history: &self.history,
            recourses,
        };
        let chosen = recourses.get(self.router.choose(&situation));
        chosen.cloned().unwrap_or(Recourse::GiveUp)
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

    /// What failed last of what a subtask's solution does.
    fn failure_of(&self, subtask: usize) -> Option<&FailedAction> {
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
