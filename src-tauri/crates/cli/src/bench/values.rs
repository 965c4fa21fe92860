//! `bench values`: marks the values of converted requests by the grammars of old, as far as these can be sure.

use std::path::PathBuf;
use std::process::ExitCode;

use patchbay_domain::{Parameter, ParameterKind, ParsedSlot, Span, Tool, Toolbox};
use patchbay_lattice::lattice;
use patchbay_lattice::options::choices;
use patchbay_phrases::values::said;
use serde_json::{Value, json};

use super::lattice::is_same;
use super::marked::{self, Marked};
use crate::plan;
use crate::terminal::say;

/// Arguments of `bench values`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Files of requests whose calls have anchors and no values, one JSON object a line.
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

/// Prints the requests with the values of their calls; a call of which a number is left over is `unknown`.
pub(super) fn print(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let toolbox = Toolbox::from_json(&plan::toolbox_json(None)?)?;
    for path in &arguments.files {
        let text = std::fs::read_to_string(path)?;
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        for (marked, line) in marked::read(path)?.iter().zip(lines) {
            let mut object: Value = serde_json::from_str(line)?;
            for (number, call) in marked.meaning.calls.iter().enumerate() {
                let tool = call.tool.as_deref().and_then(|name| toolbox.tool(name));
                let read = tool
                    .zip(call.anchor)
                    .and_then(|(tool, anchor)| slots(marked, tool, anchor));
                match read {
                    Some(slots) => object["calls"][number]["slots"] = json!(slots),
                    None => object["calls"][number]["unknown"] = json!(true),
                }
            }
            say!("{object}");
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The values that a clause gives a tool, with their words; none where one has no words, or a number is left over.
fn slots(marked: &Marked, tool: &Tool, clause: Span) -> Option<Vec<ParsedSlot>> {
    let words = clause.of(&marked.text)?;
    let candidates = lattice(&marked.text);
    let mut slots = Vec::new();
    for (name, value) in said(tool, words) {
        let parameter = tool.parameter(&name)?;
        let is_closed =
            !tool.choices(parameter).is_empty() || parameter.kind == ParameterKind::Text;
        let inside = choices(parameter.kind, &candidates)
            .into_iter()
            .filter(|choice| {
                let is_inside = |span: &Span| clause.from <= span.from && span.to <= clause.to;
                is_same(parameter.kind, &choice.value, &value) && choice.words.iter().all(is_inside)
            });
        let span = inside
            .map(|choice| covering(&choice.words))
            .min_by_key(|span| span.to - span.from);
        if span.is_none() && !is_closed {
            return None;
        }
        slots.push(ParsedSlot {
            parameter: name,
            value,
            span: span.filter(|_| !is_closed),
        });
    }
    is_all(marked, clause, &slots, tool).then_some(slots)
}

/// Returns the span from the first of some words to the last.
fn covering(words: &[Span]) -> Span {
    Span {
        from: words.iter().map(|span| span.from).min().unwrap_or_default(),
        to: words.iter().map(|span| span.to).max().unwrap_or_default(),
    }
}

/// Whether every digit of a clause stands in the name of a file or in the words of a value; a choice may hold some.
fn is_all(marked: &Marked, clause: Span, slots: &[ParsedSlot], tool: &Tool) -> bool {
    let words = clause.of(&marked.text).unwrap_or_default();
    let of_choices = |parameter: &Parameter| {
        parameter
            .choices
            .iter()
            .any(|choice| choice.contains(|letter: char| letter.is_ascii_digit()))
    };
    let has_choice = slots
        .iter()
        .any(|slot| tool.parameter(&slot.parameter).is_some_and(of_choices));
    let names: Vec<&str> = marked
        .files
        .iter()
        .filter_map(|file| file.name.split('.').next())
        .collect();
    has_choice
        || words
            .char_indices()
            .filter(|(_, letter)| letter.is_ascii_digit())
            .all(|(place, _)| {
                let place = clause.from + place;
                let is_value = slots
                    .iter()
                    .filter_map(|slot| slot.span)
                    .any(|span| span.from <= place && place < span.to);
                let is_name = names.iter().any(|name| {
                    let mut found = marked.text.match_indices(name);
                    found.any(|(from, name)| from <= place && place < from + name.len())
                });
                is_value || is_name
            })
}
