//! Whether new work and a change of a step come to the same.

use patchbay_domain::{ConversationStep, ParsedCall};

/// Whether a new call sets the same values of the same tool as a change of a step does, which had none of them: both come to the
/// same where the new call works on what the step made.
pub fn sets_alike(new: &ParsedCall, change: &ParsedCall, step: &ConversationStep) -> bool {
    let set = change.values();
    let had_none = step
        .values
        .iter()
        .all(|(name, _)| !set.contains_key(&**name));
    change.amends.is_some_and(|call| step.is_named(call))
        && new.tool.as_ref() == Some(&step.tool)
        && !set.is_empty()
        && set == new.values()
        && had_none
}
