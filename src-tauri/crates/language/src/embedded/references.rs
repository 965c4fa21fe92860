//! Which files a clause is about: those that it names, those that its references lead back to, or
//! all that were given.

use std::sync::LazyLock;

use patchbay_domain::{NamedResource, Request, ResourceType, Toolbox};
use regex::Regex;

use super::index::FileIndex;
use crate::encoder::input::Status;

/// Everything that words can refer to, with how recently it was there: the files of this request
/// come first, then what the newest turns made and were given.
#[derive(Debug, Clone)]
pub struct Known {
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

impl Known {
    /// What a request and its history hold. `types`: whether words tell that a picture is a mask or
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

    /// What a result was made of; nothing for what was given.
    pub fn made_from(&self, index: FileIndex) -> &[FileIndex] {
        &self.made_from[index.0]
    }

    /// Whether a result was made of another, at once or over others.
    pub fn goes_back_to(&self, index: FileIndex, other: FileIndex) -> bool {
        self.made_from[index.0]
            .iter()
            .any(|parent| *parent == other || self.goes_back_to(*parent, other))
    }

    /// What a result was most likely made of: what its turn was given; where that has nothing of
    /// its type, also the older file whose name it continues (`park_cutout_bright.png` goes on from
    /// `park_cutout.png`), as it was by then unless that turn took something back, else the newest.
    fn parents(&self, index: FileIndex, took_back: bool) -> Vec<FileIndex> {
        let age = self.age[index.0];
        if age.is_multiple_of(2) {
            return Vec::new();
        }
        let name = stem(&self[index].name);
        let of = &self[index].resource_type;
        let continued = |older: &FileIndex| name.contains(&stem(&self[*older].name));
        let length = |older: &FileIndex| stem(&self[*older].name).len();
        let longest = |among: &[FileIndex]| -> Vec<FileIndex> {
            let most = among
                .iter()
                .filter(|other| continued(other))
                .map(length)
                .max();
            among
                .iter()
                .copied()
                .filter(|other| continued(other) && Some(length(other)) == most)
                .collect()
        };
        let older: Vec<FileIndex> = self
            .files()
            .filter(|other| self.age[other.0] > age)
            .collect();
        let mut found: Vec<FileIndex> = older
            .iter()
            .copied()
            .filter(|other| self.age[other.0] == age + 1)
            .collect();
        let by_name = longest(&found);
        if !by_name.is_empty() {
            return by_name;
        }
        if !found.iter().any(|other| self[*other].resource_type == *of) {
            let mut before = longest(&older);
            for beginning in before.iter_mut().filter(|_| !took_back) {
                let is_newer = |other: &FileIndex| {
                    self[*other].resource_type == self[*beginning].resource_type
                        && self.goes_back_to(*other, *beginning)
                };
                if let Some(newer) = older.iter().copied().find(is_newer) {
                    *beginning = newer;
                }
            }
            if before.is_empty() && found.is_empty() {
                let newest = older.iter().map(|other| self.age[other.0]).min();
                before = older
                    .into_iter()
                    .filter(|other| Some(self.age[other.0]) == newest)
                    .collect();
            }
            found.extend(before);
        }
        found
    }

