//! The runs that go on: each is kept as it moves on, and told to the fronts.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use patchbay_domain::{RunStatus, Step};
use patchbay_engine::recovery::ByChat;
use patchbay_engine::{Event as Progress, Job, Report, StopSignal};
use patchbay_inference::Watch;
use patchbay_inference::chat::Chat;
use patchbay_language::answering::answered;
use patchbay_store::{self as store, Store, SubtaskResult};
use tokio::sync::mpsc;

use super::announce;
use super::run_outputs::RunOutputs;
use super::run_record::{merge, results, without_codes};
use super::running::Running;
use crate::api::{Event, Run};
use crate::blocking::blocking;
use crate::connected::catalog::Catalog;
use crate::error::Error;
use crate::estimates::KeptSpeeds;
use crate::events::EventSender;
use crate::present::answer::{self, AnswerContext};
use crate::present::{missing, run as shown};

/// Events of a run that are kept and told together: those that are there at once.
const MOST_AT_ONCE: usize = 256;
/// How long an answer in other words is waited for.
const ANSWER_WITHIN: Duration = Duration::from_mins(1);

/// The runs that go on, and what they need.
pub(crate) struct Runs {
    store: Arc<Store>,
    catalog: Arc<Catalog>,
    speeds: Arc<KeptSpeeds>,
    events: EventSender,
    running: Running,
    chats: Mutex<RunChats>,
}

/// The chat models that have a part in runs; none: what is built in has it.
#[derive(Clone, Default)]
pub(crate) struct RunChats {
    /// Who writes answers in the person's own language.
    pub(crate) answers: Option<Arc<dyn Chat>>,
    /// Who decides how a run goes on where a step failed.
    pub(crate) recovery: Option<Arc<dyn Chat>>,
}

impl Runs {
    /// Nothing runs yet.
    pub(crate) fn new(
        store: Arc<Store>,
        catalog: Arc<Catalog>,
        speeds: Arc<KeptSpeeds>,
        events: EventSender,
    ) -> Self {
        Self {
            store,
            catalog,
            speeds,
            events,
            running: Running::default(),
            chats: Mutex::default(),
        }
    }

    /// Has these chat models have their parts in runs that begin from now on.
    pub(crate) fn set_chats(&self, chats: RunChats) {
        *self.chats.lock().unwrap_or_else(PoisonError::into_inner) = chats;
    }

