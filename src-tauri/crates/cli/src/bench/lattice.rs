//! `bench lattice`: share of the values that are marked in requests that stand in the lattice of
//! their words.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use patchbay_domain::{Parameter, ParameterKind, ParsedSlot, Toolbox};
use patchbay_lattice::{Candidate, lattice};
use patchbay_values::times::{Moment, Moments, TimeRanges};

use super::marked::{self, Marked, is_literal};
use crate::plan;
use crate::terminal::say;

/// Arguments of `bench lattice`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Files of marked requests, one JSON object a line.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Prints the values that are missing.
    #[arg(long)]
    missing: bool,
}

/// Share by which two numbers may differ to be one value: units and thirds are rounded.
const NEAR: f64 = 0.012;

/// Numbers of the values of a kind that were looked for and found.
#[derive(Default)]
struct Found {
    marked: usize,
    found: usize,
}

/// Prints the recall by kind, the candidates a request and the time a request.
pub(super) fn measure(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let toolbox = Toolbox::from_json(&plan::toolbox_json(None)?)?;
    let mut kinds: BTreeMap<ParameterKind, Found> = BTreeMap::new();
    let (mut requests, mut candidates, mut words, mut milliseconds) = (0, 0, 0, 0.0);
    for path in &arguments.files {
        for marked in marked::read(path)? {
            let start = Instant::now();
            let found = lattice(&marked.text);
            milliseconds += start.elapsed().as_secs_f64() * 1000.0;
            requests += 1;
            candidates += found.len();
            words += marked.text.split_whitespace().count();
            for (parameter, slot, value) in said(&marked, &toolbox) {
                let kind = kinds.entry(parameter.kind).or_default();
                kind.marked += 1;
                if is_found(parameter.kind, &value, &found) {
                    kind.found += 1;
                } else if arguments.missing {
                    let said = slot
                        .span
                        .and_then(|span| span.of(&marked.text))
                        .unwrap_or_default();
                    say!(
                        "{:?} {}: {value} in “{said}”",
                        parameter.kind,
                        slot.parameter
                    );
                }
            }
        }
    }
    print(&kinds);
    let (requests, words) = (requests.max(1) as f64, words.max(1) as f64);
    say!(
        "\n{:.1} candidates a request, {:.3} ms a request, {:.3} ms for 200 words",
        candidates as f64 / requests,
        milliseconds / requests,
        200.0 * milliseconds / words
    );
    Ok(ExitCode::SUCCESS)
}

fn print(kinds: &BTreeMap<ParameterKind, Found>) {
    let recall = |found: &Found| found.found as f64 / found.marked.max(1) as f64;
    say!("| kind | said | found | recall |\n|---|---|---|---|");
    let mut all = Found::default();
    for (kind, found) in kinds {
        all.marked += found.marked;
        all.found += found.found;
        say!(
            "| {kind:?} | {} | {} | {:.3} |",
            found.marked,
            found.found,
            recall(found)
        );
    }
    say!(
        "| all | {} | {} | {:.3} |",
        all.marked,
        all.found,
        recall(&all)
    );
}

/// The values of a request that are said, and not only meant: their marked words hold a number or name the value.
/// Each is written in the one way of its kind.
fn said<'a>(
    marked: &'a Marked,
    toolbox: &'a Toolbox,
) -> Vec<(&'a Parameter, &'a ParsedSlot, String)> {
    let mut said = Vec::new();
    for call in &marked.meaning.calls {
        let Some(tool) = call.tool.as_deref().and_then(|name| toolbox.tool(name)) else {
            continue;
        };
        for slot in &call.slots {
            let words = slot
                .span
                .and_then(|span| span.of(&marked.text))
                .unwrap_or_default();
            let Some(parameter) = tool.parameter(&slot.parameter) else {
                continue;
            };
            let is_open = parameter.choices.is_empty()
                && !matches!(
                    parameter.kind,
                    ParameterKind::Text | ParameterKind::FileFormat
                );
            if is_open
                && is_literal(&slot.value)
                && holds_a_number(words, parameter.kind)
                && let Ok(value) = patchbay_values::read(tool, parameter, &slot.value)
            {
                said.push((parameter, slot, value));
            }
        }
    }
    said
}

