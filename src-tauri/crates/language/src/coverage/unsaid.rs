//! Steps whose tool has nothing to do, because words give it no value: “hide it” says of no place.

use patchbay_domain::{Action, Toolbox};

use super::sections::Sections;

/// The subtasks, by their place, with a step to which none of the values that its tool needs is given.
pub(super) fn places(sections: &Sections<'_>, toolbox: &Toolbox) -> Vec<usize> {
    let is_unsaid = |action: &Action| {
        toolbox
            .tool(&action.tool)
            .is_some_and(|tool| tool.is_unsaid(|name| action.inputs.contains_key(name)))
    };
    (0..sections.len())
        .filter(|place| sections.actions(*place).iter().any(is_unsaid))
        .collect()
}
