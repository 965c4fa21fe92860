//! Clauses that only tell something: they are no wishes, but a value in them may be one of the wish beside them.

use std::ops::Range;

use patchbay_domain::{ResourceType, SubtaskId, Tool};
use patchbay_phrases::values;
use patchbay_planner::InterpretedSubtask;

use super::super::clauses::Clause;
use super::super::hints::Hint;
use super::Reading;
use crate::words::background::stays;

impl Reading<'_> {
    /// The subtasks that a clause is about, where it only tells something beside a wish. Its values go into the wish before
    /// it, or are found by the one behind it.
    pub(super) fn only_tells_something(
        &mut self,
        clause: &Clause,
        instruction: &str,
        goes_on: bool,
        by_clause: &[Vec<SubtaskId>],
    ) -> Option<Vec<SubtaskId>> {
        let tokens = &self.tokens[clause.tokens.clone()];
        let (start, end) = (tokens.first()?.start, tokens.last()?.end);
        let mut told = self.told.iter();
        let is_told = told.any(|part| part.start <= start && end <= part.end + 1);
        let media = [
            ResourceType::IMAGE,
            ResourceType::VIDEO,
            ResourceType::AUDIO,
        ];
        let is_media =
            |of: &ResourceType| media.iter().any(|one| self.graph.toolbox().fits(of, one));
        let has_media = self
            .known
            .resources
            .iter()
            .any(|one| is_media(&one.resource_type));
        if !is_told || !has_media || (by_clause.is_empty() && !goes_on) {
            return None;
        }
        if by_clause.is_empty() {
            self.listed.extend(self.named_in(clause.tokens.clone()));
            return Some(Vec::new());
        }
        self.adds_to_the_last(instruction);
        by_clause.last().cloned()
    }

    /// A wish's words behind what is told beside it, where its tool finds values in that which the wish does not say. What
    /// is told stands between the wish before and this one; behind it, where it is the last. `start`, `end`: the bytes of
    /// the wish.
    pub(super) fn with_what_was_told(
        &mut self,
        tool: &Tool,
        instruction: String,
        (start, end): (usize, usize),
        is_last: bool,
    ) -> String {
        let from = std::mem::replace(&mut self.read_to, end);
        if !self.hints.contains(&Hint::Background) {
            return instruction;
        }
        let is_beside = |part: &&Range<usize>| {
            (from <= part.start && part.end <= start) || (is_last && end <= part.start)
        };
        let told = self.told.iter().filter(is_beside);
        let told = told.map(|part| self.text[part.clone()].trim());
        let told: Vec<&str> = told.filter(|words| !stays(words)).collect();
        // What no wish takes is told too.
        let between = self.text.get(from..start).map_or("", bare_of_joints);
        for beside in [told.join(", "), between.to_owned()] {
            let both = format!("{beside}, {instruction}");
            if !beside.is_empty() && !stays(&beside) && gains(tool, &instruction, &both) {
                return both;
            }
        }
        instruction
    }

    /// Adds the words between the newest wish and the next one to it, where they give its tool values: “set the title to
    /// Rain, artist Ada”. `end`: the byte where the wish ends; `next`: the token where the next one begins.
    pub(super) fn take_details_behind(&mut self, end: usize, next: Option<usize>) {
        let until = next.and_then(|next| self.tokens.get(next));
        let until = until.map_or(self.text.len(), |token| token.start);
        let words = self.text.get(end..until).map_or("", bare_of_joints);
        if self.hints.contains(&Hint::Background) && self.adds_to_the_last(words) {
            self.read_to = until;
        }
    }

    /// Adds words to the newest wish where they give its tool values; answers whether they do. What is to stay as it is
    /// gives none.
    fn adds_to_the_last(&mut self, words: &str) -> bool {
        let last = self.done.subtasks.last();
        let key = last.and_then(InterpretedSubtask::key_tool);
        let (Some(last), Some(key)) = (last, key) else {
            return false;
        };
        let before = &last.spans.instruction;
        let both = format!("{before}, {words}");
        let adds =
            !words.is_empty() && !stays(words) && gains(&self.graph.toolbox()[key], before, &both);
        if adds {
            self.say_more(words);
        }
        adds
    }
}

/// Words without what joins them to others.
fn bare_of_joints(words: &str) -> &str {
    let bare =
        words.trim_matches(|letter: char| letter.is_whitespace() || ".,;:!?-–—".contains(letter));
    let first = bare.split_once(char::is_whitespace);
    match first {
        Some(("and" | "but" | "so" | "then", rest)) => rest.trim(),
        _ => bare,
    }
}

/// Whether a tool finds more values in words than in a part of them, and all that it finds in that.
fn gains(tool: &Tool, part: &str, whole: &str) -> bool {
    let (had, has) = (values::said(tool, part), values::said(tool, whole));
    has.len() > had.len() && had.iter().all(|(name, value)| has.get(name) == Some(value))
}
