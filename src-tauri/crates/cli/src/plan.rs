//! `patchbay-cli plan`: as docs/plan-contract.md says.

use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use patchbay_app::default_models_folder;
use patchbay_domain::{
    NamedResource, Plan, PlanError, PlanReply, Request, ResourceType, Tool, Toolbox,
};
use patchbay_engine::Availability;
use patchbay_inference::Models;
use patchbay_planner::{Limits, Options, Planner, Strategy};
use patchbay_tools::registry;

use crate::terminal::{self, say};

/// Arguments of `plan`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The request, in your words.
    #[arg(required_unless_present = "jsonl")]
    request: Option<String>,
    /// The files that it is about. Only their names and endings matter here.
    files: Vec<PathBuf>,
    /// Reads requests from standard input, one JSON object a line, and prints one plan a line.
    #[arg(long, conflicts_with = "request")]
    jsonl: bool,
    /// Prints the plan as one JSON object.
    #[arg(long)]
    json: bool,
    /// How the search chooses among tools.
    #[arg(long, value_enum, default_value = "adaptive")]
    strategy: StrategyName,
    /// The most tools that one way may have.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u8).range(1..=20))]
    max_length: u8,
    /// Plans over another toolbox of the same form.
    #[arg(long)]
    toolbox: Option<PathBuf>,
    /// Keeps to tools that can run on this computer now.
    #[arg(long)]
    runnable: bool,
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum StrategyName {
    Greedy,
    Beam,
    Adaptive,
    Exhaustive,
}

impl StrategyName {
    pub(crate) fn strategy(self) -> Strategy {
        match self {
            Self::Greedy => Strategy::Greedy,
            Self::Beam => Strategy::Beam,
            Self::Adaptive => Strategy::Adaptive,
            Self::Exhaustive => Strategy::Exhaustive,
        }
    }
}

/// The toolbox of a file, or the built-in one.
pub(crate) fn toolbox_json(path: Option<&Path>) -> anyhow::Result<String> {
    let Some(path) = path else {
        return Ok(patchbay_tools::TOOLBOX.to_owned());
    };
    std::fs::read_to_string(path)
        .with_context(|| format!("The toolbox {} cannot be read", path.display()))
}

