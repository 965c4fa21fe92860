//! Files of a request: how words name them, and which of them subtasks take.

use std::ops::Range;

use patchbay_domain::{Action, Argument, InputValue, NamedResource, ResourceType};

use super::super::general;
use super::super::words::{holds, words};
use super::Sections;
use crate::references::stem;
use crate::words::index::FileIndex;

impl<'a> Sections<'a> {
    /// Whether words name a file by what it is called without its ending: “the logo” of logo.png.
    pub(in crate::coverage) fn names_a_file(&self, bytes: &Range<usize>) -> bool {
        let words = self.text[bytes.clone()].trim().to_lowercase();
        self.resources
            .iter()
            .any(|resource| stem(&resource.name) == words)
    }

    /// The words for files that no step of any subtask takes: their names, and what they are called
    /// without their endings.
    pub(in crate::coverage) fn unused_files(&self) -> Vec<Range<usize>> {
        let ways = self
            .solved
            .iter()
            .filter_map(|solved| solved.solutions.first());
        let used: Vec<&str> = ways
            .flat_map(|way| &way.actions)
            .flat_map(|action| action.inputs.values())
            .flat_map(InputValue::values)
            .map(String::as_str)
            .collect();
        let is_unused = |resource: &NamedResource| !used.contains(&resource.name.as_str());
        let given = &self.resources[..self.given];
        // “The photo” is said of any photo, also where one is called photo.jpg.
        let tells = |stem: &String| stem.len() > 2 && !general::is_general(stem);
        let unused = given.iter().filter(|resource| is_unused(resource));
        let stems: Vec<String> = unused
            .map(|resource| stem(&resource.name))
            .filter(tells)
            .collect();
        let called = words(&self.text)
            .into_iter()
            .filter(|word| stems.contains(&word.text))
            .map(|word| word.bytes);
        let is_named = |files: &[FileIndex]| {
            files
                .iter()
                .any(|file| given.get(file.0).is_some_and(is_unused))
        };
        // Beside a file that is worked on, and outside every subtask's words, one is often named to
        // be left alone.
        let is_meant = |bytes: &Range<usize>| {
            self.places
                .iter()
                .flatten()
                .filter(|place| holds(place, bytes))
                .any(|place| {
                    self.named
                        .iter()
                        .filter(|(other, _)| holds(place, other))
                        .all(|(_, files)| is_named(files))
                })
        };
        // “With music.mp3” means it wherever it stands.
        let is_used = |bytes: &Range<usize>| {
            const WITH: [&str; 6] = ["with", "using", "use", "plus", "by", "behind"];
            let before = self.text[..bytes.start].split_whitespace().next_back();
            before.is_some_and(|word| WITH.contains(&word.to_lowercase().as_str()))
                && !self
                    .places
                    .iter()
                    .flatten()
                    .any(|place| holds(place, bytes))
        };
        let named = self
            .named
            .iter()
            .filter(|(bytes, files)| is_named(files) && (is_meant(bytes) || is_used(bytes)));
        let named = named.map(|(bytes, _)| bytes.clone());
        named.chain(called).collect()
    }

    /// Whether a step takes words as they are that call a given file of a type: “the ukulele tune”
    /// beside ukulele.mp3.
    pub(in crate::coverage) fn copies_a_name(&self, action: &Action, of: &ResourceType) -> bool {
        let stems: Vec<String> = self
            .given_of(of)
            .map(stem)
            .filter(|stem| stem.len() > 2 && !general::is_general(stem))
            .collect();
        let values = action.inputs.values().flat_map(InputValue::values);
        let copied = values.into_iter().filter(|value| self.is_words(value));
        copied
            .flat_map(|value| words(value))
            .any(|word| stems.contains(&word.text))
    }

    /// The names of the given files that the steps of subtasks take.
    pub(in crate::coverage) fn files_used(&self, places: &[usize]) -> Vec<&'a str> {
        places
            .iter()
            .flat_map(|place| self.actions(*place))
            .flat_map(|action| action.inputs.values())
            .flat_map(InputValue::values)
            .map(String::as_str)
            .collect()
    }

    /// The names of the files of a type that came with the request.
    pub(in crate::coverage) fn given_of(&self, of: &ResourceType) -> impl Iterator<Item = &str> {
        self.resources[..self.given]
            .iter()
            .filter(|resource| resource.resource_type == *of)
            .map(|resource| resource.name.as_str())
    }

    /// Whether the request's words name a file.
    pub(in crate::coverage) fn names(&self, name: &str) -> bool {
        let is_it = |file: &FileIndex| {
            let given = self.resources.get(file.0);
            given.is_some_and(|resource| resource.name == name)
        };
        self.named.iter().any(|(_, files)| files.iter().any(is_it))
    }

    /// Whether a subtask's words name files.
    pub(in crate::coverage) fn names_files_in(&self, place: usize) -> bool {
        let bytes = self.bytes(place);
        self.named.iter().any(|(named, _)| holds(&bytes, named))
    }

    /// The types of the files that subtasks work on.
    pub(in crate::coverage) fn files_of(&self, places: &[usize]) -> Vec<ResourceType> {
        let arguments = places
            .iter()
            .flat_map(|place| &self.solved[*place].subtask.goal.args);
        let is_file = |argument: &&Argument| {
            argument.value.values().iter().all(|value| {
                self.resources
                    .iter()
                    .any(|resource| resource.name == *value)
            })
        };
        arguments
            .filter(is_file)
            .map(|argument| argument.resource_type.clone())
            .collect()
    }

    /// The endings of the files that there are.
    pub(in crate::coverage) fn given_endings(&self) -> impl Iterator<Item = String> {
        self.resources
            .iter()
            .filter_map(|resource| Some(resource.name.rsplit_once('.')?.1.to_lowercase()))
    }
}
