//! How often something is to be played, from words: “three times”, “twice”, “5x”, “10 loops”.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use regex::Regex;

use crate::times::digits;

/// The parameter that takes it.
pub(crate) const NAMES: [&str; 1] = ["repeats"];
/// Only so many characters of a text are looked at.
const LONGEST_SENTENCE: usize = 2000;
/// Nothing is played more often.
const MOST: u32 = 10_000;

static TIMES: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(\d{1,5})\s*-?\s*(?:x|times|loops?|repeats?|repetitions?|rounds?|cycles?|plays?)\b|\bx\s?(\d{1,5})\b",
    )
});
static TWICE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"\b(?:twice|once (?:more|again)|(?:1|one) more time|double|doubled|back to back)\b")
});
static THRICE: LazyLock<Regex> = LazyLock::new(|| pattern(r"\b(?:thrice|triple|tripled)\b"));

fn pattern(words: &str) -> Regex {
    Regex::new(words).expect("a pattern of this file is valid")
}

/// How often a sentence asks for something to be played altogether; none where it does not say.
fn said_repeats(text: &str) -> Option<u32> {
    let start: String = text.chars().take(LONGEST_SENTENCE).collect();
    let said = digits(&start.to_lowercase()).replace('×', "x");
    let number = TIMES
        .captures(&said)
        .and_then(|found| found.get(1).or(found.get(2))?.as_str().parse().ok());
    number
        .or_else(|| TWICE.is_match(&said).then_some(2))
        .or_else(|| THRICE.is_match(&said).then_some(3))
        .filter(|times| (1..=MOST).contains(times))
}

/// A value in the one way of writing it: a bare number, or as a sentence says it.
pub(crate) fn read(_: &str, text: &str) -> Option<String> {
    let bare = text.trim().parse().ok();
    bare.filter(|times| (1..=MOST).contains(times))
        .or_else(|| said_repeats(text))
        .map(|times: u32| times.to_string())
}

/// The value that words give, by its name.
pub(crate) fn said(words: &str) -> BTreeMap<&'static str, String> {
    said_repeats(words)
        .map(|times| (NAMES[0], times.to_string()))
        .into_iter()
        .collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn how_often_is_found_in_sentences() {
        for (sentence, times) in [
            ("loop clip.mp4 three times", Some(3)),
            ("play it twice", Some(2)),
            ("repeat it 10x please", Some(10)),
            ("5 loops of intro.mov", Some(5)),
            ("loop it ×4", Some(4)),
            ("play it once more", Some(2)),
            ("loop it for 30 seconds", None),
            ("a loop of clip2.mp4", None),
            ("loop it 0 times", None),
        ] {
            assert_eq!(said_repeats(sentence), times, "{sentence}");
        }
        assert_eq!(read("repeats", "7").as_deref(), Some("7"));
        assert_eq!(read("repeats", "often"), None);
    }

    proptest! {
        #![proptest_config(crate::testing::cases())]

        #[test]
        fn a_number_of_times_is_read_back(times in 2u32..10_000, text in ".{0,60}") {
            prop_assert_eq!(said_repeats(&format!("loop it {times} times")), Some(times));
            prop_assert!(said_repeats(&text).is_none_or(|times| read("repeats", &times.to_string()).is_some()));
        }
    }
}
