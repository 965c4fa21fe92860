//! `bench reading`: quality of the reading of requests, part by part: segments, tools, sources,
//! values, and the whole plan.

mod compared;
mod equal;
mod readers;

use std::path::PathBuf;
use std::process::ExitCode;

use patchbay_domain::{ParsedRequest, Request, Toolbox};
use patchbay_language::embedded::{ENCODER, planner_of};
use patchbay_language::parsed::parsed;
use patchbay_planner::Options;
use serde_json::json;

use self::compared::{Compared, Outcome, Sums, compared};
use self::readers::Readers;
use super::marked::Marked;
use super::requests::requests;
use super::without::Without;
use super::{lines, marked};
use crate::plan;
use crate::terminal::say;

/// Arguments of `bench reading`.
#[derive(clap::Args)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub(crate) struct Arguments {
    /// Files of marked requests, one JSON object a line.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Reads what a reader made of the same requests, a parsed request a line, in place of the embedded one.
    #[arg(long)]
    parsed: Option<PathBuf>,
    /// Reads with the weights and the tokenizer of a folder (`reader.safetensors`, `tokenizer.json`).
    #[arg(long, conflicts_with = "parsed")]
    weights: Option<PathBuf>,
    /// Takes the surer of the embedded planner and a reader, or asks, as the program does.
    #[arg(long, conflicts_with = "parsed")]
    judged: bool,
    /// Prints what the judge goes by of each request, and which of both can be done and is right, a line of JSON each.
    #[arg(long, requires = "judged")]
    features: bool,
    /// What is switched off of the embedded planner, to measure what it is worth; each is measured by itself.
    #[arg(long, value_enum, value_delimiter = ',', default_value = "nothing", conflicts_with_all = ["parsed", "weights", "judged"])]
    without: Vec<Without>,
    /// Number of readings of a request; also prints for how many one of them is right.
    #[arg(long, requires = "weights", default_value_t = 1)]
    most: usize,
    /// Prints the requests that are read wrong, with what was read.
    #[arg(long)]
    failures: bool,
    /// Prints what was read, a parsed request a line, as `--parsed` takes it.
    #[arg(long)]
    print: bool,
}

/// Prints the shares.
pub(super) fn measure(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let mut marked = Vec::new();
    for path in &arguments.files {
        marked.extend(marked::read(path)?);
    }
    let toolbox = Toolbox::from_json(&plan::toolbox_json(None)?)?;
    let asked = requests(&marked, &toolbox);
    let held = |place: usize, read: &ParsedRequest| {
        compared(&marked[place], read, &asked[place].steps, &toolbox)
    };
    let is_right = |place: usize, read: &ParsedRequest| held(place, read).outcome == Outcome::Done;
    let weights = arguments.weights.as_deref();
    let read = if let Some(path) = &arguments.parsed {
        lines::read(path, ("parsed request", "parsed requests"))?
    } else if arguments.judged {
        let readers = Readers::new(weights, &toolbox)?;
        if arguments.features {
            print_features(&readers, &asked, held);
            return Ok(ExitCode::SUCCESS);
        }
        asked.iter().map(|one| readers.surest(one)).collect()
    } else if weights.is_some() {
        let reader = readers::reader(weights, &toolbox)?;
        let read = |request: &Request| -> Vec<ParsedRequest> {
            let readings = reader.readings(request, arguments.most);
            readings.into_iter().map(|one| one.parsed).collect()
        };
        let read: Vec<Vec<ParsedRequest>> = asked.iter().map(read).collect();
        if arguments.most > 1 {
            let holds = |(place, readings): &(usize, &Vec<_>)| {
                readings.iter().any(|one| is_right(*place, one))
            };
            let held = read.iter().enumerate().filter(holds).count();
            let (most, all) = (arguments.most, read.len());
            say!("one of {most} readings is right: {held} of {all}");
        }
        let first = |readings: Vec<ParsedRequest>| readings.into_iter().next().unwrap_or_default();
        read.into_iter().map(first).collect()
    } else {
        return planned_without(arguments, &marked, &asked, &toolbox);
    };
    print_compared(arguments, &marked, &asked, (&read, &toolbox))
}

/// Prints the shares of the embedded planner, once for each thing that is switched off.
fn planned_without(
    arguments: &Arguments,
    marked: &[Marked],
    asked: &[Request],
    toolbox: &Toolbox,
) -> anyhow::Result<ExitCode> {
    for without in &arguments.without {
        let planner = planner_of(toolbox.clone(), without.parts(), ENCODER);
        let read = |request: &Request| {
            let plan = planner.plan(request, &Options::default());
            parsed(request, &plan, toolbox)
        };
        let read: Vec<ParsedRequest> = asked.iter().map(read).collect();
        if arguments.without.len() > 1 {
            say!("without {}:", without.name());
        }
        print_compared(arguments, marked, asked, (&read, toolbox))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints the shares of what was read, or what was read itself.
fn print_compared(
    arguments: &Arguments,
    marked: &[Marked],
    asked: &[Request],
    (read, toolbox): (&[ParsedRequest], &Toolbox),
) -> anyhow::Result<ExitCode> {
    anyhow::ensure!(
        read.len() == marked.len(),
        "{} requests were read, and {} are marked",
        read.len(),
        marked.len()
    );
    if arguments.print {
        for one in read {
            say!("{}", serde_json::to_string(one)?);
        }
        return Ok(ExitCode::SUCCESS);
    }
    let mut sums = Sums::default();
    for ((marked, asked), read) in marked.iter().zip(asked).zip(read) {
        let compared = compared(marked, read, &asked.steps, toolbox);
        if arguments.failures && compared.outcome == Outcome::Wrong {
            say!(
                "- {} {}: {}",
                marked.situation,
                marked.turn,
                marked.text.replace('\n', " ")
            );
            say!("  meant {}", serde_json::to_string(&marked.meaning.calls)?);
            say!("  read  {}", serde_json::to_string(&read.calls)?);
        }
        sums.add(&compared);
    }
    sums.print();
    Ok(ExitCode::SUCCESS)
}

/// Prints what the judge goes by of each request, and which of its plan and its reading can be done and is right.
///
/// No step of these conversations has a result, so that what a plan works on says nothing where steps went before.
fn print_features(
    readers: &Readers,
    asked: &[Request],
    held: impl Fn(usize, &ParsedRequest) -> Compared,
) {
    for (place, request) in asked.iter().enumerate() {
        let both = readers.both(request);
        let judged = readers.judged(request, &both);
        let can = readers.can(request, &both);
        let read = both.reading.unwrap_or_default().parsed;
        let follows = !request.steps.is_empty();
        let planned = held(place, &both.planned);
        let is_planned = planned.outcome == Outcome::Done || follows && planned.does_alike;
        let is_read = held(place, &read).outcome == Outcome::Done;
        say!(
            "{}",
            json!({
                "follows": follows,
                "features": judged.map(|judged| judged.features.to_vec()),
                "plan": { "can": can.plan, "is_right": is_planned },
                "reading": { "can": can.read, "is_right": is_read },
            })
        );
    }
}
