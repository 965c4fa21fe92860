//! Settings that a person gives a plan's steps: values of parameters, which are inputs, and
//! settings of the ways in which they are done.

use patchbay_domain::{InputValue, Subtask, Toolbox};
use patchbay_engine::Availability;
use patchbay_values::read;

use crate::api::SetAction;
use crate::error::Error;

/// Sets what is wanted in a plan's actions. What cannot be set of a tool as it is done here now,
/// because its model went or came, is left out.
///
/// # Errors
/// The plan has no such action, or a setting cannot be that.
pub(crate) fn set(
    subtasks: &mut [Subtask],
    settings: &[SetAction],
    toolbox: &Toolbox,
    availability: &Availability,
) -> Result<(), Error> {
    for SetAction {
        action: place,
        values: set,
    } in settings
    {
        let subtask = subtasks
            .iter_mut()
            .find(|subtask| subtask.goal.id == place.subtask);
        let action = subtask.and_then(|subtask| {
            subtask
                .solutions
                .get_mut(place.solution)?
                .actions
                .get_mut(place.action)
        });
        let Some(action) = action else {
            return Err(Error::unsuitable(
                "The plan has no step of which that could be set.",
                "",
            ));
        };
        action.settings.clear();
        let tool = toolbox.tool(&action.tool);
        for setting in availability.settings(&action.tool) {
            let Some(value) = set.get(&setting.name) else {
                continue;
            };
            let unsuitable = |error| Error::unsuitable(error, "");
            match tool.and_then(|tool| Some((tool, tool.parameter(&setting.name)?))) {
                None => {
                    action.settings.insert(
                        setting.name.clone(),
                        setting.read(value).map_err(unsuitable)?,
                    );
                }
                // Taken away: what the words say of it is not done either.
                Some(_) if value.trim().is_empty() => {
                    if let Some(said) = action.inputs.get_mut(&setting.name) {
                        *said = InputValue::One(String::new());
                    }
                }
                Some((tool, parameter)) => {
                    let value = read(tool, parameter, value).map_err(unsuitable)?;
                    action
                        .inputs
                        .insert(setting.name.clone(), InputValue::One(value));
                }
            }
        }
    }
    Ok(())
}
