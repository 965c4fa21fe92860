//! Plans cases with a chat model in some part of the planner: `parts MODEL.gguf FOLDER EVERY
//! PARTS[/PARTS…] CASES.jsonl…` writes the plans of each so manieth case to `FOLDER/CASES-PARTS.jsonl`,
//! one a line, with the milliseconds that it took and what the model did, and goes on behind those
//! that it finds there. PARTS: `none`, some of `decomposition,assessment,solutions,resources`, or
//! `rewording` (the embedded plan, and where it is not whole that of the model's wording, where that
//! is whole). `docs/planning.md` says how plans are judged.
//!
//! `parts answers FOLDER MODEL.gguf COUNT CASES.jsonl…` has a model answer so many questions at
//! temperature 1.5, as `answers` says.

mod answers;
mod kept;

use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use kept::Kept;
use patchbay_domain::{NamedResource, Plan, Request, Toolbox};
use patchbay_inference::Watch;
use patchbay_language::by_chat::{Chats, planner_by};
use patchbay_language::embedded::{ENCODER, Parts};
use patchbay_language::encoder::SharedEncoder;
use patchbay_language::rewording::reword;
use patchbay_planner::{Options, Planner, is_whole};
use patchbay_toolbox::TOOLBOX;
use serde_json::{Value, json};

type Failure = Box<dyn std::error::Error>;

/// How many tools a model is told of that words a request otherwise, as in the program.
const TOOLS: usize = 24;

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match &arguments[..] {
        [what, folder, model, count, cases @ ..] if what == "answers" => {
            answers::answers(Path::new(folder), Path::new(model), count.parse()?, cases)
        }
        [model, folder, every, parts, cases @ ..] if !cases.is_empty() => {
            let chat = Arc::new(Kept::open(Path::new(model))?);
            let every: usize = every.parse()?;
            for cases in cases.iter().map(Path::new) {
                let name = cases.file_stem().unwrap_or_default().display();
                for parts in parts.split('/') {
                    let plans = Path::new(folder).join(format!("{name}-{parts}.jsonl"));
                    plan(cases, &plans, &chat, parts, every)?;
                }
            }
            Ok(())
        }
        _ => Err("parts MODEL.gguf FOLDER EVERY PARTS[/PARTS…] CASES.jsonl…".into()),
    }
}

fn toolbox() -> Result<Toolbox, Failure> {
    Ok(Toolbox::from_json(TOOLBOX)?)
}

/// The requests of a file of cases.
fn requests(path: &Path) -> Result<Vec<Request>, Failure> {
    let text = std::fs::read_to_string(path)?;
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    Ok(lines.map(serde_json::from_str).collect::<Result<_, _>>()?)
}

/// Plans each `every`th case that has no plan in `plans` yet.
fn plan(
    cases: &Path,
    plans: &Path,
    chat: &Arc<Kept>,
    parts: &str,
    every: usize,
) -> Result<(), Failure> {
    let done: Vec<Value> = match std::fs::read_to_string(plans) {
        Ok(text) => text
            .lines()
            .map(serde_json::from_str)
            .collect::<Result<_, _>>()?,
        Err(_) => Vec::new(),
    };
    let is_done = |request: &Request| done.iter().any(|plan| plan["id"] == request.id);
    let mut output = OpenOptions::new().create(true).append(true).open(plans)?;
    let by = |part: &str| {
        parts
            .split(',')
            .any(|name| name == part)
            .then(|| chat.clone() as _)
    };
    let chats = Chats {
        decomposition: by("decomposition"),
        assessment: by("assessment"),
        solutions: by("solutions"),
        resources: by("resources"),
        stopped: None,
    };
    let encoder = Arc::new(SharedEncoder::new(ENCODER));
    let planner = planner_by(toolbox()?, Parts::default(), encoder, chats);
    let requests = requests(cases)?;
    for request in requests.iter().step_by(every.max(1)) {
        if is_done(request) {
            continue;
        }
        let (start, before) = (Instant::now(), chat.counts());
        let (plan, reworded) = if parts == "rewording" {
            mixed(&planner, chat, request)?
        } else {
            (planner.plan(request, &Options::default()), None)
        };
        let seconds = start.elapsed().as_secs_f64();
        let mut line = serde_json::to_value(&plan)?;
        let now = chat.counts();
        line["elapsed_ms"] = json!((seconds * 1000.0).round());
        line["asked"] = json!(now.asked - before.asked);
        line["failed"] = json!(now.failed - before.failed);
        line["read"] = json!(now.read - before.read);
        line["said"] = json!(now.said - before.said);
        line["reworded"] = json!(reworded);
        writeln!(output, "{line}")?;
        eprintln!("{}: {seconds:.1} s", request.id);
    }
    Ok(())
}

/// The embedded plan; where it is not whole, that of the model's wording where that one is, with
/// the wording.
fn mixed(
    planner: &Planner,
    chat: &Kept,
    request: &Request,
) -> Result<(Plan, Option<String>), Failure> {
    let plan = |request: &Request| planner.plan(request, &Options::default());
    let first = plan(request);
    if is_whole(&first) {
        return Ok((first, None));
    }
    let turns = request.history.iter();
    let earlier = turns.flat_map(|turn| turn.resources.iter().chain(&turn.results));
    let names: Vec<&str> = request
        .resources
        .iter()
        .chain(earlier)
        .map(|one: &NamedResource| one.name.as_str())
        .collect();
    let tools = planner.likely_tools(request, TOOLS);
    let words = reword(chat, &request.instruction, &names, &tools, Watch::nobody())?;
    let Some(instruction) = words else {
        return Ok((first, None));
    };
    let other = plan(&Request {
        instruction: instruction.clone(),
        ..request.clone()
    });
    if is_whole(&other) {
        Ok((other, Some(instruction)))
    } else {
        Ok((first, None))
    }
}
