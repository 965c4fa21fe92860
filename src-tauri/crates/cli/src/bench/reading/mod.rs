//! `bench reading`: quality of the reading of requests, part by part: segments, tools, sources,
//! values, and the whole plan.

mod by_weights;
mod compared;

use std::path::PathBuf;
use std::process::ExitCode;

use patchbay_domain::{Request, Toolbox};
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
        let read = by_weights::read(folder, &marked, &toolbox)?;
        if arguments.features {
            for ((one, asked), (parsed, features)) in marked.iter().zip(&asked).zip(&read) {
                let outcome = compared(one, parsed, &asked.steps, &toolbox).outcome;
                say!(
                    "{}",
                    json!({"features": features, "is_right": outcome == Outcome::Done})
                );
            }
            return Ok(ExitCode::SUCCESS);
        }
        read.into_iter().map(|(parsed, _)| parsed).collect()
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
