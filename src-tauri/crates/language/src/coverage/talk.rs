//! What is said in a dialogue without wishing for anything: thanks, greetings, praise.

use patchbay_domain::TextRole;
use patchbay_planner::Solved;

use super::general::is_general;
use super::sections::Sections;
use super::wishes::{all_values_consumed, gives_a_value, is_held, shares_a_word, telling, ties};
use super::words::{Word, words};

/// How much more words have to be like a tool than like what no tool can do, where nothing else
/// ties them to it, as a difference of the encoder's scores.
const SURE: f32 = 9.0;

/// Words by which people go on from what was done.
const GOES_ON: [&str; 44] = [
    "again",
    "all",
    "also",
    "another",
    "back",
    "before",
    "better",
    "both",
    "brighter",
    "bit",
    "choose",
    "different",
    "each",
    "else",
    "enough",
    "everything",
    "extra",
    "first",
    "former",
    "further",
    "half",
    "instead",
    "keep",
    "last",
    "latter",
    "less",
    "little",
    "more",
    "much",
    "next",
    "ones",
    "only",
    "option",
    "other",
    "others",
    "previous",
    "redo",
    "same",
    "second",
    "something",
    "still",
    "third",
    "too",
    "undo",
];

/// The subtasks, by their place, whose words only talk: no word ties them to their tool, they give no
/// value, name no thing and do not go on from what was done before.
pub(super) fn places(sections: &Sections<'_>, solved: &[Solved<'_>]) -> Vec<usize> {
    let talks = |place: &usize| {
        let said = telling(sections, *place);
        let tying: Vec<Word> = said.into_iter().filter(ties).collect();
        let all = words(&sections.words_of(*place));
        let is_kind = all.iter().any(|word| is_general(&word.stem));
        let goes_on = is_kind || all.iter().any(|word| GOES_ON.contains(&word.text.as_str()));
        solved[*place].subtask.margin < SURE
            && !goes_on
            && !shares_a_word(&tying, *place, sections)
            && !gives_a_value(*place, sections)
            && !all_values_consumed(*place, sections)
            && !sections.names_a_thing(*place)
    };
    (0..sections.len())
        .filter(|place| is_held(*place, sections) && !answers(*place, sections))
        .filter(talks)
        .collect()
}

/// Whether a subtask's tool answers a question, whatever that is.
fn answers(place: usize, sections: &Sections<'_>) -> bool {
    sections.result_tool(place).is_some_and(|tool| {
        let mut roles = tool.args.iter().map(|argument| argument.role);
        roles.any(|role| role == Some(TextRole::Question))
    })
}
