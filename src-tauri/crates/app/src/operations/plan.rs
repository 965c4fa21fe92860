//! From a person's words and files to a plan that is kept.

use std::collections::BTreeMap;
use std::time::Instant;

use patchbay_domain::value::points_on;
use patchbay_domain::{
    ActionPlace, Missing, NamedResource, Plan, Request, Resource, ResourceType, Turn as Earlier, ValueRef,
};
use patchbay_planner::Options;
use patchbay_store::{self as store, NewTurn, Thing};

use crate::api::{ActionLosses, MissingAction, PlanRequest, Turn};
use crate::app::App;
use crate::error::Error;
use crate::operations::conversations::title_of;
use crate::present::thing as view;

/// Earlier turns that words such as “it” can reach back to.
const HISTORY: usize = 20;

/// A request with what its names stand for.
struct Asked {
    request: Request,
    /// Things by the name that the request gives them.
    names: BTreeMap<String, String>,
}

impl App {
    /// Plans a request and keeps it as a turn. Nothing runs yet.
    pub async fn plan(&self, arguments: PlanRequest) -> Result<Turn, Error> {
        self.blocking(move |app| {
            let store = &app.0.store;
            if arguments.instruction.trim().is_empty() {
                return Err(Error::unsuitable("There is no request yet.", "Say what to do, and send it again."));
            }
            let Asked { request, names } = app.ask(&arguments)?;
            let began = Instant::now();
            let mut plan = app.0.planner.plan(&request, &Options::default());
            plan.elapsed_ms = began.elapsed().as_secs_f64() * 1000.0;
            app.count_downloads(&mut plan, &names);
            let conversation = arguments.conversation;
            let PlanRequest { instruction, things, .. } = arguments;
            let turn = store.add_turn(NewTurn { conversation, instruction, things, names, plan })?;
            store.save_draft(&turn.conversation, &store::Draft::default())?;
            let mut conversation = store.conversation(&turn.conversation)?;
            if conversation.title.is_empty() {
                conversation = store.rename_conversation(&turn.conversation, &title_of(&turn.instruction))?;
            }
            app.tell_conversation(conversation);
            app.turn_view(turn)
        })
        .await
    }

    /// Says of every way what would have to be fetched before it can run here.
    fn count_downloads(&self, plan: &mut Plan, names: &BTreeMap<String, String>) {
        for solution in plan.subtasks.iter_mut().flat_map(|subtask| &mut subtask.solutions) {
            let missing = self.0.engine.availability().missing_in(solution, |value| is_name(value, names)).into_iter();
            let by_tool: BTreeMap<String, u64> = missing.map(|(_, missing)| (missing.tool, missing.bytes)).collect();
            solution.download_bytes = by_tool.values().sum();
        }
    }

    /// What cannot be done of a plan here now.
    fn missing_actions(&self, turn: &store::Turn) -> Vec<MissingAction> {
        let mut found = Vec::new();
        for subtask in &turn.plan.subtasks {
            for (way, solution) in subtask.solutions.iter().enumerate() {
                for (action, missing) in
                    self.0.engine.availability().missing_in(solution, |value| is_name(value, &turn.names))
                {
                    let action = ActionPlace { subtask: subtask.goal.id, way, action };
                    let Missing { needs, bytes, models, .. } = missing;
                    found.push(MissingAction { action, needs, bytes, models });
                }
            }
        }
        found
    }

    /// What running a plan would lose of the files at hand.
    fn losses(&self, turn: &store::Turn) -> Vec<ActionLosses> {
        let things = turn.names.iter().filter_map(|(name, id)| Some((name, self.0.store.thing(id).ok()?)));
        let at_hand: BTreeMap<&String, Resource> =
            things.filter_map(|(name, thing)| Some((name, self.resource(&thing)?))).collect();
        let mut found = Vec::new();
        for subtask in &turn.plan.subtasks {
            for (way, solution) in subtask.solutions.iter().enumerate() {
                let losses =
                    self.0.engine.availability().losses_in(solution, |name| at_hand.get(&name.to_owned()).cloned());
                found.extend(losses.into_iter().map(|(action, losses)| {
                    let action = ActionPlace { subtask: subtask.goal.id, way, action };
                    ActionLosses { action, losses }
                }));
            }
        }
        found
    }

    /// A turn with its runs.
    pub(crate) fn turn_view(&self, turn: store::Turn) -> Result<Turn, Error> {
        let mut runs = Vec::new();
        for run in self.0.store.runs(&turn.id)? {
            runs.push(self.run_view(run, &turn)?);
        }
        let missing_actions = self.missing_actions(&turn);
        // What was run says itself what it lost.
        let losses = if runs.is_empty() { self.losses(&turn) } else { Vec::new() };
        Ok(Turn {
            id: turn.id,
            conversation: turn.conversation,
            instruction: turn.instruction,
            things: turn.things,
            plan: turn.plan,
            missing_actions,
            losses,
            runs,
            created_at: turn.created_at as u64,
        })
    }

