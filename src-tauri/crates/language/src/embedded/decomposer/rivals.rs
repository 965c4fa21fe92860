//! Files between which nothing tells which is meant.

use std::collections::BTreeSet;

use patchbay_domain::{ResourceType, Tool};

use super::super::reader::HeardClause;
use super::candidates::{PERHAPS, SURE};
use super::{FileIndex, Reading, Subject};
use crate::words::tokens::Kind;

/// Files whose probabilities differ by less cannot be told apart.
const DOUBT: f32 = 0.2;

impl Reading<'_> {
    /// The names of the results that came together and of which a clause means one (“it”), without
    /// saying which.
    pub(super) fn one_of_several(
        &self,
        heard: &HeardClause,
        tool: &Tool,
        lists: &[Vec<Subject>],
    ) -> Vec<String> {
        let references = || {
            self.tokens[heard.clause.tokens.clone()]
                .iter()
                .filter_map(|token| match token.kind {
                    Kind::Reference { several, .. } => Some(several),
                    _ => None,
                })
        };
        let is_one = references().next().is_some() && references().all(|several| !several);
        if !is_one || self.joins(tool) || !self.done.subtasks.is_empty() {
            return Vec::new();
        }
        if let [list] = lists {
            return self.made_beside(heard, list);
        }
        let first = |list: &Vec<Subject>| {
            list.first()
                .filter(|s| !s.named)
                .and_then(|subject| self.file_of(subject))
        };
        let files: Option<Vec<FileIndex>> = lists.iter().map(first).collect();
        let made_together = |files: &Vec<FileIndex>| {
            files.iter().all(|file| {
                self.known.age(*file) % 2 == 1 && self.known.age(*file) == self.known.age(files[0])
            })
        };
        let Some(first) = files
            .filter(made_together)
            .and_then(|files| files.first().copied())
        else {
            return Vec::new();
        };
        let alike = |file: &FileIndex| {
            self.known.age(*file) == self.known.age(first)
                && self.known[*file].resource_type == self.known[first].resource_type
        };
        let all = self.known.files().filter(alike);
        all.map(|file| self.known[file].name.clone()).collect()
    }

    /// The names of what the newest turn made together with the one result that a clause seems to
    /// mean by “it”: of other files in the same way, so that nothing says why it should be that
    /// one.
    fn made_beside(&self, heard: &HeardClause, list: &[Subject]) -> Vec<String> {
        let [subject] = list else { return Vec::new() };
        let is_open = self.refers_by(heard, "it") && !subject.named && self.known.given == 0;
        let Some(file) = self.file_of(subject).filter(|_| is_open) else {
            return Vec::new();
        };
        let of = &self.known[file].resource_type;
        let together = |other: &FileIndex| {
            self.known.age(*other) == 1 && self.known[*other].resource_type == *of
        };
        let all: Vec<FileIndex> = self.known.files().filter(together).collect();
        let from: BTreeSet<&[FileIndex]> = all
            .iter()
            .map(|other| self.known.made_from(*other))
            .collect();
        // Each of something, and each of something else.
        let each_of_its_own = from.len() == all.len() && from.iter().all(|from| !from.is_empty());
        if !all.contains(&file) || !each_of_its_own {
            return Vec::new();
        }
        all.into_iter()
            .map(|other| self.known[other].name.clone())
            .collect()
    }

    /// The names of the results of a type that the newest turn made, where it is what is newest of
    /// that type.
    pub(super) fn results_alike(&self, of: &ResourceType) -> Vec<String> {
        let files = || {
            self.known
                .files()
                .filter(|index| self.known[*index].resource_type == *of)
        };
        let newest = files().map(|index| self.known.age(index)).min();
        let is_result = newest.is_some_and(|age| age % 2 == 1);
        files()
            .filter(|index| is_result && Some(self.known.age(*index)) == newest)
            .map(|index| self.known[index].name.clone())
            .collect()
    }

    /// The names of the files of a type that a tool takes one of, where the encoder finds each as
    /// likely as not.
    pub(super) fn doubtful(
        &self,
        heard: &HeardClause,
        tool: &Tool,
        lists: &[Vec<Subject>],
    ) -> Vec<String> {
        if self.joins(tool) {
            return Vec::new();
        }
        let is_said = |of: &ResourceType| {
            lists
                .iter()
                .flatten()
                .any(|s| s.named && s.resource_type == *of)
        };
        let even = |file: &FileIndex| (heard.files[file.0] - 0.5).abs() < DOUBT;
        for of in self.media(tool).filter(|of| !is_said(of)) {
            let fits = |file: &FileIndex| self.known[*file].resource_type == *of;
            let newest = self
                .known
                .files()
                .filter(fits)
                .filter(even)
                .map(|file| self.known.age(file))
                .min();
            let files = || {
                self.known
                    .files()
                    .filter(fits)
                    .filter(|file| Some(self.known.age(*file)) == newest)
            };
            let decided = self
                .known
                .files()
                .filter(fits)
                .any(|file| heard.files[file.0] > 0.5 + DOUBT);
            if !decided && files().filter(even).count() > 1 {
                return files()
                    .filter(even)
                    .map(|file| self.known[file].name.clone())
                    .collect();
            }
        }
        Vec::new()
    }

    /// The names of the files of a type between which the encoder cannot decide.
    pub(super) fn rivals(&self, heard: &HeardClause, of: &ResourceType) -> Vec<String> {
        let fits = |index: &FileIndex| self.known[*index].resource_type == *of;
        let best = self
            .known
            .files()
            .filter(fits)
            .map(|index| heard.files[index.0])
            .fold(0.0, f32::max);
        let newest = self
            .known
            .files()
            .filter(fits)
            .map(|index| self.known.age(index))
            .min();
        let sure = best > SURE || heard.earlier.iter().any(|probability| *probability > best);
        let close = |index: &FileIndex| {
            Some(self.known.age(*index)) == newest
                && heard.files[index.0] > best - DOUBT
                && heard.files[index.0] > PERHAPS
        };
        if sure {
            return Vec::new();
        }
        self.known
            .files()
            .filter(fits)
            .filter(close)
            .map(|index| self.known[index].name.clone())
            .collect()
    }
}
