//! A plan for a request without the words that nothing takes up.

use patchbay_domain::text_without;

use crate::api::{PlanRequest, Turn, TurnId};
use crate::app::App;
use crate::error::Error;
use crate::ingest::request::{self, asked};

impl App {
    /// Plans what can be done of a turn's request without the words that no tool takes up, and keeps it as
    /// a turn whose request lacks them. Nothing runs yet.
    pub async fn plan_without(&self, arguments: TurnId) -> Result<Turn, Error> {
        self.blocking(move |app| {
            let turn = app.store().turn(&arguments.turn)?;
            let instruction = text_without(&turn.instruction, &turn.plan.uncovered);
            let asked = PlanRequest {
                instruction,
                ..asked(&turn)
            };
            let plan = turn.plan.without_uncovered().ok_or_else(|| {
                Error::unsuitable(
                    "Nothing of it can be done without those words.",
                    "Say it differently.",
                )
            })?;
            let now = request::resolve(app.store(), &asked)?.request;
            let plan = app.planner().own().settled(plan, &now);
            app.keep_plan(asked, turn.names, plan, Vec::new())
        })
        .await
    }
}
