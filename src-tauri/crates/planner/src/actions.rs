//! Writes a solution down as actions with named values (ControlLLM, section 3.4).

use std::collections::BTreeMap;

use patchbay_domain::{
    Action, InputValue, Output, Parameter, ParameterKind, ResourceType, Solution, Tool, Toolbox,
};

use crate::language::{InterpretedSubtask, ResourceExpert};
use crate::search::{Term, TermId, Terms};

/// A resource at hand for a subtask.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AtHand {
    /// Its type.
    pub resource_type: ResourceType,
    /// Its name, or names.
    pub value: InputValue,
}

/// The words of a subtask that a tool gets beside a text that is a file or a result: a question
/// about it, or an instruction for it. None where its text holds them already.
fn wishes(
    tool: &Tool,
    named: &BTreeMap<String, InputValue>,
    subtask: &InterpretedSubtask,
) -> Vec<(String, InputValue)> {
    let is_said = |value: &String| *value == subtask.spans.instruction;
    if named.values().flat_map(InputValue::values).any(is_said) {
        return Vec::new();
    }
    let wish = |parameter: &Parameter| {
        let words = subtask.spans.for_role(Some(parameter.role?))?;
        Some((parameter.name.clone(), InputValue::One(words.to_owned())))
    };
    tool.parameters.iter().filter_map(wish).collect()
}

/// The actions of a solution, each after those whose outputs it takes. None where a text argument
/// has no words.
pub fn write_down(
    solution: TermId,
    terms: &Terms,
    subtask: &InterpretedSubtask,
    at_hand: &[AtHand],
    toolbox: &Toolbox,
    expert: &dyn ResourceExpert,
) -> Option<Solution> {
    let calls = terms.calls(solution);
    let name = |call: TermId| {
        let position = calls.iter().position(|other| *other == call)?;
        Some(if call == solution {
            subtask.goal.returns.value.clone()
        } else {
            format!("{}-{position}", subtask.goal.returns.value)
        })
    };
    // Of several tools that follow words, the last does what they ask for.
    let takes_words = |call: &&TermId| {
        let tool = terms.tool(**call).map(|index| &toolbox[index]);
        tool.is_some_and(|tool| tool.parameters.iter().any(|one| one.role.is_some()))
    };
    let told = calls.iter().rfind(takes_words);
    let mut actions = Vec::with_capacity(calls.len());
    for call in calls {
        let Term::Call(index, inputs) = terms.get(*call) else {
            continue;
        };
        let tool = &toolbox[*index];
        let mut named = BTreeMap::new();
        for (parameter, input) in tool.args.iter().zip(inputs) {
            let words = || expert.text(subtask, tool, parameter);
            let value = match terms.get(*input) {
                Term::Given(given) => at_hand.get(given.0)?.value.clone(),
                Term::Words | Term::Thing => InputValue::One(words()?),
                Term::WordsAnd(other) => InputValue::Many(vec![words()?, name(*other)?]),
                Term::Call(..) => InputValue::One(name(*input)?),
            };
            named.insert(parameter.name.clone(), value);
        }
        if told == Some(call) {
            named.extend(wishes(tool, &named, subtask));
        }
        for (parameter, value) in expert.values(subtask, tool) {
            // The format that a request speaks of is that of its result.
            let is_format = tool
                .parameter(&parameter)
                .is_some_and(|one| one.kind == ParameterKind::FileFormat);
            if *call == solution || !is_format {
                named.insert(parameter, InputValue::One(value));
            }
        }
        let outputs = vec![Output {
            resource_type: tool.returns.clone(),
            value: name(*call)?,
        }];
        actions.push(Action {
            tool: tool.name.clone(),
            inputs: named,
            outputs,
            seed: None,
            settings: BTreeMap::new(),
        });
    }
    let used = || {
        calls
            .iter()
            .filter_map(|call| terms.tool(*call))
            .map(|index| &toolbox[index])
    };
    Some(Solution {
        score: 0.0,
        actions,
        seconds: (used().map(|tool| f64::from(tool.seconds)).sum::<f64>() * 100.0).round() / 100.0,
        download_bytes: used()
            .filter(|tool| tool.built_in.starts_with('-'))
            .map(|tool| tool.model_bytes)
            .sum(),
    })
}
