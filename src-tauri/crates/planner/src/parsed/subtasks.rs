//! Calls that were read as subtasks.

use std::collections::BTreeMap;

use patchbay_domain::value::output_of;
use patchbay_domain::{
    Argument, CallReference, InputValue, NamedResource, ParsedCall, ParsedRequest, Request,
    ResourceParameter, ResourceType, Returns, Source, Span, SubtaskGoal, SubtaskId, Tool,
    ToolIndex, Toolbox,
};

use crate::language::{InterpretedSubtask, TextSpans};

/// A subtask with the tool and the values that were read for it.
pub(super) struct Called {
    /// The place of the call that it comes from.
    pub(super) call: usize,
    pub(super) subtask: InterpretedSubtask,
    pub(super) tool: ToolIndex,
    pub(super) name: String,
    pub(super) values: BTreeMap<String, String>,
}

/// The subtasks of a request that was read: one for each call of a tool, or one for each file where the tool takes a single one.
pub(super) fn called(request: &Request, parsed: &ParsedRequest, toolbox: &Toolbox) -> Vec<Called> {
    let mut all: Vec<Called> = Vec::new();
    // What each call makes, by its number: one output for each of its subtasks.
    let mut made: Vec<Vec<Argument>> = Vec::new();
    for (number, call) in parsed.calls.iter().enumerate() {
        let known = call.tool.as_ref().and_then(|name| toolbox.index(name));
        let Some(tool) = known else {
            made.push(Vec::new());
            continue;
        };
        let arguments = arguments(call, request, &made);
        let mut outputs = Vec::new();
        for arguments in shared_out(arguments, &toolbox[tool]) {
            let id = SubtaskId(all.len());
            let returns = Returns {
                resource_type: toolbox[tool].returns.clone(),
                value: output_of(id),
            };
            outputs.push(Argument {
                resource_type: returns.resource_type.clone(),
                value: InputValue::One(returns.value.clone()),
            });
            let goal = SubtaskGoal {
                id,
                description: description(call, request, parsed, &toolbox[tool]),
                domains: Vec::new(),
                depends_on: depends_on(&arguments, &all),
                args: arguments,
                returns,
            };
            all.push(Called {
                call: number,
                subtask: interpreted(goal, call, tool, toolbox),
                tool,
                name: toolbox[tool].name.clone(),
                values: values(call, &toolbox[tool]),
            });
        }
        made.push(outputs);
    }
    all
}

fn interpreted(
    goal: SubtaskGoal,
    call: &ParsedCall,
    tool: ToolIndex,
    toolbox: &Toolbox,
) -> InterpretedSubtask {
    let words = call.sources.iter().find_map(|source| match source {
        Source::Words(words) if !words.trim().is_empty() => Some(words.clone()),
        _ => None,
    });
    let mut goal_scores = vec![0.0; toolbox.tools.len()];
    goal_scores[tool.0] = 1.0;
    InterpretedSubtask {
        spans: TextSpans {
            object: words.clone(),
            content: words.clone(),
            title: None,
            instruction: words.unwrap_or_else(|| goal.description.clone()),
        },
        goal,
        goal_scores,
        mention_scores: vec![0.0; toolbox.tools.len()],
        margin: f32::INFINITY,
    }
}

/// The words of a call's wish, as people see it: all of its segment, where no other call is read from that; the tool's label where
/// none are marked.
fn description(
    call: &ParsedCall,
    request: &Request,
    parsed: &ParsedRequest,
    tool: &Tool,
) -> String {
    let wished = |anchor: Span| {
        let mut segments = parsed.segments.iter().map(|segment| segment.span);
        let segment = segments.find(|span| span.from <= anchor.from && anchor.to <= span.to)?;
        let mut anchors = parsed.calls.iter().filter_map(|one| one.anchor);
        let is_shared = anchors.any(|one| one != anchor && segment.touches(one));
        (!is_shared).then_some(segment)
    };
    let words = call
        .anchor
        .and_then(|anchor| wished(anchor).unwrap_or(anchor).of(&request.instruction));
    let words = words.map(|words| {
        words
            .trim()
            .trim_end_matches(['.', ',', ';', ':', '!'])
            .trim_end()
    });
    words
        .filter(|words| !words.is_empty())
        .unwrap_or(&tool.label)
        .to_owned()
}

/// The values of parameters that stand for themselves; one that another call finds is left to the search.
fn values(call: &ParsedCall, tool: &Tool) -> BTreeMap<String, String> {
    let is_given = |name: &str, value: &str| !value.is_empty() && tool.parameter(name).is_some();
    call.values()
        .into_iter()
        .filter(|(name, value)| is_given(name, value))
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect()
}

