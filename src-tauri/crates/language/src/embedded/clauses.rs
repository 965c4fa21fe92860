//! Where one wish ends and the next begins: of all ways to cut a request at its joints, the one
//! whose pieces align best with what tools are for.

use std::ops::Range;
use std::sync::LazyLock;

use patchbay_domain::{NamedResource, ToolIndex, Toolbox};
use regex::Regex;

use crate::words::lexicon;
use crate::words::pattern::{Alignment, Patterns};
use crate::words::tokens::{Kind, Token};

/// A piece of a request that asks for something.
#[derive(Debug, Clone)]
pub struct Clause {
    /// Its tokens.
    pub tokens: Range<usize>,
    /// How each tool aligns with it.
    pub alignments: Vec<Alignment>,
    /// How much more it is like a tool than like what no tool can do, as the encoder scores it;
    /// infinite where nothing tells.
    pub margin: f32,
}

impl Clause {
    /// The same clause, being about the tool `other` instead of `key`: the two change places.
    pub(super) fn about(&self, other: ToolIndex, key: ToolIndex) -> Self {
        let mut clause = self.clone();
        clause.alignments[other.0].likeness = self.alignments[key.0].likeness;
        clause.alignments[key.0].likeness = self.alignments[other.0].likeness;
        clause
    }

    /// The tool that it is most alike; of equals the one whose name comes first. None where there are no tools.
    pub(super) fn key_tool(&self, toolbox: &Toolbox) -> Option<ToolIndex> {
        let likeness = |tool: &ToolIndex| self.alignments[tool.0].likeness;
        toolbox.indices().max_by(|a, b| {
            likeness(a)
                .total_cmp(&likeness(b))
                .then_with(|| toolbox[*b].name.cmp(&toolbox[*a].name))
        })
    }

    /// The points of the best tool.
    fn points(&self) -> f32 {
        self.alignments
            .iter()
            .map(|alignment| alignment.points)
            .fold(f32::NEG_INFINITY, f32::max)
    }
}

/// What a clause more costs: a request is not cut without a reason.
const CUT: f32 = 0.9;
/// What it costs to take a piece as said only for context, and each word of it.
const CONTEXT: (f32, f32) = (0.9, 0.12);
/// The most joints that are looked at; longer requests are cut at the strongest only.
const MOST_JOINTS: usize = 10;
/// The longest piece that can be a clause, in tokens, unless the request is one piece.
const LONGEST_CLAUSE: usize = 60;

/// Words that begin a circumstance.
const CIRCUMSTANCE: &[&str] = &[
    "with",
    "using",
    "given",
    "as",
    "in",
    "for",
    "based",
    "from",
    "by",
    "according",
    "considering",
    "looking",
    "answer",
];
/// Words of politeness around a wish: “can you do that for me?”
const COURTESY: &str = "do help give get show make know check extract thank assist work feasible possible confirm create \
    tell let want need like love hope sure glad fine great first using available tool task accomplish \
    find out";

/// The wishes of a request, in order.
pub fn clauses(
    tokens: &[Token],
    text: &str,
    patterns: &Patterns,
    resources: &[NamedResource],
    toolbox: &Toolbox,
) -> Vec<Clause> {
    let joints = joints(tokens, text, patterns);
    let count = joints.len();
    // best[i]: the best cut of everything before joint i.
    let mut best: Vec<(f32, usize, Option<Clause>)> = vec![(f32::NEG_INFINITY, 0, None); count];
    best[0].0 = 0.0;
    for end in 1..count {
        for start in 0..end {
            let range = trim(joints[start]..joints[end], tokens);
            let words = range.len() as f32;
            let skipped = best[start].0 - CONTEXT.0 - CONTEXT.1 * words;
            if range.is_empty() {
                if best[start].0 > best[end].0 {
                    best[end] = (best[start].0, start, None);
                }
                continue;
            }
            if skipped > best[end].0 {
                best[end] = (skipped, start, None);
            }
            if range.len() > LONGEST_CLAUSE && count > 2 {
                continue;
            }
            if start > 0 && is_courtesy(&tokens[range.clone()]) {
                if best[start].0 > best[end].0 {
                    best[end] = (best[start].0, start, None);
                }
                continue;
            }
            let alignments = patterns.align(&tokens[range.clone()], resources, toolbox);
            let clause = Clause {
                tokens: range,
                alignments,
                margin: f32::INFINITY,
            };
            let points = best[start].0 + clause.points() - CUT;
            if points > best[end].0 {
                best[end] = (points, start, Some(clause));
            }
        }
    }
    let mut found = Vec::new();
    let mut end = count - 1;
    while end > 0 {
        let (_, start, clause) = std::mem::take(&mut best[end]);
        found.extend(clause);
        end = start;
    }
    found.reverse();
    found
}

