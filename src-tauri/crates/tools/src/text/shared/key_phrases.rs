//! Key phrases: S. Rose et al., "Automatic keyword extraction from individual documents" (RAKE,
//! 2010). Words between stopwords are candidates; a word counts by how many words it stands with, a
//! phrase by its words.

use std::collections::HashMap;

use unicode_segmentation::UnicodeSegmentation;

use crate::shared::language::{self, Language};

/// The longest phrase, in words: longer ones are lists or headings, not names of things.
const MOST_WORDS: usize = 3;

/// A phrase that a text is about.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct KeyPhrase {
    /// As it is written in the text.
    pub text: String,
    /// The higher, the more the text is about it.
    pub score: f64,
}

/// The key phrases of a plain text, best first, none a form or a part of a better one.
pub(crate) fn key_phrases(text: &str, language: &Language) -> Vec<KeyPhrase> {
    let candidates: Vec<Vec<&str>> = text
        .split("\n\n")
        .flat_map(|part| candidates(part, language))
        .collect();
    let mut frequency: HashMap<String, f64> = HashMap::new();
    let mut degree: HashMap<String, f64> = HashMap::new();
    for candidate in &candidates {
        for word in candidate {
            let stem = language.stem(word);
            *frequency.entry(stem.clone()).or_default() += 1.0;
            *degree.entry(stem).or_default() += candidate.len() as f64;
        }
    }
    let mut found: HashMap<Vec<String>, (usize, f64, &[&str])> = HashMap::new();
    for (index, candidate) in candidates.iter().enumerate() {
        let stems: Vec<String> = candidate.iter().map(|word| language.stem(word)).collect();
        let entry = found.entry(stems).or_insert((index, 0.0, candidate));
        entry.1 += 1.0;
    }
    let mut phrases: Vec<(f64, usize, Vec<String>, String)> = found
        .into_iter()
        .map(|(stems, (first, times, words))| {
            let of_words: f64 = stems
                .iter()
                .map(|stem| degree[stem] / frequency[stem])
                .sum();
            // What is said again matters more than how many words it takes; RAKE alone favours long
            // chance phrases.
            (
                of_words * times.powf(0.8) + of_words.sqrt() * (times - 1.0),
                first,
                stems,
                words.join(" "),
            )
        })
        .collect();
    phrases.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let mut kept: Vec<(Vec<String>, KeyPhrase)> = Vec::new();
    for (score, _, stems, text) in phrases {
        let is_known = kept.iter().any(|(other, _)| {
            stems.iter().all(|stem| other.contains(stem))
                || other.iter().all(|stem| stems.contains(stem))
        });
        if !is_known {
            kept.push((stems, KeyPhrase { text, score }));
        }
    }
    kept.into_iter().map(|(_, phrase)| phrase).collect()
}

/// Runs of at most [`MOST_WORDS`] content words with nothing but a space (or a hyphen) between.
fn candidates<'a>(text: &'a str, language: &Language) -> Vec<Vec<&'a str>> {
    let mut found = Vec::new();
    for sentence in language::sentences_in(text) {
        let mut run: Vec<&str> = Vec::new();
        let mut close = |run: &mut Vec<&'a str>| {
            let words = std::mem::take(run);
            if !words.is_empty() && words.len() <= MOST_WORDS {
                found.push(words);
            } else {
                // Of a long run the end is the thing, what stands before it describes.
                found.extend(
                    words
                        .len()
                        .checked_sub(2)
                        .map(|from| words[from..].to_vec())
                        .filter(|w| w.len() == 2),
                );
            }
        };
        for piece in sentence.split_word_bounds() {
            if piece.chars().any(char::is_alphanumeric) {
                let lower = piece.to_lowercase();
                if language.is_stopword(&lower) || lower.chars().count() < 2 {
                    close(&mut run);
                } else {
                    run.push(piece);
                }
            } else if !piece.chars().all(|c| c == ' ' || c == '-') {
                close(&mut run);
            }
        }
        close(&mut run);
    }
    found
}
