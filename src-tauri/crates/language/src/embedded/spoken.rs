//! What files are called in a sentence: by their names, without their endings, or by a word that only one of them has.

use std::collections::BTreeMap;

use patchbay_domain::{Argument, ParameterKind, ResourceParameter, ResourceType, Tool};
use patchbay_phrases::values;
use regex::{NoExpand, RegexBuilder};

/// What the files are that a tool takes any number of.
const PLACES: [&str; 4] = ["first", "second", "third", "fourth"];

/// The values that words give a tool's parameters, by their names, where it works on these arguments: names of files say
/// nothing, but tell which of several a choice is about, as in “only the sound of game.mp4”.
pub(crate) fn said(tool: &Tool, words: &str, arguments: &[Argument]) -> BTreeMap<String, String> {
    let mut said = values::said(tool, &without_names(words, arguments));
    let is_choice = |name: &str| {
        let mut choices = tool.parameters.iter();
        choices.any(|one| one.name == name && one.kind == ParameterKind::Choice)
    };
    for (name, value) in values::said(tool, &with_places(words, arguments, tool)) {
        if is_choice(&name) {
            said.entry(name).or_insert(value);
        }
    }
    said
}

/// Words with the names of files replaced by one that says nothing:
/// “landscape.mp4” asks for no landscape format.
fn without_names(words: &str, arguments: &[Argument]) -> String {
    // Words among the arguments are no names, whatever dots are in them: “play it 1.5x faster”.
    let names = arguments
        .iter()
        .filter(|argument| argument.resource_type != ResourceType::TEXT)
        .flat_map(|argument| argument.value.values());
    let named = names.filter_map(|name| Some((name, name.rsplit_once('.')?.1)));
    named.fold(words.to_owned(), |words, (name, ending)| {
        words.replace(name.as_str(), &format!("file.{ending}"))
    })
}

/// Words with the names of files, also without their endings, replaced by what they are to a tool that
/// takes several of their type: the names of its arguments, or “the first”.
fn with_places(words: &str, arguments: &[Argument], tool: &Tool) -> String {
    let alike = |of: &ResourceType| -> Vec<&ResourceParameter> {
        let same = tool.args.iter().filter(|one| one.resource_type == *of);
        same.collect()
    };
    let names_of = |of: &ResourceType| -> Vec<&String> {
        let of_type = arguments.iter().filter(|one| one.resource_type == *of);
        of_type.flat_map(|one| one.value.values()).collect()
    };
    let mut words = words.to_owned();
    let mut types: Vec<&ResourceType> = tool.args.iter().map(|one| &one.resource_type).collect();
    types.dedup();
    for of in types {
        let (alike, names) = (alike(of), names_of(of));
        let takes_many = alike.iter().any(|one| one.many);
        if alike.len() < 2 && !takes_many {
            continue;
        }
        for (place, name) in names.iter().enumerate() {
            let what = match alike.get(place) {
                Some(one) if !takes_many => Some(one.name.as_str()),
                _ => PLACES.get(place).copied(),
            };
            let Some(what) = what else { continue };
            for spoken in called(name, names.iter().copied()) {
                words = replaced(&words, &spoken, &format!("the {what}"));
            }
        }
    }
    words
}

/// Replaces a file's name by each argument that the file may be for a tool which takes several of a type: “the sound of
/// game.mp4” as “the sound of the overlay” and “the sound of the video”.
pub(super) fn with_any_place(words: &str, names: &[&String], tool: &Tool) -> Vec<String> {
    let is_one_of_several = |of: &ResourceType| {
        let alike = tool.args.iter().filter(|one| one.resource_type == *of);
        alike.count() > 1
    };
    let arguments = tool
        .args
        .iter()
        .filter(|one| is_one_of_several(&one.resource_type));
    let mut places: Vec<&str> = arguments.map(|one| one.name.as_str()).collect();
    if tool.args.iter().any(|one| one.many) {
        places.extend(PLACES);
    }
    let lower = words.to_lowercase();
    let spoken = |name: &&String| {
        let forms = called(name, names.iter().copied()).into_iter();
        forms
            .filter(|form| place_of(&lower, form).is_some())
            .collect::<Vec<_>>()
    };
    let forms = names.iter().flat_map(spoken);
    let placed = |form: String| {
        let all = places
            .iter()
            .map(|place| replaced(words, &form, &format!("the {place}")));
        all.collect::<Vec<_>>()
    };
    forms.flat_map(placed).collect()
}

/// Words with others put in place of a name, wherever it stands by itself, in any case.
fn replaced(words: &str, name: &str, with: &str) -> String {
    let pattern = format!(r"(?:\bthe\s+)?\b{}(?:\b|$)", regex::escape(name));
    let named = RegexBuilder::new(&pattern).case_insensitive(true).build();
    named.map_or_else(
        |_| words.to_owned(),
        |named| named.replace_all(words, NoExpand(with)).into_owned(),
    )
}

/// What a file among others may be called, the most particular first, in lower case. `names`: those of all of them.
pub(super) fn called<'a>(
    name: &str,
    names: impl Iterator<Item = &'a String> + Clone,
) -> Vec<String> {
    let name = name.to_lowercase();
    let stem = name
        .rsplit_once('.')
        .map_or(name.as_str(), |(stem, _)| stem);
    let is_own = |part: &&str| {
        let mut others = names.clone().map(|other| other.to_lowercase());
        others.all(|other| other == name || !parts(&other).any(|of_it| of_it == *part))
    };
    let own = parts(stem).filter(is_own).map(str::to_owned);
    let mut all = vec![name.clone(), stem.to_owned()];
    all.extend(own);
    all.retain(|one| one.chars().count() > 2);
    all
}

fn parts(name: &str) -> impl Iterator<Item = &str> {
    name.split(|letter: char| !letter.is_alphanumeric())
}

/// Where words stand by themselves in a text, both in lower case.
pub(super) fn place_of(text: &str, words: &str) -> Option<usize> {
    let is_free = |letter: Option<char>| letter.is_none_or(|letter| !letter.is_alphanumeric());
    let mut places = text.match_indices(words).map(|(at, _)| at);
    places.find(|at| {
        is_free(text[..*at].chars().next_back()) && is_free(text[at + words.len()..].chars().next())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_that_only_one_has_calls_it() {
        let names = ["old_take.mp4".to_owned(), "New take.mp4".to_owned()];
        let called = |name: &str| called(name, names.iter());
        assert_eq!(called("old_take.mp4"), ["old_take.mp4", "old_take", "old"]);
        assert_eq!(called("New take.mp4"), ["new take.mp4", "new take", "new"]);
        assert_eq!(place_of("older, then the old one", "old"), Some(16));
        assert_eq!(place_of("golden", "old"), None);
    }
}
