//! Steps that make something of nothing but copied words, though nothing asks for such a thing: a
//! tune called “Klingon with lip sync” under a film that was to be dubbed.

use patchbay_domain::{
    Action, InputValue, Output, ResourceParameter, ResourceType, TextRole, Tool, Toolbox,
};
use patchbay_planner::Solved;

use super::general;
use super::sections::Sections;
use super::words::{Word, words};
use crate::words::lexicon;

/// The subtasks, by their place, that have such a step on the way.
pub(super) fn unasked(
    sections: &Sections<'_>,
    solved: &[Solved<'_>],
    toolbox: &Toolbox,
) -> Vec<usize> {
    let is_unasked = |place: usize, action: &Action| {
        let tool = toolbox
            .tool(&action.tool)
            .filter(|tool| makes(tool, toolbox));
        tool.is_some_and(|tool| {
            let index = toolbox.index(&action.tool);
            let is_asked = index.is_some_and(|tool| solved[place].subtask.asks_for(tool));
            sections.copies(action)
                && !tool.examples.is_empty()
                && (sections.copies_a_name(action, &tool.returns)
                    || (!is_asked && !speaks_of(&sections.words_of(place), tool)))
        })
    };
    // “With the music underneath” beside a sound that nothing takes means that.
    let stands_in = |action: &Action| {
        let tool = toolbox
            .tool(&action.tool)
            .filter(|tool| makes(tool, toolbox));
        let used = sections.files_used(&(0..sections.len()).collect::<Vec<_>>());
        tool.is_some_and(|tool| {
            let mut given = sections.given_of(&tool.returns);
            given.any(|name| !used.contains(&name))
        })
    };
    let has_one = |place: &usize| {
        let Some((last, way)) = sections.actions(*place).split_last() else {
            return false;
        };
        let makes_the_other = |action: &Action| {
            let tool = toolbox.tool(&action.tool);
            let is_asked = |tool: &Tool| {
                let index = toolbox.index(&tool.name);
                index.is_some_and(|index| solved[*place].subtask.asks_for(index))
                    || speaks_of(&sections.words_of(*place), tool)
            };
            feeds_source_and_derivative(action, last, toolbox) && !tool.is_some_and(is_asked)
        };
        way.iter().any(|action| {
            is_unasked(*place, action) || makes_the_other(action) || stands_in(action)
        }) || joins_again(*place, last, sections, toolbox)
            || (takes_words(last, toolbox)
                && sections.copies(last)
                && !speaks_of_words(&sections.words_of(*place)))
    };
    (0..sections.len()).filter(has_one).collect()
}

/// Words, by their stems, with which people say that others are to be written, found or spoken as they are.
const OF_WORDS: [&str; 33] = [
    "text",
    "titl",
    "caption",
    "subtitl",
    "word",
    "letter",
    "write",
    "written",
    "wrote",
    "say",
    "said",
    "read",
    "label",
    "name",
    "sign",
    "head",
    "credit",
    "messag",
    "watermark",
    "type",
    "print",
    "note",
    "speech",
    "spoken",
    "speak",
    "mention",
    "quot",
    "phrase",
    "sentenc",
    "third",
    "call",
    "talk",
    "chapter",
];

/// Whether words of the request that stand in no quotation go into a step that does something to a file with them as
/// they are.
fn takes_words(action: &Action, toolbox: &Toolbox) -> bool {
    let Some(tool) = toolbox.tool(&action.tool) else {
        return false;
    };
    let takes_content = tool
        .args
        .iter()
        .any(|one| one.role == Some(TextRole::Content));
    let is_media = |one: &ResourceParameter| !toolbox.fits(&one.resource_type, &ResourceType::TEXT);
    // What a model draws is described in any words.
    takes_content
        && tool.model == "-"
        && tool.args.iter().any(is_media)
        && !toolbox.fits(&tool.returns, &ResourceType::TEXT)
}

/// Whether words say that others are to be taken as they are.
fn speaks_of_words(said: &str) -> bool {
    words(said)
        .iter()
        .any(|word| OF_WORDS.iter().any(|stem| word.text.starts_with(stem)))
}

/// Whether a step gives another, which takes two files, the second one made of the first: nobody gave that.
fn feeds_source_and_derivative(action: &Action, last: &Action, toolbox: &Toolbox) -> bool {
    let media = [
        ResourceType::IMAGE,
        ResourceType::VIDEO,
        ResourceType::AUDIO,
    ];
    let makes_media = toolbox
        .tool(&action.tool)
        .is_some_and(|tool| media.contains(&tool.returns));
    let values = |of: &Action| -> Vec<String> {
        let values = of.inputs.values().flat_map(InputValue::values);
        values.cloned().collect()
    };
    let (takes, own) = (values(last), values(action));
    let gives = |output: &Output| takes.contains(&output.value);
    makes_media && action.outputs.iter().any(gives) && own.iter().any(|value| takes.contains(value))
}

/// Whether a step puts a given file together with what was made of that file, and no words of its own name it: “a
/// crossfade at both joins” behind what joined all of them.
fn joins_again(place: usize, last: &Action, sections: &Sections<'_>, toolbox: &Toolbox) -> bool {
    let Some(tool) = toolbox.tool(&last.tool) else {
        return false;
    };
    let of_its_kind = |one: &&ResourceParameter| toolbox.fits(&one.resource_type, &tool.returns);
    let arguments = tool.args.iter().filter(of_its_kind);
    let values = arguments.filter_map(|one| last.inputs.get(&one.name));
    let taken = values.flat_map(InputValue::values);
    let is_given = |value: &&String| sections.given_of(&tool.returns).any(|name| name == *value);
    let (given, made): (Vec<&String>, Vec<&String>) = taken.partition(is_given);
    let mut before = sections.chain(place);
    before.retain(|other| *other != place);
    let used = sections.files_used(&before);
    !made.is_empty()
        && !sections.names_files_in(place)
        && given.iter().any(|name| used.contains(&name.as_str()))
}

/// Whether a tool makes an image, a video or a sound of words alone.
fn makes(tool: &Tool, toolbox: &Toolbox) -> bool {
    let is_text = |of: &ResourceType| toolbox.fits(of, &ResourceType::TEXT);
    !is_text(&tool.returns) && tool.args.iter().all(|one| is_text(&one.resource_type))
}

/// Whether words speak of what a tool makes.
fn speaks_of(said: &str, tool: &Tool) -> bool {
    let tells = |word: &Word| !lexicon::is_light(&word.text) && !general::is_verb(&word.stem);
    let says: Vec<String> = words(&lexicon::tool_text(tool))
        .iter()
        .filter(|word| tells(word))
        .map(|word| lexicon::canonical(&word.text))
        .collect();
    words(said)
        .iter()
        .filter(|word| tells(word))
        .any(|word| says.contains(&lexicon::canonical(&word.text)))
}