    fn chats(&self) -> RunChats {
        let chats = self.chats.lock();
        chats.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Which of them go on.
    pub(crate) fn running(&self) -> &Running {
        &self.running
    }

    /// Begins a run that is kept already, and answers it as fronts see it.
    pub(crate) async fn start(
        self: &Arc<Self>,
        turn: store::Turn,
        run: store::Run,
        job: Job,
    ) -> Result<Run, Error> {
        let shown = {
            let (runs, turn, run) = (self.clone(), turn.clone(), run.clone());
            blocking(move || runs.view(run, &turn)).await?
        };
        let stop = self.running.begin(&run.id, &turn.conversation);
        self.events.send(Event::Run { run: shown.clone() });
        tokio::spawn(self.clone().carry_out(turn, run, job, stop));
        Ok(shown)
    }

    /// A run as fronts see it.
    pub(crate) fn view(&self, run: store::Run, turn: &store::Turn) -> Result<Run, Error> {
        let artifacts = if run.missing.is_empty() {
            Vec::new()
        } else {
            self.store.artifacts(&turn.conversation)?
        };
        let paused = self.running.is_paused(&run.id);
        Ok(shown::run(
            (run, paused),
            turn,
            &artifacts,
            &self.catalog.toolbox(),
            self.catalog.engine().availability(),
        ))
    }

    async fn carry_out(
        self: Arc<Self>,
        turn: store::Turn,
        mut run: store::Run,
        job: Job,
        stop: StopSignal,
    ) {
        let outputs = Arc::new(RunOutputs {
            store: self.store.clone(),
            toolbox: self.catalog.toolbox(),
            events: self.events.clone(),
            conversation: turn.conversation.clone(),
            run: run.id.clone(),
            names: turn.names.clone(),
        });
        let (sender, mut receiver) = mpsc::unbounded_channel();
        let mut engine = self.catalog.engine();
        if let Some(chat) = self.chats().recovery {
            engine = engine.with_router(Arc::new(ByChat::new(chat)));
        }
        let working = tokio::spawn(async move { engine.run(job, outputs, sender, stop).await });
        run.status = RunStatus::Running;
        let mut happened = Vec::new();
        while receiver.recv_many(&mut happened, MOST_AT_ONCE).await > 0 {
            self.record(&turn, &mut run, happened.drain(..)).await;
        }
        let report = working.await.map_err(|failure| failure.to_string());
        self.finish(turn, run, report).await;
    }

    /// Persists what happened if more than progress of steps changed, then sends it to the fronts.
    async fn record(
        self: &Arc<Self>,
        turn: &store::Turn,
        run: &mut store::Run,
        happened: impl Iterator<Item = Progress>,
    ) {
        let (mut moved_on, mut is_told) = (false, false);
        let mut steps = Vec::new();
        for progress in happened {
            match progress {
                Progress::Step(step) => {
                    let step = without_codes(*step);
                    moved_on |= merge(
                        &mut run.steps,
                        Step {
                            preview: None,
                            ..step.clone()
                        },
                    );
                    steps.push(step);
                }
                Progress::Reached { subtask, kept } => {
                    let artifacts = kept.ids.into_iter();
                    run.results
                        .extend(artifacts.map(|artifact| SubtaskResult { subtask, artifact }));
                    (moved_on, is_told) = (true, true);
                }
                Progress::Paused(_) => is_told = true,
            }
        }
        if moved_on {
            self.save(run.clone()).await;
        }
        for step in steps {
            self.events.send(Event::Step {
                run: run.id.clone(),
                step: step.into(),
            });
        }
        if is_told {
            self.emit(turn, run).await;
        }
    }

    async fn finish(
        self: &Arc<Self>,
        turn: store::Turn,
        mut run: store::Run,
        report: Result<Report, String>,
    ) {
        let id = run.id.clone();
        match report {
            Ok(report) => {
                run.status = report.status;
                run.solutions = report
                    .outcomes
                    .iter()
                    .map(|outcome| outcome.solution)
                    .collect();
                run.results = results(&report);
                run.missing = report.missing.clone();
                // The same steps as those that were followed, all of them final.
                for step in report.steps.clone() {
                    merge(&mut run.steps, without_codes(step));
                }
                let (runs, turn, unanswered) = (self.clone(), turn.clone(), run.clone());
                let answered = blocking(move || runs.answer(&turn, &unanswered, &report)).await;
                run.answer = answered.unwrap_or_else(|error| error.to_string());
            }
            Err(reason) => {
                run.status = RunStatus::Failed;
                run.answer = Error::Internal { reason }.to_string();
                run.steps.retain(|step| step.status.is_final());
            }
        }
        run.finished_at = Some(now() as i64);
        self.save(run.clone()).await;
        self.keep_speeds(run.id.clone(), run.steps.clone()).await;
        self.running.end(&id);
        self.emit(&turn, &run).await;
        if let Some(answer) = self.told(&turn, &run).await {
            run.answer = answer;
            self.save(run.clone()).await;
            self.emit(&turn, &run).await;
        }
        let (store, conversation) = (self.store.clone(), turn.conversation);
        if let Ok(conversation) = blocking(move || Ok(store.conversation(&conversation)?)).await {
            announce::conversation(conversation, &self.events);
        }
    }

    /// A run's answer in the person's own language, where somebody is chosen to write it, and does
    /// in time and without changing a fact.
    async fn told(&self, turn: &store::Turn, run: &store::Run) -> Option<String> {
        let chat = self.chats().answers?;
        let (instruction, report) = (turn.instruction.clone(), run.answer.clone());
        let (store, conversation) = (self.store.clone(), turn.conversation.clone());
        let told = blocking(move || {
            let artifacts = store.artifacts(&conversation)?;
            let names: Vec<&str> = artifacts.iter().map(|one| one.name.as_str()).collect();
            let began = Instant::now();
            let in_time = |_: f64| {
                if began.elapsed() < ANSWER_WITHIN {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            };
            let told = answered(&*chat, &instruction, &report, &names, Watch::new(&in_time));
            Ok(told.unwrap_or_else(|error| {
                tracing::info!(%error, "an answer stays as it is");
                None
            }))
        });
        told.await.unwrap_or_default()
    }

    fn answer(
        &self,
        turn: &store::Turn,
        run: &store::Run,
        report: &Report,
    ) -> Result<String, Error> {
        let artifacts = self.store.artifacts(&turn.conversation)?;
        let missing = missing::of_run(
            &self.catalog.toolbox(),
            self.catalog.engine().availability(),
            run,
            turn,
            &artifacts,
        );
        let toolbox = &*self.catalog.toolbox();
        Ok(answer::compose(&AnswerContext {
            toolbox,
            turn,
            report,
            missing: &missing,
            artifacts: &artifacts,
        }))
    }

    async fn save(&self, run: store::Run) {
        let store = self.store.clone();
        if let Err(error) = blocking(move || Ok(store.save_run(&run)?)).await {
            // The results themselves are kept; only how far the run came is lost, and is kept with
            // the next step.
            tracing::error!(%error, "a run could not be kept");
        }
    }

    async fn keep_speeds(&self, run: String, steps: Vec<Step>) {
        let (store, speeds, toolbox) = (
            self.store.clone(),
            self.speeds.clone(),
            self.catalog.toolbox(),
        );
        let kept = blocking(move || speeds.keep((&run, &steps), &store, &toolbox)).await;
        if let Err(error) = kept {
            tracing::warn!(%error, "how long steps took could not be kept");
        }
    }

    async fn emit(self: &Arc<Self>, turn: &store::Turn, run: &store::Run) {
        let (runs, turn, run) = (self.clone(), turn.clone(), run.clone());
        match blocking(move || runs.view(run, &turn)).await {
            Ok(run) => self.events.send(Event::Run { run }),
            Err(error) => tracing::error!(%error, "a run could not be shown"),
        }
    }
}

/// Milliseconds since 1970, UTC.
fn now() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |elapsed| elapsed.as_millis() as u64)
}
