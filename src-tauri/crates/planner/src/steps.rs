//! The steps of a conversation after a plan that was not made from a parsed request.

use std::collections::BTreeMap;

use patchbay_domain::{
    CallReference, InputValue, ParsedCall, ParsedRequest, ParsedSlot, Plan, Request, Source,
    Subtask, Toolbox, ValueRef, settled,
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
        let is_parameter = |name: &str| tool.is_some_and(|tool| tool.parameter(name).is_some());
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
