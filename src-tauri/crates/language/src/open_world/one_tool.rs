//! A request as a call of one connected tool: everything that is given goes to it, and what it still
//! needs is left to the person.

use std::collections::BTreeMap;

use patchbay_domain::value::output_of;
use patchbay_domain::{
    Action, Argument, InputValue, NamedResource, Output, Plan, Request, ResourceType, Solution,
    Subtask, SubtaskGoal, SubtaskId, TextRole, Tool, Toolbox, Uncovered, UncoveredKind,
};
use patchbay_planner::TextSpans;

use super::tied;
use crate::embedded::{filled, spoken};

/// What a value that the words give counts beside how well the tool fits, and one that it needs and
/// they do not give.
const VALUE: f32 = 0.12;
/// How much less a tool may count than the best one to be offered beside it.
const BESIDE: f32 = 0.3;
/// The most tools that are offered.
const MOST_WAYS: usize = 3;

/// The plan in which one of these tools does the request, each of them with how well it fits; none
/// where the words ask for none of them, or none takes what is given. `own`: the types.
///
/// Of tools that fit nearly alike, the one that more of the words are values for is meant: “say it in
/// the voice Clara” lists no voices. The others with the same result are other solutions.
pub(super) fn one_tool(request: &Request, tools: &[(Tool, f32)], own: &Toolbox) -> Option<Plan> {
    let asked = tools
        .iter()
        .filter(|(tool, _)| tied::asks_for(&request.instruction, tool));
    let mut calls: Vec<(f32, Call<'_>)> = asked
        .filter_map(|(tool, fit)| {
            let call = Call::new(request, tool, own)?;
            Some((
                fit + VALUE * call.values() as f32 - VALUE * call.lacking() as f32,
                call,
            ))
        })
        .collect();
    calls.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    let (best, first) = calls.first()?;
    let (best, made) = (*best, first.tool.returns.clone());
    calls.retain(|(fit, call)| best - fit <= BESIDE && call.tool.returns == made);
    calls.truncate(MOST_WAYS);
    Some(plan(request, calls))
}

/// A tool with the values that words and resources give it.
struct Call<'a> {
    tool: &'a Tool,
    inputs: BTreeMap<String, InputValue>,
}

impl<'a> Call<'a> {
    fn new(request: &Request, tool: &'a Tool, own: &Toolbox) -> Option<Self> {
        let mut inputs = given(request, tool, own)?;
        let args: Vec<Argument> = request.resources.iter().map(argument).collect();
        let spans = TextSpans {
            instruction: request.instruction.clone(),
            ..TextSpans::default()
        };
        let said = spoken::said(tool, &request.instruction, &args);
        let filled = filled::filled(tool, &spans, &said);
        for (name, value) in said.into_iter().chain(filled) {
            inputs.insert(name, InputValue::One(value));
        }
        Some(Self { tool, inputs })
    }

    /// How many of its parameters have a value.
    fn values(&self) -> usize {
        let parameters = self.tool.parameters.iter();
        parameters
            .filter(|one| self.inputs.contains_key(&one.name))
            .count()
    }

    /// How many that it needs have none.
    fn lacking(&self) -> usize {
        let parameters = self.tool.parameters.iter();
        parameters
            .filter(|one| one.needed && !self.inputs.contains_key(&one.name))
            .count()
    }
}

fn argument(one: &NamedResource) -> Argument {
    Argument {
        resource_type: one.resource_type.clone(),
        value: InputValue::One(one.name.clone()),
    }
}

/// The resources that a tool's arguments take, by the arguments' names; none where it does not take
/// all that is given, or needs what is not.
fn given(request: &Request, tool: &Tool, own: &Toolbox) -> Option<BTreeMap<String, InputValue>> {
    let mut left: Vec<&NamedResource> = request.resources.iter().collect();
    let mut taken = BTreeMap::new();
    for argument in &tool.args {
        let fits = |one: &&NamedResource| own.fits(&one.resource_type, &argument.resource_type);
        let (mut fitting, others): (Vec<_>, Vec<_>) = left.into_iter().partition(fits);
        left = others;
        if !argument.many && fitting.len() > 1 {
            left.extend(fitting.drain(1..));
        }
        let mut names: Vec<String> = fitting.iter().map(|one| one.name.clone()).collect();
        let value = match (argument.many, names.pop()) {
            (_, None) => {
                let text = text_for(argument.role?, &request.instruction, tool)?;
                InputValue::One(text)
            }
            (true, Some(last)) if !names.is_empty() => {
                names.push(last);
                InputValue::Many(names)
            }
            (_, Some(name)) => InputValue::One(name),
        };
        taken.insert(argument.name.clone(), value);
    }
    left.is_empty().then_some(taken)
}

/// The words for a text argument.
fn text_for(role: TextRole, instruction: &str, tool: &Tool) -> Option<String> {
    match role {
        TextRole::Instruction | TextRole::Question => Some(instruction.to_owned()),
        TextRole::Content | TextRole::Object => filled::content(tool, instruction),
    }
}

fn plan(request: &Request, calls: Vec<(f32, Call<'_>)>) -> Plan {
    let lacks = calls.first().is_some_and(|(_, call)| call.lacking() > 0);
    let tool = calls.first().map(|(_, call)| call.tool);
    let made = Output {
        resource_type: tool.map_or(ResourceType::TEXT, |tool| tool.returns.clone()),
        value: output_of(SubtaskId(0)),
    };
    let goal = SubtaskGoal {
        id: SubtaskId(0),
        description: request.instruction.clone(),
        domains: tool.map(|tool| tool.domain.clone()).into_iter().collect(),
        depends_on: Vec::new(),
        args: request.resources.iter().map(argument).collect(),
        returns: made.clone(),
    };
    let solution = |(fit, call): (f32, Call<'_>)| Solution {
        score: f64::from((3.0 + fit).clamp(1.0, 5.0) * 100.0).round() / 100.0,
        actions: vec![Action {
            tool: call.tool.name.clone(),
            inputs: call.inputs,
            outputs: vec![made.clone()],
            seed: None,
            settings: BTreeMap::new(),
        }],
        seconds: 0.0,
        download_bytes: 0,
    };
    let unsaid = Uncovered {
        words: request.instruction.clone(),
        start: 0,
        kind: UncoveredKind::Unsaid,
    };
    let visited_tools = calls.len();
    Plan {
        id: request.id.clone(),
        subtasks: vec![Subtask {
            goal,
            solutions: calls.into_iter().map(solution).collect(),
        }],
        uncovered: lacks.then_some(unsaid).into_iter().collect(),
        visited_tools,
        ..Plan::default()
    }
}
