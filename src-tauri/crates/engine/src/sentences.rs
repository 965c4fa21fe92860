//! The sentences that people read about steps and tools. They are stored with runs, so the engine
//! makes them, all here.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use patchbay_domain::{Missing, ResourceType, StepError};
use patchbay_tool_api::ToolError;

use crate::recovery::{FailedAction, Recourse};

/// Maximum number of failures before the last one that are told.
const MOST_TOLD: usize = 3;
/// Letters of a text that people are shown.
const SHOWN: usize = 120;

/// A text, cut where it is long.
pub(crate) fn shown(text: &str) -> String {
    if text.chars().count() <= SHOWN {
        return text.to_owned();
    }
    text.chars().take(SHOWN).chain(['…']).collect()
}

fn step_error(message: impl Into<String>, hint: &str) -> StepError {
    StepError {
        message: message.into(),
        hint: hint.to_owned(),
    }
}

/// The step belongs to a solution that is not taken any more.
pub(crate) fn not_needed() -> StepError {
    step_error("Not needed: another way is taken.", "")
}

/// Nothing on this computer can do the step's tool.
pub(crate) fn cannot_run(missing: &Missing) -> StepError {
    let message = format!(
        "“{}” cannot run on this computer yet. {}",
        missing.label, missing.needs
    );
    step_error(message, "Choose another way, or get what it needs.")
}

/// The plan names an input that nobody gave or makes.
pub(crate) fn nothing_to_work_on(name: &str) -> StepError {
    let message = format!("There is no “{}” to work on.", shown(name));
    step_error(message, "Give it together with the request, and ask again.")
}

/// The step waited for one that came to nothing; `label`: what people read for the tool of that
/// one.
pub(crate) fn not_begun(label: &str) -> StepError {
    step_error(format!("Not begun, because “{label}” gave no result."), "")
}

/// The plan has no solution to a subtask's goal.
pub(crate) fn no_solution_found() -> StepError {
    step_error(
        "No way was found to do this.",
        "Say it in other words, or give what it is about.",
    )
}

/// The step's tool answered an error.
pub(crate) fn failed(error: &ToolError) -> StepError {
    let hint = match error {
        ToolError::Refused(_) => "Say it in other words.",
        ToolError::Input(_) => "Give another file or other words, or try another way.",
        ToolError::Nothing(_) => "Point at what you mean, or say it in other words.",
        ToolError::Missing(_) => "Get what it needs, or try another way.",
        ToolError::Failed(_) | ToolError::Cancelled => "Run it again, or try another way.",
    };
    step_error(error.to_string(), hint)
}

/// Says how it went on after an action failed. `label`: its tool's name for people.
pub(crate) fn done_otherwise(label: &str, failed: &FailedAction, recourse: &Recourse) -> String {
    let what = match recourse {
        Recourse::Settings(settings) => {
            return format!(
                "At first nothing was found. This was found with {}: look whether it is what you meant.",
                in_words(settings)
            );
        }
        Recourse::Implementation(other) => format!("so it was done by {other}"),
        Recourse::Solution(_) => "so another way to the same result was taken".to_owned(),
        Recourse::GiveUp => "so it was left".to_owned(),
    };
    let message = failed.message.trim_end_matches('.');
    let by = &failed.implementation;
    format!("“{label}” by {by} gave nothing ({message}), {what}.")
}

/// Why a subtask came to nothing, with what else was tried for it, by the labels of its tools.
pub(crate) fn after_all(error: StepError, tried: &[(String, &FailedAction)]) -> StepError {
    let told = tried.iter().map(|(label, failed)| {
        format!("“{label}” by {}: {}", failed.implementation, failed.message)
    });
    let told: Vec<String> = told.take(MOST_TOLD).collect();
    if told.is_empty() {
        return error;
    }
    StepError {
        message: format!("{} Tried before that: {}", error.message, told.join(" ")),
        ..error
    }
}

/// A person left the step.
pub(crate) fn left() -> StepError {
    step_error("Left, as you wanted.", "Run it again to have it after all.")
}

/// A step gave nothing, and it is not decided yet how it goes on.
pub(crate) fn deciding(label: &str, implementation: &str) -> String {
    format!("“{label}” by {implementation} gave nothing. Looking for another way to do it.")
}

/// Describes a recourse after a failed action to whoever decides. `solution`: the labels of the
/// tools of another solution.
pub(crate) fn recourse(recourse: &Recourse, solution: &[String]) -> String {
    match recourse {
        Recourse::Settings(settings) => format!("Do it again with {}.", in_words(settings)),
        Recourse::Implementation(other) => format!("Do it by {other}."),
        Recourse::Solution(_) => format!(
            "Take another way to the same result: {}.",
            solution.join(", then ")
        ),
        Recourse::GiveUp => "Leave it, and do everything else.".to_owned(),
    }
}

fn in_words(settings: &BTreeMap<String, String>) -> String {
    let set = settings
        .iter()
        .map(|(name, value)| format!("{} {value}", name.replace('_', " ")));
    set.collect::<Vec<_>>().join(", ")
}

/// The step's tool panicked with these words.
pub(crate) fn panicked(words: &str) -> StepError {
    step_error(
        format!("This step broke because of a mistake in Patchbay ({words})."),
        "Try another way.",
    )
}

/// The runtime ended the step.
pub(crate) fn ended_by_the_program() -> StepError {
    step_error("The step was ended by the program.", "Try another way.")
}

/// The step's own folder cannot be made.
pub(crate) fn no_room(folder: &Path, error: &io::Error) -> String {
    format!("There is no room to work in {}: {error}.", folder.display())
}

/// Says what a tool needs. `reasons`: why each of its implementations cannot run; `model`: the
/// model that the toolbox names for it.
pub(crate) fn needs(reasons: &[String], model: Option<&str>) -> String {
    match (reasons, model) {
        ([], Some(model)) => format!("Needs a model ({model})."),
        ([], None) => "This version of Patchbay has nothing that does it.".to_owned(),
        ([one], _) => one.clone(),
        (several, _) => format!("{} One of these is enough.", several.join(" ")),
    }
}

/// An argument was passed a list without values.
pub(crate) fn empty_list() -> String {
    "An empty list was passed.".to_owned()
}

/// Several values of a type were passed where they cannot become one.
pub(crate) fn one_at_a_time(of: &ResourceType) -> String {
    format!("This takes one {of} at a time, but got several.")
}

/// Values of two types were passed that cannot become one.
pub(crate) fn cannot_join(first: &ResourceType, second: &ResourceType) -> String {
    format!("A value of type {first} and one of type {second} cannot be used together here.")
}
