//! The plan for a request that was read: no word is read again. Each call becomes a subtask whose goal tool is known; the search
//! finds every way to it, and the values that were read are those of its last step.

mod experts;
mod subtasks;

use std::collections::BTreeMap;

use patchbay_domain::{
    ParsedRequest, Plan, PlanSource, Request, Span, SubtaskId, Uncovered, UncoveredKind, settled,
};

use self::experts::{GoalTool, LastStep};
use self::subtasks::{Called, called};
use crate::language::{Clarification, Coverage, CoverageChecker, Decomposition, Experts, Solved};
use crate::planner::{Options, Planner};
use crate::ranking::UtilityRanker;

impl Planner {
    /// Plans a request as it was read: changes of earlier steps become calls with the values that
    /// these then have, and what rests on a changed step is called again. Wishes that no tool
    /// serves and words that nothing claims are said as uncovered; wishes for other results are
    /// planned all the same.
    pub fn plan_conversation(
        &self,
        request: &Request,
        parsed: &ParsedRequest,
        options: &Options<'_>,
    ) -> Plan {
        let settled = settled(&request.steps, request.history.len(), parsed);
        let calls = ParsedRequest {
            calls: settled.calls,
            ..parsed.clone()
        };
        let mut plan = self.plan_parsed(request, &calls, options);
        plan.steps = settled.steps;
        plan.source = PlanSource::Reading;
        plan
    }

    /// Plans a request as it was read, for its calls of tools alone.
    pub fn plan_parsed(
        &self,
        request: &Request,
        parsed: &ParsedRequest,
        options: &Options<'_>,
    ) -> Plan {
        let called = called(request, parsed, self.toolbox());
        let decomposition = Decomposition {
            subtasks: called.iter().map(|one| one.subtask.clone()).collect(),
            clarification: asked(parsed),
        };
        let goals = called
            .iter()
            .map(|one| (one.subtask.goal.id, one.name.clone()))
            .collect();
        let mut subtasks = vec![Vec::new(); parsed.calls.len()];
        for one in &called {
            subtasks[one.call].push(one.subtask.goal.id);
        }
        let experts = Experts {
            coverage: &Left(uncovered(request, parsed)),
            assessor: &GoalTool::of(&called),
            solution: &UtilityRanker,
            resource: &LastStep::of(called),
        };
        let mut plan = self.plan_reading(experts, request, decomposition, options);
        keep_goal_tools(&mut plan, &goals);
        plan.called = subtasks;
        plan
    }
}

/// Leaves out ways that end with another tool than the one that was read for their subtask.
fn keep_goal_tools(plan: &mut Plan, goals: &BTreeMap<SubtaskId, String>) {
    for subtask in &mut plan.subtasks {
        let goal = goals.get(&subtask.goal.id).map(String::as_str);
        subtask
            .solutions
            .retain(|solution| solution.goal_tool() == goal);
    }
    plan.subtasks
        .retain(|subtask| !subtask.solutions.is_empty());
}

/// The question back between readings; none where none is open.
fn asked(parsed: &ParsedRequest) -> Option<Clarification> {
    (!parsed.ask.is_empty()).then(|| Clarification {
        question: "Which of these do you mean?".to_owned(),
        choices: parsed.ask.clone(),
        refuses: false,
    })
}

/// The words that no tool serves.
fn uncovered(request: &Request, parsed: &ParsedRequest) -> Vec<Uncovered> {
    let left = |span: &Span, kind| {
        Some(Uncovered {
            words: span.of(&request.instruction)?.to_owned(),
            start: span.from,
            kind,
        })
    };
    let impossible = parsed
        .cannot
        .iter()
        .filter_map(|span| left(span, UncoveredKind::Wish));
    let unclaimed = parsed
        .unclaimed
        .iter()
        .filter_map(|span| left(span, UncoveredKind::Value));
    impossible.chain(unclaimed).collect()
}

/// Words that were read to be left over.
struct Left(Vec<Uncovered>);

impl CoverageChecker for Left {
    fn check(&self, _: &Request, _: &[Solved<'_>], _: &patchbay_domain::Toolbox) -> Coverage {
        let words: Vec<String> = self
            .0
            .iter()
            .map(|one| format!("“{}”", one.words))
            .collect();
        Coverage {
            uncovered: self.0.clone(),
            refusal: (!words.is_empty())
                .then(|| format!("I can't do this yet: {}.", words.join(", "))),
            ..Coverage::default()
        }
    }
}

/// The call of a subtask.
fn call_of(called: &[Called], id: SubtaskId) -> Option<&Called> {
    called.iter().find(|one| one.subtask.goal.id == id)
}
