//! The ways in which a request can be meant: the decomposer's plan, and what the trained reader reads.
//!
//! - `ways`: readings with the plans for them
//! - `choosing`: which of them is done, or whether a person is asked
//! - `alike`: whether new work and a change of a step come to the same
//! - `acts`: what a reading says and does beside calls

mod acts;
mod alike;
mod choosing;
mod ways;

use std::time::Instant;

use patchbay_domain::ParsedRequest;
use patchbay_language::parsed::parsed;
use patchbay_language::reading::READINGS;

pub(super) use self::acts::asks_anew;
use self::acts::choice_of;
use self::alike::comes_to_the_same;
use self::choosing::Chosen;
use self::ways::{Planned, does, goals};
use crate::api::{ChoiceSaid, PlanRequest, ReadingOf, Readings, SaidIn, Turn, TurnId, WayMeant};
use crate::app::App;
use crate::error::Error;
use crate::ingest::request::{ResolvedRequest, asked, resolve, resolve_before};
use crate::present::reading::calls;

impl App {
    /// The ways in which a turn's request can be meant: those that can be done as a whole here and do something else than the turn's
    /// plan; and whether one of them is surer than the plan, or neither sure enough. What came of the turn itself counts for nothing.
    pub async fn readings(&self, arguments: TurnId) -> Result<Readings, Error> {
        self.blocking(move |app| {
            let turn = app.store().turn(&arguments.turn)?;
            let resolved = resolve_before(app.store(), &asked(&turn), &turn.id)?;
            let Chosen {
                ways,
                take,
                unsure,
                reading_leads,
                talk,
            } = app.chosen_way(&turn, &resolved)?;
            let toolbox = app.toolbox();
            let shown = |parsed: &ParsedRequest| calls(parsed, &resolved.request.steps, &toolbox);
            let mut seen = vec![does(&turn.plan, &turn.takes_back, &toolbox)];
            let planned = parsed(&resolved.request, &turn.plan, &toolbox);
            let mut others: Vec<WayMeant> = Vec::new();
            for one in ways {
                let does = does(&one.plan, &one.takes_back, &toolbox);
                let is_same = comes_to_the_same(&planned, &one.parsed, &resolved.request);
                if seen.contains(&does) || is_same {
                    continue;
                }
                seen.push(does);
                others.push(WayMeant {
                    reading: one.number,
                    calls: shown(&one.parsed),
                    takes_back: one.takes_back,
                });
            }
            Ok(Readings {
                take: take.filter(|taken| others.iter().any(|one| one.reading == *taken)),
                unsure,
                leads: reading_leads && others.first().is_some_and(|one| one.reading == 0),
                talk,
                planned: shown(&planned),
                others,
            })
        })
        .await
    }

    /// What words choose of several things that were offered.
    pub async fn choice_said(&self, arguments: SaidIn) -> Result<ChoiceSaid, Error> {
        let SaidIn {
            conversation,
            words,
        } = arguments;
        self.blocking(move |app| {
            let asked = PlanRequest {
                conversation,
                instruction: words,
                artifacts: Vec::new(),
                name: None,
            };
            let request = resolve(app.store(), &asked)?.request;
            let read = app.request_reader().readings(&request, READINGS);
            let likeliest = read.first();
            Ok(ChoiceSaid {
                place: likeliest.and_then(|one| choice_of(&one.parsed, &request.instruction)),
            })
        })
        .await
    }

    /// Plans a request, as it is read where that is surer than its plan; for fronts that ask nobody back.
    pub async fn plan_surest(&self, arguments: PlanRequest) -> Result<Turn, Error> {
        let planned = self.plan(arguments).await?;
        let turn = planned.id.clone();
        let found = self.readings(TurnId { turn: turn.clone() }).await?;
        match found.take {
            Some(reading) => self.plan_reading(ReadingOf { turn, reading }).await,
            None => Ok(planned),
        }
    }

    /// Plans a turn's request as it is meant in one of these ways, and keeps the plan as a turn for which the first one is taken
    /// back. Where a person had to say that it is meant so, that is kept. Nothing runs yet.
    pub async fn plan_reading(&self, arguments: ReadingOf) -> Result<Turn, Error> {
        self.blocking(move |app| {
            let turn = app.store().turn(&arguments.turn)?;
            let began = Instant::now();
            let resolved = resolve_before(app.store(), &asked(&turn), &turn.id)?;
            let Chosen { ways, take, .. } = app.chosen_way(&turn, &resolved)?;
            let mut ways = ways.into_iter();
            let wanted = ways.find(|one| one.number == arguments.reading);
            let Some(Planned {
                number,
                mut plan,
                takes_back,
                ..
            }) = wanted
            else {
                return Err(Error::unsuitable(
                    "The request is not read like that any more.",
                    "Say it differently.",
                ));
            };
            if take != Some(number) && takes_back.is_empty() {
                let goals = goals(&plan, &app.toolbox());
                app.store().keep_correction(&turn.instruction, &goals)?;
            }
            plan.elapsed_ms = began.elapsed().as_secs_f64() * 1000.0;
            let ResolvedRequest { names, .. } = resolved;
            let kept = app.keep_plan(asked(&turn), names, plan, takes_back)?;
            app.store().set_taken_back(&turn.id, true)?;
            Ok(kept)
        })
        .await
    }
}
