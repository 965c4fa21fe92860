//! A run for an assistant: its progress, its end, and the results that it wrote.

use patchbay_app::App;
use patchbay_app::api::{
    Artifact, ConversationId, ErrorCode, Event, Run, RunId, RunRequest, RunStatus, SetAction,
    Subtask, Turn,
};
use rmcp::RoleServer;
use rmcp::model::{ProgressNotificationParam, ProgressToken};
use rmcp::service::{Peer, RequestContext};
use serde_json::json;
use tokio::sync::broadcast;

use super::asked::RunAsked;
use super::failure::{Failure, NEEDS_CONSENT, NOTHING_DONE, NOTHING_TO_DO};
use super::granted::Granted;
use super::told::{Answer, Outcome, link, plan_of, result_of, steps, written_name};
use crate::report;
use crate::set::set_actions;

/// Runs a planned request and writes its results into the folder for them.
pub(super) async fn done(
    (app, granted): (&App, &Granted),
    turn: &Turn,
    asked: &RunAsked,
    context: &RequestContext<RoleServer>,
) -> Outcome {
    if turn.plan.subtasks.is_empty() {
        let why = turn.plan.clarification.as_deref();
        let why = why.unwrap_or("Nothing of it can be done.");
        let hint = "Say it differently, or see `list_tools`.";
        return Err(Failure::with(NOTHING_TO_DO, why, hint, plan_of(app, turn)));
    }
    if turn.needs_consent && !asked.may_use_connected_tools {
        let why = "A tool of a connected server takes part, which may act elsewhere.";
        let hint = "Ask the person, and run it with may_use_connected_tools.";
        return Err(Failure::with(NEEDS_CONSENT, why, hint, plan_of(app, turn)));
    }
    let request = RunRequest {
        turn: turn.id.clone(),
        solutions: match asked.way {
            None => Vec::new(),
            Some(way) => chosen(app, turn, way)?,
        },
        another_take: false,
        goes_on_from: None,
        settings: set(app, turn, asked)?,
        written: Vec::new(),
    };
    let run = ended(app, request, context).await?;
    written((app, granted), turn, &run).await
}

/// The values that are set of a plan's actions.
fn set(app: &App, turn: &Turn, asked: &RunAsked) -> Result<Vec<SetAction>, Failure> {
    let values = asked.values.iter();
    let values: Vec<_> = values
        .map(|(name, value)| (name.clone(), value.to_string()))
        .collect();
    let hint = "`plan` tells under can_be_set what can be set.";
    set_actions(app, turn, &values)
        .map_err(|error| Failure::new(ErrorCode::BadArguments, error, hint))
}

/// Writes what came of a run, and tells it.
async fn written((app, granted): (&App, &Granted), turn: &Turn, run: &Run) -> Outcome {
    let id = turn.conversation.clone();
    let artifacts = app
        .open_conversation(ConversationId { id })
        .await?
        .artifacts;
    let mut answer = run.answer.clone();
    let (mut blocks, mut results) = (Vec::new(), Vec::new());
    let of = |id: &str| artifacts.iter().find(|one: &&Artifact| one.id == id);
    for artifact in run.results.iter().filter_map(|one| of(&one.artifact)) {
        let path = report::write_result(app, artifact, granted.results(), None).await?;
        // The name may be taken in the folder for results.
        answer = answer.replace(&artifact.name, &written_name(&path));
        results.push(result_of(artifact, &path));
        blocks.extend(link(artifact, &path));
    }
    let told = json!({
        "status": run.status,
        "answer": answer,
        "steps": steps(run),
        "results": results,
    });
    if run.status == RunStatus::Done || !results.is_empty() {
        return Ok(Answer {
            told: Some(told),
            blocks,
        });
    }
    let hint = "`steps` says why.";
    Err(Failure::with(NOTHING_DONE, &answer, hint, told))
}

/// A run when it has ended, its progress told meanwhile; it is stopped where the other program asks
/// for no answer any more.
async fn ended(
    app: &App,
    request: RunRequest,
    context: &RequestContext<RoleServer>,
) -> Result<Run, Failure> {
    let mut events = app.subscribe();
    let mut run = app.run(request).await?;
    let mut telling = context
        .meta
        .get_progress_token()
        .map(|token| Telling::new(token, context.peer.clone()));
    let mut stopping = false;
    while run.finished_at.is_none() {
        tokio::select! {
            event = events.recv() => match event {
                Ok(Event::Run { run: now }) if now.id == run.id => {
                    run = now;
                    if let Some(telling) = &mut telling {
                        telling.tell(&run).await;
                    }
                }
                Ok(_) | Err(broadcast::error::RecvError::Lagged(_)) => {}
                Err(broadcast::error::RecvError::Closed) => break,
            },
            () = context.ct.cancelled(), if !stopping => {
                stopping = true;
                app.cancel(RunId { run: run.id.clone() }).await?;
            }
        }
    }
    Ok(run)
}

/// Tells the other program how far a run is.
struct Telling {
    token: ProgressToken,
    peer: Peer<RoleServer>,
    /// What was told last, in steps: it has to grow.
    told: f64,
}

impl Telling {
    fn new(token: ProgressToken, peer: Peer<RoleServer>) -> Self {
        Self {
            token,
            peer,
            told: 0.0,
        }
    }

    async fn tell(&mut self, run: &Run) {
        let done: f64 = run.steps.iter().map(|step| step.progress).sum();
        if done <= self.told {
            return;
        }
        self.told = done;
        let step = run.steps.iter().rfind(|step| step.progress > 0.0);
        let said = step.map(|step| step.tool.clone()).unwrap_or_default();
        let told = ProgressNotificationParam::new(self.token.clone(), done)
            .with_total(run.steps.len() as f64)
            .with_message(said);
        // Who does not listen any more misses nothing else.
        let _ = self.peer.notify_progress(told).await;
    }
}

/// Returns for each step the index of its way number `way`, counted from 1, or where it has fewer,
/// of its first that can run here.
fn chosen(app: &App, turn: &Turn, way: usize) -> Result<Vec<usize>, Failure> {
    let ways = turn.plan.subtasks.iter();
    let most = ways.map(|subtask| subtask.solutions.len()).max();
    let most = most.unwrap_or_default();
    if way == 0 || way > most {
        let said = format!("There is no way {way}: {most} were found.");
        let hint = "Take one that `plan` lists.";
        return Err(Failure::new(ErrorCode::BadArguments, said, hint));
    }
    let of = |subtask: &Subtask| {
        if way <= subtask.solutions.len() {
            way - 1
        } else {
            app.first_runnable(subtask)
        }
    };
    Ok(turn.plan.subtasks.iter().map(of).collect())
}
