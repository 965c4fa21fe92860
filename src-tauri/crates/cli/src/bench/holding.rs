//! Checks whether marked requests hold, and whether what they mean can be planned.

use std::path::PathBuf;
use std::process::ExitCode;

use patchbay_domain::{ParsedCall, Source, Span, SubtaskId, Tool, Toolbox, settled};
use patchbay_language::embedded;
use patchbay_planner::{Options, Planner};

use super::goals::in_place;
use super::marked::{Marked, is_literal, read};
use super::requests::requests;
use crate::plan;
use crate::terminal::say;

/// Arguments of `bench marked`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Files of marked requests, one JSON object a line.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Plans what the requests mean, too, and prints the calls to which the search finds no way.
    #[arg(long)]
    ways: bool,
}

/// Prints the faults in files of marked requests.
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

/// Prints the calls to which the search finds no way, and the number of those that have one: those
/// of changed steps among them.
fn ways(marked: &[Marked], planner: &Planner) {
    let (mut found, mut all) = (0, 0);
    for (one, request) in marked.iter().zip(requests(marked, planner.toolbox())) {
        let meant = in_place(&one.meaning, planner.toolbox());
        let calls = settled(&request.steps, one.turn, &meant).calls;
        let plan = planner.plan_conversation(&request, &meant, &Options::default());
        let has_way = |subtasks: &Vec<SubtaskId>| {
            let is_planned =
                |id: &SubtaskId| plan.subtasks.iter().any(|subtask| subtask.goal.id == *id);
            !subtasks.is_empty() && subtasks.iter().all(is_planned)
        };
        for (call, subtasks) in calls.iter().zip(&plan.called) {
            all += 1;
            if has_way(subtasks) {
                found += 1;
            } else {
                say!(
                    "{} {}: no way to {} from {:?}",
                    one.situation,
                    one.turn,
                    call.tool.as_deref().unwrap_or("nothing"),
                    call.sources
                );
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
            let tool = toolbox.tool(name);
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
