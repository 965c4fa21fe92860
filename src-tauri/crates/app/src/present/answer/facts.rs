//! Facts measured on a result, and how it differs from what it was made from.

use patchbay_domain::{InputValue, Subtask};
use patchbay_store::Artifact;

use super::AnswerContext;
use super::how::{led_to, owner};
use super::words::seconds;
use crate::present::resource::{is_document, value};

/// Length and size, as measured on the file, and how they differ from those of what it was made
/// from.
pub(super) fn facts(artifact: &Artifact, source: Option<&Artifact>) -> String {
    let length = artifact.seconds.map(seconds);
    let sides = |artifact: &Artifact| Some(format!("{} × {}", artifact.width?, artifact.height?));
    let longer = source
        .and_then(|source| Some(artifact.seconds? - source.seconds?))
        .filter(|by| by.abs() >= 0.1);
    let longer = longer.map(|by| {
        format!(
            "{} {}",
            seconds(by.abs()),
            if by < 0.0 { "shorter" } else { "longer" }
        )
    });
    let before = source
        .and_then(sides)
        .filter(|before| Some(before) != sides(artifact).as_ref());
    let before = before.map(|before| format!("before {before}"));
    // “3 pages”.
    let pages = value(artifact).filter(|_| is_document(artifact));
    let facts: Vec<String> = length
        .into_iter()
        .chain(pages.and_then(|pages| pages.as_text()))
        .chain(longer)
        .chain(sides(artifact))
        .chain(before)
        .collect();
    if facts.is_empty() {
        String::new()
    } else {
        format!(" ({})", facts.join(", "))
    }
}

/// The only artifact of a result's own type that it was made from.
pub(super) fn source<'a>(
    context: &AnswerContext<'a>,
    subtask: &Subtask,
    solution: usize,
    result: &Artifact,
) -> Option<&'a Artifact> {
    let led = led_to(context, subtask, solution);
    let others = led
        .iter()
        .filter_map(|step| owner(context, step))
        .filter(|(owner, _)| owner.goal.id != subtask.goal.id);
    let solutions = others
        .chain(std::iter::once((subtask, solution)))
        .filter_map(|(owner, solution)| owner.solutions.get(solution));
    let actions: Vec<_> = solutions.flat_map(|solution| &solution.actions).collect();
    let names = actions
        .iter()
        .flat_map(|action| action.inputs.values())
        .flat_map(InputValue::values);
    let ids = names.filter_map(|name| context.turn.names.get(name));
    let is_source = |artifact: &&Artifact| {
        artifact.resource_type == result.resource_type && ids.clone().any(|id| *id == artifact.id)
    };
    let mut sources = context.artifacts.iter().filter(is_source);
    sources.next().filter(|_| sources.next().is_none())
}
