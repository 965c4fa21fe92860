//! From a person's request to a plan that is kept.

use std::collections::BTreeMap;
use std::time::Instant;

use patchbay_domain::{
    self as domain, InputValue, Plan, Request, Resource, Uncovered, UncoveredKind, ValueRef,
};
use patchbay_inference::Watch;
use patchbay_language::open_world::values_by_chat::values_by_chat;
use patchbay_language::reading::READINGS;
use patchbay_language::typed;
use patchbay_planner::Options;
use patchbay_store::{self as store, NewTurn};

use crate::api::{Nothing, PlanRequest, Turn, WaitingRequest};
use crate::app::App;
use crate::error::Error;
use crate::ingest::request::{self, ResolvedRequest};
use crate::operations::meant::asks_anew;
use crate::present::conversation::title_of;
use crate::present::{resource, turn};
use crate::sessions::announce;

impl App {
    /// Plans a request and keeps it as a turn. Nothing runs yet. “It” in a request is what came of
    /// the one before, so it is planned when nothing runs in its conversation any more.
    pub async fn plan(&self, arguments: PlanRequest) -> Result<Turn, Error> {
        self.begin_tool_servers().await;
        let ready = self.runs().running().ended_in(&arguments.conversation);
        let (conversation, name) = (&arguments.conversation, arguments.name.as_deref());
        let _first = self.lines().first(conversation, name, ready).await?;
        self.blocking(move |app| {
            let store = app.store();
            if arguments.instruction.trim().is_empty() {
                return Err(Error::unsuitable(
                    "There is no request yet.",
                    "Say what to do, and send it again.",
                ));
            }
            let resolved = request::resolve(store, &arguments)?;
            let ResolvedRequest {
                mut request, names, ..
            } = resolved;
            let began = Instant::now();
            app.end_question(&mut request);
            let options = Options::default();
            let mut plan = app.planner().plan(&request, &options, app.catalog());
            app.fill_in(&mut plan, &request.instruction)?;
            plan.elapsed_ms = began.elapsed().as_secs_f64() * 1000.0;
            app.keep_plan(arguments, names, plan, Vec::new())
        })
        .await
    }

    /// Takes a request back that waits. One that does not wait any more stays as it is.
    #[allow(clippy::unused_async, reason = "operations are asynchronous")]
    pub async fn withdraw(&self, arguments: WaitingRequest) -> Result<Nothing, Error> {
        self.lines().withdraw(&arguments.name);
        Ok(Nothing {})
    }

    /// Keeps a plan as a turn. `takes_back`: the ids of the turns that it takes back.
    pub(super) fn keep_plan(
        &self,
        arguments: PlanRequest,
        names: BTreeMap<String, String>,
        mut plan: Plan,
        takes_back: Vec<String>,
    ) -> Result<Turn, Error> {
        let store = self.store();
        self.count_downloads(&mut plan, &names);
        let (toolbox, engine) = (self.toolbox(), self.engine());
        let at_hand = (store, &*toolbox, engine.availability());
        self.speeds().estimate(&mut plan, &names, at_hand);
        let turn = store.add_turn(NewTurn {
            conversation: arguments.conversation,
            instruction: arguments.instruction,
            artifacts: arguments.artifacts,
            names,
            plan,
            takes_back,
        })?;
        store.save_draft(&turn.conversation, &store::Draft::default())?;
        let mut conversation = store.conversation(&turn.conversation)?;
        if conversation.title.is_empty() {
            conversation =
                store.rename_conversation(&turn.conversation, &title_of(&turn.instruction))?;
        }
        announce::conversation(conversation, self.events());
        self.turn_view(turn, true)
    }

    /// Ends what was asked back before where the words of a request ask for something themselves, and answer nothing.
    fn end_question(&self, request: &mut Request) {
        if !request.history.last().is_some_and(domain::Turn::is_open) {
            return;
        }
        let read = self.request_reader().readings(request, READINGS);
        if read.first().is_some_and(|one| asks_anew(&one.parsed))
            && let Some(last) = request.history.last_mut()
        {
            last.awaits_answer = Some(false);
        }
    }

    /// Has the chat model that reads requests again, where one is chosen, read the values that
    /// connected tools still need.
    fn fill_in(&self, plan: &mut Plan, instruction: &str) -> Result<(), Error> {
        let is_unsaid = |one: &Uncovered| one.kind == UncoveredKind::Unsaid;
        if !plan.uncovered.iter().any(is_unsaid) {
            return Ok(());
        }
        let Some(chat) = self.reader()? else {
            return Ok(());
        };
        let toolbox = self.toolbox();
        let solutions = plan
            .subtasks
            .iter_mut()
            .filter_map(|one| one.solutions.first_mut());
        let mut lacks = false;
        for action in solutions.flat_map(|solution| &mut solution.actions) {
            let Some(tool) = toolbox
                .tool(&action.tool)
                .filter(|tool| tool.is_connected())
            else {
                continue;
            };
            match values_by_chat(&*chat, instruction, tool, Watch::nobody()) {
                Ok(read) => {
                    for (name, value) in read {
                        action.inputs.insert(name, InputValue::One(value));
                    }
                }
                // The fields stay to be filled in by the person.
                Err(error) => tracing::warn!(%error, "values are not read by the chat model"),
            }
            let mut needed = tool.parameters.iter().filter(|one| one.needed);
            lacks |= needed.any(|one| !action.inputs.contains_key(&one.name));
        }
        if !lacks {
            plan.uncovered.retain(|one| !is_unsaid(one));
        }
        Ok(())
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
    pub(super) fn turn_view(&self, mut turn: store::Turn, foresees: bool) -> Result<Turn, Error> {
        typed::read(&mut turn.plan.subtasks, &self.toolbox());
        let mut runs = Vec::new();
        for run in self.store().runs(&turn.id)? {
            runs.push(self.runs().view(run, &turn)?);
        }
        let engine = self.engine();
        let availability = engine.availability();
        let losses = if foresees && runs.is_empty() {
            turn::losses(&turn, &self.at_hand(&turn), availability)
        } else {
            Vec::new()
        };
        Ok(turn::turn(
            turn,
            runs,
            losses,
            (&self.toolbox(), availability),
        ))
    }

    /// The values of the artifacts that a plan names, by those names, as far as they are still
    /// there.
    fn at_hand(&self, turn: &store::Turn) -> BTreeMap<String, Resource> {
        let value = |id: &String| {
            resource::resource(
                &self.store().artifact(id).ok()?,
                self.store(),
                &self.toolbox(),
            )
        };
        turn.names
            .iter()
            .filter_map(|(name, id)| Some((name.clone(), value(id)?)))
            .collect()
    }
}
