//! How far subtitles are stretched, in words: “stretch it by 1.04”, “from 25 to 23.976 fps”.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use patchbay_values::families::timing::{RETIMING, retiming};
use regex::Regex;

/// Only so many characters of a text are looked at.
const LONGEST_SENTENCE: usize = 2000;
/// Frame rates of films and television, which need no unit to be known as such.
const KNOWN: [f64; 11] = [
    23.976, 23.98, 24.0, 25.0, 29.97, 30.0, 48.0, 50.0, 59.94, 60.0, 120.0,
];
/// What makes a number something else than a multiple.
const UNITS: [&str; 17] = [
    "s",
    "sec",
    "secs",
    "second",
    "seconds",
    "ms",
    "msec",
    "milliseconds",
    "m",
    "min",
    "minute",
    "minutes",
    "%",
    "percent",
    "per",
    "fps",
    "frames",
];

static FROM_TO: LazyLock<Regex> = LazyLock::new(|| {
    let unit = r"(?:\s*-?(?P<unit{n}>fps|frames?\s+(?:per|a)\s+second|frames?/s))?";
    let number = r"(?P<{n}>\d{1,3}(?:\.\d{1,5})?)";
    let of = |name: &str| number.replace("{n}", name) + &unit.replace("{n}", name);
    pattern(&format!(
        r"\b{}(?:\s+\w+){{0,2}}?\s*(?:->|→|\bto\b|\binto\b)\s*(?:an?\s+|the\s+)?(?:\w+\s+){{0,2}}?{}",
        of("from"),
        of("to")
    ))
});
static STRETCH: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(?:stretch(?:ed|ing)?|scaled?|slow(?:er|ed)?(?:\s+down)?)\b[^;]{0,60}?\bby\s+(?:a\s+factor\s+(?:of\s+)?)?(?P<number>\d{1,2}(?:\.\d{1,6})?)(?P<after>\s*[a-z%]*)",
    )
});

fn pattern(words: &str) -> Regex {
    Regex::new(words).expect("a pattern of this file is valid")
}

/// The values that words give, by their names.
pub(crate) fn said(words: &str) -> BTreeMap<&'static str, String> {
    let start: String = words.chars().take(LONGEST_SENTENCE).collect();
    let text = start.to_lowercase();
    rates(&text)
        .map(|(from, to)| vec![(RETIMING[1], from), (RETIMING[2], to)])
        .or_else(|| stretch(&text).map(|stretch| vec![(RETIMING[0], stretch)]))
        .into_iter()
        .flatten()
        .collect()
}

/// Two frame rates, the first to be made the second: at least one has a unit, or both are known.
fn rates(text: &str) -> Option<(String, String)> {
    let is_known = |number: &str| {
        let number = number.parse::<f64>();
        number.is_ok_and(|number| KNOWN.iter().any(|known| (known - number).abs() < 1e-9))
    };
    FROM_TO.captures_iter(text).find_map(|found| {
        let is_said = ["unitfrom", "unitto"]
            .iter()
            .any(|unit| found.name(unit).is_some());
        let is_meant = is_said || (is_known(&found["from"]) && is_known(&found["to"]));
        is_meant.then_some(())?;
        Some((
            retiming(RETIMING[1], &found["from"])?,
            retiming(RETIMING[2], &found["to"])?,
        ))
    })
}

/// How many times as long everything takes.
fn stretch(text: &str) -> Option<String> {
    let found = STRETCH.captures(text)?;
    let is_multiple = !UNITS.contains(&found["after"].trim());
    is_multiple
        .then(|| retiming(RETIMING[0], &found["number"]))
        .flatten()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn stretches_and_rates_are_found() {
        for (sentence, expected) in [
            ("stretch a.srt by 1.04", vec![("stretch", "1.04")]),
            (
                "slow the subtitles down by 1.001x",
                vec![("stretch", "1.001")],
            ),
            ("stretch it by 2 seconds", vec![]),
            (
                "from 25 to 23.976 fps",
                vec![("from_rate", "25"), ("to_rate", "23.976")],
            ),
            (
                "convert the timing from 24 fps to 25 fps",
                vec![("from_rate", "24"), ("to_rate", "25")],
            ),
            (
                "the subs are for 24 to pal 25",
                vec![("from_rate", "24"), ("to_rate", "25")],
            ),
            ("move lines 3 to 7 later", vec![]),
            ("shift it by 2 s", vec![]),
        ] {
            let said = said(sentence);
            let mut found: Vec<(&str, &str)> =
                said.iter().map(|(name, value)| (*name, &**value)).collect();
            found.sort_unstable();
            assert_eq!(found, expected, "{sentence}");
        }
    }

    proptest! {
        #![proptest_config(crate::testing::cases())]

        #[test]
        fn what_is_found_is_read_back(text in "(stretch it |from |to |by |fps |x |[0-9]{1,3}(\\.[0-9]{1,3})? ?){0,14}") {
            for (name, value) in said(&text) {
                prop_assert_eq!(retiming(name, &value), Some(value), "{}", text);
            }
        }
    }
}