    /// What words like “the second one” count: the newest several of a type that came at once, each
    /// as it is now; else everything of the type that was made, else that was given, the oldest
    /// first.
    pub fn group(&self, wanted: &ResourceType, toolbox: &Toolbox) -> Vec<FileIndex> {
        let of = |fits: &dyn Fn(&ResourceType) -> bool| -> Vec<FileIndex> {
            self.files()
                .filter(|index| fits(&self[*index].resource_type))
                .collect()
        };
        // Masks do not count as pictures where there are pictures.
        let plain = of(&|of| of == wanted);
        let fitting = if plain.is_empty() {
            of(&|of| toolbox.fits(of, wanted))
        } else {
            plain
        };
        let at = |age: usize| -> Vec<FileIndex> {
            fitting
                .iter()
                .copied()
                .filter(|i| self.age[i.0] == age)
                .collect()
        };
        let mut ages: Vec<usize> = fitting.iter().map(|index| self.age[index.0]).collect();
        ages.dedup();
        if let Some(together) = ages
            .iter()
            .map(|age| at(*age))
            .find(|files| files.len() > 1)
        {
            let now = |file: FileIndex| {
                let newer = |other: &FileIndex| {
                    self.goes_back_to(*other, file) && !together.contains(other)
                };
                fitting.iter().copied().find(newer).unwrap_or(file)
            };
            return together.iter().map(|file| now(*file)).collect();
        }
        let made = |index: &FileIndex| self.age[index.0] % 2 == 1;
        let several = |files: Vec<FileIndex>| (files.len() > 1).then_some(files);
        let oldest_first = fitting.iter().copied().rev();
        several(oldest_first.clone().filter(made).collect())
            .unwrap_or_else(|| oldest_first.collect())
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

    /// The files of this request that can be passed as `wanted`; where it has none, the newest
    /// earlier ones.
    pub fn fitting(&self, wanted: &ResourceType, toolbox: &Toolbox) -> Vec<FileIndex> {
        let fits = |index: &FileIndex| toolbox.fits(&self[*index].resource_type, wanted);
        let plain = |index: &FileIndex| &self[*index].resource_type == wanted;
        for candidates in [true, false].map(|is_new| {
            self.files()
                .filter(|file| self.is_new(*file) == is_new)
                .collect::<Vec<_>>()
        }) {
            // A mask is not what is meant by “the picture” while there is a picture.
            for choose in [&plain as &dyn Fn(&FileIndex) -> bool, &fits] {
                let found: Vec<FileIndex> = candidates.iter().copied().filter(choose).collect();
                if let Some(newest) = found.iter().map(|index| self.age[index.0]).min() {
                    return found
                        .into_iter()
                        .filter(|index| self.age[index.0] == newest)
                        .collect();
                }
            }
        }
        Vec::new()
    }

    /// The picture, film, … that the newest one goes back to: “the original”.
    pub fn original(&self, wanted: &ResourceType, toolbox: &Toolbox) -> Option<FileIndex> {
        let fitting = || {
            self.files()
                .filter(|index| toolbox.fits(&self[*index].resource_type, wanted))
        };
        let given = |index: &FileIndex| self.age[index.0].is_multiple_of(2);
        let oldest = |found: &mut dyn Iterator<Item = FileIndex>| {
            found.max_by_key(|index| self.age[index.0])
        };
        let newest = self
            .files()
            .find(|index| !self.is_new(*index) && !given(index));
        let before_it =
            |index: &FileIndex| newest.is_some_and(|newest| self.goes_back_to(newest, *index));
        oldest(&mut fitting().filter(given).filter(before_it))
            .or_else(|| oldest(&mut fitting().filter(given)))
            .or_else(|| oldest(&mut fitting().filter(before_it)))
    }
}

/// Whether words take back what was made last: “undo that”, “no, …”.
pub fn takes_back(words: &str) -> bool {
    static BACK: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(
            r"(?i)^\s*(?:hm+\W+)?(?:no|nope|wrong)\b|^\s*not (?:the|that|this|like|there|here)\b|\bundo\b|\binstead\s*$|\bi meant\b|\b(?:go|went|step) back\b|\b(?:take|took) (?:that|it|this|the \w+) (?:back|(?:off|out|away) again)\b|\b(?:revert|scrap) (?:that|it|this)\b|\bone step back\b|\bback one step\b|\bbetter before\b",
        )
        .expect("a valid expression")
    });
    BACK.is_match(words)
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

/// A picture that its name, or the words before it, declare to be a mask, an edge map, … counts as
/// one.
fn retyped(resource: &NamedResource, text: &str, toolbox: &Toolbox) -> NamedResource {
    let mut resource = resource.clone();
    if resource.resource_type != ResourceType::IMAGE {
        return resource;
    }
    let stem = stem(&resource.name);
    let lower = text.to_lowercase();
    let before = lower
        .find(&resource.name.to_lowercase())
        .map_or("", |position| &lower[..position]);
    let said: Vec<&str> = before
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    // “The mask of the skylight (skylight.png)”.
    let of_something = said
        .iter()
        .rev()
        .skip(1)
        .take(4)
        .position(|word| *word == "of" || *word == "for");
    let is_elsewhere = |word: &&&str| matches!(**word, "in" | "from" | "on" | "at" | "with");
    let described = of_something
        .filter(|place| {
            said.iter()
                .rev()
                .take(*place + 1)
                .find(is_elsewhere)
                .is_none()
        })
        .and_then(|place| said.iter().rev().nth(place + 2));
    let announced = said
        .iter()
        .rev()
        .find(|word| !matches!(**word, "file" | "image" | "result" | "named" | "map"));
    for declaration in &toolbox.resource_types {
        let name = declaration.name.as_str();
        let is_kind = declaration.is_a.as_ref() == Some(&ResourceType::IMAGE);
        let in_name = stem
            .split(|c: char| !c.is_alphanumeric())
            .any(|part| part == name);
        if is_kind && (in_name || announced == Some(&name) || described == Some(&name)) {
            resource.resource_type = declaration.name.clone();
            return resource;
        }
    }
    resource
}
