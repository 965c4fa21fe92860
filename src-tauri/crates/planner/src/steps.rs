//! The steps of a conversation after a plan that was not made from a parsed request.

use std::collections::BTreeMap;

use patchbay_domain::{
    CallReference, InputValue, Parameter, ParameterKind, ParsedCall, ParsedRequest, ParsedSlot,
    Plan, Request, Source, Subtask, Toolbox, ValueRef, settled,
};

use crate::planner::Planner;

impl Planner {
    /// The plan for a request that was changed since, with its calls and the steps of its conversation after it.
    pub fn settled(&self, plan: Plan, request: &Request) -> Plan {
        with_steps(plan, request, self.toolbox())
    }
}

/// The plan with its calls, one for each subtask, and with the steps of its conversation after it.
fn with_steps(mut plan: Plan, request: &Request, toolbox: &Toolbox) -> Plan {
    let calls = Calls::of(&plan, request);
    let parsed = ParsedRequest {
        calls: plan
            .subtasks
            .iter()
            .map(|subtask| calls.call(subtask, toolbox))
            .collect(),
        ..ParsedRequest::default()
    };
    plan.called = plan
        .subtasks
        .iter()
        .map(|subtask| vec![subtask.goal.id])
        .collect();
    plan.steps = settled(&request.steps, request.history.len(), &parsed).steps;
    plan
}

/// Sources that names in a plan stand for.
struct Calls<'a> {
    request: &'a Request,
    /// The place of the subtask that makes each output.
    makers: BTreeMap<&'a str, usize>,
}

impl<'a> Calls<'a> {
    fn of(plan: &'a Plan, request: &'a Request) -> Self {
        let made = plan
            .subtasks
            .iter()
            .enumerate()
            .flat_map(|(place, subtask)| {
                let outputs = subtask
                    .solutions
                    .iter()
                    .flat_map(|solution| &solution.actions)
                    .flat_map(|action| &action.outputs);
                let outputs = outputs.map(|output| output.value.as_str());
                outputs
                    .chain([subtask.goal.returns.value.as_str()])
                    .map(move |value| (value, place))
            });
        Self {
            request,
            makers: made.collect(),
        }
    }

    /// The call of a subtask: its last tool with that tool's values, on the files of the whole way.
    fn call(&self, subtask: &Subtask, toolbox: &Toolbox) -> ParsedCall {
        let best = subtask.solutions.first();
        let Some(last) = best.and_then(|best| best.actions.last()) else {
            return ParsedCall::default();
        };
        let tool = toolbox.tool(&last.tool);
        // Single values say the edits: what is changed of them later would be done beside what it was.
        let is_value = |one: &Parameter| one.kind != ParameterKind::Edits;
        let is_parameter = |name: &str| {
            let parameter = tool.and_then(|tool| tool.parameter(name));
            parameter.is_some_and(is_value)
        };
        let slots = last.inputs.iter().filter(|(name, _)| is_parameter(name));
        let slots = slots.map(|(name, value)| ParsedSlot {
            parameter: name.clone(),
            value: value.values().join("; "),
            span: None,
        });
        let goal = subtask
            .goal
            .args
            .iter()
            .flat_map(|argument| argument.value.values());
        let files = goal.filter_map(|value| self.source(value));
        ParsedCall {
            tool: Some(last.tool.clone()),
            sources: files.chain(self.words(subtask, toolbox)).collect(),
            slots: slots.collect(),
            ..ParsedCall::default()
        }
    }

    /// Returns the source that a name stands for: another subtask's result, an earlier turn's, or a
    /// file; none for words and points.
    fn source(&self, value: &str) -> Option<Source> {
        if let Some(call) = self.makers.get(value) {
            return Some(Source::Call(CallReference {
                turn: None,
                call: *call,
            }));
        }
        let of_step = self.request.steps.iter().find(|step| {
            let turn = step
                .ran
                .turn
                .and_then(|turn| self.request.history.get(turn));
            let made = turn.and_then(|turn| turn.made.get(step.ran.call));
            made.is_some_and(|made| made.iter().any(|name| name == value))
        });
        if let Some(step) = of_step {
            return Some(Source::Call(step.reference));
        }
        self.is_file(value).then(|| Source::File(value.to_owned()))
    }

    fn is_file(&self, value: &str) -> bool {
        let earlier = self
            .request
            .history
            .iter()
            .flat_map(|turn| turn.resources.iter().chain(&turn.results));
        self.request
            .resources
            .iter()
            .chain(earlier)
            .any(|one| one.name == value)
    }

    /// The words that the first tool of a way that takes words is given.
    fn words(&self, subtask: &Subtask, toolbox: &Toolbox) -> Option<Source> {
        let actions = &subtask.solutions.first()?.actions;
        let literal = |value: &&String| {
            matches!(
                ValueRef::of(value, |name| self.is_file(name)
                    || self.makers.contains_key(name)),
                ValueRef::Literal(_)
            )
        };
        actions.iter().find_map(|action| {
            let tool = toolbox.tool(&action.tool)?;
            let arguments = tool
                .args
                .iter()
                .filter_map(|argument| action.inputs.get(&argument.name));
            let words = arguments.flat_map(InputValue::values).find(literal)?;
            Some(Source::Words(words.clone()))
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{from_value, json};

    use super::*;

    #[test]
    fn a_step_has_the_single_values_that_it_ran_with() {
        let parameters = json!([
            { "name": "adjustments", "kind": "edits" },
            { "name": "warmth", "kind": "percent", "label": "Warmth" },
        ]);
        let tool = json!({ "name": "edit", "args": [{ "name": "image", "type": "image" }], "returns": "image", "parameters": parameters });
        let toolbox =
            json!({ "resource_types": [{ "name": "image" }], "tools": [tool] }).to_string();
        let toolbox = Toolbox::from_json(&toolbox).expect("a toolbox");
        let inputs =
            json!({ "image": "a.png", "adjustments": "warmth 40; angle 90", "warmth": "40" });
        let returns = json!({ "type": "image", "value": "<GEN>-0" });
        let action = json!({ "tool": "edit", "inputs": inputs, "outputs": [returns] });
        let solution =
            json!({ "score": 5.0, "actions": [action], "seconds": 0.0, "download_bytes": 0 });
        let plan = Plan {
            subtasks: from_value(json!([{ "id": 0, "returns": returns, "solutions": [solution] }]))
                .expect("a subtask"),
            ..Plan::default()
        };
        let steps = with_steps(plan, &Request::default(), &toolbox).steps;
        assert_eq!(steps[0].values, [("warmth".to_owned(), "40".to_owned())]);
    }
}
