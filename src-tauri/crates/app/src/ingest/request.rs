//! From a person's words and files to the planner's request.

use std::collections::{BTreeMap, HashSet};

use patchbay_domain::value::points_on;
use patchbay_domain::{
    ConversationStep, PlanSource, Request, Resource, ResourceType, SubtaskId, Turn as Earlier,
};
use patchbay_store::{self as store, Artifact, Run, Store, StoreError};

use crate::api::PlanRequest;
use crate::error::Error;
use crate::ingest::steps;
use crate::present::resource::{named, value};

/// Earlier turns that words such as “it” can reach back to.
const HISTORY: usize = 20;

/// A request with what its names stand for.
pub(crate) struct ResolvedRequest {
    pub(crate) request: Request,
    /// Artifacts by the name that the request gives them.
    pub(crate) names: BTreeMap<String, String>,
    /// The ids of the turns of its history.
    pub(crate) turns: Vec<String>,
}

/// Makes the planner's request of a person's: what is attached, what is only named, and what was
/// said before.
///
/// # Errors
/// Something that is attached is not there.
pub(crate) fn resolve(store: &Store, arguments: &PlanRequest) -> Result<ResolvedRequest, Error> {
    resolved(store, arguments, None)
}

/// The same for the request of a turn that is read once more, with the steps that had run before that turn.
pub(crate) fn resolve_before(
    store: &Store,
    arguments: &PlanRequest,
    turn: &str,
) -> Result<ResolvedRequest, Error> {
    resolved(store, arguments, Some(turn))
}

/// A turn's request once more.
pub(crate) fn asked(turn: &store::Turn) -> PlanRequest {
    PlanRequest {
        conversation: turn.conversation.clone(),
        instruction: turn.instruction.clone(),
        artifacts: turn.artifacts.clone(),
        name: None,
    }
}

fn resolved(
    store: &Store,
    arguments: &PlanRequest,
    again: Option<&str>,
) -> Result<ResolvedRequest, Error> {
    let all = store.artifacts(&arguments.conversation)?;
    let find = |id: &str| {
        all.iter()
            .find(|artifact| artifact.id == id && !artifact.deleted)
    };
    let mut given: Vec<&Artifact> = Vec::new();
    let mut attach = |artifact| {
        if !given.contains(&artifact) {
            given.push(artifact);
        }
    };
    for id in &arguments.artifacts {
        let artifact = find(id).ok_or_else(|| StoreError::NotFound {
            what: "thing",
            id: id.clone(),
        })?;
        // A region says nothing without the image that it lies on.
        if let Some(image) = artifact.parent.as_deref().and_then(find) {
            attach(image);
        }
        attach(artifact);
    }
    let Before {
        ids,
        turns,
        steps,
        reachable,
    } = before(store, (&arguments.conversation, again), &all)?;
    for artifact in mentioned(&arguments.instruction, &all) {
        let known = reachable.contains(&artifact.id);
        if artifact.deleted || known {
            continue;
        }
        if let Some(image) = artifact.parent.as_deref().and_then(find) {
            attach(image);
        }
        attach(artifact);
    }
    let mut names: BTreeMap<String, String> = reachable
        .iter()
        .filter_map(|id| find(id))
        .map(|artifact| (artifact.name.clone(), artifact.id.clone()))
        .collect();
    let mut request = Request {
        instruction: arguments.instruction.clone(),
        history: turns,
        steps,
        ..Request::default()
    };
    for artifact in given {
        let points = match value(artifact) {
            Some(Resource::Points(prompt)) if artifact.resource_type == ResourceType::POINT => {
                artifact
                    .parent
                    .as_deref()
                    .and_then(find)
                    .map(|on| (on, prompt))
            }
            _ => None,
        };
        if let Some((image, prompt)) = points {
            request.points.insert(image.name.clone(), prompt.points);
            names.insert(points_on(&image.name), artifact.id.clone());
        } else {
            request.resources.push(named(artifact));
            names.insert(artifact.name.clone(), artifact.id.clone());
        }
    }
    Ok(ResolvedRequest {
        request,
        names,
        turns: ids,
    })
}

/// What was asked before and what came of it.
struct Before {
    /// The ids of the turns.
    ids: Vec<String>,
    turns: Vec<Earlier>,
    steps: Vec<ConversationStep>,
    /// The ids of all artifacts in it.
    reachable: Vec<String>,
}

