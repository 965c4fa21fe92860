//! Sentences of a plan about subtasks that are not done.

use std::collections::BTreeSet;

use patchbay_domain::{Action, InputValue, Solution, Subtask, SubtaskId, Toolbox, Uncovered};

use crate::language::{Clarification, InterpretedSubtask};

/// Puts a refusal before the question about the rest.
pub(crate) fn with_refusal(refusal: String, clarification: Option<Clarification>) -> Clarification {
    let asked = clarification.unwrap_or_default();
    let question = [refusal, asked.question].join(" ").trim().to_owned();
    Clarification {
        question,
        choices: asked.choices,
        refuses: asked.refuses,
    }
}

/// The subtasks that are refused, with all that would work on what they make.
pub(crate) fn with_dependents(
    mut refused: BTreeSet<SubtaskId>,
    planned: &[(InterpretedSubtask, Vec<Solution>)],
) -> BTreeSet<SubtaskId> {
    for (subtask, _) in planned {
        if subtask
            .goal
            .depends_on
            .iter()
            .any(|before| refused.contains(before))
        {
            refused.insert(subtask.goal.id);
        }
    }
    refused
}

/// The subtasks that are done, and those that would be done without the words that nothing takes up:
/// neither they nor what they work on is wrong, and their tools have something to do and are not told
/// these words.
pub(crate) fn parted(
    planned: Vec<(InterpretedSubtask, Vec<Solution>)>,
    (refused, wrong): (&BTreeSet<SubtaskId>, BTreeSet<SubtaskId>),
    uncovered: &[Uncovered],
    toolbox: &Toolbox,
) -> (Vec<Subtask>, Vec<Subtask>) {
    let is_told = |action: &Action| {
        let mut values = action.inputs.values().flat_map(InputValue::values);
        values.any(|value| uncovered.iter().any(|one| value.contains(&one.words)))
    };
    let is_idle = |action: &Action| {
        let tool = toolbox.tool(&action.tool);
        tool.is_some_and(|tool| tool.is_unsaid(|name| action.inputs.contains_key(name)))
    };
    let is_never = |(_, solutions): &&(InterpretedSubtask, Vec<Solution>)| {
        let mut actions = solutions.iter().take(1).flat_map(|best| &best.actions);
        actions.any(|action| is_idle(action) || is_told(action))
    };
    let ids = planned.iter().filter(is_never);
    let ids = ids.map(|(subtask, _)| subtask.goal.id);
    let never = with_dependents(wrong.into_iter().chain(ids).collect(), &planned);
    let (mut done, mut withheld) = (Vec::new(), Vec::new());
    for (InterpretedSubtask { goal, .. }, solutions) in planned {
        let (is_refused, is_never) = (refused.contains(&goal.id), never.contains(&goal.id));
        let subtask = Subtask { goal, solutions };
        if !is_refused {
            done.push(subtask);
        } else if !is_never {
            withheld.push(subtask);
        }
    }
    (done, withheld)
}

pub(crate) fn unsolved(subtask: &InterpretedSubtask) -> Clarification {
    Clarification {
        question: format!(
            "None of my tools can do this with what is there: “{}”. Can you say it differently, or add the file it is about?",
            subtask.goal.description
        ),
        choices: Vec::new(),
        refuses: false,
    }
}
