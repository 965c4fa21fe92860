//! Descriptions of things in words.

use crate::selection::shared::choice::WHICH;

/// Words that do not say what a thing is.
const EMPTY: [&str; 42] = [
    "the",
    "a",
    "an",
    "one",
    "of",
    "in",
    "on",
    "at",
    "from",
    "to",
    "all",
    "every",
    "each",
    "any",
    "both",
    "only",
    "just",
    "thing",
    "object",
    "item",
    "mask",
    "box",
    "label",
    "region",
    "it",
    "that",
    "this",
    "these",
    "those",
    "picture",
    "photo",
    "everything",
    "everybody",
    "everyone",
    "them",
    "and",
    "or",
    "with",
    "there",
    "image",
    "side",
    "please",
];

/// Description of things in words.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Description {
    /// The words that say it, in lower case and singular.
    pub(super) names: Vec<String>,
    /// As it was said.
    pub(super) phrase: String,
}

impl Description {
    /// From words in lower case and singular, and the same as they were said.
    pub(super) fn new(words: &[String], said: &[&str]) -> Self {
        let is_which = |word: &str| WHICH.iter().any(|(other, _)| *other == word);
        let is_name = |word: &str| !EMPTY.contains(&word) && !is_which(word);
        let names = words.iter().filter(|word| is_name(word)).cloned().collect();
        let first = words
            .iter()
            .position(|word| is_name(word))
            .unwrap_or(words.len());
        let last = words
            .iter()
            .rposition(|word| is_name(word))
            .map_or(first, |last| last + 1);
        let phrase: Vec<&str> = (first..last)
            .filter(|&index| !is_which(&words[index]))
            .map(|index| said[index])
            .collect();
        Self {
            names,
            phrase: phrase.join(" "),
        }
    }
}
