//! Properties of the lattice of any text: its candidates hold words of the text, and what
//! parameters could be set to can be read back.

use patchbay_domain::ParameterKind;
use patchbay_lattice::lattice;
use patchbay_lattice::options::choices;
use patchbay_values::times::{Moments, TimeRanges};
use proptest::prelude::*;

/// Pieces of which texts with many values consist.
const PIECES: [&str; 28] = [
    "10",
    "1,200",
    "1.5",
    "0:41",
    "01:00:02:12",
    "s",
    "min",
    "seconds",
    "half",
    "a third",
    "twice",
    "from",
    "to",
    "for",
    "until",
    "the end",
    "last",
    "first",
    "and",
    "x",
    "%",
    "#f80",
    "dark",
    "red",
    "-",
    "é",
    "“",
    "12 dB",
];

fn texts() -> impl Strategy<Value = String> {
    let pieces = prop::collection::vec((prop::sample::select(&PIECES[..]), any::<bool>()), 0..24);
    let joined = pieces.prop_map(|pieces| {
        let mut text = String::new();
        for (piece, is_glued) in pieces {
            if !is_glued {
                text.push(' ');
            }
            text.push_str(piece);
        }
        text
    });
    prop_oneof![joined, any::<String>()]
}

proptest! {
    #[test]
    fn candidates_are_words_of_the_text(text in texts()) {
        for candidate in lattice(&text) {
            let words = candidate.span().of(&text);
            prop_assert!(words.is_some_and(|words| !words.trim().is_empty()), "{candidate:?}");
        }
    }

    #[test]
    fn times_are_written_in_their_one_way(text in texts()) {
        let candidates = lattice(&text);
        for choice in choices(ParameterKind::TimeRanges, &candidates) {
            let read = TimeRanges::read(&choice.value).map(|ranges| ranges.to_string());
            prop_assert_eq!(read, Some(choice.value));
        }
        for choice in choices(ParameterKind::Times, &candidates) {
            let read = Moments::read(&choice.value).map(|moments| moments.to_string());
            prop_assert_eq!(read, Some(choice.value));
        }
    }
}
