//! `patchbay-cli run`: plans a request, runs it, and writes the results into a folder.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use patchbay_app::api::{
    Artifact, ConversationId, Event, Nothing, PlanRequest, Run, RunId, RunRequest, RunStatus,
    Subtask, Turn, TurnId,
};
use patchbay_app::{App, AppOptions, default_models_folder, passing_folder};
use patchbay_domain::Recipe;
use tempfile::TempDir;
use tokio::sync::broadcast;

use crate::given::take_in;
use crate::points::Clicked;
use crate::progress::Progress;
use crate::set::{every_action, name_and_value, set_actions};
use crate::stopping::Stopping;
use crate::{recipe, report, watch};

/// Arguments of `run`.
#[derive(Args)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub(crate) struct Arguments {
    /// What is to be done, in words (with --tool, those that it takes), or the first of the files.
    #[arg(required_unless_present_any = ["recipe", "tool"])]
    request: Option<String>,
    /// The files that it is about; of a folder the pictures, sounds and videos in it.
    files: Vec<PathBuf>,
    /// Do what made this file, which has to carry a recipe, with the other files: once for each
    /// where it began with one.
    #[arg(long, value_name = "FILE", conflicts_with = "solution")]
    recipe: Option<PathBuf>,
    /// Call this tool with the files, with what --set gives to its parameters, and read no request.
    /// `patchbay-cli tools` lists them.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["recipe", "solution"])]
    tool: Option<String>,
    /// The folder for the results; made where it does not exist. Nothing in it is overwritten.
    #[arg(long)]
    out: PathBuf,
    /// Print one JSON object to standard output.
    #[arg(long)]
    json: bool,
    /// Where no tool takes up some of the words, do the rest without them.
    #[arg(long, conflicts_with_all = ["recipe", "tool"])]
    partly: bool,
    /// Run the N-th way of each subtask that has so many, instead of the first that can run here.
    #[arg(long = "way", value_name = "WAY", value_parser = clap::value_parser!(u16).range(1..))]
    solution: Option<u16>,
    /// A point clicked on a picture, NAME:x,y,+ (- for what is not meant), in pixels. Can be given
    /// several times.
    #[arg(long, value_name = "NAME:x,y,+")]
    points: Vec<Clicked>,
    /// The seed of everything random: the same seed gives the same results, another one another
    /// take.
    #[arg(long)]
    seed: Option<u64>,
    /// Set NAME of every step that has such a parameter or setting, such as steps=30, or of one
    /// tool's steps, such as `video_trimming.parts="0:02 to 0:05"`. Can be given several times.
    /// `patchbay-cli tools` lists what there is.
    #[arg(long, value_name = "[TOOL.]NAME=VALUE", value_parser = name_and_value)]
    set: Vec<(String, String)>,
    /// Go on with each file that comes into the folders or changes there, once it is whole, until Ctrl-C: the same is
    /// done with each by itself.
    #[arg(long)]
    watch: bool,
    /// Write the result of every step, where several would share one encode.
    #[arg(long)]
    every_step: bool,
    /// Write how each video and sound was edited too, as a timeline of the files that were given:
    /// `OpenTimelineIO`, FCPXML or EDL for editing programs, or the command line of ffmpeg. Can be
    /// given several times.
    #[arg(long, value_name = "FORMAT", value_parser = ["otio", "fcpxml", "edl", "sh"])]
    hand_over: Vec<String>,
    /// Write the steps that made them, with the names of the files, into the results. Not into those
    /// that metadata were taken out of.
    #[arg(long)]
    recipes: bool,
    /// Leave the steps out, also where the settings of --data turn them on.
    #[arg(long, conflicts_with = "recipes")]
    omit_recipes: bool,
    /// Keep conversation and files in this folder, instead of one that is gone afterwards.
    #[arg(long)]
    data: Option<PathBuf>,
}

/// Time that work in progress gets to end once the program is asked to: a run stops within half a
/// second.
const GRACE: Duration = Duration::from_secs(3);

