//! Clauses that go on from the wish of the request before: they answer what was asked of it, or ask
//! for the same again.

use patchbay_domain::ToolIndex;
use patchbay_planner::TextSpans;

use super::super::reader::HeardClause;
use super::Reading;
use super::answers::telling_words;
use super::meant::says_again;
use super::reading::Wish;
use crate::words::lexicon;
use crate::words::tokens::{Kind, Token};

impl Reading<'_> {
    /// The spans of a clause that asks for the tool `key`, with what the wish before says where
    /// this goes on from it. `same`: the wish before, where this is known to ask for the same.
    pub(super) fn with_wish_before(
        &self,
        heard: &HeardClause,
        key: ToolIndex,
        mut spans: TextSpans,
        same: Option<Wish>,
    ) -> TextSpans {
        let same = same.or_else(|| self.repeats(heard, key));
        let repeats = same.is_some();
        let Some(wish) = same.or_else(|| self.answers(key)) else {
            return spans;
        };
        spans.object = spans.object.or(wish.spans.object);
        spans.content = if repeats {
            wish.spans.content
        } else {
            spans.content.or(wish.spans.content)
        };
        spans.title = spans.title.or(wish.spans.title);
        // “0:42 till 1:10” says how what was wished for is to be done; “rotate it” is a wish by
        // itself, and so is the same wish once more.
        let tells =
            !repeats && !self.takes_back() && telling_words(&spans.instruction).next().is_some();
        if !tells {
            spans.instruction = wish.spans.instruction;
        } else if wish.spans.instruction != spans.instruction && !self.has_opener(heard) {
            spans.instruction = format!("{}, {}", wish.spans.instruction, spans.instruction);
        }
        spans
    }

    /// The wish before, where nothing came of it (something had to be asked) and this answers, or
    /// where this only points elsewhere (“no, there”): it asks for the same tool.
    fn answers(&self, tool: ToolIndex) -> Option<Wish> {
        let was_asked = self
            .request
            .history
            .last()
            .is_some_and(patchbay_domain::Turn::is_open);
        let open = was_asked || (self.takes_back() && !self.request.points.is_empty());
        let first = self.done.subtasks.is_empty();
        (open && first)
            .then(|| (self.wish_before)())
            .flatten()
            .filter(|wish| wish.tool == tool)
    }

    /// The wish before, where a clause that says nothing of its own asks for the same tool again:
    /// “take c deserves that too”.
    fn repeats(&self, heard: &HeardClause, tool: ToolIndex) -> Option<Wish> {
        let says_nothing =
            !heard.spans.says_something() && heard.spans.title.is_none() && !self.has_opener(heard);
        let again = says_nothing
            && self.done.subtasks.is_empty()
            && says_again(self.span(heard.clause.tokens.clone()));
        again
            .then(|| (self.wish_before)())
            .flatten()
            .filter(|wish| wish.tool == tool)
    }

    /// Whether a clause has a word that wishes begin with.
    pub(super) fn has_opener(&self, heard: &HeardClause) -> bool {
        const BESIDE: [&str; 8] = ["and", "then", "please", "also", "now", "just", "but", "to"];
        let tokens = &self.tokens[heard.clause.tokens.clone()];
        let word = |token: &Token| self.text[token.start..token.end].to_lowercase();
        let is_opener = |token: &Token| matches!(&token.kind, Kind::Word(word) if self.openers.contains(word) && !lexicon::is_light(word));
        // A verb stands in front, or behind what joins it; “3 down” has none.
        let stands_free = |place: usize| {
            place.checked_sub(1).is_none_or(|before| {
                let before = &tokens[before];
                !matches!(before.kind, Kind::Word(_)) || BESIDE.contains(&word(before).as_str())
            })
        };
        tokens
            .iter()
            .enumerate()
            .any(|(place, token)| is_opener(token) && stands_free(place))
    }
}
