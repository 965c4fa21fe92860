//! Details of a wish: parts of a request that ask for nothing themselves, but say how what stands
//! before them is to be done. What cannot be done with its details is not done without them.

use std::collections::HashSet;

use patchbay_domain::{ResourceType, Tool};
use patchbay_phrases::values;

use super::sections::Sections;
use super::words::words;
use crate::words::lexicon;

/// Words that join a wish of its own, of which the verb stands before: “and a poster”.
const JOINING: [&str; 6] = ["and", "plus", "also", "then", "or", "&"];
/// Words with which a detail begins, whatever joins it: “and only between 2 and 4 seconds”.
const RESTRICTING: [&str; 7] = ["only", "but", "just", "so", "not", "without", "while"];

/// The subtask, by its place, that each belongs to: its own place where it is a wish of its own.
/// `openers`: words with which example requests begin.
pub(super) fn wishes(sections: &Sections<'_>, openers: &HashSet<String>) -> Vec<usize> {
    let mut order: Vec<usize> = (0..sections.len()).collect();
    order.sort_by_key(|place| sections.bytes(*place).start);
    let mut wishes: Vec<usize> = (0..sections.len()).collect();
    for pair in order.windows(2) {
        let (before, place) = (pair[0], pair[1]);
        let is_behind = sections.bytes(before).end <= sections.bytes(place).start;
        if is_behind && is_detail(sections, (before, place), openers) {
            wishes[place] = wishes[before];
        }
    }
    wishes
}

/// Details, by their place, that are left to a tool which is told in words what to do and reads
/// nothing in theirs: “…, 50 % see-through” is no adjustment. `wishes`: the wish of each.
pub(super) fn unread(sections: &Sections<'_>, wishes: &[usize]) -> Vec<usize> {
    let is_told = |tool: &Tool| {
        tool.model == "-" && tool.instruction().is_some() && !tool.parameters.is_empty()
    };
    // “With a little distance to the edges” makes no drawing of edges.
    let is_with = |place: usize| {
        words(&sections.words_of(place))
            .first()
            .is_some_and(|word| word.text == "with")
    };
    let takes_words = |tool: &Tool| {
        tool.args
            .iter()
            .any(|one| one.resource_type == ResourceType::TEXT)
    };
    let is_unread = |place: &usize| {
        sections.result_tool(*place).is_some_and(|tool| {
            (is_told(tool) || (is_with(*place) && !takes_words(tool) && tool.args.len() == 1))
                && values::said(tool, &sections.words_of(*place)).is_empty()
        })
    };
    (0..sections.len())
        .filter(|place| wishes[*place] != *place)
        .filter(is_unread)
        .collect()
}

/// Whether a subtask's words say how what stands before them is to be done.
fn is_detail(
    sections: &Sections<'_>,
    (before, place): (usize, usize),
    openers: &HashSet<String>,
) -> bool {
    let said = words(&sections.words_of(place));
    let opens = |text: &str| openers.contains(&lexicon::canonical(text));
    if said.iter().any(|word| opens(&word.text)) {
        return false;
    }
    let first = said.first().map_or("", |word| word.text.as_str());
    if RESTRICTING.contains(&first) {
        return true;
    }
    let between = &sections.text()[sections.bytes(before).end..sections.bytes(place).start];
    let is_joined = |text: &str| JOINING.contains(&text);
    !is_joined(first)
        && !between.contains('&')
        && !words(between).iter().any(|word| is_joined(&word.text))
}
