//! Why a subtask came to nothing, and what can be done about it.

use patchbay_domain::{RunStatus, Subtask};
use patchbay_engine::Outcome;

use super::AnswerContext;
use super::words::size;
use crate::api::{Missing, Offer, plain};

pub(super) fn not_done(
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
