//! The ways in which a request can be meant, as the trained reader reads it.

use std::collections::BTreeMap;
use std::time::Instant;

use patchbay_domain::{
    Act, Action, ParsedRequest, Plan, Segment, Span, Subtask, SubtaskId, Toolbox, ValueRef,
};
use patchbay_language::typed;
use patchbay_planner::{Options, is_whole};
use patchbay_store as store;

use crate::api::{ReadingOf, Readings, Talk, Turn, TurnId, WayMeant};
use crate::app::App;
use crate::error::Error;
use crate::ingest::request::{self, ResolvedRequest, asked};
use crate::operations::taking_back;
use crate::present::reading::calls;

/// Number of readings that are looked at.
const MOST: usize = 4;

/// A reading with the plan for it.
struct Planned {
    number: usize,
    parsed: ParsedRequest,
    plan: Plan,
    /// The ids of the turns that it takes back, where it does nothing else.
    takes_back: Vec<String>,
}

impl App {
    /// The ways in which a turn's request can be meant: those that can be done as a whole here and do something else than the turn's
    /// plan. What came of the turn itself counts for nothing.
    pub async fn readings(&self, arguments: TurnId) -> Result<Readings, Error> {
        self.blocking(move |app| {
            let turn = app.store().turn(&arguments.turn)?;
            let resolved = app.resolved_before(&turn)?;
            let read = app.read_requests(&resolved);
            let talk = read.first().and_then(talk_of);
            let planned = read.into_iter().enumerate();
            let planned =
                planned.filter_map(|(number, parsed)| app.planned(&resolved, number, parsed));
            let toolbox = app.toolbox();
            let mut seen = vec![(inputs(&best(&turn.plan), &toolbox), turn.takes_back)];
            let mut others: Vec<WayMeant> = Vec::new();
            let (mut changes, mut undoes) = (false, false);
            let newest = newest_counting(&resolved);
            for one in planned {
                let does = (inputs(&best(&one.plan), &toolbox), one.takes_back.clone());
                if seen.contains(&does) {
                    continue;
                }
                seen.push(does);
                if one.number == 0 {
                    changes = is_change(&one.parsed);
                    undoes = is_undo(&one.parsed)
                        && newest.is_some_and(|newest| one.takes_back.contains(newest));
                }
                others.push(WayMeant {
                    reading: one.number,
                    calls: calls(&one.parsed, &resolved.request.steps, &toolbox),
                    takes_back: one.takes_back,
                });
            }
            Ok(Readings {
                changes,
                undoes,
                talk,
                others,
            })
        })
        .await
    }

    /// Plans a turn's request as it is meant in one of these ways, and keeps the plan as a turn for which the first one is taken
    /// back. Nothing runs yet.
    pub async fn plan_reading(&self, arguments: ReadingOf) -> Result<Turn, Error> {
        self.blocking(move |app| {
            let turn = app.store().turn(&arguments.turn)?;
            let began = Instant::now();
            let resolved = app.resolved_before(&turn)?;
            let parsed = app
                .read_requests(&resolved)
                .into_iter()
                .nth(arguments.reading);
            let planned =
                parsed.and_then(|parsed| app.planned(&resolved, arguments.reading, parsed));
            let Some(Planned {
                mut plan,
                takes_back,
                ..
            }) = planned
            else {
                return Err(Error::unsuitable(
                    "The request is not read like that any more.",
                    "Say it differently.",
                ));
            };
            plan.elapsed_ms = began.elapsed().as_secs_f64() * 1000.0;
            let kept = app.keep_plan(asked(&turn), resolved.names, plan, takes_back)?;
            app.store().set_taken_back(&turn.id, true)?;
            Ok(kept)
        })
        .await
    }

    /// A turn's request with the steps that had run before it.
    fn resolved_before(&self, turn: &store::Turn) -> Result<ResolvedRequest, Error> {
        request::resolve_before(self.store(), &asked(turn), &turn.id)
    }

    /// The ways in which a request can be meant, likeliest first.
    fn read_requests(&self, resolved: &ResolvedRequest) -> Vec<ParsedRequest> {
        self.request_reader().readings(&resolved.request, MOST)
    }

