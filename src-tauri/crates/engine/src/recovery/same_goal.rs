//! Whether one solution does what another was to do.

use std::collections::BTreeSet;

use patchbay_domain::{InputValue, ResourceType, Solution, Toolbox};

/// Types of content that people give and see: a step that takes and makes one of these changes it.
const CONTENT: [ResourceType; 4] = [
    ResourceType::TEXT,
    ResourceType::IMAGE,
    ResourceType::AUDIO,
    ResourceType::VIDEO,
];

/// One action of a solution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call<'a> {
    /// The tool's name.
    pub tool: &'a str,
    /// The names and words that it takes, but for what the solution itself makes.
    pub values: Vec<&'a str>,
}

/// The actions of a solution, given as their tools with what each takes and makes.
pub fn calls<'a>(
    actions: impl IntoIterator<Item = (&'a str, Vec<&'a str>, Vec<&'a str>)>,
) -> Vec<Call<'a>> {
    let actions: Vec<_> = actions.into_iter().collect();
    let made: BTreeSet<&str> = actions
        .iter()
        .flat_map(|action| &action.2)
        .copied()
        .collect();
    let call = |(tool, mut values, _): (&'a str, Vec<&'a str>, Vec<&'a str>)| {
        values.retain(|value| !made.contains(value));
        Call { tool, values }
    };
    actions.into_iter().map(call).collect()
}

/// The actions of a solution.
pub fn calls_of(solution: &Solution) -> Vec<Call<'_>> {
    calls(solution.actions.iter().map(|action| {
        let values = action.inputs.values().flat_map(InputValue::values);
        let outputs = action.outputs.iter().map(|output| output.value.as_str());
        (
            action.tool.as_str(),
            values.map(String::as_str).collect(),
            outputs.collect(),
        )
    }))
}

/// Whether `other` does what `wanted` was to do: it ends with the same tool, takes everything that
/// `wanted` takes of what was given and said, and changes texts, images, sounds and videos by the
/// same tools on the way.
pub(crate) fn is_same_goal(toolbox: &Toolbox, wanted: &[Call<'_>], other: &[Call<'_>]) -> bool {
    let goal = |calls: &[Call<'_>]| calls.last().map(|call| call.tool.to_owned());
    let changing = |calls: &[Call<'_>]| -> BTreeSet<String> {
        let tools = calls.iter().map(|call| call.tool);
        let changing = tools.filter(|tool| changes(toolbox, tool));
        changing.map(str::to_owned).collect()
    };
    goal(wanted) == goal(other)
        && given(wanted).is_subset(&given(other))
        && changing(wanted) == changing(other)
}

fn given<'a>(calls: &[Call<'a>]) -> BTreeSet<&'a str> {
    let values = calls.iter().flat_map(|call| call.values.iter());
    values.copied().collect()
}

fn changes(toolbox: &Toolbox, tool: &str) -> bool {
    toolbox.tool(tool).is_some_and(|tool| {
        CONTENT.contains(&tool.returns)
            && tool
                .args
                .iter()
                .any(|argument| argument.resource_type == tool.returns)
    })
}
