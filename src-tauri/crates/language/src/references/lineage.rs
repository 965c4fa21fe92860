//! What a result was made of, as far as names and turns tell.

use std::sync::LazyLock;

use regex::Regex;

use super::{DiscourseContext, stem};
use crate::words::index::FileIndex;

impl DiscourseContext {
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
    pub(super) fn parents(&self, index: FileIndex, took_back: bool) -> Vec<FileIndex> {
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
