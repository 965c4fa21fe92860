//! Wishes that are hardly more like any tool than like what no tool can do, and share no word with
//! what their steps are for.

use patchbay_phrases::formats::chosen;
use patchbay_phrases::quantities;
use patchbay_phrases::quantities::Quantity;
use patchbay_planner::Solved;

use super::sections::Sections;
use super::words::{Word, words};
use crate::embedded::lexicon;

/// How much more a wish has to be like a tool than like what no tool can do, as a difference of the
/// encoder's scores.
const SURE: f32 = 6.0;

/// The subtasks, by their place, whose wish nothing seems to be for.
pub(super) fn unserved(sections: &Sections<'_>, solved: &[Solved<'_>]) -> Vec<usize> {
    let is_unserved = |place: &usize| {
        let said = telling(sections, *place);
        solved[*place].subtask.margin < SURE
            && !said.is_empty()
            && !shares_a_word(&said, *place, sections)
            && !takes_what_it_says(*place, sections)
    };
    (0..sections.len())
        .filter(|place| is_held(*place, sections))
        .filter(is_unserved)
        .collect()
}

/// The subtasks, by their place, that may be a part of what was refused beside them: where a part
/// of a request was not understood, the rest of it has to be like its tools and to speak of what
/// they are for.
pub(super) fn unsure_beside(
    refused: &[usize],
    sections: &Sections<'_>,
    solved: &[Solved<'_>],
) -> Vec<usize> {
    let is_sure = |place: usize| {
        solved[place].subtask.margin >= SURE
            && shares_a_word(&telling(sections, place), place, sections)
    };
    let is_unsure =
        |place: &usize| !refused.contains(place) && is_held(*place, sections) && !is_sure(*place);
    (0..sections.len()).filter(is_unsure).collect()
}

/// Whether a subtask is held against its words: a tool without examples says too little of itself,
/// and what only talks takes every wish.
fn is_held(place: usize, sections: &Sections<'_>) -> bool {
    !sections.only_talks(place) && sections.steps(place).all(|tool| !tool.examples.is_empty())
}

/// The words of a subtask that tell what it is about: what every tool of media speaks of tells none
/// from another.
fn telling(sections: &Sections<'_>, place: usize) -> Vec<Word> {
    let tells =
        |word: &Word| !lexicon::is_light(&word.text) && !super::kinds::is_general(&word.stem);
    words(&sections.words_of(place))
        .into_iter()
        .filter(tells)
        .collect()
}

/// Whether a subtask says values, and its steps take all of them: “half the size”.
fn takes_what_it_says(place: usize, sections: &Sections<'_>) -> bool {
    let bytes = sections.bytes(place);
    let is_here = |one: &Quantity| bytes.start <= one.bytes.start && one.bytes.end <= bytes.end;
    let said: Vec<Quantity> = quantities(sections.text())
        .into_iter()
        .filter(is_here)
        .collect();
    !said.is_empty() && said.iter().all(|one| sections.takes_value(one))
}

/// Whether one of the words stands in what the steps of a subtask say of themselves, or is a format
/// that they write.
fn shares_a_word(said: &[Word], place: usize, sections: &Sections<'_>) -> bool {
    let steps: Vec<Word> = sections
        .steps(place)
        .flat_map(|tool| words(&lexicon::what_it_says(tool)))
        .collect();
    let canonical: Vec<String> = steps
        .iter()
        .map(|step| lexicon::canonical(&step.text))
        .collect();
    let writes = |word: &Word| {
        sections
            .steps(place)
            .any(|tool| chosen(&word.text, &tool.formats).is_some())
    };
    said.iter()
        .any(|word| canonical.contains(&lexicon::canonical(&word.text)) || writes(word))
}
