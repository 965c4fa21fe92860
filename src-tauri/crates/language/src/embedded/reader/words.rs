//! The words of a request that are copied into arguments.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::Heard;
use crate::encoder::heads::{ReadClause, Role};
use crate::words::tokens::{bare, clean};

impl Heard {
    /// The thing that was spoken of last before a clause.
    pub(super) fn object_beside(&self, read: &ReadClause, text: &str) -> Option<String> {
        let before = |(role, span): &&(Role, Range<usize>)| {
            *role == Role::Object && span.end <= read.bytes.start
        };
        let (_, span) = self.reading.spans.iter().rfind(before)?;
        Some(clean(&text[whole_words(text, span)])).filter(|words| !words.is_empty())
    }

    /// The words about content that stand outside all clauses: the nearest before a clause, else
    /// the first behind it.
    pub(super) fn said_beside(&self, read: &ReadClause, text: &str) -> Option<String> {
        let inside = |span: &Range<usize>| {
            self.reading
                .clauses
                .iter()
                .any(|clause| clause.bytes.contains(&span.start))
        };
        let beside = || {
            self.reading
                .spans
                .iter()
                .filter(|(role, span)| *role == Role::Content && !inside(span))
        };
        let before = beside().rfind(|(_, span)| span.start < read.bytes.start);
        let (_, span) = before.or_else(|| beside().next())?;
        Some(clean(&text[whole_words(text, span)])).filter(|words| !words.is_empty())
    }

    /// The words of a role in a clause, whole words only; several that only an “and” parts are one.
    pub(super) fn words(&self, role: Role, within: &Range<usize>, text: &str) -> Option<String> {
        static BETWEEN: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(r"(?i)^[\s,&]*(?:(?:and|or|the|a|an|all)[\s,]*)*$")
                .expect("a valid expression")
        });
        let mut found: Option<Range<usize>> = None;
        for (_, span) in self
            .reading
            .spans
            .iter()
            .filter(|(of, span)| *of == role && within.contains(&span.start))
        {
            let span = whole_words(text, span);
            match &mut found {
                None => found = Some(span),
                Some(before)
                    if span.start <= before.end
                        || BETWEEN.is_match(&text[before.end..span.start]) =>
                {
                    before.end = before.end.max(span.end);
                }
                Some(_) => break,
            }
        }
        let whole = match role {
            Role::Content => found.map(|span| whole_music(text, span, within)),
            _ => found,
        };
        let words = whole.map(|span| clean(&text[span]));
        // A thing that is quoted is still a thing.
        words
            .map(|words| {
                if role == Role::Object {
                    bare(&words)
                } else {
                    words
                }
            })
            .filter(|words| !words.is_empty())
    }
}

/// Extends a span about music by the words before and behind that belong to it: “piano” in “compose some calm piano music” is a part of “calm
/// piano music”.
fn whole_music(text: &str, span: Range<usize>, within: &Range<usize>) -> Range<usize> {
    static KIND: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)^ (?:music|song|tune|melody|soundtrack)\b").expect("a valid expression")
    });
    static IS_KIND: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)\b(?:music|song|tune|melody|soundtrack)$").expect("a valid expression")
    });
    static BEFORE: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)\b(?:some|an?|with|of)\s+(?P<like>(?:[a-z-]+,?\s+){1,3})$")
            .expect("a valid expression")
    });
    let behind = text.get(span.end..within.end).unwrap_or_default();
    let end = span.end + KIND.find(behind).map_or(0, |kind| kind.end());
    let before = text.get(within.start..span.start).unwrap_or_default();
    let like = BEFORE
        .captures(before)
        .filter(|_| IS_KIND.is_match(&text[span.start..end]))
        .and_then(|found| found.name("like"));
    let start = like.map_or(span.start, |like| within.start + like.start());
    start..end
}

/// A span with the rest of the words at its ends.
fn whole_words(text: &str, span: &Range<usize>) -> Range<usize> {
    let word = |c: char| c.is_alphanumeric() || c == '\'' || c == '_';
    let before: usize = text[..span.start]
        .chars()
        .rev()
        .take_while(|c| word(*c))
        .map(char::len_utf8)
        .sum();
    let starts_in_word = text[span.start..].chars().next().is_some_and(word);
    let after: usize = text[span.end..]
        .chars()
        .take_while(|c| word(*c))
        .map(char::len_utf8)
        .sum();
    let ends_in_word = text[..span.end].chars().next_back().is_some_and(word);
    let start = if starts_in_word {
        span.start - before
    } else {
        span.start
    };
    start..if ends_in_word {
        span.end + after
    } else {
        span.end
    }
}
