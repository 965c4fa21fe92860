//! Runs plans, keeps how they stand, and tells it.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use patchbay_domain::{RunStatus, Step, StepStatus};
use patchbay_engine::{Event as Progress, Job, Report};
use patchbay_store::{self as store, NewRun, SubtaskResult};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use crate::api::{Event, Nothing, Run, RunId, RunRequest, RunResult};
use crate::app::App;
use crate::error::{Error, plain};
use crate::present::{answer, missing};
use crate::sessions::run_outputs::RunOutputs;

impl App {
    /// Begins to run a turn's plan; events tell how it goes on.
    pub async fn run(&self, arguments: RunRequest) -> Result<Run, Error> {
        let stop = CancellationToken::new();
        let (turn, run, job) = self.blocking(move |app| app.prepare(&arguments)).await?;
        let shown = {
            let turn = turn.clone();
            let run = run.clone();
            self.blocking(move |app| app.run_view(run, &turn)).await?
        };
        self.running().insert(run.id.clone(), stop.clone());
        self.tell(Event::Run { run: shown.clone() });
        tokio::spawn(self.clone().carry_out(turn, run, job, stop));
        Ok(shown)
    }

    /// Stops a run. One that has ended already stays as it is.
    pub async fn cancel(&self, arguments: RunId) -> Result<Nothing, Error> {
        let stop = self.running().get(&arguments.run).cloned();
        match stop {
            Some(stop) => stop.cancel(),
            None => {
                self.blocking(move |app| Ok(app.0.store.run(&arguments.run)?)).await?;
            }
        }
        Ok(Nothing {})
    }

    /// Stops every run and every model, and waits until all runs are kept as stopped.
    pub async fn close(&self) {
        let mut events = self.subscribe();
        self.0.model_work.stop_all();
        self.running().values().for_each(CancellationToken::cancel);
        self.0.outlining.close_all();
        while !self.running().is_empty() {
            if let Err(RecvError::Closed) = events.recv().await {
                break;
            }
        }
    }

    fn prepare(&self, arguments: &RunRequest) -> Result<(store::Turn, store::Run, Job), Error> {
        let store = &self.0.store;
        let turn = store.turn(&arguments.turn)?;
        let mut subtasks = turn.plan.subtasks.clone();
        if subtasks.is_empty() {
            return Err(Error::unsuitable(
                "There is nothing to run: the request was not understood.",
                "Say it differently.",
            ));
        }
        self.set(&mut subtasks, &arguments.settings)?;
        let mut ways = Vec::with_capacity(subtasks.len());
        for (index, subtask) in subtasks.iter().enumerate() {
            let chosen = arguments.ways.get(index).copied();
            let way = chosen.unwrap_or_else(|| self.0.engine.availability().first_runnable(subtask));
            if way >= subtask.solutions.len() {
                let (number, count) = (way + 1, subtask.solutions.len());
                let message = format!("“{}” has {count} ways, so there is no way {number}.", subtask.goal.description);
                return Err(Error::unsuitable(message, "Choose one of the ways that are shown."));
            }
            ways.push(way);
        }
        let mut resources = std::collections::BTreeMap::new();
        for (name, id) in &turn.names {
            if let Some(resource) = self.resource(&store.thing(id)?) {
                resources.insert(name.clone(), resource);
            }
        }
        let seed = self.seed(&turn, arguments.another_take)?;
        let run = store.add_run(NewRun { turn: turn.id.clone(), ways: ways.clone(), seed, steps: Vec::new() })?;
        let job = Job {
            subtasks,
            ways,
            resources,
            seed,
            scratch: store.scratch(),
            // A person who chose a way gets that way or an error; who left the choice open gets a result if there is one.
            fallback: arguments.ways.is_empty(),
        };
        Ok((turn, run, job))
    }

    /// The seed of a turn's next run. As a rule that of the newest one: what another way has in common with it is not made
    /// again. Each further take has one of its own.
    fn seed(&self, turn: &store::Turn, another_take: bool) -> Result<u64, Error> {
        let seeds: Vec<u64> = self.0.store.runs(&turn.id)?.iter().map(|run| run.seed).collect();
        let first = seeds.first().copied().unwrap_or(self.0.options.seed.unwrap_or(turn.created_at as u64));
        let takes = seeds.iter().collect::<BTreeSet<_>>().len() as u64;
        Ok(if another_take { first.wrapping_add(takes) } else { seeds.last().copied().unwrap_or(first) })
    }

    async fn carry_out(self, turn: store::Turn, mut run: store::Run, job: Job, stop: CancellationToken) {
        let outputs = Arc::new(RunOutputs {
            app: self.clone(),
            conversation: turn.conversation.clone(),
            run: run.id.clone(),
            names: turn.names.clone(),
        });
        let (sender, mut receiver) = mpsc::unbounded_channel();
        let engine = self.0.engine.clone();
        let working = tokio::spawn(async move { engine.run(job, outputs, sender, stop).await });
        run.status = RunStatus::Running;
        while let Some(progress) = receiver.recv().await {
            self.follow(&turn, &mut run, progress).await;
        }
        let report = working.await.map_err(|failure| failure.to_string());
        self.finish(turn, run, report).await;
    }

