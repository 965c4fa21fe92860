//! Values of parameters: read from what a person types, found in what a request says, and written
//! in one way.

mod said;

use std::collections::BTreeMap;

use patchbay_domain::{Parameter, ParameterKind, Tool};

use self::said::{MEASURED, said_choice, said_color, said_measure};
use crate::adjustments::{color, hex};
use crate::formats;
use crate::grammar::Grammar;
use crate::speed::{Rate, factor, speed};
use crate::times::{
    Interval, Moments, TimeRanges, duration, said_count, said_interval, said_moments, said_ranges,
    said_seconds,
};
use crate::tracks::{Track, said_track};

/// No number without a range is larger: with four places behind the point, all its digits are
/// exact.
const LARGEST: f64 = 1e11;

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
        ParameterKind::Duration | ParameterKind::Time => {
            duration(text).and_then(number).and_then(something)
        }
        ParameterKind::Text => Some(text.to_owned()),
        ParameterKind::Track => Track::read(text).map(|track| track.to_string()),
        ParameterKind::Color => color(&text.to_lowercase()).map(hex),
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
    let named = grammar
        .map(|grammar| (grammar.said)(words))
        .unwrap_or_default();
    let parameters = || {
        tool.parameters
            .iter()
            .filter(|parameter| parameter.is_set())
    };
    let is_named = |parameter: &Parameter| grammar.is_some_and(|grammar| grammar.has(parameter));
    let has_speed = parameters()
        .any(|parameter| parameter.kind == ParameterKind::Speed && !is_named(parameter));
    let rate = if has_speed {
        speed(words).ok().map(|speed| speed.rate)
    } else {
        None
    };
    let of = |parameter: &Parameter| match (parameter.kind, rate) {
        _ if is_named(parameter) => named.get(parameter.name.as_str()).cloned(),
        (ParameterKind::FileFormat, _) => formats::asked(words, tool.choices(parameter)).cloned(),
        (ParameterKind::TimeRanges, _) => said_ranges(words).map(|ranges| ranges.to_string()),
        (ParameterKind::Times, _) => said_moments(words).map(|moments| moments.to_string()),
        (ParameterKind::Interval, _) => said_interval(words).map(|interval| interval.to_string()),
        (ParameterKind::Count, _) => said_count(words).map(|count| count.to_string()),
        (ParameterKind::Color, _) => said_color(words),
        (ParameterKind::Track, _) => said_track(words).map(|track| track.to_string()),
        (ParameterKind::Choice, _) if !parameter.words.is_empty() => said_choice(parameter, words),
        (ParameterKind::Speed, Some(Rate::Times(factor))) => something(written(factor)),
        (ParameterKind::Duration, Some(Rate::Lasting(seconds))) => something(written(seconds)),
        (ParameterKind::Duration, None) if !has_speed => said_seconds(words).map(written),
        (kind, _) if MEASURED.contains(&kind) => said_measure(tool, parameter, words),
        _ => None,
    };
    parameters()
        .filter_map(|parameter| Some((parameter.name.clone(), of(parameter)?)))
        .collect()
}

