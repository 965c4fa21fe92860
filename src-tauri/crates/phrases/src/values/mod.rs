//! Values of parameters: read from what a person types, found in what a request says, and written
//! in one way.

mod said;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::collections::BTreeMap;

use patchbay_domain::{Parameter, ParameterKind, Tool};

use self::said::{MEASURED, said_choice, said_color, said_measure, said_shape};
use crate::adjustments::{self, color, hex};
use crate::data;
use crate::formats;
use crate::grammar::Grammar;
use crate::regions::Region;
use crate::repeats::said_repeats;
use crate::speed::{Rate, factor, ramp, speed, within};
use crate::times::{
    Interval, Moments, TimeRanges, duration, piece_count, piece_length, said_count, said_crossfade,
    said_interval, said_limits, said_moments, said_ranges, said_seconds, said_shift,
};
use crate::tracks::{Track, said_subtitles, said_track};

/// No number without a range is larger: with four places behind the point, all its digits are
/// exact.
const LARGEST: f64 = 1e11;
/// The name of the parts of a time line to which what a tool does is limited; parts of any other
/// name are what is kept or taken out.
const WITHIN: &str = "within";
/// The speed that is gradually reached: `speed` is then the one from which it begins.
const RAMP: &str = "ramp";
/// The parameter for how long things fade into each other: no other length is meant by it.
const CROSSFADE: &str = "crossfade";

/// Reads a value of one of a tool's parameters, and writes it in the one way of its kind.
///
/// # Errors
/// It is no such value, or out of range: a sentence that names the parameter and what it can be.
pub fn read(tool: &Tool, parameter: &Parameter, text: &str) -> Result<String, String> {
    let text = text.trim();
    let wrong = || {
        format!(
            "“{}” cannot be “{text}”: it has to be {}.",
            parameter.name,
            can_be(tool, parameter)
        )
    };
    let choices = tool.choices(parameter);
    let number = |value: f64| {
        let (least, most) = parameter.range.unwrap_or((-LARGEST, LARGEST));
        (least..=most).contains(&value).then(|| written(value))
    };
    if let Some(grammar) = Grammar::of(tool).filter(|grammar| grammar.has(parameter)) {
        let value = (grammar.read)(&parameter.name, text).ok_or_else(wrong)?;
        let is_within = value.parse().map_or(true, |value| number(value).is_some());
        return is_within.then_some(value).ok_or_else(wrong);
    }
    match parameter.kind {
        ParameterKind::FileFormat => formats::chosen(text, choices).cloned(),
        kind if !choices.is_empty() => {
            let is_factor = kind == ParameterKind::Factor;
            let text = if is_factor {
                factor(text).map_or_else(String::new, written)
            } else {
                text.to_owned()
            };
            choices
                .iter()
                .find(|choice| choice.eq_ignore_ascii_case(&text))
                .cloned()
        }
        ParameterKind::TimeRanges => TimeRanges::read(text).map(|ranges| ranges.to_string()),
        ParameterKind::Times => Moments::read(text).map(|moments| moments.to_string()),
        ParameterKind::Interval => Interval::read(text).map(|interval| interval.to_string()),
        ParameterKind::Count => text
            .parse::<u32>()
            .ok()
            .and_then(|count| number(f64::from(count))),
        ParameterKind::Speed | ParameterKind::Factor => {
            factor(text).and_then(number).and_then(something)
        }
        ParameterKind::Duration if is_shift(parameter) => {
            let (sign, length) = match text.strip_prefix(['-', '−']) {
                Some(rest) => (-1.0, rest),
                None => (1.0, text),
            };
            let seconds = duration(length).map(|seconds| sign * seconds);
            seconds.and_then(number).and_then(something)
        }
        ParameterKind::Duration | ParameterKind::Time => {
            duration(text).and_then(number).and_then(something)
        }
        ParameterKind::Text => Some(text.to_owned()),
        ParameterKind::Track => Track::read(text).map(|track| track.to_string()),
        ParameterKind::Box => Region::read(text).map(|found| found.to_string()),
        ParameterKind::Size => adjustments::named::read("size", text),
        ParameterKind::Ratio => adjustments::named::read("aspect", text),
        ParameterKind::Color => color(&text.to_lowercase()).map(hex),
        kind @ (ParameterKind::Bytes | ParameterKind::Bitrate) => data::read(kind, text),
        kind => {
            let bare = text.strip_suffix(kind.unit()).unwrap_or(text).trim();
            bare.parse()
                .ok()
                .filter(|value: &f64| value.is_finite())
                .and_then(number)
        }
    }
    .ok_or_else(wrong)
}

