//! The answer to a request, made only of what really happened: results that exist with their
//! measured facts, steps that were done, and what failed or is missing with the reason.

use patchbay_domain::{
    InputValue, Resource, RunStatus, Step, StepStatus, Subtask, Toolbox, ValueRef,
};
use patchbay_engine::{Outcome, Report};
use patchbay_store::{Artifact, Turn};

use crate::api::{Missing, Offer};
use crate::present::error::plain;
use crate::present::resource::{self, is_image};

/// The longest text that stands in the answer itself, in characters.
const QUOTED: usize = 600;

/// The most results that an answer names.
const NAMED: usize = 6;

/// What an answer is made of.
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
    for outcome in &context.report.outcomes {
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
            None => paragraphs.extend(not_done(context, subtask, outcome, several)),
        }
    }
    paragraphs.extend(context.turn.plan.clarification.clone());
    paragraphs.join("\n\n")
}

fn done(context: &AnswerContext<'_>, subtask: &Subtask, solution: usize, ids: &[String]) -> String {
    let results: Vec<&Artifact> = ids
        .iter()
        .filter_map(|id| context.artifacts.iter().find(|artifact| artifact.id == *id))
        .collect();
    let how = how(context, subtask, solution);
    match results.as_slice() {
        [] => format!("“{}” gave nothing.", subtask.goal.description),
        [one] => match resource::value(one).filter(|_| !has_image(context.toolbox, one)) {
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

fn has_image(toolbox: &Toolbox, artifact: &Artifact) -> bool {
    is_image(toolbox, &artifact.resource_type)
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

/// Length and size, as measured on the file, and how they differ from those of what it was made
/// from.
fn facts(artifact: &Artifact, source: Option<&Artifact>) -> String {
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
    let facts: Vec<String> = length
        .into_iter()
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
fn source<'a>(
    context: &AnswerContext<'a>,
    subtask: &Subtask,
    solution: usize,
    result: &Artifact,
) -> Option<&'a Artifact> {
    let actions = &subtask.solutions.get(solution)?.actions;
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

/// What it was made from and by which steps of the solution that led to it, with the words that
/// were asked for: “, made from clip.mp4 by Compose music (“calm piano”) and Dub video”.
fn how(context: &AnswerContext<'_>, subtask: &Subtask, solution: usize) -> String {
    let done = steps_done(context, subtask, solution);
    let asked = |words: &str| {
        let actions = subtask
            .solutions
            .iter()
            .flat_map(|solution| &solution.actions);
        actions
            .flat_map(|action| action.inputs.values())
            .any(|input| input.values().iter().any(|value| value == words))
    };
    let mut sources: Vec<&str> = Vec::new();
    let mut steps = Vec::new();
    for step in &done {
        let mut words = Vec::new();
        for value in step.inputs.values() {
            if context.turn.names.contains_key(value) {
                let name = if let ValueRef::Points(name) = ValueRef::of(value, |_| true) {
                    name
                } else {
                    value
                };
                if !sources.contains(&name) {
                    sources.push(name);
                }
            } else if asked(value) {
                words.push(format!("“{value}”"));
            }
        }
        words.extend(set_otherwise(context.toolbox, step, subtask, solution));
        let words = if words.is_empty() {
            String::new()
        } else {
            format!(" ({})", words.join(", "))
        };
        steps.push(format!("{}{words}", step.label));
    }
    let from = if sources.is_empty() {
        String::new()
    } else {
        format!(" from {}", list(&sources))
    };
    match steps.as_slice() {
        [] if from.is_empty() => String::new(),
        [] => format!(", made{from}"),
        steps => format!(
            ", made{from} by {}",
            list(&steps.iter().map(String::as_str).collect::<Vec<_>>())
        ),
    }
}

/// The steps of a solution that gave their results.
fn steps_done<'a>(
    context: &AnswerContext<'a>,
    subtask: &Subtask,
    solution: usize,
) -> Vec<&'a Step> {
    let is_of_it = |step: &Step| {
        step.actions
            .iter()
            .any(|place| (place.subtask, place.solution) == (subtask.goal.id, solution))
    };
    let steps = context.report.steps.iter();
    steps
        .filter(|step| {
            step.subtask == subtask.goal.id && step.status == StepStatus::Done && is_of_it(step)
        })
        .collect()
}

/// The values that a person gave a step's parameters in place of those that the plan has, each with
/// its name.
fn set_otherwise(
    toolbox: &Toolbox,
    step: &Step,
    subtask: &Subtask,
    solution: usize,
) -> Vec<String> {
    let place = step
        .actions
        .iter()
        .find(|place| (place.subtask, place.solution) == (subtask.goal.id, solution));
    let action = place.and_then(|place| subtask.solutions.get(solution)?.actions.get(place.action));
    let (Some(action), Some(tool)) = (action, toolbox.tool(&step.tool)) else {
        return Vec::new();
    };
    let is_planned = |name: &str, value: &String| {
        action
            .inputs
            .get(name)
            .is_some_and(|planned| planned.values() == std::slice::from_ref(value))
    };
    let value = |(name, value): (&String, &String)| {
        let parameter = tool.parameter(name).filter(|_| !is_planned(name, value))?;
        let value = if value.is_empty() { "none" } else { value };
        Some(
            format!("{} {value} {}", parameter.label, parameter.kind.unit())
                .trim_end()
                .to_owned(),
        )
    };
    step.settings.iter().filter_map(value).collect()
}

fn not_done(
    context: &AnswerContext<'_>,
    subtask: &Subtask,
    outcome: &Outcome,
    several: bool,
) -> Option<String> {
    let what = if several {
        format!("“{}” was not done. ", subtask.goal.description)
    } else {
        String::new()
    };
    let missing: Vec<&Missing> = context
        .missing
        .iter()
        .filter(|missing| missing.subtask == subtask.goal.id)
        .collect();
    if !missing.is_empty() {
        let mut sentences: Vec<String> = missing.iter().map(|missing| lacking(missing)).collect();
        sentences.extend(offer(context, &missing));
        return Some(format!("{what}{}", sentences.join(" ")));
    }
    let error = outcome.error.as_ref()?;
    if context.report.status == RunStatus::Cancelled {
        return None;
    }
    let mut sentences = vec![plain(&error.message)];
    sentences.extend((!error.hint.is_empty()).then(|| error.hint.clone()));
    if let Some(solution) = outcome.next_solution {
        sentences.push(format!("Way {} could be tried instead.", solution + 1));
    }
    Some(format!("{what}{}", sentences.join(" ")))
}

fn lacking(missing: &Missing) -> String {
    let size = if missing.bytes > 0 {
        format!(" That is {}.", size(missing.bytes))
    } else {
        String::new()
    };
    format!(
        "This computer cannot do “{}” yet. {}{size}",
        missing.label, missing.needs
    )
}

fn offer(context: &AnswerContext<'_>, missing: &[&Missing]) -> Option<String> {
    let pointing = missing
        .iter()
        .find(|missing| missing.offer == Some(Offer::Point))?;
    let image = context
        .artifacts
        .iter()
        .find(|artifact| Some(&artifact.id) == pointing.artifact.as_ref())?;
    Some(format!("You can point at it in {} instead.", image.name))
}

/// `0:02.5` below a minute has no use: `2.5 s`, `1:05`, `1:00:05`.
fn seconds(length: f64) -> String {
    let whole = length.round() as u64;
    match whole {
        0..60 => format!("{} s", (length * 10.0).round() / 10.0),
        60..3600 => format!("{}:{:02}", whole / 60, whole % 60),
        _ => format!("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60),
    }
}

fn size(bytes: u64) -> String {
    match bytes {
        0..1_000_000 => format!("{} kB", bytes.div_ceil(1000)),
        1_000_000..1_000_000_000 => format!("{} MB", (bytes as f64 / 1e6).round()),
        _ => format!("{:.1} GB", bytes as f64 / 1e9),
    }
}

/// `a`, `a and b`, `a, b and c`; of many the first few and how many more there are.
fn list(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [all @ .., last] if names.len() <= NAMED => format!("{} and {last}", all.join(", ")),
        _ => format!(
            "{} and {} more",
            names[..NAMED - 1].join(", "),
            names.len() + 1 - NAMED
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_sizes_and_lists_read_well() {
        assert_eq!(seconds(2.54), "2.5 s");
        assert_eq!(seconds(10.0), "10 s");
        assert_eq!(seconds(65.2), "1:05");
        assert_eq!(seconds(3605.0), "1:00:05");
        assert_eq!(size(167_000_000), "167 MB");
        assert_eq!(size(2_340_000_000), "2.3 GB");
        assert_eq!(list(&["a", "b", "c"]), "a, b and c");
        assert_eq!(list(&["a"; 9]), "a, a, a, a, a and 4 more");
    }
}
