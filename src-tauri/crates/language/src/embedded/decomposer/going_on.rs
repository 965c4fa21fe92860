//! Which of what was made before a clause goes on with, where it could be several: the newest
//! version, the last result.

use std::sync::LazyLock;

use patchbay_domain::{ResourceType, SubtaskId, Tool};
use regex::Regex;

use super::super::reader::HeardClause;
use super::candidates::{NAMED, PERHAPS};
use super::types::is_region;
use super::{ClauseIndex, FileIndex, Reading, Subject};
use crate::words::tokens::{Kind, Token};

impl Reading<'_> {
    /// Where a file is not named and an earlier clause of the request changed it, the clause may
    /// well go on with what came of it: “join a.mp4 and b.mp4, then even out the sound”.
    pub(super) fn go_on_with_what_was_made(
        &self,
        subjects: &mut [Subject],
        heard: &HeardClause,
        tool: &Tool,
        by_clause: &[Vec<SubtaskId>],
    ) {
        if self.joins(tool) {
            return;
        }
        // What “that” is was just made, or spoken of.
        let says_that = self.refers_by(heard, "that");
        let taken: Vec<SubtaskId> = subjects
            .iter()
            .filter_map(|subject| subject.depends_on)
            .collect();
        for subject in subjects
            .iter_mut()
            .filter(|subject| !subject.named && subject.depends_on.is_none())
        {
            let toolbox = self.graph.toolbox();
            // A sketch of an image is another thing more often than an image that was changed; a
            // mask goes with its image.
            let is_likely = |id: SubtaskId, probability: f32| {
                let made = &self.subtask(id).goal.returns.resource_type;
                let changed =
                    *made == subject.resource_type && (probability > PERHAPS || self.is_join(id));
                let another = toolbox.fits(made, &subject.resource_type) && !is_region(made);
                !taken.contains(&id) && (changed || (another && (probability > NAMED || says_that)))
            };
            let may_be = heard
                .earlier
                .iter()
                .zip(by_clause)
                .flat_map(|(probability, made)| {
                    made.iter()
                        .copied()
                        .filter(move |id| is_likely(*id, *probability))
                });
            let came_of_it = |id: &SubtaskId| self.goes_back(*id, subject);
            if let Some(id) = may_be.rev().find(came_of_it) {
                *subject = self.result(id, false);
            }
        }
    }

    /// Whether a subtask joins several things into one.
    fn is_join(&self, subtask: SubtaskId) -> bool {
        let toolbox = self.graph.toolbox();
        self.subtask(subtask)
            .key_tool()
            .is_some_and(|key| self.joins(&toolbox[key]))
    }

    /// Whether a subtask works on a file, or on what was made of it.
    fn goes_back(&self, subtask: SubtaskId, file: &Subject) -> bool {
        let goal = &self.subtask(subtask).goal;
        goal.args
            .iter()
            .any(|argument| argument.value == file.value)
            || goal
                .depends_on
                .iter()
                .any(|before| self.goes_back(*before, file))
    }

    /// Where it is open which version of a video or audio clip, or of both images that are joined,
    /// is meant, it is the newest. (An image alone may be what a cut-out was made of.)
    pub(super) fn take_newest_versions(
        &self,
        subjects: &mut [Subject],
        heard: &HeardClause,
        tool: &Tool,
    ) {
        let of_media = |of: &ResourceType| {
            let both = *of == ResourceType::IMAGE && self.joins(tool) && self.means_several(heard);
            both || [ResourceType::VIDEO, ResourceType::AUDIO].contains(of)
        };
        for subject in subjects.iter_mut().filter(|subject| !subject.named) {
            let of = &subject.resource_type;
            let Some(file) = self.file_of(subject).filter(|_| of_media(of)) else {
                continue;
            };
            let goes_on = |other: &FileIndex| {
                let is_possible = heard
                    .files
                    .get(other.0)
                    .is_some_and(|probability| *probability > NAMED);
                is_possible
                    && self.known[*other].resource_type == *of
                    && self.known.goes_back_to(*other, file)
            };
            if let Some(newest) = self.known.files().find(goes_on) {
                *subject = self.file(newest, false);
            }
        }
    }

    /// The clause before that made what is spoken of as a result, where a tool takes it as it is:
    /// the last one made “the result”, the one that asked to translate “the translated text”.
    pub(super) fn result_spoken_of(
        &self,
        heard: &HeardClause,
        tool: &Tool,
        by_clause: &[Vec<SubtaskId>],
    ) -> Option<ClauseIndex> {
        static RESULT: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(r"(?i)\b(?:the|that|this) (?:result|outcome|output)\b( of\b)?")
                .expect("a valid expression")
        });
        let words = self.span(heard.clause.tokens.clone());
        let toolbox = self.graph.toolbox();
        let takes = |id: &SubtaskId| {
            let made = &self.subtask(*id).goal.returns.resource_type;
            tool.args
                .iter()
                .any(|argument| toolbox.fits(made, &argument.resource_type))
        };
        let taken = |clause: &ClauseIndex| by_clause[clause.0].iter().any(takes);
        if let Some(found) = RESULT.captures(words) {
            return by_clause
                .len()
                .checked_sub(1)
                .map(ClauseIndex)
                .filter(|last| found.get(1).is_none() && taken(last));
        }
        let asked = |clause: &ClauseIndex, stem: &str| {
            by_clause[clause.0]
                .iter()
                .any(|id| says_stem(&self.subtask(*id).spans.instruction, stem))
        };
        stems(words).find_map(|stem| {
            (0..by_clause.len())
                .map(ClauseIndex)
                .rfind(|clause| asked(clause, &stem) && taken(clause))
        })
    }

    /// Where a clause says the words itself, an earlier text that it does not speak of is not
    /// meant: “paint a castle” after an audio clip was written down.
    pub(super) fn leave_out_earlier_texts(
        &self,
        subjects: &mut Vec<Subject>,
        heard: &HeardClause,
        tool: &Tool,
    ) {
        static TEXT: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(r"(?i)\b(?:descriptions?|captions?|text|words|summary|transcript|answer|prompt|story|poem|lyrics|idea|that|it|what)\b")
                .expect("a valid expression")
        });
        let refers = |token: &Token| matches!(token.kind, Kind::Reference { .. });
        let Some(content) = &heard.spans.content else {
            return;
        };
        if self.tokens[heard.clause.tokens.clone()].iter().any(refers) {
            return;
        }
        let toolbox = self.graph.toolbox();
        // What was written for this request is what an image is painted of more often, but not
        // where words say another.
        let paints = tool.returns == ResourceType::IMAGE && self.media(tool).next().is_none();
        let says_another =
            paints && !TEXT.is_match(self.span(heard.clause.tokens.clone())) && !content.is_empty();
        subjects.retain(|subject| {
            let is_text = toolbox.fits(&subject.resource_type, &ResourceType::TEXT);
            let is_earlier = self
                .file_of(subject)
                .is_some_and(|file| !self.known.is_new(file));
            let is_made = says_another && subject.depends_on.is_some();
            !is_text || !(is_made || is_earlier && !subject.named)
        });
    }

    /// An image and what was made of it are not meant at once.
    pub(super) fn leave_out_beginnings(&self, subjects: &mut Vec<Subject>, tool: &Tool) {
        if self.joins(tool) && subjects.len() < 3 {
            return;
        }
        let chosen: Vec<FileIndex> = subjects
            .iter()
            .filter_map(|subject| self.file_of(subject))
            .collect();
        let alike =
            |a: FileIndex, b: FileIndex| self.known[a].resource_type == self.known[b].resource_type;
        let is_beginning = |of: FileIndex| {
            chosen
                .iter()
                .any(|other| alike(of, *other) && self.known.goes_back_to(*other, of))
        };
        subjects
            .retain(|subject| subject.named || !self.file_of(subject).is_some_and(is_beginning));
    }

    /// Results are joined with each other rather than with what one of them was made of.
    pub(super) fn join_what_was_made(
        &self,
        subjects: &mut [Subject],
        tool: &Tool,
        by_clause: &[Vec<SubtaskId>],
    ) {
        let [first, second] = subjects else { return };
        let (made, given) = if first.depends_on.is_some() {
            (first, second)
        } else {
            (second, first)
        };
        let (Some(id), None, true) = (made.depends_on, given.depends_on, self.joins(tool)) else {
            return;
        };
        let of = |id: SubtaskId| &self.subtask(id).goal;
        let made_of_it = of(id)
            .args
            .iter()
            .any(|argument| argument.value == given.value);
        let other = by_clause.iter().flatten().rfind(|other| {
            **other != id
                && of(**other).returns.resource_type == made.resource_type
                && !of(id).depends_on.contains(other)
        });
        if let (true, Some(other)) = (made_of_it, other) {
            *given = self.result(*other, given.named);
        }
    }
}

