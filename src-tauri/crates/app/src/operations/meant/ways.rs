//! Readings of a request with the plans for them.

use std::collections::BTreeMap;

use patchbay_domain::{Action, ParsedRequest, Plan, PlanSource, SubtaskId, Toolbox, ValueRef};
use patchbay_language::parsed::parsed;
use patchbay_language::reading::{READINGS, Reading};
use patchbay_language::typed;
use patchbay_planner::{Options, is_whole};
use patchbay_store::{self as store, Goal};

use crate::app::App;
use crate::ingest::request::ResolvedRequest;
use crate::operations::taking_back;

/// A reading with the plan for it.
pub(super) struct Planned {
    /// Its place among the readings; behind them for the decomposer's plan.
    pub(super) number: usize,
    pub(super) parsed: ParsedRequest,
    pub(super) plan: Plan,
    /// The ids of the turns that it takes back, where it does nothing else.
    pub(super) takes_back: Vec<String>,
}

impl App {
    /// The readings of a turn's request that can be done here; last, where the turn does one of them, the decomposer's plan.
    pub(super) fn ways(
        &self,
        turn: &store::Turn,
        resolved: &ResolvedRequest,
        read: &[Reading],
    ) -> Vec<Planned> {
        let numbered = read.iter().enumerate();
        let planned =
            numbered.filter_map(|(number, one)| self.planned(resolved, number, &one.parsed));
        let mut ways: Vec<Planned> = planned.collect();
        if turn.plan.source == PlanSource::Reading {
            let request = &resolved.request;
            let options = Options::default();
            let plan = self.planner().plan(request, &options, self.catalog());
            let first = Planned {
                number: READINGS,
                parsed: parsed(request, &plan, &self.toolbox()),
                plan,
                takes_back: Vec::new(),
            };
            ways.extend(Some(first).filter(|one| self.can_be_done(&one.plan, resolved)));
        }
        ways
    }

    /// The plan for a reading of a request; none where it cannot be done as a whole on this computer.
    fn planned(
        &self,
        resolved: &ResolvedRequest,
        number: usize,
        parsed: &ParsedRequest,
    ) -> Option<Planned> {
        if parsed.calls.is_empty() {
            return None;
        }
        let mut parsed = parsed.clone();
        // A person sees the values of a reading before it is taken: whatever other words say, they are not among these.
        parsed.unclaimed.clear();
        let takes_back = taking_back::turns(resolved, &parsed, self.store());
        if !takes_back.is_empty() {
            return Some(Planned {
                number,
                parsed,
                plan: Plan::default(),
                takes_back,
            });
        }
        let planner = self.planner().own();
        let mut plan = planner.plan_conversation(&resolved.request, &parsed, &Options::default());
        typed::settle(&mut plan.subtasks, &self.toolbox());
        let is_planned = |subtask: &SubtaskId| {
            let mut planned = plan.subtasks.iter();
            planned.any(|one| one.goal.id == *subtask)
        };
        let has_way = |subtasks: &Vec<_>| !subtasks.is_empty() && subtasks.iter().all(is_planned);
        let is_done = plan.called.iter().all(has_way) && self.can_be_done(&plan, resolved);
        is_done.then_some(Planned {
            number,
            parsed,
            plan,
            takes_back,
        })
    }

    /// Whether a plan does all of a request on this computer.
    pub(super) fn can_be_done(&self, plan: &Plan, resolved: &ResolvedRequest) -> bool {
        is_whole(plan) && self.runs_here(plan, resolved)
    }

    /// Whether each subtask of a plan has a way that runs on this computer and does something.
    pub(super) fn runs_here(&self, plan: &Plan, resolved: &ResolvedRequest) -> bool {
        let (engine, toolbox) = (self.engine(), self.toolbox());
        let is_name =
            |value: &str| ValueRef::is_name(value, |name| resolved.names.contains_key(name));
        let does_nothing = |action: &Action| {
            let tool = toolbox.tool(&action.tool);
            tool.is_some_and(|tool| typed::does_nothing(action, tool))
        };
        plan.subtasks.iter().all(|subtask| {
            let mut ways = subtask.solutions.iter();
            ways.any(|way| {
                let missing = engine.availability().missing_in(way, is_name);
                missing.is_empty() && !way.actions.iter().any(does_nothing)
            })
        })
    }
}

/// The actions of the best way of each subtask, in order of work.
pub(super) fn best(plan: &Plan) -> impl Iterator<Item = &Action> {
    let best = plan.subtasks.iter().filter_map(|one| one.solutions.first());
    best.flat_map(|solution| &solution.actions)
}

/// The tools that do what is wished for in the best way of each subtask, in order of work, each with the values that are set.
pub(super) fn goals(plan: &Plan, toolbox: &Toolbox) -> Vec<Goal> {
    let best = plan.subtasks.iter().filter_map(|one| one.solutions.first());
    let last = best.filter_map(|solution| solution.actions.last());
    let goal = |action: &Action| {
        let (tool, values) = given(action, toolbox);
        Goal { tool, values }
    };
    last.map(goal).collect()
}

/// How near goals are to those that a person meant: 3 where their values are the same, 2 where the same parameters are set, 1 where
/// the tools are the same, else 0.
pub(super) fn nearness(goals: &[Goal], meant: &[Goal]) -> u8 {
    let all = |alike: fn(&Goal, &Goal) -> bool| {
        let mut pairs = goals.iter().zip(meant);
        goals.len() == meant.len() && pairs.all(|(one, other)| alike(one, other))
    };
    if !all(|one, other| one.tool == other.tool) {
        0
    } else if all(|one, other| one.values == other.values) {
        3
    } else if all(|one, other| one.values.keys().eq(other.values.keys())) {
        2
    } else {
        1
    }
}

/// A tool with all that it is given.
type Call = (String, BTreeMap<String, Vec<String>>);

/// What a plan does: its tools with all that they are given, and the turns that it takes back. Two plans with the same do the same.
pub(super) fn does(
    plan: &Plan,
    takes_back: &[String],
    toolbox: &Toolbox,
) -> (Vec<Call>, Vec<String>) {
    let calls = best(plan).map(|action| given(action, toolbox));
    (calls.collect(), takes_back.to_vec())
}

fn given(action: &Action, toolbox: &Toolbox) -> Call {
    let tool = toolbox.tool(&action.tool);
    let inputs = tool.map(|tool| typed::said_once(action, tool));
    (action.tool.clone(), inputs.unwrap_or_default())
}
