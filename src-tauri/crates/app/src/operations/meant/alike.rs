//! Whether a reading comes to no more than the plan.

use patchbay_domain::{ParsedCall, ParsedRequest, Plan, Request, Source};

use super::ways::best;

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
    let set = change.values();
    let has_none = step
        .values
        .iter()
        .all(|(name, _)| !set.contains_key(&**name));
    let ran = step.ran.turn.and_then(|turn| request.history.get(turn));
    let made = ran.and_then(|turn| turn.made.get(step.ran.call));
    let is_made = |source: &Source| match source {
        Source::File(name) => made.is_some_and(|made| made.contains(name)),
        Source::Call(call) => step.is_named(*call),
        _ => false,
    };
    let ParsedCall { tool, sources, .. } = new;
    tool.as_ref() == Some(&step.tool)
        && !sources.is_empty()
        && sources.iter().all(is_made)
        && !set.is_empty()
        && set == new.values()
        && has_none
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

    /// A plan of these tools.
    fn plan(tools: &[&str]) -> Plan {
        let action = |tool: &&str| json!({ "tool": tool, "inputs": {}, "outputs": [] });
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