    /// Makes the planner's request of a person's: what is attached, what is only named, and what was said before.
    fn ask(&self, arguments: &PlanRequest) -> Result<Asked, Error> {
        let store = &self.0.store;
        let all = store.things(&arguments.conversation)?;
        let find = |id: &str| all.iter().find(|thing| thing.id == id && !thing.deleted);
        let mut given: Vec<&Thing> = Vec::new();
        let mut attach = |thing| {
            if !given.contains(&thing) {
                given.push(thing);
            }
        };
        for id in &arguments.things {
            let thing = find(id).ok_or_else(|| store::StoreError::NotFound { what: "thing", id: id.clone() })?;
            // A region says nothing without the picture that it lies on.
            if let Some(picture) = thing.parent.as_deref().and_then(find) {
                attach(picture);
            }
            attach(thing);
        }
        let (history, reachable) = self.history(&arguments.conversation, &all)?;
        for thing in named(&arguments.instruction, &all) {
            let known = reachable.contains(&thing.id);
            if thing.deleted || known {
                continue;
            }
            if let Some(picture) = thing.parent.as_deref().and_then(find) {
                attach(picture);
            }
            attach(thing);
        }
        let mut names: BTreeMap<String, String> =
            reachable.iter().filter_map(|id| find(id)).map(|thing| (thing.name.clone(), thing.id.clone())).collect();
        let mut request = Request { instruction: arguments.instruction.clone(), history, ..Request::default() };
        for thing in given {
            let points = match view::value(thing) {
                Some(Resource::Points(prompt)) if thing.resource_type == ResourceType::POINT => {
                    thing.parent.as_deref().and_then(find).map(|on| (on, prompt))
                }
                _ => None,
            };
            if let Some((picture, prompt)) = points {
                request.points.insert(picture.name.clone(), prompt.points);
                names.insert(points_on(&picture.name), thing.id.clone());
            } else {
                request.resources.push(resource(thing));
                names.insert(thing.name.clone(), thing.id.clone());
            }
        }
        Ok(Asked { request, names })
    }

    /// What was asked before and what came of it, with the ids of all things in it.
    fn history(&self, conversation: &str, all: &[Thing]) -> Result<(Vec<Earlier>, Vec<String>), Error> {
        let find = |id: &String| all.iter().find(|thing| thing.id == *id && !thing.deleted);
        let turns = self.0.store.turns(conversation)?;
        let mut reachable = Vec::new();
        let mut history = Vec::new();
        for turn in &turns[turns.len().saturating_sub(HISTORY)..] {
            let runs = self.0.store.runs(&turn.id)?;
            let made = |run: &store::Run| -> Vec<&Thing> {
                distinct(run.results.iter().map(|result| result.thing.clone())).iter().filter_map(find).collect()
            };
            // Of several takes the newest is what “it” means; older ones can be named.
            let results = runs.iter().rev().map(made).find(|made| !made.is_empty()).unwrap_or_default();
            let resources: Vec<&Thing> = turn.things.iter().filter_map(find).collect();
            reachable.extend(resources.iter().chain(&results).map(|thing| thing.id.clone()));
            history.push(Earlier {
                instruction: turn.instruction.clone(),
                resources: resources.into_iter().map(resource).collect(),
                // What was refused is no question.
                awaits_answer: Some(
                    results.is_empty() && turn.plan.clarification.is_some() && turn.plan.uncovered.is_empty(),
                ),
                results: results.into_iter().map(resource).collect(),
            });
        }
        Ok((history, distinct(reachable.into_iter())))
    }
}

/// Whether a value of a plan is a name and no words.
fn is_name(value: &str, names: &BTreeMap<String, String>) -> bool {
    ValueRef::is_name(value, |name| names.contains_key(name))
}

fn distinct(ids: impl Iterator<Item = String>) -> Vec<String> {
    let mut seen = std::collections::HashSet::new();
    ids.filter(|id| seen.insert(id.clone())).collect()
}

fn resource(thing: &Thing) -> NamedResource {
    NamedResource { name: thing.name.clone(), resource_type: thing.resource_type.clone() }
}

/// The things whose names stand in a request as words of their own; a region also by the short form `region 1`, where
/// only one region is called so.
fn named<'a>(instruction: &str, all: &'a [Thing]) -> Vec<&'a Thing> {
    let words = instruction.to_lowercase();
    let short = |thing: &Thing| thing.name.split_once(" of ").map(|(short, _)| short.to_lowercase());
    let is_region = |thing: &Thing| thing.parent.is_some() && thing.resource_type == ResourceType::MASK;
    all.iter()
        .filter(|thing| {
            let by_short = || {
                let name = short(thing).filter(|_| is_region(thing))?;
                let same =
                    all.iter().filter(|t| is_region(t) && !t.deleted && short(t).as_ref() == Some(&name)).count();
                (same == 1).then_some(name)
            };
            mentions(&words, &thing.name.to_lowercase()) || by_short().is_some_and(|name| mentions(&words, &name))
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