pub(crate) fn plan(arguments: Arguments) -> anyhow::Result<ExitCode> {
    let json = toolbox_json(arguments.toolbox.as_deref())?;
    let toolbox = Toolbox::from_json(&json).context("The toolbox is not valid")?;
    let planner = patchbay_language::embedded::planner(toolbox.clone());
    let models = Models::open(default_models_folder()?);
    let availability = Availability::new(
        Arc::new(toolbox),
        Arc::new(registry::implementation_refs),
        models,
    );
    let runnable = |tool: &Tool| availability.is_runnable(&tool.name);
    let options = Options {
        strategy: arguments.strategy.strategy(),
        limits: Limits {
            max_length: arguments.max_length.into(),
            ..Limits::default()
        },
        available: arguments.runnable.then_some(&runnable),
        most_solutions: 0,
    };
    if arguments.jsonl {
        return plan_lines(&planner, &options);
    }
    let request = Request {
        id: "1".to_owned(),
        instruction: arguments.request.unwrap_or_default(),
        resources: arguments
            .files
            .iter()
            .map(|file| named(file))
            .collect::<anyhow::Result<_>>()?,
        ..Request::default()
    };
    let plan = timed(&planner, &request, &options);
    if arguments.json {
        say!("{}", serde_json::to_string(&plan)?);
    } else {
        print_readable(&mut terminal::stdout(), &plan, planner.toolbox())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// A plan with the time that it took.
pub(crate) fn timed(planner: &Planner, request: &Request, options: &Options<'_>) -> Plan {
    let start = Instant::now();
    let mut plan = planner.plan(request, options);
    plan.elapsed_ms = start.elapsed().as_secs_f64() * 1000.0;
    plan
}

/// A file by its name, typed by its ending: plans need no more.
fn named(path: &Path) -> anyhow::Result<NamedResource> {
    let name = path
        .file_name()
        .map(|name| name.to_string_lossy().into_owned());
    let Some(name) = name else {
        bail!("{} is not a file name", path.display())
    };
    let ending = path
        .extension()
        .map(|ending| ending.to_string_lossy().to_lowercase())
        .unwrap_or_default();
    let resource_type = match ending.as_str() {
        "mp4" | "mov" | "mkv" | "webm" | "avi" | "m4v" | "mpg" | "mpeg" | "ts" | "wmv" | "flv"
        | "3gp" => "video",
        "wav" | "mp3" | "flac" | "ogg" | "opus" | "m4a" | "m4b" | "m4r" | "caf" | "mka" | "aac"
        | "aif" | "aiff" | "wma" => "audio",
        "txt" | "md" | "srt" | "vtt" | "ass" | "ssa" | "csv" | "cube" | "3dl" => "text",
        "png" | "jpg" | "jpeg" | "webp" | "gif" | "bmp" | "tif" | "tiff" | "heic" | "avif" => {
            "image"
        }
        _ => bail!(
            "“{name}”: what kind of file this is cannot be told from its ending. Rename it, or use `run`, which looks inside"
        ),
    };
    Ok(NamedResource {
        name,
        resource_type: ResourceType::new(resource_type),
    })
}

fn plan_lines(planner: &Planner, options: &Options<'_>) -> anyhow::Result<ExitCode> {
    let mut output = terminal::stdout();
    let mut input = std::io::stdin().lock();
    let mut all_planned = true;
    let mut line = Vec::new();
    loop {
        line.clear();
        if input
            .read_until(b'\n', &mut line)
            .context("The requests cannot be read")?
            == 0
        {
            break;
        }
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        let reply = match read_request(&line) {
            Ok(request) => PlanReply::Plan(timed(planner, &request, options)),
            Err(error) => {
                all_planned = false;
                PlanReply::Error(error)
            }
        };
        serde_json::to_writer(&mut output, &reply)?;
        output.write_all(b"\n")?;
    }
    output.flush()?;
    Ok(if all_planned {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn read_request(line: &[u8]) -> Result<Request, PlanError> {
    let refuse = |id: Option<&serde_json::Value>, error: String| PlanError {
        id: id.and_then(|id| {
            id.as_str()
                .map(str::to_owned)
                .or_else(|| id.as_i64().map(|number| number.to_string()))
        }),
        error,
    };
    let value: serde_json::Value = serde_json::from_slice(line)
        .map_err(|error| refuse(None, format!("The line is not JSON: {error}")))?;
    let id = value.get("id").cloned();
    if id.is_none() {
        return Err(refuse(
            None,
            "The line is not an object with an “id”.".to_owned(),
        ));
    }
    serde_json::from_value(value)
        .map_err(|error| refuse(id.as_ref(), format!("The request cannot be read: {error}")))
}

/// Prints a plan for people.
fn print_readable(output: &mut impl Write, plan: &Plan, toolbox: &Toolbox) -> std::io::Result<()> {
    for subtask in &plan.subtasks {
        writeln!(
            output,
            "{}. {}",
            subtask.goal.id.0 + 1,
            subtask.goal.description
        )?;
        for (number, solution) in subtask.solutions.iter().enumerate() {
            let seconds = solution.seconds.ceil();
            writeln!(
                output,
                "   way {} (score {:.1}, about {seconds:.0} s)",
                number + 1,
                solution.score
            )?;
            for action in &solution.actions {
                let title = toolbox
                    .tool(&action.tool)
                    .map_or_else(|| action.tool.clone(), Tool::title);
                let inputs: Vec<String> = action
                    .inputs
                    .iter()
                    .map(|(name, value)| format!("{name}: {}", value.values().join(", ")))
                    .collect();
                let made: Vec<&str> = action
                    .outputs
                    .iter()
                    .map(|made| made.value.as_str())
                    .collect();
                writeln!(
                    output,
                    "      {title}  ({})  → {}",
                    inputs.join("; "),
                    made.join(", ")
                )?;
            }
        }
    }
    if let Some(question) = &plan.clarification {
        writeln!(output, "? {question}")?;
        for choice in &plan.choices {
            writeln!(output, "  - {choice}")?;
        }
    }
    writeln!(
        output,
        "({} tools visited, {:.1} ms)",
        plan.visited_tools, plan.elapsed_ms
    )
}
