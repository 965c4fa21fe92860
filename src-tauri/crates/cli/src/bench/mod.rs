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

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::{Args, Subcommand, ValueEnum};
use patchbay_domain::{Plan, Toolbox};
use patchbay_language::coverage::{RULES, Rule};
use patchbay_language::embedded::hints::{HINTS, Hint};
use patchbay_language::embedded::{ENCODER, Parts, planner_of};
use patchbay_planner::Options;

use self::cases::Case;
use self::judge::Score;
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

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Without {
    /// Everything works.
    Nothing,
    /// Requests are read by the toolbox's examples alone.
    Encoder,
    /// Words do not tell what type a picture or a result is.
    Types,
    /// Ways are not ranked, and arguments take the whole clause.
    Experts,
    /// Plans are not held against their requests.
    Coverage,
    /// They are, but not by the terms of the field.
    Terms,
    /// Nor by quantities.
    Values,
    /// Nor by file formats.
    Formats,
    /// Nor by what kind of result is wanted.
    Kinds,
    /// Nor by how much a wish is like what no tool can do.
    Wishes,
    /// Nor by how much less a wish is like any other tool.
    Heads,
    /// Nor by whether a wish is done with all of its details.
    Details,
    /// Nor by whether all of the files that are spoken of are worked on.
    Files,
    /// Nor by whether what is made of words is asked for.
    Makers,
    /// Nor by whether anything is changed.
    Unchanged,
    /// Nor by whether wishes that go on from each other are done together.
    Whole,
    /// What only tells how things are has to be taken up, too.
    ToldWords,
    /// Nor by whether tools that have nothing to do without a value have one.
    Unsaid,
    /// A clause that is nearly an example may be held for impossible.
    Examples,
    /// A tool that takes what is said is not more likely.
    TakenValues,
    /// Words without a verb give no values to the wish before them.
    GivenDetails,
    /// What a wish is about a part of is not cut to it first.
    Parts,
    /// What only tells how things are may be a wish.
    Told,
    /// Where something is left undone, the request is not cut into clauses otherwise.
    Rereading,
    /// Wishes that only say how a file is written stay where they are said.
    FormatsLast,
    /// What stands alone in a dialogue is planned with what came before.
    Alone,
    /// Small talk in a dialogue may do something.
    Talk,
    /// Connected tools may be taken though words do not ask for them.
    Connected,
}

impl Without {
    fn parts(self) -> Parts {
        let rules = RULES.iter().copied();
        let hints = HINTS.iter().copied();
        Parts {
            encoder: self != Self::Encoder,
            types: self != Self::Types,
            experts: self != Self::Experts,
            hints: hints.filter(|hint| self.hint() != Some(*hint)).collect(),
            coverage: rules
                .filter(|rule| self != Self::Coverage && self.rule() != Some(*rule))
                .collect(),
        }
    }

    /// The rule by which plans are held against their requests that is left out.
    fn rule(self) -> Option<Rule> {
        Some(match self {
            Self::Terms => Rule::Terms,
            Self::Values => Rule::Values,
            Self::Formats => Rule::Formats,
            Self::Kinds => Rule::Kinds,
            Self::Wishes => Rule::Wishes,
            Self::Heads => Rule::Heads,
            Self::Details => Rule::Details,
            Self::Files => Rule::Files,
            Self::Makers => Rule::Makers,
            Self::Unchanged => Rule::Unchanged,
            Self::Whole => Rule::Whole,
            Self::ToldWords => Rule::Told,
            Self::Unsaid => Rule::Unsaid,
            Self::Talk => Rule::Talk,
            Self::Connected => Rule::Connected,
            _ => return None,
        })
    }

    /// The rule by which words count beside what the encoder hears that is left out.
    fn hint(self) -> Option<Hint> {
        Some(match self {
            Self::Examples => Hint::Examples,
            Self::TakenValues => Hint::Values,
            Self::GivenDetails => Hint::Details,
            Self::Parts => Hint::Parts,
            Self::Told => Hint::Background,
            Self::Rereading => Hint::Rereading,
            Self::FormatsLast => Hint::FormatsLast,
            Self::Alone => Hint::Alone,
            _ => return None,
        })
    }
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
                other => format!("{}, without {}", strategy.name(), name_of(*other)),
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

fn name_of(value: impl ValueEnum) -> String {
    value
        .to_possible_value()
        .map_or_else(String::new, |name| name.get_name().to_owned())
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
