//! Times as tokens: `from 0:02 to 5 s` becomes `from <0> to <1>` with the seconds beside it, so
//! that patterns can speak of times without knowing how they are written.

use std::sync::LazyLock;

use regex::Regex;

use super::Moment;
use super::moments::FURTHEST;
use super::timecode::{self, Timecode};

/// A time in a sentence.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Time {
    /// The share of the whole that lies before it: 1 for what is counted from the end.
    share: f64,
    number: f64,
    /// Seconds in one of what it counts; none where it is a bare number.
    unit: Option<f64>,
    /// The timecode that it is instead.
    timecode: Option<Timecode>,
}

impl Time {
    /// As a moment; a bare number beside a time counts what that counts (`1 to 2 minutes`).
    pub(super) fn beside(self, other: Option<Self>) -> Moment {
        let unit = self
            .unit
            .or(other.and_then(|other| other.unit))
            .unwrap_or(1.0);
        Moment {
            share: self.share,
            seconds: (self.number * unit).min(FURTHEST),
            timecode: self.timecode,
        }
    }
}

static TIME: LazyLock<Regex> = LazyLock::new(|| {
    let clocks = format!(r"(?x) \b(?P<timecode>{})\b | ", timecode::PATTERN);
    Regex::new(
        &(clocks + r"
        \b(?:(?P<clock_hours>\d{1,6}):)?(?P<clock_minutes>\d{1,6}):(?P<clock_seconds>\d{1,2}(?:\.\d+)?)\b
        | (?:\b(?P<hours>\d+(?:\.\d+)?)\s*-?\s*(?:h|hr|hrs|hours?)\b\s*(?:and\s+)?)?
          (?:\b(?P<minutes>\d+(?:\.\d+)?)\s*-?\s*(?:m|min|mins|minutes?)\b\s*(?:and\s+)?)?
          (?:\b(?P<seconds>\d+(?:\.\d+)?)\s*-?\s*(?P<unit>s|sec|secs|seconds?|ms|msecs?|milliseconds?)\b)?
        "),
    )
    .expect("the pattern is valid")
});

static BARE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?:^|[\s(-])(?P<number>\d+(?:\.\d+)?)(?P<after>\.?\s*[a-z%°/_]*)")
        .expect("the pattern is valid")
});

/// Words after a number that make it something else than a time.
const COUNTS: [&str; 15] = [
    "fps", "hz", "khz", "db", "lufs", "%", "px", "x", "k", "kb", "mb", "gb", "p", "degrees",
    "times",
];

/// The sentence, in lower case with digits for numbers, with `<n>` for the n-th time (`<bn>` for a
/// bare number) and ` - ` for every dash; and the times.
pub(super) fn tokenised(sentence: &str) -> (String, Vec<Time>) {
    let mut times = Vec::new();
    let sentence = decimal_commas(
        &sentence
            .replace(['<', '>'], " ")
            .replace(['–', '—', '−', '‑', '~', '→'], "-"),
    );
    let mut rest = sentence.as_str();
    let mut marked = String::new();
    // The pattern's parts are all optional: empty matches are skipped by hand.
    while let Some(found) = TIME.captures_iter(rest).find(|found| !found[0].is_empty()) {
        let range = found.get(0).expect("the whole match").range();
        marked.push_str(&rest[..range.start]);
        let number = |name: &str| {
            found
                .name(name)
                .and_then(|digits| digits.as_str().parse::<f64>().ok())
        };
        let timecode = found
            .name("timecode")
            .and_then(|said| Timecode::read(said.as_str()));
        let small = found
            .name("unit")
            .is_some_and(|unit| unit.as_str().starts_with('m'));
        let parts = [
            (number("clock_hours"), 3600.0),
            (number("clock_minutes"), 60.0),
            (number("clock_seconds"), 1.0),
            (number("hours"), 3600.0),
            (number("minutes"), 60.0),
            (number("seconds"), if small { 0.001 } else { 1.0 }),
        ];
        let unit = parts
            .iter()
            .rev()
            .find_map(|(number, unit)| number.map(|_| *unit))
            .unwrap_or(1.0);
        let seconds: f64 = parts
            .iter()
            .map(|(number, unit)| number.unwrap_or(0.0) * unit)
            .sum();
        marked.extend([" <", times.len().to_string().as_str(), "> "]);
        times.push(Time {
            share: 0.0,
            number: seconds.min(FURTHEST) / unit,
            unit: Some(unit),
            timecode,
        });
        rest = &rest[range.end..];
    }
    marked.push_str(rest);
    let marked = bare_numbers(&marked, &mut times);
    let marked = named_times(&marked, &mut times);
    let marked = marked.replace(" -", " - ").replace("- ", " - ");
    (
        marked.split_whitespace().collect::<Vec<_>>().join(" "),
        times,
    )
}

/// `1,5` as `1.5`.
fn decimal_commas(sentence: &str) -> String {
    static COMMA: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"(\d),(\d)").expect("the pattern is valid"));
    COMMA.replace_all(sentence, "$1.$2").into_owned()
}

fn bare_numbers(sentence: &str, times: &mut Vec<Time>) -> String {
    let marked = sentence.replace('-', " - ");
    BARE.replace_all(&marked, |found: &regex::Captures| {
        let after = found["after"].trim();
        // Letters right after it, also after a dot, make it a part of a name: `2nd`, `clip 2.mp4`.
        let glued = found["after"]
            .trim_start_matches('.')
            .starts_with(char::is_alphanumeric);
        if COUNTS.contains(&after) || glued {
            return found[0].to_owned();
        }
        let Ok(number) = found["number"].parse::<f64>() else {
            return found[0].to_owned();
        };
        times.push(Time {
            share: 0.0,
            number,
            unit: None,
            timecode: None,
        });
        format!(" <b{}> {}", times.len() - 1, &found["after"])
    })
    .into_owned()
}

/// The words for the start, the middle and the end, with what of them stays after the token.
static NAMED: LazyLock<[(Regex, &str); 3]> = LazyLock::new(|| {
    [
        (
            r"\b(from|at) (?:the )?(?:very )?(?:start|beginning)\b( (?:-|to|till|until|for))",
            "${2}",
        ),
        (
            r"\b(from|after|before|until|till|to|-) (?:the )?(?:middle|halfway|half)\b",
            "",
        ),
        (
            r"(<b?\d+> (?:to|till|until|through|-)) (?:the )?(?:very )?end\b",
            "",
        ),
    ]
    .map(|(words, after)| (Regex::new(words).expect("the pattern is valid"), after))
});

/// The start, middle and end of the whole, where they are used as times.
fn named_times(sentence: &str, times: &mut Vec<Time>) -> String {
    let first = times.len();
    let at_share = |share| Time {
        share,
        number: 0.0,
        unit: Some(1.0),
        timecode: None,
    };
    times.extend([at_share(0.0), at_share(0.5), at_share(1.0)]);
    let words: Vec<&str> = sentence.split_whitespace().collect();
    NAMED
        .iter()
        .zip(first..)
        .fold(words.join(" "), |sentence, ((words, after), index)| {
            words
                .replace_all(&sentence, format!("${{1}} <{index}>{after}"))
                .into_owned()
        })
}
