//! Words of a clause that are copied to the letter: quotations, titles, what stands behind a colon.

use std::sync::LazyLock;

use patchbay_domain::{ResourceType, Tool};
use patchbay_planner::TextSpans;
use regex::Regex;

use super::super::clauses::Clause;
use super::Reading;
use crate::words::tokens::{Kind, clean};

impl Reading<'_> {
    /// What a clause quotes.
    pub(super) fn quotation(&self, clause: &Clause) -> Option<String> {
        let quoted = self.tokens[clause.tokens.clone()]
            .iter()
            .find(|token| matches!(token.kind, Kind::Quote))?;
        Some(clean(&self.text[quoted.start..quoted.end])).filter(|words| !words.is_empty())
    }

    /// A title that a clause quotes beside what it wishes for: “a web page for a.mp4, call it ‘Salt
    /// and Smoke’”.
    pub(super) fn quoted_title(&self, clause: &Clause, tool: &Tool) -> Option<String> {
        static CALLED: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(r"(?i)\b(?:title|titled|headline|heading|called|call it|named|name it)\b\W*(?:is\b\W*)?$")
                .expect("a valid expression")
        });
        let has_title = tool
            .args
            .iter()
            .any(|argument| argument.resource_type.as_str() == "title");
        let tokens = &self.tokens[clause.tokens.clone()];
        let quoted = tokens
            .iter()
            .find(|token| matches!(token.kind, Kind::Quote))
            .filter(|_| has_title)?;
        let before = &self.text[tokens.first()?.start..quoted.start];
        let words = clean(&self.text[quoted.start..quoted.end]);
        (CALLED.is_match(before) && !words.is_empty()).then_some(words)
    }

    /// What stands behind a colon where a clause ends, up to the end of the request: “read this
    /// aloud: Dear friends, …”. None where it names files, which are worked on themselves.
    pub(super) fn words_behind(&self, end: usize) -> Option<String> {
        const LEAST_WORDS: usize = 3;
        let from = self.tokens.get(end.checked_sub(1)?)?.end;
        let words = self.text[from..].trim_start().strip_prefix(':')?.trim();
        let names_files = self.tokens[end..]
            .iter()
            .any(|token| matches!(token.kind, Kind::Files(_)));
        (!names_files && words.split_whitespace().count() >= LEAST_WORDS).then(|| clean(words))
    }

    /// Takes all sentences behind a colon for what is to be spoken, where the words for that begin there: “read this aloud:
    /// You have reached the studio, please leave a message”.
    pub(super) fn read_to_the_end(&self, spans: &mut TextSpans, tool: &Tool) {
        let is_spoken = tool.returns == ResourceType::AUDIO && self.media(tool).next().is_none();
        let Some(words) = spans.content.as_deref().filter(|_| is_spoken) else {
            return;
        };
        let Some(at) = self.text.find(words) else {
            return;
        };
        let begins_a_sentence = words.starts_with(char::is_uppercase);
        if begins_a_sentence && self.text[..at].trim_end().ends_with(':') {
            spans.content = Some(clean(&self.text[at..]));
        }
    }
}
