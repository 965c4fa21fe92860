//! Steps that make something of nothing but copied words, though nothing asks for such a thing: a
//! tune called “Klingon with lip sync” under a film that was to be dubbed.

use patchbay_domain::{Action, ResourceType, Tool, Toolbox};
use patchbay_planner::Solved;

use super::kinds;
use super::sections::Sections;
use super::words::{Word, words};
use crate::embedded::lexicon;

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
    let has_one = |place: &usize| {
        let on_the_way = sections.actions(*place).split_last().map(|(_, way)| way);
        on_the_way.is_some_and(|way| way.iter().any(|action| is_unasked(*place, action)))
    };
    (0..sections.len()).filter(has_one).collect()
}

/// Whether a tool makes an image, a video or a sound of words alone.
fn makes(tool: &Tool, toolbox: &Toolbox) -> bool {
    let is_text = |of: &ResourceType| toolbox.fits(of, &ResourceType::TEXT);
    !is_text(&tool.returns) && tool.args.iter().all(|one| is_text(&one.resource_type))
}

/// Whether words speak of what a tool makes.
fn speaks_of(said: &str, tool: &Tool) -> bool {
    let tells = |word: &Word| !lexicon::is_light(&word.text) && !kinds::is_verb(&word.stem);
    let says: Vec<String> = words(&lexicon::what_it_says(tool))
        .iter()
        .filter(|word| tells(word))
        .map(|word| lexicon::canonical(&word.text))
        .collect();
    words(said)
        .iter()
        .filter(|word| tells(word))
        .any(|word| says.contains(&lexicon::canonical(&word.text)))
}
