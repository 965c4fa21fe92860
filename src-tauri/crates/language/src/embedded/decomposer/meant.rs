//! Which thing in an image is meant where a clause names none: “there is a loose thread on the
//! sleeve, get rid of it”, “the same in the other one”.

use std::sync::LazyLock;

use patchbay_domain::Tool;
use regex::Regex;

use super::super::reader::HeardClause;
use super::types::is_region;
use super::{Reading, Subject};
use crate::words::tokens::Kind;

impl Reading<'_> {
    /// The thing that was spoken of before, where a clause needs one and names none.
    pub(super) fn thing_spoken_of(
        &self,
        heard: &HeardClause,
        tool: &Tool,
        lists: &[Vec<Subject>],
    ) -> Option<String> {
        if !self.lacks_object(heard, tool, lists) {
            return None;
        }
        let refers = self.refers_to_a_thing(heard);
        let beside = || heard.object_beside.clone().filter(|_| refers);
        let start = self
            .tokens
            .get(heard.clause.tokens.start)
            .map_or(0, |token| token.start);
        let introduced = || introduced(&self.text[..start]).filter(|_| refers);
        let before = || {
            if self.speaks_of_a_thing {
                None
            } else {
                (self.wish_before)()?.spans.object
            }
        };
        beside().or_else(introduced).or_else(before)
    }

    /// Whether a tool needs to know which thing is meant, and a clause says “it”, repeats or
    /// corrects what was made, but names none.
    fn lacks_object(&self, heard: &HeardClause, tool: &Tool, lists: &[Vec<Subject>]) -> bool {
        let is_part = tool
            .args
            .iter()
            .any(|argument| is_region(&argument.resource_type));
        let shown = lists
            .iter()
            .flatten()
            .any(|subject| is_region(&subject.resource_type));
        let repeats = || says_again(self.span(heard.clause.tokens.clone()));
        let open = self.refers_to_a_thing(heard) || self.takes_back() || repeats();
        is_part && !shown && open && self.request.points.is_empty()
    }

    /// Whether a clause refers to one thing by this word: “it”, “that”.
    pub(super) fn refers_by(&self, heard: &HeardClause, word: &str) -> bool {
        self.tokens[heard.clause.tokens.clone()]
            .iter()
            .any(|token| {
                matches!(
                    token.kind,
                    Kind::Reference {
                        of: None,
                        several: false
                    }
                ) && self.text[token.start..token.end].eq_ignore_ascii_case(word)
            })
    }

    /// Whether a clause says “it”, “her” or “those”.
    fn refers_to_a_thing(&self, heard: &HeardClause) -> bool {
        self.tokens[heard.clause.tokens.clone()]
            .iter()
            .any(|token| match &token.kind {
                Kind::Reference { of, .. } => of.is_none(),
                Kind::Word(word) => {
                    ["her", "him", "she", "he", "they", "those", "these"].contains(&word.as_str())
                }
                _ => false,
            })
    }
}

/// Whether words ask for something once more: “the same”, “…, too”.
pub(super) fn says_again(words: &str) -> bool {
    static AGAIN: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)\b(?:same|likewise|again|ditto|too|as well)\b")
            .expect("a valid expression")
    });
    AGAIN.is_match(words)
}

/// Whether a clause asks for nothing but what was asked for before: “do the same with the other
/// one”.
pub(super) fn says_same(clause: &str) -> bool {
    static SAME: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(
            r"(?ix)^\W*(?:(?:and|now|ok|okay|great|good|thanks|then|please|can|could|you|do|apply|repeat|give) \W+)*
              (?:exactly\ )?(?:the\ )?(?:same|likewise|ditto)(?:\ (?:thing|again|treatment|edit|change))?
              (?:\ (?:for|to|with|on|in)\ [^,;:]*)?\W*$",
        )
        .expect("a valid expression")
    });
    SAME.is_match(clause) && !clause.contains(" but ")
}

/// What words say is there: “loose thread” of “there is a loose thread dangling on the sleeve”.
pub(super) fn introduced(words: &str) -> Option<String> {
    static THERE_IS: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(
            r"(?i)\bthere(?:['’]s| is| are|['’]re) (?:still |also |now )?(?:an?|the|this|that|some|two|three) ((?:[\w'’-]+ ?)+)",
        )
        .expect("a valid expression")
    });
    let found = THERE_IS.captures_iter(words).last()?;
    let is_over = |word: &&str| {
        let word = word.to_lowercase();
        let ends = [
            "in", "on", "at", "by", "next", "behind", "near", "to", "that", "which", "who", "with",
            "over", "under", "and", "but", "from", "left", "right",
        ];
        ends.contains(&word.as_str())
    };
    let thing: Vec<&str> = found[1]
        .split_whitespace()
        .take_while(|word| !is_over(word))
        .take(4)
        .collect();
    (!thing.is_empty()).then(|| thing.join(" "))
}

/// Whether words name no thing, but only point at one, maybe with how much is to be done to it:
/// “that thing over there”, “it a bit”.
pub(super) fn is_vague(thing: &str) -> bool {
    const POINTING: [&str; 21] = [
        "the",
        "that",
        "this",
        "those",
        "these",
        "thing",
        "things",
        "one",
        "ones",
        "object",
        "item",
        "bit",
        "stuff",
        "something",
        "over",
        "without",
        "no",
        "round",
        "around",
        "there",
        "here",
    ];
    const PRONOUNS: [&str; 6] = ["it", "them", "this", "that", "these", "those"];
    const DEGREES: [&str; 12] = [
        "a", "bit", "little", "lot", "slightly", "somewhat", "more", "much", "strongly", "heavily",
        "up", "all",
    ];
    let words: Vec<String> = thing.split_whitespace().map(str::to_lowercase).collect();
    let is = |list: &[&str], word: &String| list.contains(&word.as_str());
    let is_pronoun = words.first().is_some_and(|first| is(&PRONOUNS, first));
    words.iter().all(|word| {
        is(&POINTING, word) || is_pronoun && (is(&PRONOUNS, word) || is(&DEGREES, word))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_there_is_named() {
        let thing = |words| introduced(words);
        assert_eq!(
            thing("there's a stray cable on the floor, ").as_deref(),
            Some("stray cable")
        );
        assert_eq!(
            thing("There is still some tape left over, ").as_deref(),
            Some("tape")
        );
        assert_eq!(thing("turns out there is one as well"), None);
        assert_eq!(thing("put it over there"), None);
    }

    #[test]
    fn pointing_is_not_naming() {
        assert!(is_vague("that thing over there") && is_vague("this one"));
        assert!(is_vague("it a bit") && is_vague("this slightly"));
        assert!(!is_vague("that lamp") && !is_vague("red one") && !is_vague("a little one"));
    }
}
