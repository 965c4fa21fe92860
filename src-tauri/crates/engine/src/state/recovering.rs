//! Decisions to be made after a step, or a subtask's solution, came to nothing, and other ways to
//! do a step.

use patchbay_domain::{Solution, Step, StepStatus};

use super::{RunState, StepFailure};
use crate::deciding::{Question, Subject};
use crate::recovery::{
    Decision, FailedAction, FailureReason, MOST_RECOVERIES, Recourse, Situation,
};
use crate::sentences;
use crate::values;

impl RunState {
    /// Takes over that a node's step gave nothing. Where it can be done otherwise, that has to be
    /// decided first.
    pub(super) fn fail(&mut self, node: usize, failure: StepFailure) {
        let step = &self.steps[node];
        let failed = FailedAction {
            step: node,
            tool: step.tool.clone(),
            implementation: step.implementation.clone(),
            reason: failure.reason,
            message: failure.error.message.clone(),
        };
        let lacking = failure.lacking.map(|what| (failed.tool.clone(), what));
        self.lacking.extend(lacking);
        let way = self.ways.entry(node).or_default();
        way.tried.insert(failed.implementation.clone());
        self.history.push(failed);
        self.undecided.insert(node, failure.error);
        if self.recourses(node).is_empty() {
            return self.give_up(node);
        }
        let step = &mut self.steps[node];
        let line = sentences::deciding(&step.label, &step.implementation);
        step.notes.push(line);
    }

    /// Takes over that a person left a node: it is not done in any way.
    pub(crate) fn leave(&mut self, node: usize) {
        let Some(step) = self.steps.get_mut(node) else {
            return;
        };
        let was_undecided = self.undecided.remove(&node).is_some();
        if was_undecided || !step.status.is_final() {
            step.status = StepStatus::Cancelled;
            step.error = Some(sentences::left());
            stop_looking(step);
        }
    }

    fn give_up(&mut self, node: usize) {
        if let Some(error) = self.undecided.remove(&node) {
            let step = &mut self.steps[node];
            step.status = StepStatus::Failed;
            step.error = Some(error);
            stop_looking(step);
        }
    }

    /// Returns the next question to decide: how a step that failed is done, then which other
    /// solution of a subtask is taken.
    pub(crate) fn question(&mut self) -> Option<Question> {
        while let Some((&node, _)) = self.undecided.first_key_value() {
            let recourses = self.recourses(node);
            if recourses.is_empty() {
                self.give_up(node);
                self.advance();
                continue;
            }
            let subtask = self.graph.nodes[node].subtask;
            return Some(Question {
                subject: Subject::Step(node),
                situation: self.situation(subtask, self.failure_at(node).cloned(), recourses),
            });
        }
        let lost = self.lost_subtasks().into_iter();
        let mut open = lost.map(|subtask| (subtask, self.other_solutions(subtask)));
        let (subtask, recourses) = open.find(|(_, recourses)| !recourses.is_empty())?;
        let failed = self.failure_of(subtask).cloned();
        Some(Question {
            subject: Subject::Subtask(subtask),
            situation: self.situation(subtask, failed, recourses),
        })
    }

    fn situation(
        &self,
        subtask: usize,
        failed: Option<FailedAction>,
        mut recourses: Vec<Recourse>,
    ) -> Situation {
        recourses.push(Recourse::GiveUp);
        let labels = |solution: &Solution| -> Vec<String> {
            let tools = solution.tools();
            tools.map(|tool| self.availability.label(tool)).collect()
        };
        let told = recourses.iter().map(|recourse| {
            let solution = match recourse {
                Recourse::Solution(index) => self.job.subtasks[subtask].solutions.get(*index),
                _ => None,
            };
            sentences::recourse(recourse, &solution.map(labels).unwrap_or_default())
        });
        Situation {
            task: self.job.subtasks[subtask].goal.description.clone(),
            failed,
            history: self.history.clone(),
            told: told.collect(),
            recourses,
        }
    }

    /// Takes over what was decided. What has become impossible meanwhile is decided once more.
    pub(crate) fn decide(&mut self, subject: Subject, recourse: &Recourse) {
        match subject {
            Subject::Step(node) => self.do_otherwise(node, recourse),
            Subject::Subtask(subtask) => self.take_other_solution(subtask, recourse),
        }
    }

    fn do_otherwise(&mut self, node: usize, recourse: &Recourse) {
        if *recourse == Recourse::GiveUp {
            return self.give_up(node);
        }
        let is_possible = self.recourses(node).contains(recourse);
        let failed = self.failure_at(node).cloned();
        let (Some(failed), true) = (failed, is_possible) else {
            return;
        };
        self.undecided.remove(&node);
        let line = sentences::done_otherwise(&self.steps[node].label, &failed, recourse);
        let way = self.ways.entry(node).or_default();
        match recourse {
            Recourse::Settings(settings) => {
                way.settings = Some(settings.clone());
                way.implementation = Some(failed.implementation);
            }
            Recourse::Implementation(label) => {
                way.settings = None;
                way.implementation = Some(label.clone());
            }
            Recourse::Solution(_) | Recourse::GiveUp => {}
        }
        way.lines.push(line.clone());
        let seconds = self.steps[node].seconds;
        self.steps[node] = self.waiting(node);
        self.steps[node].seconds = seconds;
        self.decisions.push(Decision {
            step: Some(node),
            recourse: recourse.clone(),
            line,
        });
    }

    /// How else a node that failed may be done: with other settings, or by other implementations.
    /// None where enough was tried in this run, or what was asked for was refused.
    fn recourses(&self, node: usize) -> Vec<Recourse> {
        let reason = self.failure_at(node).map(|failed| failed.reason);
        if !self.undecided.contains_key(&node)
            || self.decisions.len() >= MOST_RECOVERIES
            || reason == Some(FailureReason::Refused)
        {
            return Vec::new();
        }
        let (tool, way) = (&self.graph.nodes[node].tool, &self.ways[&node]);
        let (arguments, _) = self.arguments(node);
        let inputs = values::first_values(&arguments).found_on(self.images(node));
        let models = self.availability.models();
        let relaxed = (reason == Some(FailureReason::Nothing))
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

    /// How a node failed last.
    fn failure_at(&self, node: usize) -> Option<&FailedAction> {
        let mut failures = self.history.iter().rev();
        failures.find(|failed| failed.step == node)
    }
}

/// Takes back that another way to do a step is looked for.
fn stop_looking(step: &mut Step) {
    let line = sentences::deciding(&step.label, &step.implementation);
    step.notes.retain(|note| *note != line);
}
