//! File formats that a request wants its result to have.

use std::ops::Range;
use std::sync::LazyLock;

use super::sections::Sections;
use super::words::words;

/// A format: the type of what is in it, and its endings.
struct Format {
    resource_type: &'static str,
    endings: Vec<&'static str>,
}

static FORMATS: LazyLock<Vec<Format>> = LazyLock::new(|| {
    let lines = include_str!("formats.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let format = |line: &'static str| {
        let mut parts = line.split(' ');
        Format { resource_type: parts.next().unwrap_or_default(), endings: parts.collect() }
    };
    lines.map(format).collect()
});

/// The type of what is in a file of that ending; none where the ending is not known.
pub(super) fn type_of(ending: &str) -> Option<&'static str> {
    FORMATS.iter().find(|format| format.endings.contains(&ending)).map(|format| format.resource_type)
}

/// The formats that a request names and no result would have. One that only tells what was given (“trim the mp4”) is none.
pub(super) fn uncovered(sections: &Sections<'_>) -> Vec<Range<usize>> {
    const ASKS: [&str; 9] = ["as", "to", "into", "in", "a", "an", "one", "make", "create"];
    let said = words(sections.text());
    let mut found = Vec::new();
    for (place, word) in said.iter().enumerate() {
        let is_it = |format: &&Format| format.endings.contains(&word.text.trim_end_matches('s'));
        let Some(format) = FORMATS.iter().find(is_it) else { continue };
        let is_asked_for = place.checked_sub(1).is_some_and(|before| ASKS.contains(&said[before].text.as_str()));
        let is_given = sections.given_endings().any(|ending| format.endings.contains(&ending.as_str()));
        let is_made = sections.results(&word.bytes).any(|tool| {
            // A tool that does not say what it writes, or a result that is no file, may well be in it.
            tool.formats.is_empty() || tool.formats.iter().any(|made| format.endings.contains(&made.as_str()))
        });
        if (is_asked_for || !is_given) && !is_made && !sections.is_copied(&word.bytes) {
            found.push(word.bytes.clone());
        }
    }
    found
}
