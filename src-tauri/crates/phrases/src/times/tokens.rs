//! Times as tokens: `from 0:02 to 5 s` becomes `from <0> to <1>` with the seconds beside it, so
//! that patterns can speak of times without knowing how they are written.

use std::sync::LazyLock;

use patchbay_values::times::{COUNTED, Counted, Moment, TIMECODE, Timecode, decimal_commas};
use regex::Regex;

/// A time in a sentence.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Time {
    /// The share of the whole that lies before it: 1 for what is counted from the end.
    share: f64,
    /// How long after that it is.
    counted: Counted,
    /// The timecode that it is instead.
    timecode: Option<Timecode>,
}

impl Time {
    /// As a moment; a bare number beside a time counts what that counts (`1 to 2 minutes`).
    pub(super) fn beside(self, other: Option<Self>) -> Moment {
        Moment {
            share: self.share,
            seconds: self
                .counted
                .seconds_beside(other.map(|other| other.counted)),
            timecode: self.timecode,
        }
    }
}

static TIME: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(&format!(r"(?x) \b(?P<timecode>{TIMECODE})\b | {COUNTED}"))
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
        let timecode = found
            .name("timecode")
            .and_then(|said| Timecode::read(said.as_str()));
        marked.extend([" <", times.len().to_string().as_str(), "> "]);
        times.push(Time {
            share: 0.0,
            counted: Counted::of(&found),
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
            counted: Counted::bare(number),
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
        counted: Counted {
            number: 0.0,
            unit: Some(1.0),
        },
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
