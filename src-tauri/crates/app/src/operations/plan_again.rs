//! Another plan for a request that was not understood whole, with chat models in parts of the planner.

use std::time::Instant;

use patchbay_language::by_chat::Chats;
use patchbay_planner::{Options, is_whole};

use crate::api::{Settings, Turn, TurnId};
use crate::app::App;
use crate::error::Error;
use crate::ingest::request::{self, ResolvedRequest, asked};

impl App {
    /// Plans a turn's request anew with the chat models that are chosen for parts of the planner
    /// (ControlLLM, arXiv 2310.17796, section 3), and keeps the plan as a turn that says so. A plan
    /// that leaves anything out is none: it is held against the words as every other.
    pub async fn plan_again(&self, arguments: TurnId) -> Result<Turn, Error> {
        self.blocking(move |app| {
            let turn = app.store().turn(&arguments.turn)?;
            let (chats, by) = app.chosen_parts(&app.settings()?)?;
            let asked = asked(&turn);
            let ResolvedRequest { request, names, .. } = request::resolve(app.store(), &asked)?;
            let began = Instant::now();
            let planner = app.planner().by_chats(chats);
            let mut plan = planner.plan(&request, &Options::default());
            if !is_whole(&plan) {
                return Err(Error::unsuitable(
                    format!("{by} found no plan either that does all of it."),
                    "Say it differently.",
                ));
            }
            plan.elapsed_ms = began.elapsed().as_secs_f64() * 1000.0;
            plan.read_by = Some(by);
            app.keep_plan(asked, names, plan, Vec::new())
        })
        .await
    }

    /// The chat models that are chosen for parts of the planner, and what people call them.
    fn chosen_parts(&self, settings: &Settings) -> Result<(Chats, String), Error> {
        let chats = Chats {
            decomposition: self.chosen(settings.decomposition_by.as_deref())?,
            assessment: self.chosen(settings.assessment_by.as_deref())?,
            solutions: self.chosen(settings.solutions_by.as_deref())?,
            resources: self.chosen(settings.resources_by.as_deref())?,
            stopped: None,
        };
        let all = [
            &chats.decomposition,
            &chats.assessment,
            &chats.solutions,
            &chats.resources,
        ];
        let mut names: Vec<String> = all.into_iter().flatten().map(|chat| chat.name()).collect();
        names.sort();
        names.dedup();
        if names.is_empty() {
            return Err(Error::unsuitable(
                "No chat model is chosen for a part of the planner, or it is not on this computer.",
                "Choose one under “Servers…”.",
            ));
        }
        Ok((chats, names.join(" and ")))
    }
}
