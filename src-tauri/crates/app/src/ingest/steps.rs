//! The steps of a conversation as a request takes them: by the turns that it can reach back to, with the values that they ran with.

use patchbay_domain::{CallReference, ConversationStep, Source, SubtaskId, Version};
use patchbay_store::Run;

/// Renumbers steps for a history that begins at the turn `first`. Steps that ran before it are left out.
pub(super) fn from_turn(steps: &[ConversationStep], first: usize) -> Vec<ConversationStep> {
    steps.iter().filter_map(|step| moved(step, first)).collect()
}

fn moved(step: &ConversationStep, first: usize) -> Option<ConversationStep> {
    let reference = |reference: CallReference| {
        let turn = reference.turn?.checked_sub(first)?;
        Some(CallReference {
            turn: Some(turn),
            ..reference
        })
    };
    let sources = |sources: &[Source]| -> Vec<Source> {
        let moved = |source: &Source| match source {
            Source::Call(call) => reference(*call).map(Source::Call),
            other => Some(other.clone()),
        };
        sources.iter().filter_map(moved).collect()
    };
    let version = |version: &Version| {
        Some(Version {
            changed_by: reference(version.changed_by)?,
            sources: sources(&version.sources),
            values: version.values.clone(),
        })
    };
    Some(ConversationStep {
        reference: reference(step.reference)?,
        ran: reference(step.ran)?,
        tool: step.tool.clone(),
        sources: sources(&step.sources),
        values: step.values.clone(),
        before: step.before.iter().filter_map(version).collect(),
    })
}

/// Gives the steps that a turn ran the values that they ran with: people change fields before a run. `called`: the subtasks of
/// each call of the turn.
pub(super) fn as_run(
    steps: &mut [ConversationStep],
    turn: usize,
    called: &[Vec<SubtaskId>],
    run: &Run,
) {
    for step in steps.iter_mut().filter(|step| step.ran.turn == Some(turn)) {
        let Some(subtasks) = called.get(step.ran.call) else {
            continue;
        };
        let mut last = run.steps.iter().rev();
        let Some(ran) = last.find(|ran| ran.tool == step.tool && subtasks.contains(&ran.subtask))
        else {
            continue;
        };
        for (name, value) in &mut step.values {
            if let Some(set) = ran.inputs.get(name) {
                value.clone_from(set);
            }
        }
        step.values.retain(|(_, value)| !value.is_empty());
    }
}

#[cfg(test)]
mod tests {
    use patchbay_domain::{ParsedRequest, settled};

    use super::*;

    #[test]
    fn steps_of_turns_that_are_out_of_reach_are_left_out() {
        let turn =
            |json: &str| -> ParsedRequest { serde_json::from_str(json).expect("a parsed request") };
        let first = settled(
            &[],
            0,
            &turn(r#"{"calls": [{"tool": "a", "sources": ["x.png"]}]}"#),
        );
        let second = settled(
            &first.steps,
            1,
            &turn(r#"{"calls": [{"tool": "b", "sources": ["t0.c0"]}]}"#),
        );
        let moved = from_turn(&second.steps, 1);
        assert_eq!(moved.len(), 1);
        assert_eq!(
            (moved[0].tool.as_str(), moved[0].reference.turn),
            ("b", Some(0))
        );
        assert!(moved[0].sources.is_empty(), "its source is out of reach");
        assert_eq!(from_turn(&second.steps, 0), second.steps);
    }
}
