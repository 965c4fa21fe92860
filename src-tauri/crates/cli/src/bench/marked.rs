//! Marked requests: what people said, with what is meant. The format stands in `models/reader/README.md`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use patchbay_domain::{ParsedCall, ParsedRequest, Source, Span, Tool, Toolbox};
use patchbay_language::embedded;
use patchbay_planner::{Options, Planner};
use serde::Deserialize;

use super::reading::goals::goals;
use super::requests::requests;
use crate::plan;
use crate::terminal::say;

/// What `bench marked` takes.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Files of marked requests, one JSON object a line.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Plans what the requests mean, too, and prints the calls to which the search finds no way.
    #[arg(long)]
    ways: bool,
}

/// A file that a marked request speaks of.
#[derive(Deserialize)]
pub(super) struct MarkedFile {
    /// Its name.
    pub(super) name: String,
    /// What it is: `image`, `video`, `audio` or `text`.
    pub(super) kind: String,
}

/// A request with what it means.
#[derive(Deserialize)]
pub(super) struct Marked {
    /// The conversation that it belongs to.
    #[serde(alias = "id")]
    pub(super) situation: String,
    /// Its place in that conversation, from 0.
    #[serde(default)]
    pub(super) turn: usize,
    /// The words.
    pub(super) text: String,
    /// The files that are there.
    #[serde(default)]
    pub(super) files: Vec<MarkedFile>,
    /// What they mean.
    #[serde(flatten)]
    pub(super) meaning: ParsedRequest,
}

/// The marked requests of a file; an error names the line that is none.
pub(super) fn read(path: &Path) -> anyhow::Result<Vec<Marked>> {
    let text = std::fs::read_to_string(path)
        .with_context(|| format!("The requests {} cannot be read", path.display()))?;
    let marked = |(number, line): (usize, &str)| {
        serde_json::from_str(line).with_context(|| {
            format!(
                "{}, line {}, is no marked request",
                path.display(),
                number + 1
            )
        })
    };
    let lines = text.lines().enumerate();
    lines
        .filter(|(_, line)| !line.trim().is_empty())
        .map(marked)
        .collect()
}

/// Prints what does not hold in files of marked requests.
pub(super) fn check(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let toolbox = Toolbox::from_json(&plan::toolbox_json(None)?)?;
    let mut marked = Vec::new();
    for path in &arguments.files {
        marked.extend(read(path)?);
    }
    let mut wrong = 0;
    for one in &marked {
        if let Err(reason) = holds(one, &toolbox) {
            wrong += 1;
            say!("{} {}: {reason}", one.situation, one.turn);
        }
    }
    say!(
        "{} of {} marked requests hold",
        marked.len() - wrong,
        marked.len()
    );
    if arguments.ways {
        ways(&marked, &embedded::planner(toolbox));
    }
    Ok(if wrong == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Prints the calls to which the search finds no way, and how many have one.
fn ways(marked: &[Marked], planner: &Planner) {
    let (mut found, mut all) = (0, 0);
    for (one, request) in marked.iter().zip(requests(marked, planner.toolbox())) {
        let meant = goals(&one.meaning, planner.toolbox());
        let plan = planner.plan_parsed(&request, &meant, &Options::default());
        let mut planned: Vec<&str> = plan
            .subtasks
            .iter()
            .filter_map(|subtask| subtask.solutions.first()?.goal_tool())
            .collect();
        for call in &meant.calls {
            let Some(tool) = &call.tool else { continue };
            all += 1;
            match planned.iter().position(|name| name == tool) {
                Some(place) => {
                    planned.remove(place);
                    found += 1;
                }
                None => say!(
                    "{} {}: no way to {tool} from {:?}",
                    one.situation,
                    one.turn,
                    call.sources
                ),
            }
        }
    }
    say!("{found} of {all} calls have a way");
}

/// Whether a marked request holds: its places lie in the text, its tools and parameters are there, its values are of their kinds.
pub(super) fn holds(marked: &Marked, toolbox: &Toolbox) -> Result<(), String> {
    let Marked { text, meaning, .. } = marked;
    let inside = |span: Span| {
        let is_inside = span.of(text).is_some_and(|words| !words.trim().is_empty());
        is_inside
            .then_some(())
            .ok_or_else(|| format!("{} to {} are no words", span.from, span.to))
    };
    let mut end = 0;
    for segment in &meaning.segments {
        inside(segment.span)?;
        if segment.span.from < end {
            return Err(format!(
                "the segment at {} begins in the one before",
                segment.span.from
            ));
        }
        end = segment.span.to;
    }
    meaning.cannot.iter().try_for_each(|span| inside(*span))?;
    for (number, call) in meaning.calls.iter().enumerate() {
        call.anchor.map_or(Ok(()), inside)?;
        call.slots
            .iter()
            .filter_map(|slot| slot.span)
            .try_for_each(inside)?;
        call.sources
            .iter()
            .try_for_each(|source| names_something(source, marked, number))?;
        if let Some(name) = &call.tool {
            let tool = toolbox.tools.iter().find(|tool| tool.name == *name);
            takes(
                tool.ok_or_else(|| format!("there is no tool {name}"))?,
                call,
            )?;
        }
    }
    Ok(())
}

fn names_something(source: &Source, marked: &Marked, call: usize) -> Result<(), String> {
    let is_there = match source {
        Source::File(name) | Source::Not(name) => {
            // The kinds of files may be named, too: all but the sounds.
            marked
                .files
                .iter()
                .any(|file| file.name == *name || file.kind == *name)
        }
        Source::Call(reference) => match reference.turn {
            Some(turn) => turn < marked.turn,
            None => reference.call < call,
        },
        Source::All(_) | Source::Words(_) => true,
    };
    is_there
        .then_some(())
        .ok_or_else(|| format!("there is no {source:?}"))
}

/// Whether a tool takes the values of a call.
fn takes(tool: &Tool, call: &ParsedCall) -> Result<(), String> {
    for slot in &call.slots {
        let parameter = tool
            .parameter(&slot.parameter)
            .ok_or_else(|| format!("{} has no {}", tool.name, slot.parameter))?;
        if is_literal(&slot.value) {
            patchbay_values::read(tool, parameter, &slot.value)
                .map_err(|reason| format!("{}: {reason}", tool.name))?;
        }
    }
    Ok(())
}

/// Whether a value stands for itself: it is there, and names no call whose result it is.
pub(super) fn is_literal(value: &str) -> bool {
    let is_reference = |word: &str| {
        let word = word.trim_matches(|letter: char| ",;()".contains(letter));
        word.parse::<patchbay_domain::CallReference>().is_ok()
    };
    !value.is_empty() && !value.split_whitespace().any(is_reference)
}
