//! A turn as fronts see it, with what its plan lacks and would lose on this computer now.

use std::collections::BTreeMap;

use patchbay_domain::{Action, Missing, Resource, Tool, Toolbox, ValueRef};
use patchbay_engine::Availability;
use patchbay_store as store;

use crate::api::{ActionLosses, ActionPlace, MissingAction, Run, Turn};

/// A turn with its runs.
pub(crate) fn turn(
    turn: store::Turn,
    runs: Vec<Run>,
    losses: Vec<ActionLosses>,
    (toolbox, availability): (&Toolbox, &Availability),
) -> Turn {
    let solutions = turn.plan.subtasks.iter().flat_map(|one| &one.solutions);
    let mut actions = solutions.flat_map(|solution| &solution.actions);
    let needs_consent = actions.any(|action| {
        let tool = toolbox.tool(&action.tool);
        tool.is_some_and(Tool::is_connected)
    });
    let missing_actions = missing_actions(&turn, availability);
    let mut plan = turn.plan;
    let solutions = plan.subtasks.iter_mut().flat_map(|one| &mut one.solutions);
    for action in solutions.flat_map(|solution| &mut solution.actions) {
        leave_edits_out(action, toolbox);
    }
    Turn {
        id: turn.id,
        conversation: turn.conversation,
        instruction: turn.instruction,
        artifacts: turn.artifacts,
        plan: plan.into(),
        missing_actions,
        losses,
        needs_consent,
        runs,
        taken_back: turn.taken_back,
        takes_back: turn.takes_back,
        created_at: turn.created_at as u64,
    }
}

/// Leaves the edits of an action out: fields say what people can change of them.
pub(crate) fn leave_edits_out(action: &mut Action, toolbox: &Toolbox) {
    if let Some(edits) = toolbox.tool(&action.tool).and_then(Tool::edits) {
        action.inputs.remove(&edits.name);
    }
}

/// Returns the actions of a plan that cannot be done here now.
fn missing_actions(turn: &store::Turn, availability: &Availability) -> Vec<MissingAction> {
    let is_name = |value: &str| ValueRef::is_name(value, |name| turn.names.contains_key(name));
    let mut found = Vec::new();
    for subtask in &turn.plan.subtasks {
        for (index, solution) in subtask.solutions.iter().enumerate() {
            for (action, missing) in availability.missing_in(solution, is_name) {
                let action = ActionPlace {
                    subtask: subtask.goal.id,
                    solution: index,
                    action,
                };
                let Missing {
                    needs,
                    bytes,
                    models,
                    ..
                } = missing;
                found.push(MissingAction {
                    action,
                    needs,
                    bytes,
                    models,
                });
            }
        }
    }
    found
}

/// Returns the losses that running a plan would cause to the values at hand, by the names that the
/// plan calls them.
pub(crate) fn losses(
    turn: &store::Turn,
    at_hand: &BTreeMap<String, Resource>,
    availability: &Availability,
) -> Vec<ActionLosses> {
    let mut found = Vec::new();
    for subtask in &turn.plan.subtasks {
        for (index, solution) in subtask.solutions.iter().enumerate() {
            let losses = availability.losses_in(solution, |name| at_hand.get(name).cloned());
            found.extend(losses.into_iter().map(|(action, losses)| {
                let action = ActionPlace {
                    subtask: subtask.goal.id,
                    solution: index,
                    action,
                };
                ActionLosses { action, losses }
            }));
        }
    }
    found
}
