//! The calls of a parsed request as people see them.

use patchbay_domain::{
    CallReference, ConversationStep, ParsedCall, ParsedRequest, Source, Tool, Toolbox,
};

use crate::api::{CallAct, ReadCall, ReadValue};
use crate::present::tool;

/// The calls of a request; `steps`: those of its conversation.
pub(crate) fn calls(
    parsed: &ParsedRequest,
    steps: &[ConversationStep],
    toolbox: &Toolbox,
) -> Vec<ReadCall> {
    let shown = |one| call(one, steps, toolbox);
    parsed.calls.iter().map(shown).collect()
}

fn call(call: &ParsedCall, steps: &[ConversationStep], toolbox: &Toolbox) -> ReadCall {
    let acts = [
        (CallAct::Changes, call.amends),
        (CallAct::TakesBack, call.undo),
        (CallAct::Repeats, call.again),
    ];
    let of_step = acts
        .into_iter()
        .find_map(|(act, reference)| Some((act, reference?)));
    let tool_of = |reference: CallReference| {
        let step = steps.iter().find(|step| step.is_named(reference));
        step.map(|step| step.tool.as_str())
    };
    let name = match of_step {
        Some((_, reference)) => tool_of(reference),
        None => call.tool.as_deref(),
    };
    let name = name.unwrap_or_default();
    let known = toolbox.tool(name);
    let files = call.sources.iter().filter_map(|source| match source {
        Source::File(name) => Some(name.clone()),
        _ => None,
    });
    let words = call.sources.iter().find_map(|source| match source {
        Source::Words(words) => Some(words.clone()),
        _ => None,
    });
    ReadCall {
        act: of_step.map_or(CallAct::Uses, |(act, _)| act),
        label: tool::label(toolbox, name),
        files: files.collect(),
        words,
        values: known.map_or_else(Vec::new, |tool| values(call, tool)),
    }
}

fn values(call: &ParsedCall, tool: &Tool) -> Vec<ReadValue> {
    let shown = |(name, value): (&str, &str)| {
        let parameter = tool.parameter(name)?;
        Some(ReadValue {
            label: parameter.label.clone(),
            value: value.to_owned(),
            unit: parameter.kind.unit().to_owned(),
        })
    };
    call.values().into_iter().filter_map(shown).collect()
}
