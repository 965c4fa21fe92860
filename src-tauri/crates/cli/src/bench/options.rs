//! `bench options`: values that each parameter of marked requests could be set to by their words,
//! for the training of a reader.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::process::ExitCode;

use patchbay_domain::{ParameterKind, ParsedCall, Toolbox};
use patchbay_lattice::lattice;
use patchbay_lattice::options::{Choice, choices};
use serde_json::{Value, json};

use super::lattice::is_same;
use super::marked::{self, Marked, is_literal};
use crate::plan;
use crate::terminal::say;

/// Arguments of `bench options`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Files of marked requests, one JSON object a line.
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

/// Prints the requests, each with `options` by kind (value, form, words, means), and at each slot the places of the options that
/// are its value (`right`), the value as its kind writes it (`written`) and its tool.
pub(super) fn print(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let toolbox = Toolbox::from_json(&plan::toolbox_json(None)?)?;
    let mut called = Called::new();
    for path in &arguments.files {
        let text = std::fs::read_to_string(path)?;
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        for (marked, line) in marked::read(path)?.iter().zip(lines) {
            let mut object: Value = serde_json::from_str(line)?;
            add(&mut object, marked, &toolbox, &mut called);
            say!("{object}");
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The tool of each call of a conversation, by turn and place.
type Called = HashMap<(String, usize, usize), String>;

/// The tool of a call: its own, or that of the earlier call that it changes.
fn tool_of(marked: &Marked, call: &ParsedCall, called: &Called) -> Option<String> {
    let earlier = || {
        let reference = call.amends.or(call.again)?;
        let turn = reference.turn.unwrap_or(marked.turn);
        called
            .get(&(marked.situation.clone(), turn, reference.call))
            .cloned()
    };
    call.tool.clone().or_else(earlier)
}

fn add(object: &mut Value, marked: &Marked, toolbox: &Toolbox, called: &mut Called) {
    let candidates = lattice(&marked.text);
    let kinds: Vec<ParameterKind> = toolbox
        .tools
        .iter()
        .flat_map(|tool| &tool.parameters)
        .map(|parameter| parameter.kind)
        .collect();
    let by_kind: BTreeMap<ParameterKind, Vec<Choice>> = kinds
        .into_iter()
        .map(|kind| (kind, choices(kind, &candidates)))
        .filter(|(_, choices)| !choices.is_empty())
        .collect();
    for (number, call) in marked.meaning.calls.iter().enumerate() {
        let name = tool_of(marked, call, called);
        let tool = name.as_deref().and_then(|name| toolbox.tool(name));
        if let Some(name) = name.clone() {
            called.insert((marked.situation.clone(), marked.turn, number), name);
        }
        for (place, slot) in call.slots.iter().enumerate() {
            let Some((tool, parameter)) =
                tool.and_then(|tool| Some((tool, tool.parameter(&slot.parameter)?)))
            else {
                continue;
            };
            let written = is_literal(&slot.value)
                .then(|| patchbay_values::read(tool, parameter, &slot.value).ok())
                .flatten();
            let Some(written) = written else {
                continue;
            };
            let options = by_kind.get(&parameter.kind).map_or(&[][..], Vec::as_slice);
            let right: Vec<usize> = (0..options.len())
                .filter(|index| is_same(parameter.kind, &options[*index].value, &written))
                .collect();
            let slot = &mut object["calls"][number]["slots"][place];
            slot["right"] = json!(right);
            slot["written"] = json!(written);
            slot["tool"] = json!(tool.name);
        }
    }
    object["options"] = json!(
        by_kind
            .iter()
            .map(|(kind, choices)| (name(*kind), written(choices)))
            .collect::<BTreeMap<String, Value>>()
    );
}

fn name(kind: ParameterKind) -> String {
    json!(kind).as_str().unwrap_or_default().to_owned()
}

fn written(choices: &[Choice]) -> Value {
    let each = choices.iter().map(|choice| {
        let words: Vec<[usize; 2]> = choice
            .words
            .iter()
            .map(|span| [span.from, span.to])
            .collect();
        json!([choice.value, choice.form.index(), words, choice.means])
    });
    each.collect()
}
