//! A plan of the decomposer by examples as a [`ParsedRequest`], so that it is measured as every reader is.

use std::collections::HashMap;

use patchbay_domain::{
    Action, CallReference, ParsedCall, ParsedRequest, ParsedSlot, Plan, Request, ResourceType,
    Source, Span, TextRole, Tool, Toolbox,
};

/// What a plan says of its request: the calls of the best way of each subtask, what is refused and what is asked back. It has
/// no segments: the decomposer does not say which words do what.
pub fn parsed(request: &Request, plan: &Plan, toolbox: &Toolbox) -> ParsedRequest {
    let mut calls: Vec<ParsedCall> = Vec::new();
    let mut makers: HashMap<&str, usize> = HashMap::new();
    for subtask in &plan.subtasks {
        let Some(best) = subtask.solutions.first() else {
            continue;
        };
        let anchor = span_of(&request.instruction, &subtask.goal.description);
        for action in &best.actions {
            let Some(tool) = toolbox.tool(&action.tool) else {
                continue;
            };
            let call = ParsedCall {
                anchor,
                ..call(action, tool, request, &makers)
            };
            for output in &action.outputs {
                makers.insert(&output.value, calls.len());
            }
            calls.push(call);
        }
    }
    let unclaimed: Vec<Span> = plan
        .uncovered
        .iter()
        .map(|one| Span {
            from: one.start,
            to: one.start + one.words.len(),
        })
        .collect();
    ParsedRequest {
        segments: Vec::new(),
        calls,
        cannot: unclaimed.clone(),
        ask: asked(plan),
        unclaimed,
    }
}

/// The readings that a plan asks between: its choices, or its question where words are not refused.
fn asked(plan: &Plan) -> Vec<String> {
    match &plan.clarification {
        Some(_) if !plan.choices.is_empty() => plan.choices.clone(),
        Some(question) if plan.uncovered.is_empty() => vec![question.clone()],
        _ => Vec::new(),
    }
}

fn span_of(text: &str, words: &str) -> Option<Span> {
    let from = text.find(words).filter(|_| !words.is_empty())?;
    Some(Span {
        from,
        to: from + words.len(),
    })
}

fn call(
    action: &Action,
    tool: &Tool,
    request: &Request,
    makers: &HashMap<&str, usize>,
) -> ParsedCall {
    let mut sources = Vec::new();
    let mut slots = Vec::new();
    for (name, value) in &action.inputs {
        match tool.args.iter().find(|argument| argument.name == *name) {
            Some(argument) if argument.role == Some(TextRole::Instruction) => {}
            Some(argument) => {
                let is_text = argument.resource_type == ResourceType::TEXT;
                let values = value.values().iter();
                sources.extend(values.map(|value| source(value, is_text, request, makers)));
            }
            None if tool.edits().is_some_and(|edits| edits.name == *name) => {}
            None => slots.push(ParsedSlot {
                parameter: name.clone(),
                value: value.values().join("; "),
                span: None,
            }),
        }
    }
    ParsedCall {
        tool: Some(tool.name.clone()),
        sources,
        slots,
        ..ParsedCall::default()
    }
}

fn source(value: &str, is_text: bool, request: &Request, makers: &HashMap<&str, usize>) -> Source {
    if let Some(call) = makers.get(value) {
        return Source::Call(CallReference {
            turn: None,
            call: *call,
        });
    }
    if let Ok(reference) = value.parse() {
        return Source::Call(reference);
    }
    let earlier = request.history.iter().flat_map(|turn| &turn.resources);
    let is_file = request
        .resources
        .iter()
        .chain(earlier)
        .any(|one| one.name == value);
    if is_text && !is_file {
        Source::Words(value.to_owned())
    } else {
        Source::File(value.to_owned())
    }
}
