//! File formats that a request wants its result to have.

use std::ops::Range;

use patchbay_domain::ParameterKind;
use patchbay_values::formats::format_of;

use super::sections::Sections;
use super::words::words;

/// The formats that a request names and no result would have. One that only tells what was given
/// (“trim the mp4”) is none.
pub(super) fn uncovered(sections: &Sections<'_>) -> Vec<Range<usize>> {
    const ASKS: [&str; 9] = ["as", "to", "into", "in", "a", "an", "one", "make", "create"];
    // “OBS recorded an mkv” tells of the file that is there.
    const ASKS_FOR_THE_SAME: [&str; 5] = ["as", "to", "into", "make", "create"];
    let said = words(sections.text());
    let mut found = Vec::new();
    for (place, word) in said.iter().enumerate() {
        let Some(format) = format_of(word.text.trim_end_matches('s')) else {
            continue;
        };
        let is_given = sections
            .given_endings()
            .any(|ending| format.endings.contains(&ending.as_str()));
        let asks: &[&str] = if is_given { &ASKS_FOR_THE_SAME } else { &ASKS };
        let is_asked_for = place
            .checked_sub(1)
            .is_some_and(|before| asks.contains(&said[before].text.as_str()));
        let is_it = |ending: &str| format.endings.contains(&ending);
        let is_made = sections.lasts(&word.bytes).any(|(tool, action)| {
            let set = tool
                .parameters
                .iter()
                .find(|one| one.kind == ParameterKind::FileFormat && one.is_set());
            let value = set.and_then(|one| action.inputs.get(&one.name));
            match (set, value) {
                (_, Some(value)) => value.values().iter().any(|ending| is_it(ending)),
                // It writes what it was given, or what it usually does.
                (Some(_), None) => {
                    let keeps = sections
                        .given_endings()
                        .any(|ending| tool.formats.contains(&ending));
                    is_given || (!keeps && tool.formats.first().is_some_and(|usual| is_it(usual)))
                }
                // A tool that does not say what it writes, or a result that is no file, may well be
                // in it.
                (None, None) => {
                    tool.formats.is_empty() || tool.formats.iter().any(|made| is_it(made))
                }
            }
        });
        if (is_asked_for || !is_given) && !is_made && !sections.is_copied(&word.bytes) {
            found.push(word.bytes.clone());
        }
    }
    found
}
