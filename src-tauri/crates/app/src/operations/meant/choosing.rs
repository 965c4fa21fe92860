//! Which way of a request is done, or whether a person is asked.

use std::cmp::Reverse;

use patchbay_domain::{Action, PlanSource, Tool};
use patchbay_language::judging::{Can, JUDGES, Verdict, judged, likeness};
use patchbay_language::parsed::parsed;
use patchbay_language::reading::{READINGS, Reading};
use patchbay_planner::is_whole;
use patchbay_store as store;

use super::acts::{is_undo, talk_of};
use super::alike::{by_words, comes_to_the_same, ends_alike, stops_on_the_way};
use super::ways::{Planned, best, does, goals, nearness};
use crate::api::Talk;
use crate::app::App;
use crate::error::Error;
use crate::ingest::request::ResolvedRequest;

/// Likeness from which on words are taken for those of a correction.
const NEAR: f32 = 0.8;

/// The ways of a request, and what is done about them.
pub(super) struct Chosen {
    pub(super) ways: Vec<Planned>,
    /// The way that is done without asking; none: the turn's plan.
    pub(super) take: Option<usize>,
    /// Whether nothing is done without asking.
    pub(super) unsure: bool,
    /// Whether the likeliest reading is likelier than the plan.
    pub(super) reading_leads: bool,
    /// What is said, where likeliest nothing is asked for.
    pub(super) talk: Option<Talk>,
}

impl App {
    /// Chooses among a turn's plan and the readings of its request. What a person meant by the same words before is done; so is the
    /// plan where the likeliest reading comes to the same, or stops on the way to what the plan does; else the judge decides, also
    /// whether the newest turn is taken back. Where it is not sure, the plan is done if it sets all that words say of the reading.
    pub(super) fn chosen_way(
        &self,
        turn: &store::Turn,
        resolved: &ResolvedRequest,
    ) -> Result<Chosen, Error> {
        let read = self.request_reader().readings(&resolved.request, READINGS);
        let ways = self.ways(turn, resolved, &read);
        let mut chosen = Chosen {
            ways,
            take: None,
            unsure: false,
            reading_leads: false,
            talk: None,
        };
        if self.is_settled(turn) {
            return Ok(chosen);
        }
        if let Some(meant) = self.corrected(&turn.instruction)? {
            // The plan was not meant then, so that a reading with the same goals comes before it.
            let toolbox = self.toolbox();
            let near = |plan| nearness(&goals(plan, &toolbox), &meant);
            let ways = chosen.ways.iter().filter(|one| near(&one.plan) > 0);
            let nearest = ways.min_by_key(|one| Reverse(near(&one.plan)));
            chosen.take = nearest.map(|one| one.number);
            if chosen.take.is_some() || near(&turn.plan) > 0 {
                return Ok(chosen);
            }
        }
        let likeliest = chosen.ways.first().filter(|one| one.number == 0);
        // Words that only take something back ask for no tool, also where nothing is there to be taken back.
        if read.first().is_some_and(|one| is_undo(&one.parsed)) {
            let newest = newest_counting(resolved);
            let takes_newest_back = likeliest
                .is_some_and(|one| newest.is_some_and(|turn| one.takes_back.contains(turn)));
            let is_taken = takes_newest_back
                && self.verdict(turn, resolved, read.first(), true) == Verdict::Reading;
            chosen.take = is_taken.then_some(0);
            chosen.unsure = !is_taken;
            return Ok(chosen);
        }
        let toolbox = self.toolbox();
        let by_plan = does(&turn.plan, &turn.takes_back, &toolbox);
        let otherwise =
            likeliest.filter(|one| does(&one.plan, &one.takes_back, &toolbox) != by_plan);
        let planned = parsed(&resolved.request, &turn.plan, &toolbox);
        let is_file = |name: &str| resolved.names.contains_key(name);
        let is_no_more = |one: &Planned| {
            comes_to_the_same(&planned, &one.parsed, &resolved.request)
                || is_whole(&turn.plan)
                    && (stops_on_the_way(&one.plan, &turn.plan)
                        || ends_alike(one, &turn.plan, &toolbox, is_file))
        };
        if otherwise.is_some_and(is_no_more) {
            return Ok(chosen);
        }
        let verdict = self.verdict(turn, resolved, read.first(), otherwise.is_some());
        chosen.take = (verdict == Verdict::Reading).then_some(0);
        // What no words say is not asked about where both agree on what they do say.
        let agrees = |one: &Planned| {
            let said = by_words(&one.parsed, &resolved.request.steps);
            comes_to_the_same(&planned, &said, &resolved.request)
        };
        if let Verdict::Ask { reading_leads } = verdict
            && !otherwise.is_some_and(agrees)
        {
            (chosen.unsure, chosen.reading_leads) = (true, reading_leads);
        }
        let follows = !resolved.request.steps.is_empty();
        let is_open = chosen.unsure || follows || !self.can_be_done(&turn.plan, resolved);
        let said = read.first().filter(|_| is_open);
        chosen.talk = said.and_then(|one| talk_of(&one.parsed));
        Ok(chosen)
    }

    /// Whether a turn does what a person chose: a reading, what chat models planned, or what a connected tool does, to which a
    /// person consents first.
    fn is_settled(&self, turn: &store::Turn) -> bool {
        let toolbox = self.toolbox();
        let is_connected = |action: &Action| {
            let tool = toolbox.tool(&action.tool);
            tool.is_some_and(Tool::is_connected)
        };
        let plan = &turn.plan;
        plan.source != PlanSource::Words || plan.read_by.is_some() || best(plan).any(is_connected)
    }

    /// The goals that a person meant by words like these before; none where nobody said so.
    fn corrected(&self, words: &str) -> Result<Option<Vec<store::Goal>>, Error> {
        // Of equally near ones the newest.
        let oldest_first = self.store().corrections()?.into_iter().rev();
        let near = oldest_first.filter_map(|one| {
            let likeness = likeness(&one.words, words);
            (likeness >= NEAR).then_some((likeness, one.goals))
        });
        let nearest = near.max_by(|(one, _), (other, _)| one.total_cmp(other));
        Ok(nearest.map(|(_, goals)| goals))
    }

    /// The judge's verdict on a turn's plan and the likeliest reading; `can_be_read`: whether that does something else and can be
    /// done here.
    fn verdict(
        &self,
        turn: &store::Turn,
        resolved: &ResolvedRequest,
        likeliest: Option<&Reading>,
        can_be_read: bool,
    ) -> Verdict {
        let Some(likeliest) = likeliest else {
            return Verdict::Plan;
        };
        let words = &resolved.request.instruction;
        let judged = judged(words, &turn.plan, likeliest, &self.toolbox());
        // What is done unasked leaves no value of its words out.
        let can_be_read = can_be_read && likeliest.parsed.unclaimed.is_empty();
        let can = Can {
            plan: !turn.plan.subtasks.is_empty(),
            runs: self.runs_here(&turn.plan, resolved),
            read: can_be_read,
        };
        JUDGES.verdict(!resolved.request.steps.is_empty(), &judged, can)
    }
}

/// The id of the newest turn of a request's history of which something is there that counts.
fn newest_counting(resolved: &ResolvedRequest) -> Option<&String> {
    let history = &resolved.request.history;
    let newest = history.iter().rposition(|turn| !turn.results.is_empty())?;
    resolved.turns.get(newest)
}
