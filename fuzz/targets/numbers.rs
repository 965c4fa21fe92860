//! Number words in any text: none of them is left, and every digit stays in its order.
#![no_main]

use libfuzzer_sys::fuzz_target;
use patchbay_phrases::times::digits;

const WORDS: [&str; 12] = [
    "zero", "one", "two", "three", "seven", "ten", "eleven", "twelve", "nineteen", "twenty",
    "forty", "ninety",
];

fuzz_target!(|text: &str| {
    let text = text.to_lowercase();
    let read = digits(&text);
    let mut kept = read.chars().filter(char::is_ascii_digit);
    assert!(
        text.chars()
            .filter(char::is_ascii_digit)
            .all(|digit| kept.any(|other| other == digit)),
        "{read}"
    );
    if text.is_ascii() {
        let mut words = read.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
        assert!(words.all(|word| !WORDS.contains(&word)), "{read}");
    }
});
