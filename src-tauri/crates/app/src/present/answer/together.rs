//! One sentence for many results that were made in the same way from different files.

use std::collections::{BTreeMap, BTreeSet};

use patchbay_domain::{Subtask, SubtaskId};
use patchbay_engine::Outcome;
use patchbay_store::Artifact;

use super::AnswerContext;
use super::facts::{facts, source};
use super::how::{Made, made, steps_done};
use super::words::list;
use super::{is_labelled, results_of};
use crate::present::resource;

/// Maximum number of results made in the same way that have a sentence each, with their own facts.
const FEW: usize = 3;
/// The most notes that are told of all of them.
const NOTES: usize = 6;

/// Results that are told together: the paragraphs by the first subtask of each, and the subtasks
/// that are told with another.
#[derive(Default)]
pub(super) struct Together {
    pub(super) paragraphs: BTreeMap<SubtaskId, String>,
    pub(super) told: BTreeSet<SubtaskId>,
}

/// One result with how it was made.
struct One<'a> {
    subtask: &'a Subtask,
    result: &'a Artifact,
    made: Made<'a>,
    facts: String,
    notes: Vec<String>,
}

/// Gathers results that differ only in what they were made from.
pub(super) fn together(context: &AnswerContext<'_>) -> Together {
    let mut groups: BTreeMap<(Vec<String>, bool), Vec<One<'_>>> = BTreeMap::new();
    for outcome in &context.report.outcomes {
        if let Some(one) = one(context, outcome) {
            let key = (one.made.by.clone(), one.made.in_one_pass);
            groups.entry(key).or_default().push(one);
        }
    }
    let mut found = Together::default();
    for group in groups.into_values().filter(|group| group.len() > FEW) {
        let ids = group.iter().map(|one| one.subtask.goal.id);
        found.told.extend(ids.skip(1));
        found
            .paragraphs
            .insert(group[0].subtask.goal.id, paragraph(&group));
    }
    found
}

/// A subtask that gave one file; none where it gave something else.
fn one<'a>(context: &AnswerContext<'a>, outcome: &Outcome) -> Option<One<'a>> {
    let mut subtasks = context.turn.plan.subtasks.iter();
    let subtask = subtasks.find(|subtask| subtask.goal.id == outcome.subtask)?;
    let results = results_of(context, &outcome.kept.as_ref()?.ids);
    let [result] = results.as_slice() else {
        return None;
    };
    let is_words = resource::value(result).is_some() && !is_labelled(context.toolbox, result);
    let source = source(context, subtask, outcome.solution, result);
    let steps = steps_done(context, subtask, outcome.solution);
    (!is_words).then(|| One {
        subtask,
        result,
        made: made(context, subtask, outcome.solution),
        facts: facts(result, source),
        notes: steps.iter().flat_map(|step| step.notes.clone()).collect(),
    })
}

fn paragraph(group: &[One<'_>]) -> String {
    let names: Vec<&str> = group.iter().map(|one| one.result.name.as_str()).collect();
    let from = group.iter().flat_map(|one| one.made.from.clone());
    let made = Made {
        from: from.collect(),
        ..group[0].made.clone()
    };
    let is_same = group.iter().all(|one| one.facts == group[0].facts);
    let facts = if is_same { group[0].facts.as_str() } else { "" };
    let results = format!(
        "Here are {} results{facts}{}: {}.",
        group.len(),
        made.told(),
        list(&names)
    );
    let mut notes: Vec<&str> = Vec::new();
    for note in group.iter().flat_map(|one| &one.notes) {
        if !notes.contains(&note.as_str()) {
            notes.push(note);
        }
    }
    let more = notes.len().saturating_sub(NOTES);
    let more = (more > 0).then(|| format!("The steps tell {more} more."));
    let notes = notes.into_iter().take(NOTES).map(str::to_owned);
    let sentences: Vec<String> = std::iter::once(results).chain(notes).chain(more).collect();
    sentences.join(" ")
}
