//! How many times a sentence wants something.

use std::sync::LazyLock;

use regex::Regex;

use super::digits;

/// How many times something is to be done or played: “4 times”, “twice”, “x3”; none where a
/// sentence does not say it, or says it twice.
pub fn said_repeats(text: &str) -> Option<f64> {
    static REPEATS: LazyLock<Regex> = LazyLock::new(|| {
        let number = r"\d{1,5}(?:[.,]\d{1,3})?";
        Regex::new(&format!(
            r"\b(?P<before>{number})\s?(?:x|×|times)(?:\W|$)|(?:^|\s)[x×]\s?(?P<behind>{number})\b|\b(?P<word>once|twice|thrice)\b"
        ))
        .expect("the pattern is valid")
    });
    let sentence = digits(&text.to_lowercase());
    let mut found = REPEATS.captures_iter(&sentence).map(|found| {
        let number = found.name("before").or_else(|| found.name("behind"));
        match (number, found.name("word").map(|word| word.as_str())) {
            (Some(number), _) => number.as_str().replace(',', ".").parse().ok(),
            (None, Some("twice")) => Some(2.0),
            (None, Some("thrice")) => Some(3.0),
            _ => Some(1.0),
        }
    });
    let first = found.next()?;
    first.filter(|number| *number > 0.0 && found.next().is_none())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn times_are_told_from_other_numbers() {
        for (text, expected) in [
            ("loop tune.mp3 4 times", Some(4.0)),
            ("repeat it three times", Some(3.0)),
            ("play it twice", Some(2.0)),
            ("loop it x3", Some(3.0)),
            ("loop it 10x", Some(10.0)),
            ("2.5 times please", Some(2.5)),
            ("loop it to 60 seconds", None),
            ("at 1080x1920", None),
            ("at 10:20 and three times", Some(3.0)),
            ("twice, no, three times", None),
            ("0 times", None),
        ] {
            assert_eq!(said_repeats(text), expected, "{text}");
        }
    }

    proptest! {
        #![proptest_config(crate::testing::cases())]

        #[test]
        fn what_is_said_is_more_than_nothing(text in ".{0,80}( [0-9]{1,6} ?(x|times))?") {
            prop_assert!(said_repeats(&text).is_none_or(|times| times > 0.0));
        }
    }
}
