//! Reads a value of a parameter as a person types it, and writes it in the one way of its kind.

#[cfg(test)]
mod tests;

use patchbay_domain::{Parameter, ParameterKind, Tool};

use crate::colors::{color, hex};
use crate::families::Family;
use crate::numbers::{finite, written};
use crate::regions::Region;
use crate::sizes::{Size, joined, ratio, written_ratio};
use crate::speeds::factor;
use crate::times::{Interval, Moments, TimeRanges, duration};
use crate::tracks::Track;
use crate::{data, formats};

/// Largest number without a range: with four places behind the point, all its digits are exact.
const LARGEST: f64 = 1e11;

/// The name of the parts of a time line to which what a tool does is limited; parts of any other
/// name are what is kept or taken out.
const LIMIT: &str = "within";

/// Reads a value of one of a tool's parameters, and writes it in the one way of its kind.
///
/// # Errors
/// Returns a sentence that names the parameter and what it can be if the text is no such value or
/// out of range.
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
    if let Some(family) = Family::of(tool).filter(|family| family.has(parameter)) {
        let value = family.read(&parameter.name, text).ok_or_else(wrong)?;
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
        ParameterKind::Size => Size::read(text).map(|size| size.to_string()),
        ParameterKind::Ratio => ratio(&joined(text)).map(written_ratio),
        ParameterKind::Color => color(&text.to_lowercase()).map(hex),
        kind @ (ParameterKind::Bytes | ParameterKind::Bitrate) => data::read(kind, text),
        kind => {
            let bare = text.strip_suffix(kind.unit()).unwrap_or(text).trim();
            finite(bare).and_then(number)
        }
    }
    .ok_or_else(wrong)
}

/// Whether a parameter limits what its tool does to parts of a time line, which have to be said as
/// such: “between 0:02 and 0:05”, and not “at 0:02”.
pub fn is_limit(parameter: &Parameter) -> bool {
    parameter.kind == ParameterKind::TimeRanges && parameter.name == LIMIT
}

/// Whether a length of time may be negative, as the amount by which something is later, or earlier.
pub fn is_shift(parameter: &Parameter) -> bool {
    parameter.range.is_some_and(|(least, _)| least < 0.0)
}

/// A number as it is written; none where nothing of it is left.
fn something(written: String) -> Option<String> {
    (written != "0").then_some(written)
}

/// Describes what a parameter can be, in words.
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