/// What words call what was done to something: “translat” of “the translated text”, “classif” of
/// “the classification”.
fn stems(words: &str) -> impl Iterator<Item = String> {
    static DONE: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(
            r"(?ix)\b (?: (?P<done>[a-z]{3,})ed \s (?P<next>[a-z]+)
              | (?:the|this|that) \s (?:\w+ \s)? (?: (?P<what>[a-z]{4,}?)(?:ication|ation|tion|ion|ing) | (?P<noun>answer|summary|transcript) ) \b )",
        )
        .expect("a valid expression")
    });
    const NO_NOUN: [&str; 20] = [
        "to", "into", "in", "by", "with", "from", "as", "and", "at", "on", "of", "for", "so",
        "the", "a", "an", "it", "or", "but", "like",
    ];
    let stem = |found: regex::Captures| {
        let next = found.name("next").map(|next| next.as_str().to_lowercase());
        if next.is_some_and(|next| NO_NOUN.contains(&next.as_str())) {
            return None;
        }
        let stem = ["done", "what", "noun"]
            .iter()
            .find_map(|name| found.name(name))?
            .as_str()
            .to_lowercase();
        // “identified”, “cropped”, “summary”
        let stem = stem.strip_suffix(['i', 'y']).unwrap_or(&stem);
        let mut letters = stem.chars().rev();
        let is_doubled =
            stem.len() > 4 && letters.next() == letters.next() && !stem.ends_with("ss");
        let stem = if is_doubled {
            &stem[..stem.len() - 1]
        } else {
            stem
        };
        (stem.len() > 3).then(|| stem.to_owned())
    };
    DONE.captures_iter(words)
        .filter_map(stem)
        .collect::<Vec<_>>()
        .into_iter()
}

/// Whether a clause asks for what a stem calls: as the verb, not as what was done before.
fn says_stem(instruction: &str, stem: &str) -> bool {
    instruction
        .to_lowercase()
        .split(|letter: char| !letter.is_alphabetic())
        .any(|word| {
            let rest = word.strip_prefix(stem);
            rest.is_some_and(|rest| {
                ["", "e", "y", "s", "es", "ing", "ping", "ming", "ise", "ize"].contains(&rest)
            })
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_done_is_called_by_its_verb() {
        let found = |words| stems(words).collect::<Vec<_>>();
        assert_eq!(found("read the translated text aloud"), ["translat"]);
        assert_eq!(found("blur the cropped picture"), ["crop"]);
        assert_eq!(
            found("based on the identified objects and the classification"),
            ["identif", "classif"]
        );
        assert!(found("I want it translated to Spanish").is_empty());
        assert!(says_stem("translate notes.txt", "translat") && says_stem("crop the dog", "crop"));
        assert!(says_stem("Classify it", "classif") && says_stem("summarise it", "summar"));
        assert!(!says_stem("read the translated text", "translat"));
    }
}
