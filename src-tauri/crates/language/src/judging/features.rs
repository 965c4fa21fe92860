//! What tells which of a plan and a reading is right.

use std::collections::BTreeMap;

use patchbay_domain::{Act, Action, ParsedRequest, Plan, Segment, Span, Toolbox};
use patchbay_planner::is_whole;
use patchbay_reader::{FEATURES as OF_READING, said};

use super::left_over::{claimed_by_plan, claimed_by_reading, numbers_left};
use crate::reading::Reading;

/// Number of features.
pub(super) const FEATURES: usize = OF_READING + 15;

/// A tool with the values of its parameters by name.
type Call<'a> = (&'a str, BTreeMap<&'a str, String>);

/// What a plan of the decomposer and the likeliest reading of the same request are judged by.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Judged {
    /// How sure the reading is, what the plan comes to, and how far both agree.
    pub features: [f32; FEATURES],
    /// Whether the plan does all of the request.
    pub is_whole: bool,
}

/// Returns what a plan of the decomposer and the likeliest reading of the same request are judged by; `text`: its words.
pub fn judged(text: &str, plan: &Plan, reading: &Reading, toolbox: &Toolbox) -> Judged {
    let parsed = &reading.parsed;
    let by_plan = claimed_by_plan(text, plan, toolbox);
    let by_reading = claimed_by_reading(parsed);
    let numbers_left_by_plan = numbers_left(text, &by_plan);
    let (planned, read) = (planned(plan, toolbox), read(&reading.parsed));
    let flag = |is: bool| f32::from(u8::from(is));
    let is_whole = is_whole(plan);
    let whole = flag(is_whole);
    let agreement = Agreement::of(&planned, &read);
    let same_tools = flag(agreement.same_tools);
    let of_both = [
        whole,
        flag(plan.clarification.is_some() && plan.uncovered.is_empty()),
        flag(!plan.subtasks.is_empty()),
        plan.subtasks.len() as f32,
        same_tools,
        agreement.tools,
        same_tools * agreement.values,
        flag(agreement.same_tools && agreement.values >= 1.0),
        whole * same_tools,
        flag(!reading.parsed.cannot.is_empty()),
        flag(!reading.parsed.ask.is_empty()),
        flag(changes_a_step(&reading.parsed)),
        said(text, &parsed.segments, by_plan).len() as f32,
        numbers_left_by_plan as f32,
        numbers_left(text, &by_reading) as f32,
    ];
    let mut features = [0.0; FEATURES];
    features[..OF_READING].copy_from_slice(&reading.features);
    features[OF_READING..].copy_from_slice(&of_both);
    Judged { features, is_whole }
}

/// Whether a reading changes or takes back a step that ran, by what its words do, too.
fn changes_a_step(parsed: &ParsedRequest) -> bool {
    let says_so = |at: Span| {
        parsed.segments.iter().any(|segment| {
            let Segment { span, act } = *segment;
            let is_change = matches!(act, Act::Amendment | Act::Undo | Act::Correction);
            is_change && span.touches(at)
        })
    };
    let mut changed = parsed
        .calls
        .iter()
        .filter(|call| call.amends.or(call.undo).is_some());
    changed.any(|call| call.anchor.is_some_and(says_so))
}

/// How far two lists of calls are the same.
struct Agreement {
    /// Whether the same tools are called.
    same_tools: bool,
    /// Share of the tools that both call.
    tools: f32,
    /// Share of the values of tools that both call that are the same; 1 where there are none.
    values: f32,
}

impl Agreement {
    fn of(planned: &[Call<'_>], read: &[Call<'_>]) -> Self {
        let mut left: Vec<&Call<'_>> = planned.iter().collect();
        let (mut tools, mut values, mut same_values) = (0, 0, 0);
        for (tool, said) in read {
            let Some(place) = left.iter().position(|(other, _)| other == tool) else {
                continue;
            };
            let (_, others) = left.swap_remove(place);
            tools += 1;
            let same = said
                .iter()
                .filter(|(name, value)| others.get(*name) == Some(*value));
            let same = same.count();
            same_values += same;
            values += said.len() + others.len()
                - said
                    .keys()
                    .filter(|name| others.contains_key(*name))
                    .count();
        }
        let most = planned.len().max(read.len());
        Self {
            same_tools: most > 0 && tools == most,
            tools: tools as f32 / most.max(1) as f32,
            values: if values == 0 {
                1.0
            } else {
                same_values as f32 / values as f32
            },
        }
    }
}

/// The calls that a plan makes for what is wished for, without those on the way.
fn planned<'a>(plan: &'a Plan, toolbox: &'a Toolbox) -> Vec<Call<'a>> {
    let best = plan.subtasks.iter().filter_map(|one| one.solutions.first());
    let last = best.filter_map(|solution| solution.actions.last());
    last.map(|action| (action.tool.as_str(), values(action, toolbox)))
        .collect()
}

fn values<'a>(action: &'a Action, toolbox: &Toolbox) -> BTreeMap<&'a str, String> {
    let tool = toolbox.tool(&action.tool);
    let is_set = |name: &str| {
        let parameter = tool.and_then(|tool| tool.parameter(name));
        parameter.is_some_and(|one| one.is_set() && one.role.is_none())
    };
    let inputs = action.inputs.iter().filter(|(name, _)| is_set(name));
    inputs
        .map(|(name, value)| (name.as_str(), value.values().join("; ")))
        .collect()
}

/// The calls of a request; those of one tool in a row that set other parameters are one, as a plan does edits at once.
fn read(parsed: &ParsedRequest) -> Vec<Call<'_>> {
    let mut calls: Vec<Call<'_>> = Vec::new();
    for call in &parsed.calls {
        let Some(tool) = call.tool.as_deref() else {
            continue;
        };
        let values = call.values().into_iter();
        let values: BTreeMap<&str, String> = values
            .map(|(name, value)| (name, value.to_owned()))
            .collect();
        match calls.last_mut() {
            Some((last, set))
                if *last == tool && !values.keys().any(|name| set.contains_key(name)) =>
            {
                set.extend(values);
            }
            _ => calls.push((tool, values)),
        }
    }
    calls
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call<'a>(tool: &'a str, values: &[(&'a str, &str)]) -> Call<'a> {
        let values = values
            .iter()
            .map(|(name, value)| (*name, (*value).to_owned()));
        (tool, values.collect())
    }

    #[test]
    fn calls_agree_as_far_as_tools_and_values_are_the_same() {
        let planned = [call("cut", &[("parts", "first 0:10")]), call("mute", &[])];
        let all = Agreement::of(&planned, &[call("mute", &[]), planned[0].clone()]);
        assert!(all.same_tools);
        assert_eq!((all.tools, all.values), (1.0, 1.0));

        let other = call("cut", &[("parts", "last 0:10"), ("format", "mp4")]);
        let some = Agreement::of(&planned, &[other]);
        assert!(!some.same_tools);
        assert_eq!((some.tools, some.values), (0.5, 0.0));

        assert!(
            !Agreement::of(&[], &[]).same_tools,
            "nothing agrees with nothing"
        );
    }
}