/// Whether a piece only asks for what was said before it.
pub fn is_courtesy(tokens: &[Token]) -> bool {
    tokens.iter().all(|token| match &token.kind {
        Kind::Word(word) if lexicon::type_word(word).is_some() => false,
        Kind::Word(word) => {
            lexicon::is_light(word) || COURTESY.split(' ').any(|courtesy| courtesy == word)
        }
        Kind::Reference { of, .. } => of.is_none(),
        Kind::Break => true,
        Kind::Files(_) | Kind::Quote => false,
    })
}

/// Whether a piece is nothing but an exclamation: “OK”, “great, thanks!”.
pub fn is_exclamation(tokens: &[Token], text: &str) -> bool {
    const EXCLAMATIONS: [&str; 28] = [
        "ok",
        "okay",
        "great",
        "nice",
        "lovely",
        "perfect",
        "super",
        "good",
        "fine",
        "cool",
        "wow",
        "beautiful",
        "yes",
        "yep",
        "no",
        "right",
        "sure",
        "thanks",
        "thank",
        "you",
        "hm",
        "hmm",
        "oh",
        "ah",
        "well",
        "alright",
        "very",
        "so",
    ];
    tokens.iter().all(|token| {
        let written = text[token.start..token.end].to_lowercase();
        matches!(token.kind, Kind::Break) || EXCLAMATIONS.contains(&written.as_str())
    })
}

/// A piece without the joints' own words at its ends.
fn trim(mut range: Range<usize>, tokens: &[Token]) -> Range<usize> {
    let is_joint = |token: &Token| match &token.kind {
        Kind::Break => true,
        Kind::Word(word) => matches!(word.as_str(), "and" | "then" | "n" | "also"),
        _ => false,
    };
    while range.start < range.end && is_joint(&tokens[range.start]) {
        range.start += 1;
    }
    while range.start < range.end && is_joint(&tokens[range.end - 1]) {
        range.end -= 1;
    }
    range
}

/// The places where a clause can begin, the start and the end of the request among them.
fn joints(tokens: &[Token], text: &str, patterns: &Patterns) -> Vec<usize> {
    let is_opener = |index: usize| match tokens.get(index).map(|token| &token.kind) {
        Some(Kind::Word(word)) => patterns.openers.contains(word),
        _ => false,
    };
    let opens = |index: usize| {
        let mut next = index;
        while let Some(Kind::Word(word)) = tokens.get(next).map(|token| &token.kind)
            && lexicon::is_light(word)
            && !is_opener(next)
            && next < index + 4
        {
            next += 1;
        }
        is_opener(next)
    };
    // “With the mask b.png, remove …”: what a sentence begins with as a circumstance is no wish of
    // its own.
    let circumstance = |from: usize| {
        tokens.get(from).is_some_and(|token| {
            let word = text[token.start..token.end].to_lowercase();
            CIRCUMSTANCE.contains(&word.as_str())
        })
    };
    let mut begin = 0;
    let mut weak = Vec::new();
    let mut strong = Vec::new();
    for (index, token) in tokens.iter().enumerate().skip(1) {
        let written = &text[token.start..token.end];
        match &token.kind {
            Kind::Break if matches!(written, "." | ";" | "!" | "?" | "\n" | "->" | "→" | "=>") => {
                strong.push(index);
                begin = index + 1;
            }
            Kind::Break if matches!(written, "," | ":") && !circumstance(begin) => weak.push(index),
            Kind::Word(word) if word == "then" => strong.push(index),
            Kind::Word(word) if matches!(word.as_str(), "and" | "n") && opens(index + 1) => {
                weak.push(index);
            }
            _ => {}
        }
    }
    let mut joints = strong;
    if joints.len() + weak.len() <= MOST_JOINTS {
        joints.extend(weak);
    }
    joints.truncate(MOST_JOINTS);
    joints.push(0);
    joints.push(tokens.len());
    joints.sort_unstable();
    joints.dedup();
    joints
}
/// Whether words only say that there are to be subtitles, and not which: “in captions” of “burn in
/// captions”.
pub fn is_subtitles(words: &str) -> bool {
    static SUBTITLES: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)^(?:(?:in|on|with|the|its|some|hard|soft|closed|open|burned|burnt)[ -])*(?:captions?|sub-?titles?|subs|cc)$")
            .expect("a valid expression")
    });
    SUBTITLES.is_match(words.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn that_there_are_to_be_subtitles_does_not_say_which() {
        assert!(
            is_subtitles("in captions")
                && is_subtitles("closed captions")
                && is_subtitles("the subs")
        );
        assert!(!is_subtitles("captions of the second one") && !is_subtitles("Merry Christmas"));
    }
}
