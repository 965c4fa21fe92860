//! What a plan says of subtasks that are not done.

use std::collections::BTreeSet;

use patchbay_domain::{Solution, SubtaskId};

use crate::language::{Clarification, InterpretedSubtask};

/// What is refused is said first: what is asked about the rest comes behind it.
pub(crate) fn with_refusal(
    (refusal, choices): (String, Vec<String>),
    clarification: Option<Clarification>,
) -> Clarification {
    let asked = clarification.unwrap_or_default();
    let question = [refusal, asked.question].join(" ").trim().to_owned();
    Clarification {
        question,
        choices: choices.into_iter().chain(asked.choices).collect(),
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
