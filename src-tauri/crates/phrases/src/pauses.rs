//! How long something stands still, or has to before it is cut out, and how much of it stays: “for
//! three seconds”, “pauses longer than half a second”, “leave 0.2 s around words”.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use patchbay_domain::ParameterKind;
use patchbay_values::families::timing::{PAUSES, pause};
use patchbay_values::times::duration;
use regex::Regex;

use crate::quantities::quantities;
use crate::times::digits;

/// Only so many characters of a text are looked at.
const LONGEST_SENTENCE: usize = 2000;

/// Words before and after a length that make it a point in time or a part.
static POINT: LazyLock<[Regex; 2]> = LazyLock::new(|| {
    [
        r"\b(?:at|after|before|until|till|first|last|every|each|second)(?: about| exactly)?(?: the)?$",
        r"^ ?(?:in|into|mark|from the|before the|after the)\b",
    ]
    .map(pattern)
});
/// Words before and after a length of which so much is to stay.
static STAYS: LazyLock<[Regex; 2]> = LazyLock::new(|| {
    [
        r"\b(?:padding|pad|cushion|margin|leave|leaving|keep|keeping)(?: of| at| to| with| about| just| only| a| them| it)*$",
        r"^ ?(?:of )?(?:padding|breathing|margin|cushion|around|on (?:each|either|both))\b",
    ]
    .map(pattern)
});

fn pattern(words: &str) -> Regex {
    Regex::new(words).expect("a pattern of this file is valid")
}

/// The values that words give, by their names. One that they say twice is left out.
pub(crate) fn said(words: &str) -> BTreeMap<&'static str, String> {
    let start: String = words.chars().take(LONGEST_SENTENCE).collect();
    let text = digits(&start.to_lowercase());
    let mut found: BTreeMap<&'static str, Option<String>> = BTreeMap::new();
    for quantity in quantities(&text) {
        let said = text[quantity.bytes.clone()].replace(',', ".");
        let (before, after) = (
            text[..quantity.bytes.start].trim_end(),
            &text[quantity.bytes.end..],
        );
        let is = |words: &[Regex; 2]| words[0].is_match(before) || words[1].is_match(after);
        let Some(seconds) = duration(&said)
            .filter(|_| quantity.kind == ParameterKind::Duration && !is(&POINT))
            .and_then(|seconds| pause(&seconds.to_string()))
        else {
            continue;
        };
        let names: &[&str] = if is(&STAYS) {
            &PAUSES[2..]
        } else {
            &PAUSES[..2]
        };
        for name in names {
            found
                .entry(name)
                .and_modify(|twice| *twice = None)
                .or_insert(Some(seconds.clone()));
        }
    }
    found
        .into_iter()
        .filter_map(|(name, value)| Some((name, value?)))
        .collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn lengths_are_told_from_points_and_from_what_stays() {
        for (sentence, hold, padding) in [
            ("freeze the last frame for three seconds", Some("3"), None),
            ("freeze it at 5 seconds for 2 s", Some("2"), None),
            ("hold the frame 3 seconds in for a second", Some("1"), None),
            ("a 2 second freeze at 0:05", Some("2"), None),
            ("freeze frame at 0:05", None, None),
            ("cut out all pauses over half a second", Some("0.5"), None),
            (
                "remove silences longer than 1.5 seconds, leave 0.2 s around words",
                Some("1.5"),
                Some("0.2"),
            ),
            ("cut the pauses with 300 ms padding", None, Some("0.3")),
            ("cut 1 s pauses and 2 s pauses", None, None),
        ] {
            let said = said(sentence);
            let of = |name: &str| said.get(name).map(String::as_str);
            assert_eq!((of("hold"), of("padding")), (hold, padding), "{sentence}");
            assert_eq!(of("shortest"), hold, "{sentence}");
        }
    }

    proptest! {
        #![proptest_config(crate::testing::cases())]

        #[test]
        fn what_is_found_is_read_back(text in "(for |over |at |leave )?([0-9.,:a-z ]{0,20}(s|ms| seconds| min)? ?){0,4}") {
            for (name, value) in said(&text) {
                prop_assert_eq!(pause(&value), Some(value), "{}: {}", text, name);
            }
        }
    }
}
