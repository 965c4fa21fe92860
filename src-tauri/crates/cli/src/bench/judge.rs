//! One plan against its case.

use std::collections::BTreeSet;

use patchbay_domain::{Plan, Toolbox};

use super::cases::{Case, Goal};
use super::follow::{End, follow, words};

/// Number of a subtask's ways that are looked at for what was offered.
const OFFERED: usize = 9;

/// Properties of a plan. The names are those of ControlLLM's section 11, and stricter ones.
#[allow(clippy::struct_excessive_bools, reason = "each is a metric of its own")]
#[derive(Debug, Clone, Default)]
pub(super) struct Score {
    /// IR: it has a tool that no goal has use for.
    pub(super) irrelevant: bool,
    /// NR: it holds the necessary tools of every goal.
    pub(super) necessary: bool,
    /// HR: an argument does not exist.
    pub(super) made_up: bool,
    /// CR: every argument has the type that its tool takes.
    pub(super) consistent: bool,
    /// SE: it reaches every goal.
    pub(super) solved: bool,
    /// OK: and does nothing else.
    pub(super) ok: bool,
    /// ST: it reaches every goal in a preferred way.
    pub(super) strict: bool,
    /// OF: preferred ways to every goal are among those offered.
    pub(super) offered: bool,
    /// It asks back.
    pub(super) asked: bool,
    /// The mean number of ways that differ in their tools.
    pub(super) alternatives: f64,
    /// Number of tools that the search visited.
    pub(super) visited: usize,
    /// Time of planning in milliseconds.
    pub(super) elapsed: f64,
}

/// Judges a plan.
pub(super) fn score(case: &Case, plan: &Plan, toolbox: &Toolbox) -> Score {
    let first = follow(case, plan, toolbox, |subtask| subtask.solutions.first());
    let nth = |place: usize| {
        follow(case, plan, toolbox, move |subtask| {
            subtask
                .solutions
                .get(place.min(subtask.solutions.len().saturating_sub(1)))
        })
    };
    let offered: Vec<End> = (0..OFFERED).flat_map(|place| nth(place).ends).collect();
    let loose = |goal: &Goal, end: &End| reaches(goal, &goal.any_of, end);
    let strict = |goal: &Goal, end: &End| reaches(goal, &goal.preferred, end);
    let every = |reached: &dyn Fn(&Goal, &End) -> bool, ends: &[End]| {
        !ends.is_empty()
            && case
                .goals
                .iter()
                .all(|goal| ends.iter().any(|end| reached(goal, end)))
    };
    let surplus = first
        .ends
        .iter()
        .any(|end| end.is_final && !case.goals.iter().any(|goal| loose(goal, end)));
    let allowed: BTreeSet<&str> = case
        .goals
        .iter()
        .flat_map(|goal| goal.any_of.iter().flatten().chain(&goal.extra))
        .map(String::as_str)
        .collect();
    let nothing = first.used.is_empty();
    let holds = |tools: &[String]| tools.iter().all(|tool| first.counted.contains(tool));
    let is_allowed = |tool: &String| {
        let others = toolbox.tool(tool).map_or(&[][..], |tool| &tool.counts_as);
        std::iter::once(tool)
            .chain(others)
            .any(|tool| allowed.contains(tool.as_str()))
    };
    let mut score = Score {
        irrelevant: nothing || !first.used.iter().all(is_allowed),
        necessary: !nothing
            && case
                .goals
                .iter()
                .all(|goal| goal.any_of.iter().any(|tools| holds(tools))),
        made_up: nothing || first.made_up,
        consistent: !nothing && !first.conflict,
        solved: every(&loose, &first.ends),
        ok: false,
        strict: every(&strict, &first.ends),
        offered: every(&strict, &offered),
        asked: plan.clarification.is_some(),
        alternatives: alternatives(plan),
        visited: plan.visited_tools,
        elapsed: plan.elapsed_ms,
    };
    score.ok = score.solved && !score.irrelevant && !score.made_up && !surplus && score.consistent;
    if case.ask {
        let asked = score.asked;
        score = Score {
            irrelevant: false,
            made_up: false,
            consistent: true,
            ..score
        };
        (score.necessary, score.solved, score.ok) = (asked, asked, asked);
        (score.strict, score.offered) = (asked, asked);
    }
    score
}

/// Whether an end was made with one of these sets of tools, from the right files, about the right
/// thing.
fn reaches(goal: &Goal, sets: &[Vec<String>], end: &End) -> bool {
    let Some(resource) = &goal.resource else {
        return of_second(goal, end) && of_tools(sets, end);
    };
    if !end.origin.files.contains(resource) || !of_second(goal, end) {
        return false;
    }
    if let Some(object) = goal
        .object
        .as_deref()
        .map(words)
        .filter(|object| !object.is_empty())
    {
        let texts = &end.origin.texts;
        if !texts.is_empty() && texts.iter().all(|text| words(text).is_disjoint(&object)) {
            return false;
        }
    }
    of_tools(sets, end)
}

fn of_second(goal: &Goal, end: &End) -> bool {
    goal.second
        .as_ref()
        .is_none_or(|second| end.origin.files.contains(second))
}

fn of_tools(sets: &[Vec<String>], end: &End) -> bool {
    sets.iter()
        .any(|tools| tools.iter().all(|tool| end.origin.tools.contains(tool)))
}

fn alternatives(plan: &Plan) -> f64 {
    let different = |subtask: &patchbay_domain::Subtask| {
        let chains: BTreeSet<Vec<&str>> = subtask
            .solutions
            .iter()
            .map(|solution| {
                solution
                    .actions
                    .iter()
                    .map(|action| action.tool.as_str())
                    .collect()
            })
            .collect();
        chains.len() as f64
    };
    if plan.subtasks.is_empty() {
        return 0.0;
    }
    plan.subtasks.iter().map(different).sum::<f64>() / plan.subtasks.len() as f64
}
