//! `patchbay-cli bench`: measures the quality of plans and the cost of tools.
//!
//! `bench planning` plans cases whose right answers are known, and measures the quality of the
//! plans:
//!
//! - `cases`: a file of cases; `lines`: files of objects, one a line
//! - `follow`: origin of each end of a plan
//! - `judge`: one plan against its case, by ControlLLM's metrics (arXiv 2310.17796, section 11) and
//!   stricter ones
//! - `table`: shares by level and category, as Markdown
//!
//! `bench reading` holds readings of requests against their meaning, part by part:
//!
//! - `marked`: files of marked requests; `holding`: whether they hold, and whether their meaning
//!   can be planned (`bench marked`)
//! - `goals`: the calls that are wished for, without those on the way to them
//! - `reading`: segments, tools, sources, values and whole plans
//! - `lattice`: whether the values that are marked can be found at all (`bench lattice`)
//! - `requests`: marked requests as the planner takes them
//! - `values`: marks values by the grammars of old (`bench values`)
//! - `options`: values that parameters could be set to (`bench options`)
//!
//! - `without`: parts of the planner that are switched off in both
//!
//! `bench tool` calls one tool alone, so that a script can compare it with other programs:
//!
//! - `tool`: the call, its time and its memory

mod cases;
mod follow;
mod goals;
mod holding;
mod judge;
mod lattice;
mod lines;
mod marked;
mod merged;
mod options;
mod reading;
mod requests;
mod table;
mod tool;
mod values;
mod without;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::{Args, Subcommand};
use patchbay_domain::{Plan, Toolbox};
use patchbay_language::embedded::{ENCODER, planner_of};
use patchbay_planner::Options;

use self::cases::Case;
use self::judge::Score;
use self::without::{Without, name_of};
use crate::plan::{self, StrategyName};
use crate::terminal::say;

/// Arguments of `bench`.
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Plan cases with known answers, and print how good the plans are as Markdown tables.
    Planning(Planning),
    /// Print how many of the values that are marked in requests are found in their words.
    Lattice(lattice::Arguments),
    /// Print what does not hold in files of marked requests.
    Marked(holding::Arguments),
    /// Print marked requests with everything that their parameters could be set to.
    Options(options::Arguments),
    /// Mark the values of converted requests by the grammars of old.
    Values(values::Arguments),
    /// Read marked requests, and print how much of what they mean was read.
    Reading(reading::Arguments),
    /// Call one tool, and print its times and results as one JSON object.
    Tool(tool::Arguments),
}

#[derive(Args)]
struct Planning {
    /// The cases, one JSON object a line: id, level, category, instruction, resources, goals.
    cases: PathBuf,
    /// The strategies to compare.
    #[arg(long, value_enum, value_delimiter = ',', default_value = "adaptive")]
    strategy: Vec<StrategyName>,
    /// What is switched off, to measure what it is worth; each is a row of its own.
    #[arg(long, value_enum, value_delimiter = ',', default_value = "nothing")]
    without: Vec<Without>,
    /// Plans over another toolbox of the same form.
    #[arg(long)]
    toolbox: Option<PathBuf>,
    /// Writes the plans of the last row to a file, one a line.
    #[arg(long)]
    plans: Option<PathBuf>,
    /// Adds tables by category.
    #[arg(long)]
    categories: bool,
    /// Names the cases that were not planned well.
    #[arg(long)]
    failures: bool,
}

pub(crate) fn bench(arguments: Arguments) -> anyhow::Result<ExitCode> {
    match arguments.what {
        What::Planning(arguments) => planning(&arguments),
        What::Lattice(arguments) => lattice::measure(&arguments),
        What::Marked(arguments) => holding::check(&arguments),
        What::Options(arguments) => options::print(&arguments),
        What::Values(arguments) => values::print(&arguments),
        What::Reading(arguments) => reading::measure(&arguments),
        What::Tool(arguments) => tool::tool(&arguments),
    }
}

fn planning(arguments: &Planning) -> anyhow::Result<ExitCode> {
    let cases = cases::read(&arguments.cases)?;
    let json = plan::toolbox_json(arguments.toolbox.as_deref())?;
    let toolbox = || Toolbox::from_json(&json).context("The toolbox is not valid");
    let mut rows = Vec::new();
    let mut last = Vec::new();
    for without in &arguments.without {
        let planner = planner_of(toolbox()?, without.parts(), ENCODER);
        for strategy in &arguments.strategy {
            let options = Options {
                strategy: strategy.strategy(),
                ..Options::default()
            };
            last = cases
                .iter()
                .map(|case| plan::timed(&planner, &case.request, &options))
                .collect();
            let scores: Vec<Score> = cases
                .iter()
                .zip(&last)
                .map(|(case, plan)| judge::score(case, plan, planner.toolbox()))
                .collect();
            let name = match without {
                Without::Nothing => strategy.name(),
                other => format!("{}, without {}", strategy.name(), other.name()),
            };
            rows.push((name, scores));
        }
    }
    table::print(&cases, &rows, arguments.categories);
    if arguments.failures
        && let Some((_, scores)) = rows.last()
    {
        print_failures(&cases, scores, &last);
    }
    if let Some(path) = &arguments.plans {
        let lines: Vec<String> = last
            .iter()
            .map(serde_json::to_string)
            .collect::<Result<_, _>>()?;
        std::fs::write(path, lines.join("\n") + "\n")
            .with_context(|| format!("The plans cannot be written to {}", path.display()))?;
    }
    Ok(ExitCode::SUCCESS)
}

impl StrategyName {
    fn name(self) -> String {
        name_of(self)
    }
}

/// Prints the cases that are not OK, with their plans.
fn print_failures(cases: &[Case], scores: &[Score], plans: &[Plan]) {
    for ((case, score), plan) in cases.iter().zip(scores).zip(plans) {
        if score.ok {
            continue;
        }
        say!(
            "\n- {}: {}",
            case.request.id,
            case.request.instruction.replace('\n', " ")
        );
        for subtask in &plan.subtasks {
            let actions = subtask
                .solutions
                .first()
                .map_or(&[][..], |solution| &solution.actions);
            let tools: Vec<String> = actions
                .iter()
                .map(|action| {
                    let inputs: Vec<_> = action
                        .inputs
                        .values()
                        .map(|value| value.values().join(", "))
                        .collect();
                    format!("{}({})", action.tool, inputs.join("; "))
                })
                .collect();
            say!("  - {}: {}", subtask.goal.description, tools.join(" → "));
        }
        if let Some(question) = &plan.clarification {
            say!("  - asks: {question}");
        }
    }
}
