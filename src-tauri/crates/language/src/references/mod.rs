//! Files and results that words of a request can refer to, with where each came from.
//!
//! - [`types`]: types of images that their names or words tell
//! - [`lineage`]: what a result was made of
//! - [`places`]: files and results by their places
//! - [`groups`]: files that words mean by a type and a place among its files

mod groups;
mod lineage;
mod places;
mod types;

pub use self::lineage::takes_back;

use patchbay_domain::{NamedResource, Request, Toolbox};

use self::types::retyped;
use crate::encoder::input::Status;
use crate::words::index::FileIndex;

/// Everything that words can refer to, with how recently it was there: the files of this request
/// come first, then what the newest turns made and were given.
#[derive(Debug, Clone)]
pub struct DiscourseContext {
    /// The resources. Those of this request stand first, in the order in which they were given.
    pub resources: Vec<NamedResource>,
    /// How many of them belong to this request.
    pub given: usize,
    /// For each: how many turns ago it was given or made; 0: in this request. Results are nearer
    /// than what was given.
    age: Vec<usize>,
    /// For each: what it was made of, as far as names and turns tell.
    made_from: Vec<Vec<FileIndex>>,
}

impl DiscourseContext {
    /// What a request and its history hold. `types`: whether words tell that an image is a mask or
    /// an edge map.
    pub fn new(request: &Request, text: &str, toolbox: &Toolbox, types: bool) -> Self {
        let mut known = Self {
            resources: Vec::new(),
            given: 0,
            age: Vec::new(),
            made_from: Vec::new(),
        };
        for resource in &request.resources {
            known.push(
                if types {
                    retyped(resource, text, toolbox)
                } else {
                    resource.clone()
                },
                0,
            );
        }
        known.given = known.resources.len();
        for (back, turn) in request.history.iter().rev().enumerate() {
            for result in &turn.results {
                known.push(result.clone(), 2 * back + 1);
            }
            for resource in &turn.resources {
                let resource = if types {
                    retyped(resource, &turn.instruction, toolbox)
                } else {
                    resource.clone()
                };
                known.push(resource, 2 * back + 2);
            }
        }
        // The oldest first: what a thing goes back to is known before the thing.
        known.made_from = vec![Vec::new(); known.resources.len()];
        for index in known.files().rev() {
            let turn = request
                .history
                .iter()
                .rev()
                .nth(known.turns_ago(index).wrapping_sub(1));
            known.made_from[index.0] = known.parents(
                index,
                turn.is_some_and(|turn| takes_back(&turn.instruction)),
            );
        }
        known
    }

    /// The names of those of a type that came at once with a resource, itself included.
    pub fn came_with(&self, index: FileIndex) -> impl Iterator<Item = &String> {
        let alike = move |other: &FileIndex| {
            self.age[other.0] == self.age[index.0]
                && self[*other].resource_type == self[index].resource_type
        };
        self.files().filter(alike).map(|other| &self[other].name)
    }

    /// What came with this request, else what came last.
    pub fn newest(&self) -> impl Iterator<Item = FileIndex> {
        let newest = self.age.iter().copied().min();
        self.files()
            .filter(move |index| Some(self.age[index.0]) == newest)
    }

    /// The words of a file's name, in lower case.
    pub fn words(&self, index: FileIndex) -> impl Iterator<Item = String> {
        words_of(&stem(&self[index].name))
    }

    /// How many half turns ago a resource was given (even) or made (odd); 0: with this request.
    pub fn age(&self, index: FileIndex) -> usize {
        self.age[index.0]
    }

    /// How many turns ago a resource came; 0: with this request.
    pub fn turns_ago(&self, index: FileIndex) -> usize {
        self.age[index.0].div_ceil(2)
    }

    /// How a resource came to be there.
    pub fn status(&self, index: FileIndex) -> Status {
        match self.age[index.0] {
            0 => Status::Given,
            age if age % 2 == 1 => Status::Made,
            _ => Status::Earlier,
        }
    }

    /// Adds a resource, unless one of its name is known already.
    fn push(&mut self, resource: NamedResource, age: usize) {
        if !self
            .resources
            .iter()
            .any(|known| known.name == resource.name)
        {
            self.resources.push(resource);
            self.age.push(age);
        }
    }
}

/// The words of a text or name, in lower case.
pub fn words_of(text: &str) -> impl Iterator<Item = String> + use<> {
    let words: Vec<String> = text
        .to_lowercase()
        .split(|c: char| !c.is_alphanumeric())
        .filter(|w| !w.is_empty())
        .map(str::to_owned)
        .collect();
    words.into_iter()
}

/// A file's name without its ending, in lower case.
pub fn stem(name: &str) -> String {
    name.rsplit_once('.')
        .map_or(name, |(stem, _)| stem)
        .to_lowercase()
}