/// Whether one of a tool's parameters takes a value of that kind that is said in these words.
pub fn takes(tool: &Tool, parameter: &Parameter, kind: ParameterKind, words: &str) -> bool {
    let is_closed = !parameter.choices.is_empty();
    let is_named = || Grammar::of(tool).is_some_and(|grammar| grammar.has(parameter));
    // What is a field and would not get the value does not take it.
    let is_measured = parameter.is_set() && MEASURED.contains(&parameter.kind) && !is_named();
    parameter.kind.takes(kind)
        && (!is_closed || read(tool, parameter, words).is_ok())
        && (!is_measured || said_measure(tool, parameter, words).is_some())
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
        ParameterKind::Ratio => "a ratio, such as 16:9",
        ParameterKind::Color => "a colour, such as red or #ff8800",
        ParameterKind::Track => "a number, such as 2, or a language, such as German",
        _ => "a number",
    };
    let range = parameter
        .range
        .map(|(least, most)| format!(" from {least} to {most}"));
    kind.to_owned() + &range.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tool(parameters: &str) -> Tool {
        let json = format!(
            r#"{{"name": "t", "args": [], "returns": "image", "formats": ["jpg", "png"], "parameters": [{parameters}]}}"#
        );
        serde_json::from_str(&json).expect("a tool")
    }

    fn said_of(tool: &Tool, words: &str) -> Vec<(String, String)> {
        said(tool, words).into_iter().collect()
    }

    #[test]
    fn values_are_read_or_refused_with_their_name_and_range() {
        let tool = tool(
            r#"{"name": "angle", "kind": "angle", "label": "Angle", "range": [-360, 360]},
               {"name": "parts", "kind": "time_ranges", "label": "Parts"}, {"name": "format", "kind": "file_format", "label": "Format"},
               {"name": "speed", "kind": "speed", "label": "Speed", "range": [0.05, 2000]},
               {"name": "length", "kind": "duration", "label": "Length"}, {"name": "fill", "kind": "color", "label": "Fill"},
               {"name": "pace", "kind": "factor", "label": "Pace"}, {"name": "number", "kind": "number", "label": "Number"},
               {"name": "place", "kind": "choice", "label": "Place", "choices": ["Left", "Right"]}"#,
        );
        let of =
            |name: &str, text: &str| read(&tool, tool.parameter(name).expect("declared"), text);
        for (name, text, value) in [
            ("angle", "45°", "45"),
            ("parts", "the first ten seconds", "0:00 to 0:10"),
            ("format", ".JPEG", "jpg"),
            ("speed", "2x", "2"),
            ("length", "1:30", "90"),
            ("fill", "White", "#ffffff"),
            ("fill", "#FF8800", "#ff8800"),
            ("place", "left", "Left"),
            ("number", "-0.00001", "0"),
        ] {
            assert_eq!(of(name, text).as_deref(), Ok(value), "{name}: {text}");
        }
        for (name, text, said) in [
            ("angle", "400", "from -360 to 360"),
            ("angle", "steep", "“angle” cannot be “steep”"),
            ("parts", "nicer", "such as 0:02 to 0:05"),
            ("format", "gif", "one of jpg, png"),
            ("speed", "0", "“speed”"),
            ("place", "up", "one of Left, Right"),
            ("length", "0.01 ms", "a time"),
            ("pace", "0.00001", "a multiple"),
            ("number", "1e305", "a number"),
            ("fill", "loud", "such as red or #ff8800"),
        ] {
            let error = of(name, text).expect_err(text);
            assert!(error.contains(said), "{error}");
        }
    }

    #[test]
    fn words_give_choices_and_frames() {
        let tool = tool(
            r#"{"name": "own_sound", "kind": "choice", "label": "Its own sound", "choices": ["kept", "replaced"],
                "words": {"kept": ["under", "still hear"], "replaced": ["instead", "under no"]}},
               {"name": "times", "kind": "times", "label": "At"}, {"name": "every", "kind": "interval", "label": "Every"},
               {"name": "count", "kind": "count", "label": "How many", "range": [1, 100]},
               {"name": "color", "kind": "color", "label": "Colour"}"#,
        );
        for (words, name, value) in [
            ("write it in yellow at the top", "color", Some("#f0cd32")),
            ("big red letters please", "color", Some("#c81e1e")),
            ("the red car", "color", None),
            ("put music under it", "own_sound", Some("kept")),
            ("thunder instead", "own_sound", Some("replaced")),
            ("under no music", "own_sound", Some("replaced")),
            ("thunder", "own_sound", None),
            ("a frame at 0:05", "times", Some("0:05")),
            ("a frame every 2 seconds", "every", Some("2 s")),
            ("five stills", "count", Some("5")),
        ] {
            assert_eq!(
                said(&tool, words).get(name).map(String::as_str),
                value,
                "{words}"
            );
        }
        assert!(takes(
            &tool,
            &tool.parameters[1],
            ParameterKind::Time,
            "0:05"
        ));
        assert!(
            read(&tool, &tool.parameters[3], "2.5").is_err()
                && read(&tool, &tool.parameters[3], "0").is_err()
        );
    }

    #[test]
    fn words_give_values() {
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let trimming = tool(r#"{"name": "parts", "kind": "time_ranges", "label": "Parts"}"#);
        assert_eq!(
            said_of(&trimming, "cut it from 0:02 to 0:05"),
            [pair("parts", "0:02 to 0:05")]
        );
        let pace = tool(
            r#"{"name": "speed", "kind": "speed", "label": "Speed"}, {"name": "length", "kind": "duration", "label": "Length"}"#,
        );
        assert_eq!(
            said_of(&pace, "play it twice as fast"),
            [pair("speed", "2")]
        );
        assert_eq!(
            said_of(&pace, "speed it up to 30 seconds"),
            [pair("length", "30")]
        );
        assert_eq!(said_of(&pace, "play it at 0 %"), [], "no value is nothing");
        let editing = tool(
            r#"{"name": "angle", "kind": "angle", "label": "Angle"}, {"name": "format", "kind": "file_format", "label": "Format"},
               {"name": "percent", "kind": "percent"}"#,
        );
        let sentence = "rotate it 90 degrees, 20% brighter, and save it as jpeg";
        assert_eq!(
            said_of(&editing, sentence),
            [pair("angle", "90"), pair("format", "jpg")]
        );
        assert!(takes(
            &editing,
            &editing.parameters[2],
            ParameterKind::Percent,
            "20%"
        ));
    }

    #[test]
    fn parameters_of_one_name_are_read_as_their_tool_reads_them() {
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let effects = tool(
            r#"{"name": "parts", "kind": "time_ranges", "label": "Parts"}, {"name": "speed", "kind": "speed", "label": "Speed"},
               {"name": "gain", "kind": "decibel", "label": "Volume", "range": [-60, 60]},
               {"name": "fade_out", "kind": "duration", "label": "Fade out"}, {"name": "frequency", "kind": "frequency"}"#,
        );
        let said = |words: &str| said_of(&effects, words);
        assert_eq!(
            said("fade out over the last 3 seconds"),
            [pair("fade_out", "3")],
            "no part is cut out"
        );
        let sentence = "keep the first 10 seconds, slow it down by 20 % and make it 3 dB louder";
        assert_eq!(
            said(sentence),
            [
                pair("gain", "3"),
                pair("parts", "0:00 to 0:10"),
                pair("speed", "0.8")
            ]
        );
        let of = |name: &str, text: &str| {
            read(&effects, effects.parameter(name).expect("declared"), text)
        };
        assert_eq!(of("gain", "-3 dB").as_deref(), Ok("-3"));
        assert_eq!(of("fade_out", "1:30").as_deref(), Ok("90"));
        let error = of("gain", "loud").expect_err("no gain");
        assert!(
            error.contains("“gain” cannot be “loud”") && error.contains("from -60 to 60"),
            "{error}"
        );
        let trimming = tool(r#"{"name": "parts", "kind": "time_ranges", "label": "Parts"}"#);
        assert_eq!(
            said_of(&trimming, "the last 3 seconds"),
            [pair("parts", "last 0:03")],
            "by their kind alone"
        );
        let pace = tool(r#"{"name": "speed", "kind": "speed", "label": "Speed"}"#);
        assert_eq!(
            said_of(&pace, "make it faster"),
            [pair("speed", "1.5")],
            "as of a film"
        );
    }

    #[test]
    fn a_number_with_its_unit_is_the_value_of_the_one_field_of_its_kind() {
        let one = tool(
            r#"{"name": "share", "kind": "percent", "label": "Share", "range": [1, 40]},
               {"name": "cutoff", "kind": "frequency", "label": "Cutoff"}, {"name": "drop", "kind": "decibel", "label": "Drop"}"#,
        );
        let values = |words: &str| {
            said_of(&one, words)
                .into_iter()
                .map(|(_, value)| value)
                .collect::<Vec<_>>()
        };
        assert_eq!(values("bars of 15 % on photo.jpg"), ["15"]);
        assert_eq!(
            values("bars of 12,5 per cent, 2.5 kHz and -3 dB"),
            ["2500", "-3", "12.5"]
        );
        assert_eq!(values("bars of 90 %"), [""; 0], "out of range");
        assert_eq!(values("bars of 10 % and 20 %"), [""; 0], "which of them?");
        let takes =
            |tool: &Tool, words| takes(tool, &tool.parameters[0], ParameterKind::Percent, words);
        assert!(takes(&one, "15 %") && !takes(&one, "90 %"));
        let two = tool(
            r#"{"name": "share", "kind": "percent", "label": "Share"}, {"name": "grain", "kind": "percent", "label": "Grain"}"#,
        );
        assert!(
            said_of(&two, "15 %").is_empty() && !takes(&two, "15 %"),
            "it would be lost"
        );
    }
}
