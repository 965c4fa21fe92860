//! Sources that words name by their place in the conversation: “the original”, “the last one”, “undo that”.

use std::sync::LazyLock;

use patchbay_domain::{ResourceType, Tool};
use regex::Regex;

use super::super::reader::HeardClause;
use super::{Reading, Subject};

impl Reading<'_> {
    /// Whether the request takes back what was made last: “undo that”, “no, …”.
    pub(super) fn takes_back(&self) -> bool {
        static BACK: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(r"(?i)^\s*(?:no|nope|wrong|hm+)\b|\bundo\b|\binstead\s*$|\bi meant\b|\bgo back\b")
                .expect("a valid expression")
        });
        BACK.is_match(self.text)
    }

    /// Whether a clause names what it leaves out: “all but b.png”.
    pub(super) fn leaves_out(&self, heard: &HeardClause) -> bool {
        static BUT: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(
                r"(?i)\b(?:all|every|these|rest|others?|ex?cept|but|apart|not|without|besides|than|minus|excluding)\b",
            )
            .expect("a valid expression")
        });
        BUT.is_match(self.span(heard.clause.tokens.clone()))
    }

    /// What was there before the last turn made something of it.
    pub(super) fn before_the_last(&self, tool: &Tool) -> Option<Vec<Subject>> {
        let toolbox = self.graph.toolbox();
        let of = self.media(tool).next()?;
        let fits = |index: &usize| {
            self.known.age(*index) != 1 && toolbox.fits(&self.known.resources[*index].resource_type, of)
        };
        let fitting: Vec<usize> = (0..self.known.resources.len()).filter(fits).collect();
        let newest = fitting.iter().map(|index| self.known.age(*index)).min()?;
        let files = fitting.into_iter().filter(|index| self.known.age(*index) == newest);
        Some(files.map(|index| self.file(index, false)).collect())
    }

    /// “The original”, “the last one”, “the second picture”: a source by its place.
    pub(super) fn said_by_place(&self, heard: &HeardClause, tool: &Tool, named: &[usize]) -> Option<Vec<Subject>> {
        static PLACE: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(
                r"(?i)\b(original|first|second|third|fourth|last|other)(?: (?:one|image|picture|photo|pic|video|clip|film|sound|recording|track|text)\b|\s*$)",
            )
            .expect("a valid expression")
        });
        if !named.is_empty() || self.joins(tool) {
            return None;
        }
        let words = self.span(heard.clause.tokens.clone());
        let place = PLACE.captures(words)?.get(1)?.as_str().to_lowercase();
        let toolbox = self.graph.toolbox();
        let wanted: Vec<ResourceType> = self.media(tool).cloned().collect();
        let of = wanted.first()?;
        if place == "original" {
            return Some(vec![self.file(self.known.original(of, toolbox)?, true)]);
        }
        let files = self.known.fitting(of, toolbox);
        let index = match place.as_str() {
            "first" => 0,
            "second" => 1,
            "other" if files.len() == 2 => 1,
            "third" => 2,
            "fourth" => 3,
            "last" => files.len().checked_sub(1)?,
            _ => return None,
        };
        let rest: Vec<Subject> = wanted[1..]
            .iter()
            .flat_map(|of| self.known.fitting(of, toolbox))
            .filter(|file| Some(file) != files.get(index))
            .map(|file| self.file(file, false))
            .take(1)
            .collect();
        (files.len() > 1).then_some(())?;
        Some(std::iter::once(self.file(*files.get(index)?, true)).chain(rest).collect())
    }

    /// A region that was given with the request says what is meant.
    pub(super) fn add_region(&self, subjects: &mut Vec<Subject>, tool: &Tool) {
        let mask = ResourceType::MASK;
        let wanted = tool.args.iter().any(|argument| argument.resource_type == mask);
        if !wanted || subjects.iter().any(|subject| subject.resource_type == mask) {
            return;
        }
        let regions = (0..self.known.given).filter(|file| self.known.resources[*file].resource_type == mask);
        subjects.extend(regions.map(|file| self.file(file, false)));
    }
}
