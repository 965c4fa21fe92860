//! How alike the words of two requests are.

use std::collections::BTreeMap;

/// The share of the words of two requests that both have, from 0 to 1 (Dice's coefficient). Numbers and names of files count
/// for nothing.
pub fn likeness(one: &str, other: &str) -> f32 {
    let (one, mut left) = (counted(one), counted(other));
    let all = one.values().sum::<usize>() + left.values().sum::<usize>();
    let mut shared = 0;
    for (word, count) in one {
        let same = left.remove(&word).unwrap_or(0);
        shared += same.min(count);
    }
    if all == 0 {
        return 0.0;
    }
    2.0 * shared as f32 / all as f32
}

/// The words of a text, each with how often it stands there.
fn counted(text: &str) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    let words = text
        .split_whitespace()
        .map(|word| word.trim_matches(|letter: char| !letter.is_alphanumeric()));
    let tells = |word: &&str| {
        let is_name = word.contains(['.', '/', '\\']);
        !word.is_empty() && !is_name && !word.contains(|letter: char| letter.is_numeric())
    };
    for word in words.filter(tells) {
        *counts.entry(word.to_lowercase()).or_insert(0) += 1;
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::likeness;

    fn is_about(one: &str, other: &str, expected: f32) -> bool {
        (likeness(one, other) - expected).abs() < 1e-6
    }

    #[test]
    fn numbers_names_and_marks_make_no_difference() {
        let words = "Lose the first 4 seconds of beach.mp4, please!";
        let other = "lose the first 9 seconds of take.two.mov please";
        assert!(is_about(words, other, 1.0));
        assert!(is_about("12", "13", 0.0), "there are no words");
    }

    #[test]
    fn other_words_make_less_alike() {
        let words = "lose the hum on this";
        assert!(likeness(words, "lose the hum on that one") > 0.7);
        assert!(likeness(words, "blur the faces in it") < 0.3);
        assert!(is_about(words, "the hum", likeness("the hum", words)));
    }
}
