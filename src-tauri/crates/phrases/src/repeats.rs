//! How often something is to be played, from words: “three times”, “twice”, “5x”, “10 loops”.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use patchbay_values::families::timing::{MOST_REPEATS, REPEATS};
use regex::Regex;

use crate::times::digits;

/// Only so many characters of a text are looked at.
const LONGEST_SENTENCE: usize = 2000;

static TIMES: LazyLock<Regex> = LazyLock::new(|| {
    let number = r"\d{1,5}(?:[.,]\d{1,3})?";
    pattern(&format!(
        r"\b({number})\s?-?\s?(?:x|times|loops?|repeats?|repetitions?|rounds?|cycles?|plays?)(?:\W|$)|(?:^|\s)x\s?({number})\b"
    ))
});
static WORDS: LazyLock<Vec<(Regex, f64)>> = LazyLock::new(|| {
    [
        (
            r"\b(?:twice|once (?:more|again)|(?:1|one) more time|double|doubled|back to back)\b",
            2.0,
        ),
        (r"\b(?:thrice|triple|tripled)\b", 3.0),
    ]
    .map(|(words, times)| (pattern(words), times))
    .into()
});

fn pattern(words: &str) -> Regex {
    Regex::new(words).expect("a pattern of this file is valid")
}

/// How often a sentence asks for something to be played altogether; none where it does not say, or
/// says it in two ways.
pub(crate) fn said_repeats(text: &str) -> Option<f64> {
    let start: String = text.chars().take(LONGEST_SENTENCE).collect();
    let said = digits(&start.to_lowercase()).replace('×', "x");
    let number = |found: regex::Captures<'_>| {
        let number = found.get(1).or(found.get(2))?.as_str();
        number.replace(',', ".").parse().ok()
    };
    let numbers: Vec<f64> = TIMES.captures_iter(&said).filter_map(number).collect();
    let found = if numbers.is_empty() {
        let stands = |(words, _): &&(Regex, f64)| words.is_match(&said);
        let words = WORDS.iter().filter(stands).map(|(_, times)| *times);
        words.collect()
    } else {
        numbers
    };
    let first = *found.first()?;
    let is_one = found
        .iter()
        .all(|other| (other - first).abs() < f64::EPSILON);
    (is_one && first > 0.0 && first <= f64::from(MOST_REPEATS)).then_some(first)
}

/// The same, where it is a whole number.
pub(crate) fn whole(text: &str) -> Option<u32> {
    let times = said_repeats(text).filter(|times| times.fract() == 0.0)?;
    times.to_string().parse().ok()
}

/// The value that words give, by its name.
pub(crate) fn said(words: &str) -> BTreeMap<&'static str, String> {
    whole(words)
        .filter(|times| *times > 1)
        .map(|times| (REPEATS[0], times.to_string()))
        .into_iter()
        .collect()
}

#[cfg(test)]
mod tests {
    use patchbay_values::families::Family;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn how_often_is_found_in_sentences() {
        for (sentence, times) in [
            ("loop clip.mp4 three times", Some(3.0)),
            ("play it twice", Some(2.0)),
            ("repeat it 10x please", Some(10.0)),
            ("5 loops of intro.mov", Some(5.0)),
            ("loop it ×4", Some(4.0)),
            ("play it once more", Some(2.0)),
            ("2.5 times please", Some(2.5)),
            ("at 10:20 and three times", Some(3.0)),
            ("3 loops, so three times", Some(3.0)),
            ("play it twice, 3 times in all", Some(3.0)),
            ("2 times, no, three times", None),
            ("twice, no, thrice", None),
            ("at 1080x1920", None),
            ("loop it for 30 seconds", None),
            ("a loop of clip2.mp4", None),
            ("loop it 0 times", None),
        ] {
            assert_eq!(said_repeats(sentence), times, "{sentence}");
        }
        assert_eq!(said("loop it 2.5 times"), BTreeMap::new());
        assert_eq!(said("1 time only"), BTreeMap::new());
    }

    proptest! {
        #![proptest_config(crate::testing::cases())]

        #[test]
        fn a_number_of_times_is_read_back(times in 2u32..10_000, text in ".{0,60}") {
            prop_assert_eq!(said_repeats(&format!("loop it {times} times")), Some(f64::from(times)));
            let is_read = |times: u32| Family::Repeats.read("repeats", &times.to_string()).is_some();
            prop_assert!(whole(&text).is_none_or(is_read));
        }
    }
}
