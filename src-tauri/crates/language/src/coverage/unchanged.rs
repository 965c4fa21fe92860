//! Plans that end where they began: the sound of a video taken out and put back under it.

use patchbay_domain::{Action, Toolbox};
use patchbay_planner::puts_back;

use super::sections::Sections;

/// The subtasks, by their place, of which a step puts back what another only took out.
pub(super) fn idle(sections: &Sections<'_>, toolbox: &Toolbox) -> Vec<usize> {
    let all: Vec<&Action> = (0..sections.len())
        .flat_map(|place| sections.actions(place))
        .collect();
    let is_idle = |place: &usize| {
        let mut actions = sections.actions(*place).iter();
        actions.any(|action| puts_back(action, &all, toolbox))
    };
    (0..sections.len()).filter(is_idle).collect()
}