    /// Takes over what happened, keeps it where it is more than a number moving on, and tells it.
    async fn follow(&self, turn: &store::Turn, run: &mut store::Run, progress: Progress) {
        match progress {
            Progress::Step(step) => {
                let step = without_codes(*step);
                let moved_on = merge(&mut run.steps, Step { preview: None, ..step.clone() });
                if moved_on {
                    self.keep_run(run.clone()).await;
                }
                self.tell(Event::Step { run: run.id.clone(), step });
            }
            Progress::Reached { subtask, kept } => {
                run.results.extend(kept.ids.into_iter().map(|thing| SubtaskResult { subtask, thing }));
                self.keep_run(run.clone()).await;
                self.tell_run(turn, run).await;
            }
        }
    }

    async fn finish(&self, turn: store::Turn, mut run: store::Run, report: Result<Report, String>) {
        let id = run.id.clone();
        match report {
            Ok(report) => {
                run.status = report.status;
                run.ways = report.outcomes.iter().map(|outcome| outcome.way).collect();
                run.results = results(&report);
                run.missing = report.missing.clone();
                // The same steps as those that were followed, all of them final.
                for step in report.steps.clone() {
                    merge(&mut run.steps, without_codes(step));
                }
                let (turn, unanswered) = (turn.clone(), run.clone());
                let answered = self.blocking(move |app| app.answer(&turn, &unanswered, &report)).await;
                run.answer = answered.unwrap_or_else(|error| error.to_string());
            }
            Err(reason) => {
                run.status = RunStatus::Failed;
                run.answer = Error::Internal { reason }.to_string();
                run.steps.retain(|step| step.status.is_final());
            }
        }
        run.finished_at = Some(now() as i64);
        self.keep_run(run.clone()).await;
        self.running().remove(&id);
        self.tell_run(&turn, &run).await;
        let conversation = turn.conversation;
        let summary = self.blocking(move |app| Ok(app.0.store.conversation(&conversation)?)).await;
        if let Ok(conversation) = summary {
            self.tell_conversation(conversation);
        }
    }

    fn answer(&self, turn: &store::Turn, run: &store::Run, report: &Report) -> Result<String, Error> {
        let things = self.0.store.things(&turn.conversation)?;
        let missing = missing::of_run(&self.0.toolbox, self.0.engine.availability(), run, turn, &things);
        Ok(answer::compose(&answer::Told {
            toolbox: &self.0.toolbox,
            turn,
            report,
            missing: &missing,
            things: &things,
        }))
    }

    async fn keep_run(&self, run: store::Run) {
        let kept = self.blocking(move |app| Ok(app.0.store.save_run(&run)?)).await;
        if let Err(error) = kept {
            // The results themselves are kept; only how far the run came is lost, and is kept with the next step.
            tracing::error!(%error, "a run could not be kept");
        }
    }

    async fn tell_run(&self, turn: &store::Turn, run: &store::Run) {
        let (turn, run) = (turn.clone(), run.clone());
        match self.blocking(move |app| app.run_view(run, &turn)).await {
            Ok(run) => self.tell(Event::Run { run }),
            Err(error) => tracing::error!(%error, "a run could not be shown"),
        }
    }

    /// A run as fronts see it.
    pub(crate) fn run_view(&self, run: store::Run, turn: &store::Turn) -> Result<Run, Error> {
        let things = if run.missing.is_empty() { Vec::new() } else { self.0.store.things(&turn.conversation)? };
        let missing = missing::of_run(&self.0.toolbox, self.0.engine.availability(), &run, turn, &things);
        let results = run.results.into_iter();
        Ok(Run {
            id: run.id,
            turn: run.turn,
            ways: run.ways,
            status: run.status,
            steps: run.steps,
            results: results.map(|result| RunResult { subtask: result.subtask, thing: result.thing }).collect(),
            answer: run.answer,
            missing,
            started_at: run.started_at as u64,
            finished_at: run.finished_at.map(|at| at as u64),
        })
    }
}

fn without_codes(mut step: Step) -> Step {
    if let Some(error) = &mut step.error {
        error.message = plain(&error.message);
    }
    step
}

fn results(report: &Report) -> Vec<SubtaskResult> {
    let reached = report.outcomes.iter().filter_map(|outcome| Some((outcome.subtask, outcome.kept.as_ref()?)));
    reached
        .flat_map(|(subtask, kept)| kept.ids.iter().map(move |id| SubtaskResult { subtask, thing: id.clone() }))
        .collect()
}

/// Puts a step into its place; says whether more than its progress changed.
fn merge(steps: &mut Vec<Step>, step: Step) -> bool {
    if let Some(known) = steps.iter_mut().find(|known| known.index == step.index) {
        let moved_on = known.status != step.status || step.status == StepStatus::Done;
        *known = step;
        return moved_on;
    }
    steps.push(step);
    steps.sort_by_key(|step| step.index);
    true
}

/// Milliseconds since 1970, UTC.
fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |elapsed| elapsed.as_millis() as u64)
}
