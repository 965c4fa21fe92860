//! Tools of connected servers that words do not ask for. Nobody trained on what such a tool is for,
//! so that words alone have to tell.

use patchbay_domain::{Action, InputValue, Tool};

use super::sections::Sections;
use super::wishes::{telling, ties};
use super::words::words;
use crate::words::lexicon::canonical;

/// The subtasks, by their place, with a step by a connected tool that their words do not ask for:
/// they share no word with its name, or most of what they say is neither said of the tool nor given
/// to it.
pub(super) fn unasked(sections: &Sections<'_>) -> Vec<usize> {
    let is_unasked = |place: &usize| {
        let connected: Vec<(&Tool, &Action)> = sections
            .steps(*place)
            .zip(sections.actions(*place))
            .filter(|(tool, _)| tool.is_connected())
            .collect();
        !connected.is_empty() && !asks_for(*place, &connected, sections)
    };
    (0..sections.len()).filter(is_unasked).collect()
}

fn asks_for(place: usize, steps: &[(&Tool, &Action)], sections: &Sections<'_>) -> bool {
    let said: Vec<String> = telling(sections, place)
        .iter()
        .filter(|word| ties(word))
        .map(|word| canonical(&word.text))
        .collect();
    let is_named = |tool: &Tool| {
        let name = forms(&tool.name.replace('_', " "));
        said.iter().any(|word| name.contains(word))
    };
    let known: Vec<String> = sections
        .steps(place)
        .flat_map(|tool| {
            let inputs = tool.parameters.iter();
            let inputs = inputs.flat_map(|one| [&one.name, &one.meaning]);
            let texts = [&tool.name, &tool.label, &tool.description];
            texts
                .into_iter()
                .chain(inputs)
                .map(|text| text.replace('_', " "))
        })
        .chain(
            steps
                .iter()
                .flat_map(|(_, action)| action.inputs.values())
                .flat_map(InputValue::values)
                .cloned(),
        )
        .flat_map(|text| forms(&text))
        .collect();
    let taken = said.iter().filter(|word| known.contains(word)).count();
    steps.iter().all(|(tool, _)| is_named(tool)) && 2 * taken >= said.len()
}

fn forms(text: &str) -> Vec<String> {
    let words = words(text).into_iter();
    words.map(|word| canonical(&word.text)).collect()
}
