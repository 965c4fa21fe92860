//! Requirements that a run lacked, with alternatives.

use patchbay_domain::{ResourceType, Subtask, SubtaskId, Toolbox};
use patchbay_engine::Availability;
use patchbay_store::{self as store, Artifact, Turn};

use crate::api::{Missing, Offer};
use crate::present::resource::is_image;

/// Whether a region that a person points at can stand in for a tool: it finds something in a
/// image and says where.
fn replaced_by_pointing(toolbox: &Toolbox, tool: &str) -> bool {
    let (mask, boxes) = (ResourceType::MASK, ResourceType::new("bbox"));
    toolbox.tool(tool).is_some_and(|tool| {
        tool.args
            .iter()
            .any(|argument| argument.resource_type == ResourceType::IMAGE)
            && (toolbox.fits(&tool.returns, &mask) || tool.returns == boxes)
    })
}

/// Whether one of a subtask's solutions could run if a person pointed at what is meant.
pub(crate) fn can_point(toolbox: &Toolbox, availability: &Availability, subtask: &Subtask) -> bool {
    subtask.solutions.iter().any(|solution| {
        let mut replaced = false;
        solution.actions.iter().all(|action| {
            let by_pointing = replaced_by_pointing(toolbox, &action.tool);
            replaced |= by_pointing;
            by_pointing || availability.is_runnable(&action.tool)
        }) && replaced
    })
}

/// The image that a subtask works on.
pub(crate) fn image<'a>(
    toolbox: &Toolbox,
    subtask: &Subtask,
    turn: &Turn,
    artifacts: &'a [Artifact],
) -> Option<&'a Artifact> {
    let values = subtask
        .goal
        .args
        .iter()
        .flat_map(|argument| argument.value.values());
    let ids = values.filter_map(|value| turn.names.get(value));
    let mut found = ids.filter_map(|id| artifacts.iter().find(|artifact| artifact.id == *id));
    found.find(|artifact| artifact.asset.is_some() && is_image(toolbox, &artifact.resource_type))
}

/// Returns the requirements that a run lacked, as fronts see them.
pub(crate) fn of_run(
    toolbox: &Toolbox,
    availability: &Availability,
    run: &store::Run,
    turn: &Turn,
    artifacts: &[Artifact],
) -> Vec<Missing> {
    let of_tool = |tool: &str| {
        let step = run.steps.iter().find(|step| step.tool == tool);
        let planned = || {
            let uses = |subtask: &&Subtask| {
                subtask
                    .solutions
                    .iter()
                    .flat_map(|s| &s.actions)
                    .any(|a| a.tool == tool)
            };
            turn.plan
                .subtasks
                .iter()
                .find(uses)
                .map(|subtask| subtask.goal.id)
        };
        step.map(|step| step.subtask)
            .or_else(planned)
            .unwrap_or(SubtaskId(0))
    };
    run.missing
        .iter()
        .map(|missing| {
            let id = of_tool(&missing.tool);
            let subtask = turn
                .plan
                .subtasks
                .iter()
                .find(|subtask| subtask.goal.id == id);
            let artifact = subtask
                .filter(|subtask| can_point(toolbox, availability, subtask))
                .and_then(|subtask| image(toolbox, subtask, turn, artifacts));
            Missing {
                subtask: id,
                tool: missing.tool.clone(),
                label: missing.label.clone(),
                needs: missing.needs.clone(),
                bytes: missing.bytes,
                models: missing.models.clone(),
                offer: artifact.map(|_| Offer::Point),
                artifact: artifact.map(|artifact| artifact.id.clone()),
            }
        })
        .collect()
}
