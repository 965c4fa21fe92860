//! Where in an image something is: what was pointed at, and masks.

use std::sync::LazyLock;

use patchbay_domain::{InputValue, ResourceType, Tool};
use regex::Regex;

use super::super::reader::HeardClause;
use super::{FileIndex, Reading, Subject};
use crate::words::tokens::{Kind, Token};

impl Reading<'_> {
    /// The files in which something was pointed at, where that can tell a tool what is meant.
    pub(super) fn pointed(&self, tool: &Tool, named: &[FileIndex]) -> Option<Vec<Subject>> {
        let region = [ResourceType::MASK, ResourceType::POINT];
        let wanted = region.contains(&tool.returns)
            || tool.args.iter().any(|a| region.contains(&a.resource_type));
        if !wanted || !named.is_empty() {
            return None;
        }
        let pointed_at = |index: &FileIndex| {
            let name = &self.known[*index].name;
            self.request
                .points
                .get(name)
                .is_some_and(|points| !points.is_empty())
        };
        let found: Vec<Subject> = self
            .known
            .files()
            .filter(pointed_at)
            .map(|index| self.file(index, true))
            .collect();
        (!found.is_empty()).then_some(found)
    }

    /// A region that was given with the request says what is meant; so does the newest where a
    /// clause speaks of one (“the mask”) and nothing says that it is an older one.
    pub(super) fn add_region(&self, subjects: &mut Vec<Subject>, heard: &HeardClause, tool: &Tool) {
        static OLDER: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(
                r"(?i)\b(?:first|old|older|earlier|original|other|second)\b[\w ]* (?:mask|region)",
            )
            .expect("a valid expression")
        });
        // “Take its mask”, where no thing is named whose mask that is.
        static OWN: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(r"(?i)\b(?:its|his|her|their) mask\b").expect("a valid expression")
        });
        let mask = ResourceType::MASK;
        let wanted = tool
            .args
            .iter()
            .any(|argument| argument.resource_type == mask);
        let is_mask = |file: &FileIndex| self.known[*file].resource_type == mask;
        let words = self.words_up_to(heard);
        let has_one = subjects.iter().any(|subject| subject.resource_type == mask);
        if !wanted
            || subjects
                .iter()
                .any(|subject| subject.resource_type == mask && subject.named)
        {
            return;
        }
        if !has_one {
            let regions = self.known.new_files().filter(is_mask);
            subjects.extend(regions.map(|file| self.file(file, false)));
        }
        let speaks = speaks_of_a_mask(words) || heard.spans.object.is_none() && OWN.is_match(words);
        if speaks && !OLDER.is_match(words) {
            let newest = self
                .known
                .files()
                .filter(is_mask)
                .min_by_key(|file| self.known.age(*file));
            let given = subjects
                .iter()
                .filter(|subject| subject.resource_type == mask && subject.depends_on.is_none());
            if let Some(newest) = newest
                && given.count()
                    == subjects
                        .iter()
                        .filter(|subject| subject.resource_type == mask)
                        .count()
            {
                subjects.retain(|subject| subject.resource_type != mask);
                subjects.push(self.file(newest, false));
            }
        }
    }

    /// Of two images that were given for a tool that wants an image and a mask, the second is the
    /// mask.
    pub(super) fn find_mask(&self, subjects: &mut [Subject], tool: &Tool) {
        let images = tool
            .args
            .iter()
            .filter(|argument| argument.resource_type == ResourceType::IMAGE)
            .count();
        let masks = tool
            .args
            .iter()
            .filter(|argument| argument.resource_type == ResourceType::MASK)
            .count();
        let given = &self.known.resources[..self.known.given];
        let is_plain = |subject: &Subject| {
            subject.resource_type == ResourceType::IMAGE
                && given
                    .iter()
                    .any(|file| subject.value == InputValue::One(file.name.clone()))
        };
        let plain = subjects.iter().all(is_plain);
        let lower = self.text.to_lowercase();
        let is_spoken_of = [
            "mask",
            "region",
            "white part",
            "painted",
            "marked",
            "marks",
            "marking",
            "outline",
        ]
        .iter()
        .any(|word| lower.contains(word));
        if let [_, second] = subjects
            && (images, masks, plain) == (1, 1, true)
            && (is_spoken_of || self.is_means(second))
        {
            second.resource_type = ResourceType::MASK;
        }
    }

    /// Whether a file is what something is done with: “erase it in a.png using b.png”.
    fn is_means(&self, subject: &Subject) -> bool {
        static MEANS: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(r"(?i)\b(?:using|conditioned on|based on|guided by)(?: the)?(?: image| picture)?\W*$")
                .expect("a valid expression")
        });
        let file = self.file_of(subject);
        let names = |token: &&Token| matches!(&token.kind, Kind::Files(files) if files.first().copied() == file);
        let token = self.tokens.iter().find(names).filter(|_| file.is_some());
        token.is_some_and(|token| MEANS.is_match(&self.text[..token.start]))
    }

    /// The words of a clause; where it is the first, also those before it: “One more thing with the
    /// same mask: …”.
    pub(super) fn words_up_to(&self, heard: &HeardClause) -> &str {
        let first = if self.done.subtasks.is_empty() {
            0
        } else {
            heard.clause.tokens.start
        };
        self.span(first..heard.clause.tokens.end)
    }
}

/// Whether words speak of a mask that is there.
pub(super) fn speaks_of_a_mask(words: &str) -> bool {
    static SPOKEN: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)\b(?:(?:the|that|this|same|new|my)(?: \w+)? (?:mask|region|selection|outline)|(?:that|same|this) (?:spot|place|area))\b")
            .expect("a valid expression")
    });
    SPOKEN.is_match(words)
}