fn named(request: &Request) -> impl Iterator<Item = &NamedResource> {
    let earlier = request
        .history
        .iter()
        .rev()
        .flat_map(|turn| turn.resources.iter().chain(&turn.results));
    request.resources.iter().chain(earlier)
}

/// Returns the arguments that a call works on, in the order in which they are said.
fn arguments(call: &ParsedCall, request: &Request, made: &[Vec<Argument>]) -> Vec<Argument> {
    let argument = |resource: &NamedResource| Argument {
        resource_type: resource.resource_type.clone(),
        value: InputValue::One(resource.name.clone()),
    };
    let excepted = |name: &str| {
        call.sources
            .iter()
            .any(|source| matches!(source, Source::Not(other) if other == name))
    };
    let mut arguments: Vec<Argument> = Vec::new();
    for source in &call.sources {
        match source {
            Source::File(name) => {
                arguments.extend(named(request).find(|one| one.name == *name).map(argument));
            }
            Source::All(kind) => {
                let all = request
                    .resources
                    .iter()
                    .filter(|one| one.resource_type == *kind && !excepted(&one.name));
                arguments.extend(all.map(argument));
            }
            Source::Call(CallReference { turn: None, call }) => {
                arguments.extend(made.get(*call).into_iter().flatten().cloned());
            }
            Source::Call(reference) => {
                arguments.extend(earlier(*reference, request).into_iter().map(argument));
            }
            Source::Not(_) | Source::Words(_) => {}
        }
    }
    let mut seen = Vec::new();
    arguments.retain(|one| {
        let is_new = !seen.contains(&one.value);
        seen.push(one.value.clone());
        is_new
    });
    arguments
}

/// The results of a call of an earlier turn: those that are known to be its own, the one that has its name, or the one in its
/// place.
fn earlier(reference: CallReference, request: &Request) -> Vec<&NamedResource> {
    let turn = reference.turn.and_then(|turn| request.history.get(turn));
    let Some(turn) = turn else {
        return Vec::new();
    };
    if let Some(made) = turn.made.get(reference.call) {
        let is_own = |result: &&NamedResource| made.contains(&result.name);
        return turn.results.iter().filter(is_own).collect();
    }
    let name = reference.to_string();
    let named = turn.results.iter().find(|one| one.name == name);
    let result = named.or_else(|| turn.results.get(reference.call));
    result.into_iter().collect()
}

/// The arguments of each subtask: all together, or where the tool takes a single file of a type of which several are given and
/// nothing else of it, one after the other.
fn shared_out(arguments: Vec<Argument>, tool: &Tool) -> Vec<Vec<Argument>> {
    let of = |kind: &ResourceType| {
        arguments
            .iter()
            .filter(|one| one.resource_type == *kind)
            .count()
    };
    let takes_one = |kind: &ResourceType| {
        let mut taking = tool.args.iter().filter(|one| one.resource_type == *kind);
        taking.next().is_some_and(|one| !one.many) && taking.next().is_none()
    };
    let several = tool
        .args
        .iter()
        .map(|one| one.resource_type.clone())
        .find(|kind| takes_one(kind) && of(kind) > 1);
    let Some(kind) = several else {
        return vec![together(arguments, tool)];
    };
    let (each, shared): (Vec<Argument>, Vec<Argument>) = arguments
        .into_iter()
        .partition(|one| one.resource_type == kind);
    each.into_iter()
        .map(|one| shared.iter().cloned().chain([one]).collect())
        .collect()
}

/// Returns the arguments with files of a type that the tool takes many of as one argument, but for
/// those that it takes one by one: a join takes a first video, and many behind it.
fn together(arguments: Vec<Argument>, tool: &Tool) -> Vec<Argument> {
    let mut together: Vec<Argument> = Vec::new();
    for argument in arguments {
        let of_type = |one: &&ResourceParameter| one.resource_type == argument.resource_type;
        let takes_many = tool.args.iter().filter(of_type).any(|one| one.many);
        let singles = tool
            .args
            .iter()
            .filter(of_type)
            .filter(|one| !one.many)
            .count();
        let mut given = together
            .iter_mut()
            .filter(|one| one.resource_type == argument.resource_type);
        match given.nth(singles) {
            Some(group) if takes_many => {
                let names = group.value.values().iter().chain(argument.value.values());
                group.value = InputValue::Many(names.cloned().collect());
            }
            _ => together.push(argument),
        }
    }
    together
}

/// The subtasks whose results are among the arguments.
fn depends_on(arguments: &[Argument], before: &[Called]) -> Vec<SubtaskId> {
    let values: Vec<&String> = arguments
        .iter()
        .flat_map(|one| one.value.values())
        .collect();
    let outputs = before.iter().map(|one| &one.subtask.goal);
    outputs
        .filter(|goal| values.contains(&&goal.returns.value))
        .map(|goal| goal.id)
        .collect()
}
