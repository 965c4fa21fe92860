//! `bench reading`: quality of the reading of requests, part by part: segments, tools, sources,
//! values, and the whole plan.

mod by_weights;
mod compared;

use std::path::PathBuf;
use std::process::ExitCode;

use patchbay_domain::{ParsedRequest, Request, Toolbox};
use patchbay_language::embedded;
use patchbay_language::parsed::parsed;
use patchbay_planner::Options;
use serde_json::json;

use self::compared::{Outcome, Sums, compared};
use super::requests::requests;
use super::{lines, marked};
use crate::plan;
use crate::terminal::say;

/// Arguments of `bench reading`.
#[derive(clap::Args)]
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
    /// Prints what a judge goes by of each request, and what it came to, a line of JSON each.
    #[arg(long, requires = "weights")]
    features: bool,
    /// Number of readings of a request; also prints for how many one of them is right.
    #[arg(long, requires = "weights", default_value_t = 1)]
    most: usize,
    /// Prints the requests that are read wrong, with what was read.
    #[arg(long)]
    failures: bool,
}

/// Prints the shares.
pub(super) fn measure(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let mut marked = Vec::new();
    for path in &arguments.files {
        marked.extend(marked::read(path)?);
    }
    let toolbox = Toolbox::from_json(&plan::toolbox_json(None)?)?;
    let asked = requests(&marked, &toolbox);
    let read = if let Some(path) = &arguments.parsed {
        lines::read(path, ("parsed request", "parsed requests"))?
    } else if let Some(folder) = &arguments.weights {
        let mut read = by_weights::read(folder, &marked, &toolbox, arguments.most)?;
        let is_right = |place: usize, (parsed, _): &(ParsedRequest, _)| {
            let steps = &asked[place].steps;
            compared(&marked[place], parsed, steps, &toolbox).outcome == Outcome::Done
        };
        if arguments.features {
            for (place, readings) in read.iter().enumerate() {
                let right = is_right(place, &readings[0]);
                say!("{}", json!({"features": readings[0].1, "is_right": right}));
            }
            return Ok(ExitCode::SUCCESS);
        }
        if arguments.most > 1 {
            let holds = |(place, readings): &(usize, &Vec<_>)| {
                readings.iter().any(|one| is_right(*place, one))
            };
            let held = read.iter().enumerate().filter(holds).count();
            say!(
                "one of {} readings is right: {held} of {}",
                arguments.most,
                read.len()
            );
        }
        read.iter_mut()
            .map(|readings| readings.swap_remove(0).0)
            .collect()
    } else {
        let planner = embedded::planner(toolbox.clone());
        let read = |request: &Request| {
            let plan = planner.plan(request, &Options::default());
            parsed(request, &plan, &toolbox)
        };
        asked.iter().map(read).collect()
    };
    anyhow::ensure!(
        read.len() == marked.len(),
        "{} requests were read, and {} are marked",
        read.len(),
        marked.len()
    );
    let mut sums = Sums::default();
    for ((marked, asked), read) in marked.iter().zip(&asked).zip(&read) {
        let compared = compared(marked, read, &asked.steps, &toolbox);
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
