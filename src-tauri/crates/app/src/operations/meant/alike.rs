//! Whether a reading comes to no more than the plan.

use std::collections::BTreeSet;

use patchbay_domain::{
    ConversationStep, InputValue, ParsedRequest, Plan, Request, Source, Toolbox,
};
use patchbay_language::judging::sets_alike;
use patchbay_store::Goal;

use super::ways::{Planned, best, goals};

/// Whether a plan does to the result of a step what a reading sets of the step itself: the same values of the same tool, of which the
/// step had none. Both come to the same then.
pub(super) fn comes_to_the_same(
    planned: &ParsedRequest,
    read: &ParsedRequest,
    request: &Request,
) -> bool {
    let ([new], [change]) = (&planned.calls[..], &read.calls[..]) else {
        return false;
    };
    let mut steps = request.steps.iter();
    let Some(step) = steps.find(|step| change.amends.is_some_and(|call| step.is_named(call)))
    else {
        return false;
    };
    let ran = step.ran.turn.and_then(|turn| request.history.get(turn));
    let made = ran.and_then(|turn| turn.made.get(step.ran.call));
    let is_made = |source: &Source| match source {
        Source::File(name) => made.is_some_and(|made| made.contains(name)),
        Source::Call(call) => step.is_named(*call),
        _ => false,
    };
    let sources = &new.sources;
    !sources.is_empty() && sources.iter().all(is_made) && sets_alike(new, change, step)
}

/// A reading without the numbers that no words say of steps that have others: those that a person may not have meant.
pub(super) fn by_words(read: &ParsedRequest, steps: &[ConversationStep]) -> ParsedRequest {
    let mut said = read.clone();
    for call in &mut said.calls {
        let changed = call.amends;
        let mut steps = steps.iter();
        let Some(step) = steps.find(|step| changed.is_some_and(|call| step.is_named(call))) else {
            continue;
        };
        let had = |parameter: &str| step.values.iter().any(|(name, _)| name == parameter);
        call.slots
            .retain(|slot| slot.span.is_some() || !had(&slot.parameter));
    }
    said
}

/// Whether a reading that copies no words and a plan differ on the way alone: they end with the same tools, set to the same values,
/// and work on the same files.
pub(super) fn ends_alike(
    Planned {
        parsed, plan: one, ..
    }: &Planned,
    other: &Plan,
    toolbox: &Toolbox,
    is_file: impl Fn(&str) -> bool,
) -> bool {
    let ends = |plan| {
        let mut goals = goals(plan, toolbox);
        for Goal { tool, values } in &mut goals {
            let tool = toolbox.tool(tool);
            values.retain(|name, _| tool.is_some_and(|tool| tool.parameter(name).is_some()));
        }
        goals
    };
    let files = |plan| -> BTreeSet<String> {
        let inputs = best(plan).flat_map(|action| action.inputs.values());
        let names = inputs.flat_map(InputValue::values);
        names.filter(|name| is_file(name)).cloned().collect()
    };
    let mut sources = parsed.calls.iter().flat_map(|call| &call.sources);
    let copies = sources.any(|source| matches!(source, Source::Words(_)));
    !copies && ends(one) == ends(other) && files(one) == files(other)
}

