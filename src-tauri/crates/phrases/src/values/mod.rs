//! Values of parameters that words say: found in a request, and read from words that say nothing
//! else.

mod said;
#[cfg(test)]
mod tests;
mod worded;

use std::borrow::Cow;
use std::collections::BTreeMap;

use patchbay_domain::{Parameter, ParameterKind, Resource, Tool};
use patchbay_values::numbers::written;
use patchbay_values::speeds::Rate;
use patchbay_values::{is_limit, is_shift};

use self::said::{MEASURED, said_choice, said_color, said_measure, said_shape};
pub use self::worded::read;
use crate::edits::edits;
use crate::grammar::Grammar;
use crate::repeats::said_repeats;
use crate::speed::{ramp, speed, within};
use crate::times::{
    piece_count, piece_length, said_count, said_crossfade, said_interval, said_limits,
    said_moments, said_ranges, said_seconds, said_shift,
};
use crate::tracks::{said_subtitles, said_track};
use crate::{adjustments, data, formats, regions};

/// The speed that is gradually reached: `speed` is then the one from which it begins.
const RAMP: &str = "ramp";
/// The parameter for how long things fade into each other: no other length is meant by it.
const CROSSFADE: &str = "crossfade";

/// Gives a tool's inputs the values that its instruction among them says, beside those that are there.
pub fn give_said(tool: &Tool, inputs: &mut BTreeMap<String, Resource>) {
    let words = tool
        .instruction()
        .and_then(|one| inputs.get(&one.name)?.as_text());
    let said = words.map(|words| said(tool, &words)).unwrap_or_default();
    for (name, value) in said {
        inputs.entry(name).or_insert(Resource::Text(value));
    }
}

/// The values that a request's words give a tool's parameters, by their names.
pub fn said(tool: &Tool, words: &str) -> BTreeMap<String, String> {
    let grammar = Grammar::of(tool);
    let is_limited = tool.parameters.iter().any(is_limit);
    let wish = if is_limited {
        Cow::Owned(adjustments::normalize_video_wording(words))
    } else {
        Cow::Borrowed(words)
    };
    let named = grammar
        .map(|grammar| grammar.said(&wish))
        .unwrap_or_default();
    let parameters = || {
        tool.parameters
            .iter()
            .filter(|parameter| parameter.is_set() || parameter.kind == ParameterKind::Edits)
    };
    let is_named = |parameter: &Parameter| grammar.is_some_and(|grammar| grammar.has(parameter));
    let has_speed = parameters()
        .any(|parameter| parameter.kind == ParameterKind::Speed && !is_named(parameter));
    let ramp = if parameters().any(|parameter| parameter.name == RAMP) {
        ramp(words)
    } else {
        None
    };
    let rate = match ramp {
        Some((from, _)) => Some(Rate::Times(from)),
        None if has_speed => speed(words).ok().map(|speed| speed.rate),
        None => None,
    };
    let of = |parameter: &Parameter| match (parameter.kind, rate) {
        (ParameterKind::Size, _) if is_only_named(tool, parameter) => {
            said_shape(tool, parameter, words)
        }
        (ParameterKind::Edits, _) => edits(tool, parameter, words).ok(),
        _ if is_named(parameter) => named.get(parameter.name.as_str()).cloned(),
        (kind @ (ParameterKind::Bytes | ParameterKind::Bitrate), _) => data::said(kind, words),
        (ParameterKind::FileFormat, _) => formats::asked(words, tool.choices(parameter)).cloned(),
        (ParameterKind::TimeRanges, _) if has_speed => {
            within(words).map(|ranges| ranges.to_string())
        }
        (ParameterKind::TimeRanges, _) if is_limit(parameter) => {
            said_limits(words).map(|ranges| ranges.to_string())
        }
        (ParameterKind::TimeRanges, _) => said_ranges(words).map(|ranges| ranges.to_string()),
        (ParameterKind::Times, _) => said_moments(words).map(|moments| moments.to_string()),
        (ParameterKind::Interval, _) => said_interval(words)
            .or_else(|| piece_length(words))
            .map(|interval| interval.to_string()),
        (ParameterKind::Count, _) => said_count(words)
            .or_else(|| piece_count(words))
            .map(|count| count.to_string()),
        (ParameterKind::Factor, _) if parameter.choices.is_empty() => {
            said_repeats(words).map(written)
        }
        (ParameterKind::Color, _) => said_color(tool, words),
        (ParameterKind::Box, _) => regions::only(words).map(|(_, found)| found.to_string()),
        (ParameterKind::Size | ParameterKind::Ratio, _) => said_shape(tool, parameter, words),
        (ParameterKind::Track, _) => said_track(words)
            .or_else(|| said_subtitles(words))
            .map(|track| track.to_string()),
        (ParameterKind::Choice, _) if !parameter.words.is_empty() => said_choice(parameter, words),
        (ParameterKind::Speed, _) if parameter.name == RAMP => ramp.map(|(_, to)| written(to)),
        (ParameterKind::Speed, Some(Rate::Times(factor))) => something(factor),
        (ParameterKind::Duration, _) if parameter.name == CROSSFADE => {
            said_crossfade(words).map(written)
        }
        (ParameterKind::Duration, _) if is_shift(parameter) => said_shift(words).map(written),
        (ParameterKind::Duration, Some(Rate::Lasting(seconds))) => something(seconds),
        (ParameterKind::Duration, None) if !has_speed => said_seconds(words).map(written),
        (kind, _) if MEASURED.contains(&kind) => said_measure(tool, parameter, words),
        _ => None,
    };
    parameters()
        .filter_map(|parameter| Some((parameter.name.clone(), of(parameter)?)))
        .collect()
}

/// Whether a parameter is the only one of its tool's that a grammar of whole sentences knows: words
/// that say no more than a size are no sentence of it.
fn is_only_named(tool: &Tool, parameter: &Parameter) -> bool {
    let Some(grammar) = Grammar::of(tool) else {
        return false;
    };
    let mut named = tool.parameters.iter().filter(|one| grammar.has(one));
    named.next() == Some(parameter) && named.next().is_none()
}

/// Whether one of a tool's parameters takes a value of that kind that is said in these words.
pub fn takes(tool: &Tool, parameter: &Parameter, kind: ParameterKind, words: &str) -> bool {
    let is_closed = !parameter.choices.is_empty();
    let named = Grammar::of(tool).filter(|grammar| grammar.has(parameter));
    let is_strict = is_closed
        || parameter.kind == ParameterKind::Box
        || named.is_some_and(Grammar::reads_words);
    // What is a field and would not get the value does not take it.
    let is_measured = parameter.is_set() && MEASURED.contains(&parameter.kind) && named.is_none();
    // How often something plays is said as a multiple.
    let counts = || {
        parameter.kind == ParameterKind::Count
            && kind == ParameterKind::Factor
            && named.is_some_and(|grammar| grammar.said(words).contains_key(&*parameter.name))
    };
    (parameter.kind.takes(kind) || counts())
        && (!is_strict || read(tool, parameter, words).is_ok())
        && (!is_measured || said_measure(tool, parameter, words).is_some())
}

/// A number as it is written; none where nothing of it is left.
fn something(number: f64) -> Option<String> {
    Some(written(number)).filter(|written| written != "0")
}
