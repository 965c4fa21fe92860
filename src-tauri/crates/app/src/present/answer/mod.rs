//! The answer to a request, made only of what really happened: results that exist with their
//! measured facts, steps that were done, and what failed or is missing with the reason.
//!
//! - `facts`: what was measured on a result
//! - `how`: what it was made from, and by which steps
//! - `not_done`: why a subtask came to nothing
//! - `together`: many results that were made in the same way
//! - `words`: lengths, sizes and lists

mod facts;
mod how;
mod not_done;
mod together;
mod words;

use patchbay_domain::{Resource, RunStatus, Subtask, Toolbox};
use patchbay_engine::Report;
use patchbay_store::{Artifact, Turn};

use crate::api::Missing;
use crate::present::resource::{self, is_image};
use facts::{facts, source};
use how::{how, steps_done};
use not_done::not_done;
use together::together;
use words::list;

/// The longest text that stands in the answer itself, in characters.
const QUOTED: usize = 600;

/// Data that an answer is made of.
pub(crate) struct AnswerContext<'a> {
    pub(crate) toolbox: &'a Toolbox,
    pub(crate) turn: &'a Turn,
    pub(crate) report: &'a Report,
    pub(crate) missing: &'a [Missing],
    /// All artifacts of the conversation.
    pub(crate) artifacts: &'a [Artifact],
}

/// The answer in a few sentences, one paragraph for each subtask.
pub(crate) fn compose(context: &AnswerContext<'_>) -> String {
    let mut paragraphs = Vec::new();
    if context.report.status == RunStatus::Cancelled {
        let some = context
            .report
            .outcomes
            .iter()
            .any(|outcome| outcome.kept.is_some());
        paragraphs.push(
            if some {
                "Stopped. This was finished before:"
            } else {
                "Stopped before anything was finished."
            }
            .to_owned(),
        );
    }
    let several = context.turn.plan.subtasks.len() > 1;
    let mut together = together(context);
    for outcome in &context.report.outcomes {
        if together.told.contains(&outcome.subtask) {
            continue;
        }
        if let Some(paragraph) = together.paragraphs.remove(&outcome.subtask) {
            paragraphs.push(paragraph);
            continue;
        }
        let Some(subtask) = context
            .turn
            .plan
            .subtasks
            .iter()
            .find(|subtask| subtask.goal.id == outcome.subtask)
        else {
            continue;
        };
        match &outcome.kept {
            Some(kept) => {
                let notes = steps_done(context, subtask, outcome.solution)
                    .into_iter()
                    .flat_map(|step| step.notes.clone());
                let sentences =
                    std::iter::once(done(context, subtask, outcome.solution, &kept.ids))
                        .chain(notes);
                paragraphs.push(sentences.collect::<Vec<_>>().join(" "));
            }
            // What was made together with it says so.
            None if outcome.passed.is_some() => {}
            // What came to nothing for the same reason is told once.
            None => paragraphs.extend(
                not_done(context, subtask, outcome, several)
                    .filter(|one| !paragraphs.contains(one)),
            ),
        }
    }
    paragraphs.extend(context.turn.plan.clarification.clone());
    paragraphs.join("\n\n")
}

fn done(context: &AnswerContext<'_>, subtask: &Subtask, solution: usize, ids: &[String]) -> String {
    let results = results_of(context, ids);
    let how = how(context, subtask, solution);
    match results.as_slice() {
        [] => format!("“{}” gave nothing.", subtask.goal.description),
        [one] => match resource::value(one).filter(|_| !is_labelled(context.toolbox, one)) {
            Some(value) => in_words(one, &value, &how),
            None => format!(
                "Here is {}{}{how}.",
                one.name,
                facts(one, source(context, subtask, solution, one))
            ),
        },
        many => {
            let names: Vec<&str> = many.iter().map(|artifact| artifact.name.as_str()).collect();
            format!("Here are {} results{how}: {}.", many.len(), list(&names))
        }
    }
}

/// The artifacts of these ids, as far as they are still there.
fn results_of<'a>(context: &AnswerContext<'a>, ids: &[String]) -> Vec<&'a Artifact> {
    let find = |id: &String| context.artifacts.iter().find(|artifact| artifact.id == *id);
    ids.iter().filter_map(find).collect()
}

/// Whether an artifact's value is a label of its file, and not what was made.
fn is_labelled(toolbox: &Toolbox, artifact: &Artifact) -> bool {
    is_image(toolbox, &artifact.resource_type) || resource::is_document(artifact)
}

/// A result that is words, labels or boxes.
fn in_words(artifact: &Artifact, value: &Resource, how: &str) -> String {
    match value {
        Resource::BoundingBoxes(boxes) => {
            let labels: Vec<&str> = boxes
                .iter()
                .filter_map(|found| found.label.as_ref())
                .map(|label| label.name.as_str())
                .collect();
            let found = if labels.is_empty() {
                String::new()
            } else {
                format!(": {}", list(&labels))
            };
            let noun = if boxes.len() == 1 { "box" } else { "boxes" };
            format!("Found {} {noun}{found}{how}.", boxes.len())
        }
        other => match other.as_text() {
            Some(words) if words.chars().count() <= QUOTED => words,
            Some(words) => {
                let count = words.split_whitespace().count();
                format!("Here is {}, a text of {count} words{how}.", artifact.name)
            }
            None => format!("Here is {}{how}.", artifact.name),
        },
    }
}
