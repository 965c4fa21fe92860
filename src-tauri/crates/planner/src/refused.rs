//! What a plan says of subtasks that are not done.

use std::collections::BTreeSet;

use patchbay_domain::{Solution, SubtaskId, Toolbox};

use crate::language::{Clarification, InterpretedSubtask};

/// What is refused is said first: what is asked about the rest comes behind it.
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

/// The subtasks that would be done without the words that nothing takes up: neither they nor what they
/// work on is wrong, and their tools have something to do.
pub(crate) fn withheld(
    (refused, wrong): (&BTreeSet<SubtaskId>, BTreeSet<SubtaskId>),
    planned: &[(InterpretedSubtask, Vec<Solution>)],
    toolbox: &Toolbox,
) -> BTreeSet<SubtaskId> {
    let is_idle = |solutions: &[Solution]| {
        let actions = solutions.first().map(|best| &best.actions);
        actions.into_iter().flatten().any(|action| {
            let tool = toolbox.tool(&action.tool);
            tool.is_some_and(|tool| tool.is_unsaid(|name| action.inputs.contains_key(name)))
        })
    };
    let idle = planned
        .iter()
        .filter(|(_, solutions)| is_idle(solutions))
        .map(|(subtask, _)| subtask.goal.id);
    let never = with_dependents(wrong.into_iter().chain(idle).collect(), planned);
    refused.difference(&never).copied().collect()
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