/// Reads the turns of a conversation that words can reach back to. `again`: the turn before which its steps are taken; none: now.
fn before(
    store: &Store,
    (conversation, again): (&str, Option<&str>),
    all: &[Artifact],
) -> Result<Before, Error> {
    let find = |id: &String| {
        all.iter()
            .find(|artifact| artifact.id == *id && !artifact.deleted)
    };
    let turns = store.turns(conversation)?;
    let first = turns.len().saturating_sub(HISTORY);
    let until = turns
        .iter()
        .position(|turn| Some(turn.id.as_str()) == again);
    let made = |run: &Run| -> Vec<&Artifact> {
        distinct(run.results.iter().map(|result| result.artifact.clone()))
            .iter()
            .filter_map(find)
            .collect()
    };
    // Of several takes the newest is what “it” means; older ones can be named, and so can what was taken back.
    let mut newest = Vec::new();
    for turn in &turns[first..] {
        if turn.taken_back || turn.deleted {
            newest.push(None);
            continue;
        }
        let mut runs = store.runs(&turn.id)?.into_iter().rev();
        newest.push(runs.find(|run| !made(run).is_empty()));
    }
    // The steps stand as the last turn left them of which something is there: what was only planned changes none.
    let last = (first..until.unwrap_or(turns.len()))
        .rev()
        .find(|number| newest[number - first].is_some());
    let mut steps = last.map_or_else(Vec::new, |number| {
        // Its plan counts from the first turn that it could reach back to.
        let counted_from = number.saturating_sub(HISTORY);
        steps::from_turn(&turns[number].plan.steps, first - counted_from)
    });
    let mut reachable = Vec::new();
    let mut history = Vec::new();
    for (number, (turn, newest)) in turns[first..].iter().zip(&newest).enumerate() {
        let newest = newest.as_ref();
        let results = newest.map(made).unwrap_or_default();
        if let Some(run) = newest {
            steps::as_run(&mut steps, number, &turn.plan.called, run);
        }
        let made_by = |subtasks: &Vec<SubtaskId>| -> Vec<String> {
            let all = newest.into_iter().flat_map(|run| &run.results);
            let own = all.filter(|result| subtasks.contains(&result.subtask));
            own.filter_map(|result| Some(find(&result.artifact)?.name.clone()))
                .collect()
        };
        let resources: Vec<&Artifact> = turn.artifacts.iter().filter_map(find).collect();
        reachable.extend(
            resources
                .iter()
                .chain(&results)
                .map(|artifact| artifact.id.clone()),
        );
        // What was deleted keeps its place, by which plans count it, and says nothing any more.
        let instruction = if turn.deleted { "" } else { &turn.instruction };
        history.push(Earlier {
            instruction: instruction.to_owned(),
            resources: resources.into_iter().map(named).collect(),
            // What was refused is no question, nor is what became of a file in a watched folder.
            awaits_answer: Some(
                results.is_empty()
                    && !turn.taken_back
                    && !turn.deleted
                    && turn.plan.clarification.is_some()
                    && turn.plan.source != PlanSource::Steps
                    && turn.plan.uncovered.is_empty(),
            ),
            made: turn.plan.called.iter().map(made_by).collect(),
            results: results.into_iter().map(named).collect(),
        });
    }
    Ok(Before {
        ids: turns[first..].iter().map(|turn| turn.id.clone()).collect(),
        turns: history,
        steps,
        reachable: distinct(reachable.into_iter()),
    })
}

fn distinct(ids: impl Iterator<Item = String>) -> Vec<String> {
    let mut seen = HashSet::new();
    ids.filter(|id| seen.insert(id.clone())).collect()
}

/// The artifacts whose names stand in a request as words of their own; a region also by the short
/// form `region 1`, where only one region is called so.
fn mentioned<'a>(instruction: &str, all: &'a [Artifact]) -> Vec<&'a Artifact> {
    let words = instruction.to_lowercase();
    let short = |artifact: &Artifact| {
        artifact
            .name
            .split_once(" of ")
            .map(|(short, _)| short.to_lowercase())
    };
    let is_region = |artifact: &Artifact| {
        artifact.parent.is_some() && artifact.resource_type == ResourceType::MASK
    };
    all.iter()
        .filter(|artifact| {
            let by_short = || {
                let name = short(artifact).filter(|_| is_region(artifact))?;
                let same = all
                    .iter()
                    .filter(|t| is_region(t) && !t.deleted && short(t).as_ref() == Some(&name))
                    .count();
                (same == 1).then_some(name)
            };
            mentions(&words, &artifact.name.to_lowercase())
                || by_short().is_some_and(|name| mentions(&words, &name))
        })
        .collect()
}

fn mentions(words: &str, name: &str) -> bool {
    let part_of_a_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    words.match_indices(name).any(|(start, found)| {
        !part_of_a_word(words[..start].chars().next_back())
            && !part_of_a_word(words[start + found.len()..].chars().next())
    })
}

#[cfg(test)]
mod tests {
    use super::mentions;

    #[test]
    fn a_name_counts_only_as_a_word_of_its_own() {
        assert!(mentions("crop a.png, please", "a.png"));
        assert!(mentions("remove region 1.", "region 1"));
        assert!(!mentions("crop banana.png", "a.png"));
        assert!(!mentions("remove region 12", "region 1"));
    }
}