    /// The plan for a reading of a request; none where it cannot be done as a whole on this computer.
    fn planned(
        &self,
        resolved: &ResolvedRequest,
        number: usize,
        mut parsed: ParsedRequest,
    ) -> Option<Planned> {
        if parsed.calls.is_empty() {
            return None;
        }
        let request = &resolved.request;
        let planner = self.planner().own();
        let engine = self.engine();
        let is_name =
            |value: &str| ValueRef::is_name(value, |name| resolved.names.contains_key(name));
        let runs_here = |subtask: &Subtask| {
            let mut ways = subtask.solutions.iter();
            ways.any(|way| engine.availability().missing_in(way, is_name).is_empty())
        };
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
        let mut plan = planner.plan_conversation(request, &parsed, &Options::default());
        typed::settle(&mut plan.subtasks, &self.toolbox());
        let is_planned = |subtask: &SubtaskId| {
            plan.subtasks
                .iter()
                .any(|planned| planned.goal.id == *subtask)
        };
        let has_way = |subtasks: &Vec<_>| !subtasks.is_empty() && subtasks.iter().all(is_planned);
        let runs = plan.subtasks.iter().all(runs_here);
        (is_whole(&plan) && runs && plan.called.iter().all(has_way)).then_some(Planned {
            number,
            parsed,
            plan,
            takes_back,
        })
    }
}

/// What is said in a request that wishes for nothing; else none.
fn talk_of(parsed: &ParsedRequest) -> Option<Talk> {
    let is_said = |segment: &Segment| {
        matches!(
            segment.act,
            Act::Question | Act::Courtesy | Act::Aside | Act::Told
        )
    };
    let asks = |segment: &Segment| segment.act == Act::Question;
    let is_talk = parsed.calls.is_empty()
        && parsed.cannot.is_empty()
        && !parsed.segments.is_empty()
        && parsed.segments.iter().all(is_said);
    is_talk.then(|| {
        if parsed.segments.iter().any(asks) {
            Talk::Question
        } else {
            Talk::Remark
        }
    })
}

/// Whether a request changes a step by what its words do, too.
fn is_change(parsed: &ParsedRequest) -> bool {
    let changes = |at: Span| {
        parsed.segments.iter().any(|segment| {
            let Segment { span, act } = *segment;
            let is_change = matches!(act, Act::Amendment | Act::Undo | Act::Correction);
            is_change && span.from < at.to && at.from < span.to
        })
    };
    let mut changed = parsed
        .calls
        .iter()
        .filter(|call| call.amends.or(call.undo).is_some());
    changed.any(|call| call.anchor.is_some_and(changes))
}

/// Whether words take something back, and do nothing else.
fn is_undo(parsed: &ParsedRequest) -> bool {
    let acts = parsed.segments.iter().map(|segment| segment.act);
    let mut meant = acts
        .filter(|act| !matches!(act, Act::Courtesy | Act::Aside))
        .peekable();
    meant.peek().is_some() && meant.all(|act| act == Act::Undo)
}

/// The id of the newest turn of a request's history of which something is there that counts.
fn newest_counting(resolved: &ResolvedRequest) -> Option<&String> {
    let history = &resolved.request.history;
    let newest = history.iter().rposition(|turn| !turn.results.is_empty())?;
    resolved.turns.get(newest)
}

/// The actions of the best way of each subtask, in order of work.
fn best(plan: &Plan) -> Vec<&Action> {
    let best = plan.subtasks.iter().filter_map(|one| one.solutions.first());
    best.flat_map(|solution| &solution.actions).collect()
}

/// Tools with all that they are given.
fn inputs(actions: &[&Action], toolbox: &Toolbox) -> Vec<(String, BTreeMap<String, Vec<String>>)> {
    let given = |action: &&Action| {
        let tool = toolbox.tool(&action.tool);
        let inputs = tool.map(|tool| typed::said_once(action, tool));
        (action.tool.clone(), inputs.unwrap_or_default())
    };
    actions.iter().map(given).collect()
}
