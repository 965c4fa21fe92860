//! State that the steps of reading a request share.

use std::collections::HashSet;
use std::ops::Range;

use patchbay_domain::{InputValue, Request, ResourceType, SubtaskId, ToolIndex};
use patchbay_planner::{Clarification, Decomposition, TextSpans, ToolGraph};

use super::super::hints::Hint;
use crate::references::DiscourseContext;
use crate::words::index::FileIndex;
use crate::words::tokens::Token;

/// What is known while a request is read, and the subtasks that it has become so far.
pub(super) struct Reading<'a> {
    pub(super) text: &'a str,
    pub(super) tokens: &'a [Token],
    pub(super) known: &'a DiscourseContext,
    pub(super) request: &'a Request,
    pub(super) graph: &'a ToolGraph,
    /// Whether words tell what type an image or a result is.
    pub(super) types: bool,
    /// The rules by which words count beside what the encoder hears.
    pub(super) hints: &'a [Hint],
    /// Words that wishes begin with.
    pub(super) openers: &'a HashSet<String>,
    /// Finds the last wish of the request before this one, which takes reading that too.
    pub(super) wish_before: &'a dyn Fn() -> Option<Wish>,
    /// The files that the first clause lists, where it does nothing else.
    pub(super) listed: Vec<FileIndex>,
    /// Where the parts of the text stand that only tell something, in bytes.
    pub(super) told: Vec<Range<usize>>,
    /// Where the last wish ends, in bytes.
    pub(super) read_to: usize,
    /// Whether the rest of the request is the words that a clause works on.
    pub(super) is_read: bool,
    /// Whether any thing is spoken of.
    pub(super) speaks_of_a_thing: bool,
    /// The subtasks so far, and what has to be asked.
    pub(super) done: Decomposition,
}

/// What a clause works on: files, or the result of an earlier subtask.
#[derive(Clone)]
pub(super) struct Subject {
    pub(super) resource_type: ResourceType,
    pub(super) value: InputValue,
    pub(super) depends_on: Option<SubtaskId>,
    /// Whether the clause itself names it.
    pub(super) named: bool,
}

impl Reading<'_> {
    /// The place of the file that a subject is; none for what an earlier subtask makes.
    pub(super) fn file_of(&self, subject: &Subject) -> Option<FileIndex> {
        let InputValue::One(name) = &subject.value else {
            return None;
        };
        self.known
            .files()
            .find(|file| self.known[*file].name == *name)
    }

    /// Asks back, unless something is asked already.
    pub(super) fn ask(&mut self, question: String, choices: Vec<String>) {
        self.done.clarification.get_or_insert(Clarification {
            question,
            choices,
            refuses: false,
        });
    }

    /// Says that nothing can do a clause, unless something is asked already.
    pub(super) fn refuse(&mut self, instruction: &str) {
        self.done
            .clarification
            .get_or_insert_with(|| Clarification {
                question: format!("None of my tools can do this: “{instruction}”."),
                choices: Vec::new(),
                refuses: true,
            });
    }

    /// The words of a range of tokens.
    pub(super) fn span(&self, range: Range<usize>) -> &str {
        match (
            self.tokens.get(range.start),
            range
                .end
                .checked_sub(1)
                .and_then(|last| self.tokens.get(last)),
        ) {
            (Some(first), Some(last)) => &self.text[first.start..last.end.max(first.start)],
            _ => "",
        }
    }
}

/// A wish of an earlier request.
pub(super) struct Wish {
    /// The place of its key tool in the toolbox.
    pub(super) tool: ToolIndex,
    /// Its words.
    pub(super) spans: TextSpans,
}