/// The values that a request's words give a tool's parameters, by their names.
pub fn said(tool: &Tool, words: &str) -> BTreeMap<String, String> {
    let grammar = Grammar::of(tool);
    let is_limited = tool.parameters.iter().any(is_limit);
    let wish = if is_limited {
        Cow::Owned(adjustments::of_a_frame(words))
    } else {
        Cow::Borrowed(words)
    };
    let named = grammar
        .map(|grammar| (grammar.said)(&wish))
        .unwrap_or_default();
    let parameters = || {
        tool.parameters
            .iter()
            .filter(|parameter| parameter.is_set())
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
        (ParameterKind::Box, _) => Region::read(words).map(|found| found.to_string()),
        (ParameterKind::Size | ParameterKind::Ratio, _) => said_shape(tool, parameter, words),
        (ParameterKind::Track, _) => said_track(words)
            .or_else(|| said_subtitles(words))
            .map(|track| track.to_string()),
        (ParameterKind::Choice, _) if !parameter.words.is_empty() => said_choice(parameter, words),
        (ParameterKind::Speed, _) if parameter.name == RAMP => ramp.map(|(_, to)| written(to)),
        (ParameterKind::Speed, Some(Rate::Times(factor))) => something(written(factor)),
        (ParameterKind::Duration, _) if parameter.name == CROSSFADE => {
            said_crossfade(words).map(written)
        }
        (ParameterKind::Duration, _) if is_shift(parameter) => said_shift(words).map(written),
        (ParameterKind::Duration, Some(Rate::Lasting(seconds))) => something(written(seconds)),
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

/// Whether a parameter limits what its tool does to parts of a time line, which have to be said as
/// such: “between 0:02 and 0:05”, and not “at 0:02”.
pub fn is_limit(parameter: &Parameter) -> bool {
    parameter.kind == ParameterKind::TimeRanges && parameter.name == WITHIN
}

/// Whether one of a tool's parameters takes a value of that kind that is said in these words.
pub fn takes(tool: &Tool, parameter: &Parameter, kind: ParameterKind, words: &str) -> bool {
    let is_closed = !parameter.choices.is_empty();
    let named = Grammar::of(tool).filter(|grammar| grammar.has(parameter));
    let is_strict = is_closed
        || parameter.kind == ParameterKind::Box
        || named.is_some_and(|grammar| grammar.reads_words);
    // What is a field and would not get the value does not take it.
    let is_measured = parameter.is_set() && MEASURED.contains(&parameter.kind) && named.is_none();
    // How often something plays is said as a multiple.
    let counts = || {
        parameter.kind == ParameterKind::Count
            && kind == ParameterKind::Factor
            && named.is_some_and(|grammar| (grammar.said)(words).contains_key(&*parameter.name))
    };
    (parameter.kind.takes(kind) || counts())
        && (!is_strict || read(tool, parameter, words).is_ok())
        && (!is_measured || said_measure(tool, parameter, words).is_some())
}

/// Whether a length of time may be negative: by how much something is later, or earlier.
fn is_shift(parameter: &Parameter) -> bool {
    parameter.range.is_some_and(|(least, _)| least < 0.0)
}

/// To four places behind the point, and no more than needed.
fn written(value: f64) -> String {
    // No minus before nothing.
    ((value * 10_000.0).round() / 10_000.0 + 0.0).to_string()
}

/// A number as it is written; none where nothing of it is left.
fn something(written: String) -> Option<String> {
    (written != "0").then_some(written)
}

/// What a parameter can be, in words.
fn can_be(tool: &Tool, parameter: &Parameter) -> String {
    let choices = tool.choices(parameter);
    if !choices.is_empty() {
        return format!("one of {}", choices.join(", "));
    }
    let kind = match parameter.kind {
        ParameterKind::TimeRanges => {
            "parts of a time line, such as 0:02 to 0:05, last 0:03, or without 0:10 to 0:20"
        }
        ParameterKind::Speed | ParameterKind::Factor => "a multiple, such as 2 or 0.5",
        ParameterKind::Duration | ParameterKind::Time => "a time, such as 5 or 1:30",
        ParameterKind::Times => "points in time, such as 0:05, middle or end - 0:01",
        ParameterKind::Interval => "an interval, such as 2 s or 10 frames",
        ParameterKind::Count => "a whole number",
        ParameterKind::Size => "a size, such as 1200 wide, 720 high, 800x600 or 50%",
        ParameterKind::Bytes => "a size of a file, such as 8 MB",
        ParameterKind::Bitrate => "bits a second, such as 128 kbps",
        ParameterKind::Ratio => "a ratio, such as 16:9",
        ParameterKind::Color => "a colour, such as red or #ff8800",
        ParameterKind::Box => "a box, such as 120x40 at 300,200, 20%x10% at 50%,0% or top half",
        ParameterKind::Track => "a number, such as 2, or a language, such as German",
        _ => "a number",
    };
    let range = parameter
        .range
        .map(|(least, most)| format!(" from {least} to {most}"));
    kind.to_owned() + &range.unwrap_or_default()
}
