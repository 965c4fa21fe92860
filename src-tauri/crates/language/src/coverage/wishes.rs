//! Wishes that are hardly more like any tool than like what no tool can do, and share no word with
//! what their steps are for.

use patchbay_domain::ParameterKind;
use patchbay_phrases::quantities::Quantity;
use patchbay_phrases::{quantities, values};
use patchbay_planner::Solved;
use patchbay_values::formats::chosen;

use super::sections::Sections;
use super::words::{Word, holds, words};
use crate::words::lexicon;

/// How much more a wish has to be like a tool than like what no tool can do, as a difference of the
/// encoder's scores.
const SURE: f32 = 6.0;

/// The subtasks, by their place, whose wish nothing seems to be for.
pub(super) fn unsupported(sections: &Sections<'_>, solved: &[Solved<'_>]) -> Vec<usize> {
    let is_unserved = |place: &usize| {
        let said = telling(sections, *place);
        solved[*place].subtask.margin < SURE
            && !said.is_empty()
            && !shares_a_word(&said, *place, sections)
            && !all_values_consumed(*place, sections)
    };
    (0..sections.len())
        .filter(|place| is_held(*place, sections))
        .filter(is_unserved)
        .collect()
}

/// The subtasks, by their place, that may be a part of what was refused beside them: where a part
/// of a request was not understood, the rest of it has to be like its tools and to speak of what
/// they are for.
pub(super) fn weak_siblings(
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

/// How alike a wish may be to another tool than its own, as a share, where no word ties it to that.
const ANOTHER: f32 = 0.6;
/// Words that are said of so many things that they tie a wish to no tool.
const FAINT: [&str; 58] = [
    "let",
    "there",
    "off",
    "out",
    "up",
    "down",
    "over",
    "after",
    "before",
    "under",
    "below",
    "above",
    "only",
    "every",
    "both",
    "two",
    "three",
    "four",
    "five",
    "each",
    "other",
    "last",
    "second",
    "third",
    "same",
    "again",
    "away",
    "when",
    "where",
    "while",
    "here",
    "not",
    "no",
    "own",
    "thing",
    "things",
    "everything",
    "anything",
    "something",
    "way",
    "back",
    "top",
    "bottom",
    "left",
    "right",
    "front",
    "end",
    "start",
    "middle",
    "much",
    "many",
    "more",
    "less",
    "very",
    "too",
    "should",
    "must",
    "seconds",
];

/// The subtasks, by their place, whose wish no word, no value and no thing ties to its tool, and that might as
/// well be for another: “the whole thing” is no wish to split something.
pub(super) fn ungrounded(sections: &Sections<'_>, solved: &[Solved<'_>]) -> Vec<usize> {
    let is_adrift = |place: &usize| {
        let said = telling(sections, *place);
        let tying: Vec<Word> = said.iter().filter(|word| ties(word)).cloned().collect();
        let mut likeness = solved[*place].subtask.goal_scores.clone();
        likeness.sort_by(|a, b| b.total_cmp(a));
        likeness.get(1).is_some_and(|second| *second >= ANOTHER)
            && !said.is_empty()
            && !shares_a_word(&tying, *place, sections)
            && !gives_a_value(*place, sections)
            && !sections.names_a_thing(*place)
    };
    (0..sections.len())
        .filter(|place| is_held(*place, sections))
        .filter(is_adrift)
        .collect()
}

/// Whether a word ties a wish to what it names.
pub(super) fn ties(word: &Word) -> bool {
    !FAINT.contains(&word.text.as_str()) && !word.text.chars().all(char::is_numeric)
}

/// Whether a subtask's words give its tool a value; a time fits many tools and tells none from
/// another.
pub(super) fn gives_a_value(place: usize, sections: &Sections<'_>) -> bool {
    const TIMES: [ParameterKind; 4] = [
        ParameterKind::Time,
        ParameterKind::Times,
        ParameterKind::TimeRanges,
        ParameterKind::Duration,
    ];
    sections.result_tool(place).is_some_and(|tool| {
        let said = values::said(tool, &sections.words_of(place));
        let tells = |name: &String| {
            tool.parameter(name)
                .is_some_and(|one| !TIMES.contains(&one.kind))
        };
        said.keys().any(tells)
    })
}

/// Whether a subtask is held against its words: a tool without examples says too little of itself,
/// and what only talks takes every wish.
pub(super) fn is_held(place: usize, sections: &Sections<'_>) -> bool {
    !sections.only_talks(place) && sections.steps(place).all(|tool| !tool.examples.is_empty())
}

/// The words of a subtask that tell what it is about: what every tool of media speaks of tells none
/// from another.
pub(super) fn telling(sections: &Sections<'_>, place: usize) -> Vec<Word> {
    let tells =
        |word: &Word| !lexicon::is_light(&word.text) && !super::general::is_general(&word.stem);
    words(&sections.words_of(place))
        .into_iter()
        .filter(tells)
        .collect()
}

/// Whether a subtask says values, and its steps take all of them: “half the size”.
pub(super) fn all_values_consumed(place: usize, sections: &Sections<'_>) -> bool {
    let bytes = sections.bytes(place);
    let is_here = |one: &Quantity| holds(&bytes, &one.bytes);
    let said: Vec<Quantity> = quantities(sections.text())
        .into_iter()
        .filter(is_here)
        .collect();
    !said.is_empty() && said.iter().all(|one| sections.takes_value(one))
}

/// Whether one of the words stands in what the steps of a subtask say of themselves, or is a format
/// that they write.
pub(super) fn shares_a_word(said: &[Word], place: usize, sections: &Sections<'_>) -> bool {
    let steps: Vec<Word> = sections
        .steps(place)
        .flat_map(|tool| words(&lexicon::tool_text(tool)))
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
