//! Into what pieces a sentence wants something split: how long each is, or how many there are.

use std::sync::LazyLock;

use patchbay_values::times::Interval;
use regex::Regex;

use super::{pattern, read};

/// Words for a piece of a video or audio clip.
const PIECE: &str = "(?:part|piece|clip|chunk|segment|section|slice|bit|episode|file|track|video)";
/// Words that say no more than that pieces are alike or short.
const ALIKE: &str =
    r"(?:(?:equal|equally|long|sized|even|same-size|short|shorter|small|smaller|separate)\s+){0,3}";

/// How long a sentence wants each piece: “into 30 second clips”, “pieces of two minutes”; none
/// where it does not say.
pub fn piece_length(text: &str) -> Option<Interval> {
    static LENGTH: LazyLock<Regex> = LazyLock::new(|| {
        pattern(&format!(
            r"<(\d+)>\ (?:long\ |each\ )?{PIECE}s\b
              | \b{PIECE}s\ (?:of|lasting|that\ last|that\ are|each)\ (?:about\ |around\ |exactly\ |at\ most\ |up\ to\ )?<(\d+)>"
        ))
    });
    let (sentence, times) = read(text);
    let found = LENGTH.captures(&sentence)?;
    let index: usize = found.get(1).or(found.get(2))?.as_str().parse().ok()?;
    Interval::of_seconds(times.get(index)?.beside(None).seconds)
}

/// How many pieces a sentence wants: “into three equal parts”, “in half”; none where it gives no
/// number, or says how long each is.
pub fn piece_count(text: &str) -> Option<u32> {
    static MANY: LazyLock<Regex> = LazyLock::new(|| {
        let pieces = format!(r"\b(?:in|into) (\d{{1,4}})\s+{ALIKE}{PIECE}s\b");
        Regex::new(&format!(r"{pieces}|\binto (\d{{1,2}})\s*(?:[.,;!]|$)"))
            .expect("a valid pattern")
    });
    static SHARES: LazyLock<[(Regex, u32); 3]> = LazyLock::new(|| {
        [
            (
                r"\bin(?:to)? half\b|\binto (?:2 )?halves\b|\bhalve\b|\bin 2\s*(?:[.,;!]|$)",
                2,
            ),
            (r"\binto (?:equal )?thirds\b", 3),
            (r"\binto (?:equal )?(?:quarters|fourths)\b", 4),
        ]
        .map(|(words, count)| (Regex::new(words).expect("a valid pattern"), count))
    });
    if piece_length(text).is_some() {
        return None;
    }
    let lower = super::digits(&text.to_lowercase());
    let many = MANY.captures(&lower).and_then(|found| {
        let digits = found.get(1).or(found.get(2))?;
        digits.as_str().parse().ok().filter(|count| *count > 1)
    });
    let shares = || SHARES.iter().find(|(words, _)| words.is_match(&lower));
    many.or_else(|| shares().map(|(_, count)| *count))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn lengths_of_pieces_are_found() {
        for (sentence, written) in [
            ("split it into 30 second clips", Some("30 s")),
            ("chop trip.mp4 into five-minute chunks", Some("300 s")),
            ("cut it into pieces of 1:30", Some("90 s")),
            ("parts of two minutes each", Some("120 s")),
            ("segments that are at most 10 s long", Some("10 s")),
            ("segments that are 10 s long", Some("10 s")),
            ("make a 10 second clip", None),
            ("split it into 3 parts", None),
            ("cut it from 0:02 to 0:05", None),
        ] {
            let found = piece_length(sentence).map(|length| length.to_string());
            assert_eq!(found.as_deref(), written, "{sentence}");
        }
    }

    #[test]
    fn numbers_of_pieces_are_found() {
        for (sentence, count) in [
            ("split it into 3 equal parts", Some(3)),
            ("cut trip.mp4 into four pieces", Some(4)),
            ("divide it in two", Some(2)),
            ("chop it in half please", Some(2)),
            ("split it into thirds", Some(3)),
            ("into 30 second clips", None),
            ("play it at half speed", None),
            ("in 3 seconds", None),
            ("split it into one part", None),
            ("three parts", None),
        ] {
            assert_eq!(piece_count(sentence), count, "{sentence}");
        }
    }

    proptest! {
        #![proptest_config(crate::testing::cases())]

        #[test]
        fn a_length_is_read_back_and_excludes_a_number(
            text in "(into|in|pieces|of|parts|equal|second|minute|half|[0-9]{1,4}|:| ){0,12}",
        ) {
            if let Some(length) = piece_length(&text) {
                prop_assert_eq!(Interval::read(&length.to_string()).map(|read| read.to_string()), Some(length.to_string()));
                prop_assert_eq!(piece_count(&text), None);
            }
            prop_assert!(piece_count(&text).is_none_or(|count| count > 1));
        }
    }
}