/// Plans and runs; asked to end, it stops and leaves nothing behind.
pub(crate) async fn run(arguments: Arguments) -> anyhow::Result<ExitCode> {
    let stopping = Stopping::listen();
    let work = begun(arguments, &stopping);
    tokio::pin!(work);
    tokio::select! {
        done = &mut work => done,
        () = stopping.asked() => match tokio::time::timeout(GRACE, work).await {
            Ok(done) => done,
            Err(_) => anyhow::bail!("Stopped."),
        },
    }
}

async fn begun(mut arguments: Arguments, stopping: &Stopping) -> anyhow::Result<ExitCode> {
    let mut recipe = arguments.recipe.as_deref().map(recipe::of).transpose()?;
    let mut instruction = arguments.request.take().unwrap_or_default();
    if recipe.is_some() || (arguments.tool.is_some() && Path::new(&instruction).exists()) {
        let first = std::mem::take(&mut instruction);
        let first = (!first.is_empty()).then(|| PathBuf::from(first));
        arguments.files.splice(..0, first);
    }
    std::fs::create_dir_all(&arguments.out)
        .with_context(|| format!("The folder {} cannot be made", arguments.out.display()))?;
    let passing = folder_to_work_in(&arguments)?;
    let data = arguments
        .data
        .as_deref()
        .or(passing.as_ref().map(TempDir::path))
        .unwrap_or(Path::new("."));
    if let (Some(recipe), Some(_)) = (&mut recipe, arguments.seed) {
        for action in &mut recipe.actions {
            action.seed = None;
        }
    }
    let seed = arguments.seed.or(recipe.as_ref().map(|recipe| recipe.seed));
    let app = App::open(
        data,
        AppOptions {
            seed,
            models: Some(default_models_folder()?),
            ..AppOptions::default()
        },
    )?;
    if arguments.watch {
        let each = async |file: &PathBuf| {
            let one = std::slice::from_ref(file);
            once(
                &app,
                (&arguments, stopping),
                (&instruction, one),
                recipe.clone(),
            )
            .await
        };
        let folders = (&*arguments.files, &*arguments.out);
        return watch::watch(&app, folders, stopping, each).await;
    }
    let given = (&*instruction, &*arguments.files);
    once(&app, (&arguments, stopping), given, recipe).await
}

/// Plans and runs with these files, and prints the outcome.
async fn once(
    app: &App,
    (arguments, stopping): (&Arguments, &Stopping),
    (instruction, files): (&str, &[PathBuf]),
    recipe: Option<Recipe>,
) -> anyhow::Result<ExitCode> {
    let conversation = app.create_conversation(Nothing {}).await?.id;
    let (artifacts, refused) = take_in(app, &conversation, (files, &arguments.points)).await?;
    if artifacts.is_empty() && !refused.is_empty() {
        let summary = report::Summary {
            plan: None,
            run: None,
            refused: &refused,
            results: &[],
            unwritten: &[],
        };
        return summary.print(arguments.json);
    }
    let turn = match (recipe, &arguments.tool) {
        (Some(recipe), _) => {
            app.plan_recipe(conversation.clone(), recipe, artifacts)
                .await?
        }
        (None, Some(tool)) => {
            let words = Some(instruction).filter(|words| !words.is_empty());
            let call = (tool.clone(), words.map(str::to_owned));
            app.plan_tool(conversation.clone(), call, artifacts).await?
        }
        (None, None) => {
            app.plan_surest(PlanRequest {
                conversation: conversation.clone(),
                instruction: instruction.to_owned(),
                artifacts,
                name: None,
            })
            .await?
        }
    };
    let turn = if arguments.partly && !turn.plan.withheld.is_empty() {
        app.plan_without(TurnId { turn: turn.id }).await?
    } else {
        turn
    };
    let run = if turn.plan.subtasks.is_empty() {
        None
    } else {
        Some(carry_out(app, &turn, arguments, stopping).await?)
    };
    let artifacts = app
        .open_conversation(ConversationId { id: conversation })
        .await?
        .artifacts;
    let (results, unwritten) = write_results(app, run.as_ref(), &artifacts, arguments).await;
    let summary = report::Summary {
        plan: Some(&turn.plan),
        run: run.as_ref(),
        refused: &refused,
        results: &results,
        unwritten: &unwritten,
    };
    summary.print(arguments.json)
}

