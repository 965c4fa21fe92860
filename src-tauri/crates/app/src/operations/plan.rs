//! From a person's request to a plan that is kept.

use std::collections::BTreeMap;
use std::time::Instant;

use patchbay_domain::{Plan, Resource, ValueRef};
use patchbay_planner::Options;
use patchbay_store::{self as store, NewTurn};

use crate::api::{PlanRequest, Turn};
use crate::app::App;
use crate::error::Error;
use crate::ingest::request::{self, ResolvedRequest};
use crate::present::conversation::title_of;
use crate::present::{resource, turn};
use crate::sessions::announce;

impl App {
    /// Plans a request and keeps it as a turn. Nothing runs yet.
    pub async fn plan(&self, arguments: PlanRequest) -> Result<Turn, Error> {
        self.blocking(move |app| {
            let store = app.store();
            if arguments.instruction.trim().is_empty() {
                return Err(Error::unsuitable(
                    "There is no request yet.",
                    "Say what to do, and send it again.",
                ));
            }
            let ResolvedRequest { request, names } = request::resolve(store, &arguments)?;
            let began = Instant::now();
            let mut plan = app.planner().plan(&request, &Options::default());
            plan.elapsed_ms = began.elapsed().as_secs_f64() * 1000.0;
            app.count_downloads(&mut plan, &names);
            let conversation = arguments.conversation;
            let PlanRequest {
                instruction,
                artifacts,
                ..
            } = arguments;
            let turn = store.add_turn(NewTurn {
                conversation,
                instruction,
                artifacts,
                names,
                plan,
            })?;
            store.save_draft(&turn.conversation, &store::Draft::default())?;
            let mut conversation = store.conversation(&turn.conversation)?;
            if conversation.title.is_empty() {
                conversation =
                    store.rename_conversation(&turn.conversation, &title_of(&turn.instruction))?;
            }
            announce::conversation(conversation, app.events());
            app.turn_view(turn, true)
        })
        .await
    }

    /// Says of every solution what would have to be fetched before it can run here.
    fn count_downloads(&self, plan: &mut Plan, names: &BTreeMap<String, String>) {
        let is_name = |value: &str| ValueRef::is_name(value, |name| names.contains_key(name));
        for solution in plan
            .subtasks
            .iter_mut()
            .flat_map(|subtask| &mut subtask.solutions)
        {
            let missing = self
                .engine()
                .availability()
                .missing_in(solution, is_name)
                .into_iter();
            let by_tool: BTreeMap<String, u64> = missing
                .map(|(_, missing)| (missing.tool, missing.bytes))
                .collect();
            solution.download_bytes = by_tool.values().sum();
        }
    }

    /// A turn with its runs. `foresees`: whether it tells what would be lost, for which the files
    /// that the plan takes are read; what was run says itself what it lost.
    pub(super) fn turn_view(&self, turn: store::Turn, foresees: bool) -> Result<Turn, Error> {
        let mut runs = Vec::new();
        for run in self.store().runs(&turn.id)? {
            runs.push(self.runs().view(run, &turn)?);
        }
        let availability = self.engine().availability();
        let losses = if foresees && runs.is_empty() {
            turn::losses(&turn, &self.at_hand(&turn), availability)
        } else {
            Vec::new()
        };
        Ok(turn::turn(turn, runs, losses, availability))
    }

    /// The values of the artifacts that a plan names, by those names, as far as they are still
    /// there.
    fn at_hand(&self, turn: &store::Turn) -> BTreeMap<String, Resource> {
        let value = |id: &String| {
            resource::resource(
                &self.store().artifact(id).ok()?,
                self.store(),
                self.toolbox(),
            )
        };
        turn.names
            .iter()
            .filter_map(|(name, id)| Some((name.clone(), value(id)?)))
            .collect()
    }
}
