//! How many columns and rows a sheet of frames has, in words: “4x5”, “6 by 4”, “three columns”, “20
//! thumbnails”.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use patchbay_values::families::sheets::{NAMES, read};
use regex::Regex;

use crate::times::digits;

/// Only so many characters of a text are looked at.
const LONGEST_SENTENCE: usize = 2000;

static SIDES: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\b(\d{1,2})\s*(?:x|×|by)\s*(\d{1,2})\b"));
static COLUMNS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"\b(\d{1,2})[\s-]*(?:columns?\b|across\b|(?:\w+\s+)?(?:per|in each|in a) row\b)")
});
static ROWS: LazyLock<Regex> = LazyLock::new(|| pattern(r"\b(\d{1,2})[\s-]*(?:rows?|down|high)\b"));
static COUNT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(\d{1,3})\s+(?:\w+\s+)?(?:frames|thumbnails|thumbs|stills|images|pictures|screenshots|snapshots)\b",
    )
});

fn pattern(words: &str) -> Regex {
    Regex::new(words).expect("a pattern of this file is valid")
}

/// The values that words give, by their names.
pub(crate) fn said(words: &str) -> BTreeMap<&'static str, String> {
    let start: String = words.chars().take(LONGEST_SENTENCE).collect();
    let text = digits(&start.to_lowercase());
    let number = |found: &regex::Captures<'_>, group: usize| found[group].parse::<u32>().ok();
    let sides = SIDES
        .captures(&text)
        .map(|found| [number(&found, 1), number(&found, 2)]);
    let one = |words: &Regex| words.captures(&text).and_then(|found| number(&found, 1));
    let named = [one(&COLUMNS), one(&ROWS)];
    let sides = sides.unwrap_or_else(|| match (named, one(&COUNT)) {
        ([None, None], Some(count)) => {
            // About as many columns as rows.
            let columns = f64::from(count).sqrt().ceil().max(1.0) as u32;
            [Some(columns), Some(count.div_ceil(columns.max(1)))]
        }
        (named, _) => named,
    });
    NAMES
        .into_iter()
        .zip(sides)
        .filter_map(|(name, count)| Some((name, read(name, &count?.to_string())?)))
        .collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn columns_and_rows_are_found() {
        for (sentence, columns, rows) in [
            ("a 4x5 contact sheet", Some("4"), Some("5")),
            ("contact sheet, 6 by 4", Some("6"), Some("4")),
            ("three columns and 8 rows", Some("3"), Some("8")),
            ("12 pictures, 4 across and 3 down", Some("4"), Some("3")),
            ("a sheet with 5 columns", Some("5"), None),
            ("an overview with 12 frames", Some("4"), Some("3")),
            ("a contact sheet of clip2.mp4", None, None),
            ("a 1920x1080 sheet", None, None),
        ] {
            let said = said(sentence);
            let of = |name: &str| said.get(name).map(String::as_str);
            assert_eq!(
                (of("sheet_columns"), of("sheet_rows")),
                (columns, rows),
                "{sentence}"
            );
        }
    }

    proptest! {
        #![proptest_config(crate::testing::cases())]

        #[test]
        fn what_is_found_is_read_back(text in "([0-9]{1,3} ?(x|by|columns|rows|frames|times)? ?){0,8}") {
            for (name, value) in said(&text) {
                prop_assert_eq!(read(name, &value), Some(value), "{}", text);
            }
        }
    }
}