/// A folder to work in that is gone afterwards, where none was named.
fn folder_to_work_in(arguments: &Arguments) -> anyhow::Result<Option<TempDir>> {
    if arguments.data.is_some() {
        return Ok(None);
    }
    let folder = passing_folder().context("No folder to work in could be made")?;
    Ok(Some(folder))
}

/// Writes a run's results into the folder for them; returns the path of each, and a sentence for
/// each that could not be written.
async fn write_results<'a>(
    app: &App,
    run: Option<&Run>,
    artifacts: &'a [Artifact],
    arguments: &Arguments,
) -> (Vec<report::Written<'a>>, Vec<String>) {
    let artifacts: BTreeMap<&str, &Artifact> = artifacts
        .iter()
        .map(|artifact| (artifact.id.as_str(), artifact))
        .collect();
    let recipes = (arguments.recipes || arguments.omit_recipes).then_some(arguments.recipes);
    let mut results = Vec::new();
    let mut unwritten = Vec::new();
    for result in run.into_iter().flat_map(|run| &run.results) {
        let Some(artifact) = artifacts.get(result.artifact.as_str()) else {
            continue;
        };
        match report::write_result(app, artifact, &arguments.out, recipes).await {
            Ok(path) => {
                unwritten
                    .extend(report::hand_over(app, artifact, &path, &arguments.hand_over).await);
                results.push(report::Written {
                    subtask: result.subtask,
                    artifact,
                    path,
                });
            }
            Err(error) => unwritten.push(error.to_string()),
        }
    }
    (results, unwritten)
}

/// Runs a plan to its end, or to where the program is asked to end.
async fn carry_out(
    app: &App,
    turn: &Turn,
    arguments: &Arguments,
    stopping: &Stopping,
) -> anyhow::Result<Run> {
    let solutions = match arguments.solution {
        None => Vec::new(),
        Some(number) => chosen_solutions(app, turn, usize::from(number) - 1)?,
    };
    let mut progress = Progress::new();
    report::understood(turn, &progress);
    let mut events = app.subscribe();
    let settings = set_actions(app, turn, &arguments.set)?;
    let mut run = app
        .run(RunRequest {
            turn: turn.id.clone(),
            solutions,
            another_take: false,
            goes_on_from: None,
            settings,
            written: if arguments.every_step {
                every_action(turn)
            } else {
                Vec::new()
            },
        })
        .await?;
    let mut is_stopping = false;
    while run.finished_at.is_none() {
        tokio::select! {
            event = events.recv() => match event {
                Ok(Event::Step { run: id, step }) if id == run.id => progress.step(&step),
                Ok(Event::Run { run: now }) if now.id == run.id => run = now,
                Ok(_) | Err(broadcast::error::RecvError::Lagged(_)) => {}
                Err(broadcast::error::RecvError::Closed) => break,
            },
            () = stopping.asked(), if !is_stopping => {
                is_stopping = true;
                progress.say("Stopping …");
                app.cancel(RunId { run: run.id.clone() }).await?;
            }
        }
    }
    debug_assert!(run.status != RunStatus::Running);
    Ok(run)
}

/// Returns for each subtask the index `solution`, or where it has fewer, that of its first solution
/// that can run here.
fn chosen_solutions(app: &App, turn: &Turn, solution: usize) -> anyhow::Result<Vec<usize>> {
    let most = turn
        .plan
        .subtasks
        .iter()
        .map(|subtask| subtask.solutions.len())
        .max()
        .unwrap_or_default();
    anyhow::ensure!(
        solution < most,
        "There is no way {}: {most} were found.",
        solution + 1
    );
    let of = |subtask: &Subtask| {
        if solution < subtask.solutions.len() {
            solution
        } else {
            app.first_runnable(subtask)
        }
    };
    Ok(turn.plan.subtasks.iter().map(of).collect())
}
