//! Resources that a subtask works on.

use std::collections::HashMap;

use patchbay_domain::{Argument, InputValue, Request, ResourceType, ValueRef};

use crate::actions::AtHand;
use crate::language::InterpretedSubtask;

/// Maximum number of resources that one subtask can work on.
const MOST_GIVEN: usize = 60;

/// Whether a value is what earlier steps made.
pub(crate) fn is_output(value: &InputValue) -> bool {
    value
        .values()
        .iter()
        .any(|value| ValueRef::is_output(value))
}

/// The resources that a subtask works on, with their types: as its arguments say, and where an
/// earlier subtask made one, the type that this really has.
pub(crate) fn at_hand(
    subtask: &InterpretedSubtask,
    request: &Request,
    made: &HashMap<String, ResourceType>,
) -> Vec<AtHand> {
    let earlier = || {
        request
            .history
            .iter()
            .flat_map(|turn| turn.resources.iter().chain(&turn.results))
    };
    let is_resource = |name: &str| {
        request
            .resources
            .iter()
            .chain(earlier())
            .any(|resource| resource.name == name)
    };
    subtask
        .goal
        .args
        .iter()
        .filter(|argument| {
            !argument.value.values().is_empty()
                && argument
                    .value
                    .values()
                    .iter()
                    .all(|value| ValueRef::is_name(value, is_resource))
        })
        .take(MOST_GIVEN)
        .map(
            |Argument {
                 resource_type,
                 value,
             }| AtHand {
                resource_type: match value {
                    InputValue::One(name) => made.get(name).unwrap_or(resource_type).clone(),
                    InputValue::Many(_) => resource_type.clone(),
                },
                value: value.clone(),
            },
        )
        .collect()
}
