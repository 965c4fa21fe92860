//! Marked requests: words of people, with their meaning. The format stands in
//! `models/reader/README.md`.

use std::path::Path;

use patchbay_domain::ParsedRequest;
use serde::Deserialize;

use super::lines;

/// A file that a marked request speaks of.
#[derive(Deserialize)]
pub(super) struct MarkedFile {
    /// Its name.
    pub(super) name: String,
    /// Its type: `image`, `video`, `audio` or `text`.
    pub(super) kind: String,
}

/// A request with its meaning.
#[derive(Deserialize)]
pub(super) struct Marked {
    /// The conversation that it belongs to.
    #[serde(alias = "id")]
    pub(super) situation: String,
    /// Its place in that conversation, from 0.
    #[serde(default)]
    pub(super) turn: usize,
    /// The words.
    pub(super) text: String,
    /// The files that are there.
    #[serde(default)]
    pub(super) files: Vec<MarkedFile>,
    /// Meaning of the words.
    #[serde(flatten)]
    pub(super) meaning: ParsedRequest,
}

/// The marked requests of a file; an error names the line that is none.
pub(super) fn read(path: &Path) -> anyhow::Result<Vec<Marked>> {
    lines::read(path, ("marked request", "requests"))
}

/// Whether a value stands for itself: it is there, and names no call whose result it is.
pub(super) fn is_literal(value: &str) -> bool {
    let is_reference = |word: &str| {
        let word = word.trim_matches(|letter: char| ",;()".contains(letter));
        word.parse::<patchbay_domain::CallReference>().is_ok()
    };
    !value.is_empty() && !value.split_whitespace().any(is_reference)
}