/// Whether words hold a number in digits or spelt out, or for a colour, any word that names one.
fn holds_a_number(words: &str, kind: ParameterKind) -> bool {
    const SPELT: [&str; 27] = [
        "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve", "fifteen", "twenty", "thirty", "forty", "fifty", "sixty", "ninety", "hundred",
        "thousand", "half", "third", "quarter", "twice", "double", "dozen",
    ];
    let words = words.to_lowercase();
    let mut each = words.split(|letter: char| !letter.is_alphanumeric());
    match kind {
        ParameterKind::Color => {
            each.any(|word| patchbay_values::colors::color(word).is_some()) || words.contains('#')
        }
        _ => {
            words.contains(|letter: char| letter.is_ascii_digit())
                || each.any(|word| SPELT.contains(&word))
        }
    }
}

/// Whether all parts of a value stand in the lattice.
fn is_found(kind: ParameterKind, value: &str, candidates: &[Candidate]) -> bool {
    let texts: Vec<String> = candidates
        .iter()
        .flat_map(|one| one.value.typed(kind))
        .collect();
    let moments =
        |moments: Vec<Moment>| moments.into_iter().all(|moment| is_moment(moment, &texts));
    match kind {
        ParameterKind::Times => Moments::read(value).is_some_and(|found| moments(found.0)),
        ParameterKind::TimeRanges => TimeRanges::read(value).is_some_and(|found| {
            let ends = found.ranges.iter().flat_map(|range| [range.start, range.end]);
            moments(ends.collect())
                // A length may be said in the place of an end.
                || found.ranges.iter().all(|range| {
                    let length = range.seconds().map(|seconds| Moment::at(0.0, seconds));
                    length.is_some_and(|length| is_moment(length, &texts)) && (is_moment(range.start, &texts) || is_moment(range.end, &texts))
                })
        }),
        _ => texts.iter().any(|text| is_same(kind, text, value)),
    }
}

/// Whether two texts are one value of a kind. A colour that has a name and a third of an image are never exact.
pub(super) fn is_same(kind: ParameterKind, one: &str, other: &str) -> bool {
    match kind {
        ParameterKind::Color => is_near(&parts_of_color(one), &parts_of_color(other), 64.0),
        ParameterKind::Box => {
            one == other || is_near(&parts_of_box(one), &parts_of_box(other), 1.0)
        }
        _ => is_equal(one, other),
    }
}

/// Whether two lists of numbers are equally long, and their numbers at most `apart` from each
/// other.
fn is_near(one: &[f64], other: &[f64], apart: f64) -> bool {
    let each = || {
        one.iter()
            .zip(other)
            .all(|(one, other)| (one - other).abs() <= apart)
    };
    !one.is_empty() && one.len() == other.len() && each()
}

fn parts_of_color(text: &str) -> Vec<f64> {
    patchbay_values::colors::color(text)
        .map(|parts| parts.map(f64::from).to_vec())
        .unwrap_or_default()
}

/// The numbers of a box in percent.
fn parts_of_box(text: &str) -> Vec<f64> {
    let numbers = text.split(['%', 'x', ' ', ',', 'a', 't']);
    numbers.filter_map(|number| number.parse().ok()).collect()
}

/// Whether a point of a time line needs no words, or stands among those that are said.
fn is_moment(moment: Moment, texts: &[String]) -> bool {
    let seconds = Moment::at(0.0, moment.seconds.abs()).to_string();
    let share = Moment::at(moment.share, 0.0).to_string();
    let is_said = |text: &str| texts.iter().any(|one| one == text);
    let is_end = [Moment::START, Moment::END].contains(&Moment::at(moment.share, 0.0));
    (moment.seconds == 0.0 || is_said(&seconds)) && (is_end || is_said(&share))
}

/// Whether two texts are one value: equal, or numbers that are nearly so.
pub(super) fn is_equal(one: &str, other: &str) -> bool {
    let number = |text: &str| text.trim().parse::<f64>().ok();
    match (number(one), number(other)) {
        (Some(one), Some(other)) => (one - other).abs() <= NEAR * one.abs().max(other.abs()),
        _ => one.eq_ignore_ascii_case(other.trim()),
    }
}
