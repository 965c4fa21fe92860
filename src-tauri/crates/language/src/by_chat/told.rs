//! A toolbox, a subtask and a solution in words.

use patchbay_domain::{InputValue, Solution, SubtaskGoal, Tool, Toolbox};

/// What every question begins with: what the program is and which tools it has. The same for every
/// part and request, so that it is read once.
pub fn toolbox_in_words(toolbox: &Toolbox) -> String {
    let lines: Vec<String> = toolbox.tools.iter().map(line).collect();
    format!(
        "You plan for a program that works on pictures, sound, video and text. These are all of its tools, each with \
         what it takes, what it makes and what it does:\n{}",
        lines.join("\n")
    )
}

/// A tool as one line.
pub(super) fn line(tool: &Tool) -> String {
    let takes: Vec<&str> = tool
        .args
        .iter()
        .map(|argument| argument.resource_type.as_str())
        .collect();
    let what = if tool.description.is_empty() {
        tool.title()
    } else {
        tool.description.clone()
    };
    let (name, takes, makes) = (&tool.name, takes.join(", "), tool.returns.as_str());
    format!("- {name} ({takes} -> {makes}): {what}")
}

/// What a subtask is to do, with what, and what it is to make.
pub(super) fn subtask(goal: &SubtaskGoal) -> String {
    let given: Vec<String> = goal
        .args
        .iter()
        .map(|argument| {
            let value = argument.value.values().join(", ");
            format!("{value} ({})", argument.resource_type)
        })
        .collect();
    let with = if given.is_empty() {
        "nothing".to_owned()
    } else {
        given.join("; ")
    };
    let (what, makes) = (&goal.description, &goal.returns.resource_type);
    format!("Task: {what}\nGiven: {with}\nWanted: {makes}")
}

/// The steps of a solution, each with what it takes.
pub(super) fn solution(solution: &Solution) -> String {
    let steps: Vec<String> = solution
        .actions
        .iter()
        .map(|action| {
            let inputs: Vec<String> = action
                .inputs
                .iter()
                .map(|(name, value)| format!("{name}: {}", in_words(value)))
                .collect();
            format!("{}({})", action.tool, inputs.join(", "))
        })
        .collect();
    steps.join(" -> ")
}

fn in_words(value: &InputValue) -> String {
    value.values().join(" and ")
}
