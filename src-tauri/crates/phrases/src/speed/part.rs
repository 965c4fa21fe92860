//! The part of a video whose speed a sentence changes: “from 0:02 to 0:05”, “the last 3 seconds”,
//! “the second half”.

use std::sync::LazyLock;

use patchbay_values::times::{Moment, TimeRange, TimeRanges};
use regex::Regex;

use super::pattern;
use crate::times::said_ranges;

/// The ways to name a part; `T` is a time with a unit or on a clock, `N` also a bare number.
static PARTS: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    let separator = r"\s*(?:-|–|—|\bto\b|\btill\b|\buntil\b|\bthrough\b)\s*";
    let to = r"(?:N|(?:the\s+)?(?:very\s+)?end\b|(?:the\s+)?middle\b)";
    [
        r"\bbetween\s+N\s+and\s+N".to_owned(),
        format!(r"\bfrom\s+(?:the\s+(?:start|beginning)|N){separator}{to}"),
        format!(r"\bT{separator}{to}"),
        r"\b(?:the\s+|its\s+)?(?:very\s+)?(?:first|last|opening|closing|middle|initial|final)\s+T"
            .to_owned(),
        r"\b(?:everything\s+|all\s+)?(?:from|after|before|until|till|since)\s+T(?:\s+on(?:wards?)?\b)?"
            .to_owned(),
    ]
    .iter()
    .map(|words| {
        let time = r"(?:\d{1,6}(?::\d{1,2}){1,3}(?:;\d{2}|\.\d+)?|\d+(?:\.\d+)?\s*-?(?:hours?|hrs?|h|minutes?|mins?|m|milliseconds?|ms|seconds?|secs?|s)\b)";
        let number = format!(r"(?:{time}|\d+(?:\.\d+)?\b)");
        pattern(&words.replace('T', time).replace('N', &number))
    })
    .collect()
});
static HALF: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(?:the\s+|its\s+)?(first|second|last|other)\s+half(?:\s+of\s+(?:it|this|the\s+\w+))?\b",
    )
});

/// The parts that a sentence in lower case names, with numbers as digits, and the sentence without
/// the words that name them; none where it names none. No part is left where one cannot be read.
pub(super) fn split(said: &str) -> Option<(TimeRanges, String)> {
    let (mut rest, mut ranges) = (said.to_owned(), Vec::new());
    let mut is_read = true;
    while let Some(half) = HALF.captures(&rest) {
        let is_first = &half[1] == "first";
        ranges.push(TimeRange {
            start: if is_first {
                Moment::START
            } else {
                Moment::MIDDLE
            },
            end: if is_first {
                Moment::MIDDLE
            } else {
                Moment::END
            },
        });
        let bytes = half.get(0)?.range();
        rest.replace_range(bytes, " ");
    }
    for words in PARTS.iter() {
        while let Some(part) = words.find(&rest) {
            let bytes = part.range();
            let found = said_ranges(part.as_str()).map(|found| found.ranges);
            is_read &= found.is_some();
            ranges.extend(found.unwrap_or_default());
            rest.replace_range(bytes, " ");
        }
    }
    let mut within = TimeRanges {
        taken_out: false,
        ranges,
    };
    if !is_read {
        within.ranges.clear();
    }
    (!within.ranges.is_empty() || !is_read).then_some((within, rest))
}