/// Whether what a reading does are the first steps of what a plan does.
pub(super) fn stops_on_the_way(reading: &Plan, plan: &Plan) -> bool {
    let tools = |plan| best(plan).map(|action| &action.tool);
    let (mut read, mut planned) = (tools(reading).peekable(), tools(plan));
    let does_something = read.peek().is_some();
    let is_first = read.all(|tool| planned.next() == Some(tool));
    does_something && is_first && planned.next().is_some()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// A picture that was made black and white.
    fn request() -> Request {
        let step = json!({ "reference": "t0.c0", "tool": "edit", "sources": ["photo.png"], "values": [["color", "none"]], "ran": "t0.c0" });
        let turn = json!({ "made": [["photo-grey.png"]] });
        serde_json::from_value(
            json!({ "instruction": "", "resources": [], "steps": [step], "history": [turn] }),
        )
        .unwrap()
    }

    fn parsed(call: serde_json::Value) -> ParsedRequest {
        serde_json::from_value(json!({ "calls": [call] })).unwrap()
    }

    /// Whether both come to the same where a plan sets one value, of a file, and a reading another one of the step.
    fn is_same(planned: (&str, &str, &str), read: (&str, &str)) -> bool {
        let (name, value, of) = planned;
        let new = json!({ "tool": "edit", "sources": [of], "slots": [{ "parameter": name, "value": value }] });
        let (name, value) = read;
        let change = json!({ "amends": "t0.c0", "slots": [{ "parameter": name, "value": value }] });
        comes_to_the_same(&parsed(new), &parsed(change), &request())
    }

    #[test]
    fn a_value_that_the_step_had_not_is_set_either_way() {
        assert!(is_same(("angle", "90", "photo-grey.png"), ("angle", "90")));
        assert!(is_same(("angle", "90", "t0.c0"), ("angle", "90")));
    }

    #[test]
    fn other_values_and_other_pictures_are_not_the_same() {
        assert!(!is_same(("angle", "90", "photo-grey.png"), ("angle", "45")));
        assert!(!is_same(("angle", "90", "photo.png"), ("angle", "90")));
        assert!(!is_same(
            ("color", "red", "photo-grey.png"),
            ("color", "red")
        ));
    }

    #[test]
    fn a_number_that_no_words_say_is_left_out() {
        let steps = request().steps;
        let slots = |color| json!([{ "parameter": "look", "value": "grey" }, color]);
        let said = |color| {
            by_words(
                &parsed(json!({ "amends": "t0.c0", "slots": slots(color) })),
                &steps,
            )
        };
        let unsaid = said(json!({ "parameter": "color", "value": "55" }));
        assert_eq!(unsaid.calls[0].values(), [("look", "grey")].into());
        let named = said(json!({ "parameter": "color", "value": "55", "from": 8, "to": 12 }));
        assert_eq!(named.calls[0].values().len(), 2);
    }

    /// A plan of these tools.
    fn plan(tools: &[&str]) -> Plan {
        let action = |tool: &&str| json!({ "tool": tool, "inputs": { "of": format!("{tool}.mp4") }, "outputs": [] });
        let actions: Vec<_> = tools.iter().map(action).collect();
        let goal = json!({ "id": 0, "description": "", "domains": [], "depends_on": [], "args": [], "returns": { "type": "mask", "value": "x" } });
        let mut subtask = goal;
        subtask["solutions"] = json!([{ "score": 1.0, "actions": actions }]);
        Plan {
            subtasks: vec![serde_json::from_value(subtask).unwrap()],
            ..Plan::default()
        }
    }

    #[test]
    fn plans_that_end_with_the_same_tool_on_the_same_files_end_alike() {
        let alike = |tools: &[&str], sources, files: &[&str]| {
            let read = Planned {
                number: 0,
                parsed: parsed(json!({ "tool": "page", "sources": sources })),
                plan: plan(tools),
                takes_back: Vec::new(),
            };
            let other = plan(&["describe", "page"]);
            let is_file = |name: &str| files.contains(&name);
            let toolbox = r#"{ "resource_types": [], "tools": [] }"#;
            let toolbox = Toolbox::from_json(toolbox).unwrap();
            ends_alike(&read, &other, &toolbox, is_file)
        };
        assert!(alike(&["list", "page"], json!(["clip.mp4"]), &[]));
        assert!(!alike(&["list"], json!(["clip.mp4"]), &[]));
        assert!(
            !alike(&["page"], json!([{ "words": "a title" }]), &[]),
            "it copies words"
        );
        assert!(
            !alike(&["list", "page"], json!(["clip.mp4"]), &["list.mp4"]),
            "it works on another file"
        );
    }

    #[test]
    fn what_ends_before_the_plan_stops_on_the_way() {
        let whole = plan(&["find", "mask", "refine"]);
        assert!(stops_on_the_way(&plan(&["find", "mask"]), &whole));
        assert!(!stops_on_the_way(&plan(&["find", "refine"]), &whole));
        assert!(!stops_on_the_way(&whole, &whole));
        assert!(!stops_on_the_way(&whole, &plan(&["find", "mask"])));
        assert!(
            !stops_on_the_way(&plan(&[]), &whole),
            "it takes something back"
        );
    }
}
