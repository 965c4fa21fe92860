//! Parts of a time line to which something else that is asked for is limited: “blur it between 0:02
//! and 0:05”, “in the first three seconds”. A part has to be said as a time, so that no other number
//! is taken for one.

use std::sync::LazyLock;

use patchbay_values::times::{TimeRange, TimeRanges};
use regex::Regex;

use super::{digits, said_ranges};

/// The ways to limit something to a part, tried from the most to the least particular.
/// A bare number is a time beside one with a unit.
static LIMITS: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    let unit = r"\s*-?\s*(?:seconds?|secs?|s|minutes?|mins?|m|hours?|hrs?|h|milliseconds?|ms)\b";
    let clock = r"\b\d{1,6}:\d{2}(?::\d{2}){0,2}(?:;\d{2}|\.\d+)?\b";
    let number = r"\b\d+(?:\.\d+)?";
    let time = format!(r"(?:{clock}|{number}{unit}(?:\s*{number}{unit})?)");
    let named = r"(?:the\s+)?(?:very\s+)?(?:start|beginning|middle|half|halfway|end)\b";
    let any = format!(r"(?:{time}|{number}|{named})");
    let dash = r"\s*(?:-|–|—|\b(?:to|till|until|through|thru|up\s+to)\b)\s*";
    let to = r"\s*(?:-|–|—|\b(?:to|and|till|until|through|thru|up\s+to)\b)\s*";
    let around = r"(?:\b(?:everything\s+)?(?P<out>except|excluding|but\s+not|not|outside|without|all\s+but)\s+(?:for\s+)?)?(?:\bbut\s+)?(?:\b(?:only|just)\s+)?";
    let preposition = r"(?:\b(?:for|during|in|within|over|throughout|of)\s+)?(?:\b(?:only|just)\s+)?(?:the\s+)?(?:very\s+)?";
    [
        format!(r"\b(?:from|at|starting\s+(?:at|from))\s+{time}\s+for\s+(?:the\s+next\s+)?{time}"),
        format!(r"\b(?:from|between|starting\s+(?:at|from))\s+(?:{time}{to}{any}|{any}{to}{time})"),
        format!(r"(?:{time}{dash}{any}|{any}{dash}{time})"),
        format!(r"{preposition}\b(?:first|opening|initial|middle|last|closing|final)\s+{time}"),
        format!(
            r"\b(?:from|since|after|before|until|till|up\s+to|starting\s+(?:at|from))\s+{time}(?:\s+(?:on|onwards?)\b)?"
        ),
    ]
    .map(|words| {
        Regex::new(&format!(r"{around}{words}(?:\s+only\b)?")).expect("a pattern of this file is valid")
    })
    .into()
});

/// The parts of a time line to which a sentence limits what it asks for; none where it names none.
pub fn said_limits(text: &str) -> Option<TimeRanges> {
    limited(text).1
}

/// A sentence without the parts that it limits something to; as it is where it names none.
pub fn without_limits(text: &str) -> String {
    match limited(text) {
        (rest, Some(_)) => rest,
        _ => text.to_owned(),
    }
}

/// A sentence, in lower case with digits for numbers, without its limits; and these.
fn limited(text: &str) -> (String, Option<TimeRanges>) {
    let start: String = text.chars().take(super::LONGEST_SENTENCE).collect();
    let mut rest = digits(&start.to_lowercase());
    let mut taken_out = false;
    let mut ranges: Vec<TimeRange> = Vec::new();
    for words in LIMITS.iter() {
        let mut from = 0;
        while let Some(found) = words.captures_at(&rest, from) {
            let range = found.get(0).map_or(from..from, |all| all.range());
            let is_out = found.name("out").is_some();
            let Some(said) = said_ranges(&rest[range.clone()]) else {
                from = range.end;
                continue;
            };
            taken_out |= is_out;
            ranges.extend(said.ranges);
            rest.replace_range(range.clone(), " ");
            from = range.start;
        }
    }
    let limits = (!ranges.is_empty()).then_some(TimeRanges { taken_out, ranges });
    (rest, limits)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn parts_are_found_beside_what_is_asked_for() {
        for (sentence, limits, rest) in [
            ("blur it between 0:02 and 0:05", "0:02 to 0:05", "blur it"),
            (
                "blur it from 01:00:02;00 to 01:00:05;00",
                "01:00:02;00 to 01:00:05;00",
                "blur it",
            ),
            ("blur it from 2 to 5 seconds", "0:02 to 0:05", "blur it"),
            (
                "make trip.mp4 brighter in the first three seconds",
                "0:00 to 0:03",
                "make trip.mp4 brighter",
            ),
            ("sepia for the last 2 s only", "last 0:02", "sepia"),
            ("invert it after 0:10", "0:10 to end", "invert it"),
            ("blur it until 0:04", "0:00 to 0:04", "blur it"),
            (
                "pixelate it at 0:03 for two seconds",
                "0:03 to 0:05",
                "pixelate it",
            ),
            (
                "blur it 0:02-0:05 and 0:07-0:08",
                "0:02 to 0:05, 0:07 to 0:08",
                "blur it and",
            ),
            (
                "grey except from 0:02 to 0:05",
                "without 0:02 to 0:05",
                "grey",
            ),
            (
                "blur it, but only between second 2 and second 4",
                "0:02 to 0:04",
                "blur it,",
            ),
        ] {
            let (left, found) = limited(sentence);
            let left: Vec<&str> = left.split_whitespace().collect();
            let found = found.map(|ranges| ranges.to_string());
            assert_eq!(
                (found.as_deref(), left.join(" ").as_str()),
                (Some(limits), rest),
                "{sentence}"
            );
        }
    }

    #[test]
    fn other_numbers_are_no_times() {
        for sentence in [
            "resize it to 1200 wide",
            "crop trip.mp4 to 9:16",
            "posterise it to 6 levels",
            "rotate it 90 degrees",
            "Resize to 1080 by 1920",
            "brightness from 10 to 20 %",
            "hide 300,200,120,40",
        ] {
            assert_eq!(said_limits(sentence), None, "{sentence}");
            assert_eq!(without_limits(sentence), sentence);
        }
    }

    proptest! {
        #![proptest_config(crate::testing::cases())]

        #[test]
        fn limits_are_written_and_read_back(text in "(blur |only |except |from |to |first |the |[0-9]{1,3}| s|:[0-5][0-9]|-| and | end){0,12}") {
            if let Some(found) = said_limits(&text) {
                let written = found.to_string();
                prop_assert_eq!(TimeRanges::read(&written).map(|read| read.to_string()), Some(written));
            }
        }
    }
}
