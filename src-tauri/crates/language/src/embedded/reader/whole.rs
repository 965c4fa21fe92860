//! What a request is as a whole: a wish, a question, or neither.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::LazyLock;

use patchbay_domain::{ParameterKind, ResourceType, ToolIndex, Toolbox};
use patchbay_phrases::times::{said_limits, without_limits};
use patchbay_phrases::{Quantity, quantities};
use patchbay_values::formats::format_of;
use regex::Regex;

use super::Heard;
use crate::encoder::heads::{ReadClause, Role};
use crate::words::background::{begins_a_wish, requires};
use crate::words::tokens::{Kind, Token};

/// From here on a clause's tool is sure.
const SURE: f32 = 0.8;
/// From here on words that wish for nothing mean a tool.
const MEANT: f32 = 0.4;
/// Longer requests that come without any file are mostly questions.
const MANY_WORDS: usize = 25;
/// From here on a clause works on what an earlier one made.
const TIED: f32 = 0.5;

impl Heard {
    /// Without any file, many sentences are one question far more often than many wishes: whether
    /// they all are text that answers the first, and none works on what another made; or whether,
    /// among many words, some sentence is about an image, video or audio clip that there is not.
    pub fn is_one_question(&self, text: &str, toolbox: &Toolbox) -> bool {
        let best = |clause: &ReadClause| {
            (0..clause.tools.len())
                .max_by(|a, b| clause.tools[*a].total_cmp(&clause.tools[*b]))
                .map(ToolIndex)
        };
        let media = |of: &ResourceType| !toolbox.fits(of, &ResourceType::TEXT);
        let of_words = |tool: ToolIndex| {
            let tool = &toolbox[tool];
            !media(&tool.returns)
                && !tool
                    .args
                    .iter()
                    .any(|argument| media(&argument.resource_type))
        };
        let makes_text = |clause: &ReadClause| {
            best(clause).is_some_and(|best| {
                let all: f32 = clause
                    .tools
                    .iter()
                    .map(|score| (score - clause.tools[best.0]).exp())
                    .sum();
                1.0 / all <= SURE || of_words(best)
            })
        };
        let stands_alone =
            |clause: &ReadClause| clause.earlier.iter().all(|probability| *probability < TIED);
        let clauses = &self.reading.clauses;
        let mut made: Vec<&ResourceType> = Vec::new();
        let mut of_nothing = false;
        for tool in clauses.iter().filter_map(best).map(|tool| &toolbox[tool]) {
            let lacks =
                |of: &ResourceType| media(of) && !made.iter().any(|made| toolbox.fits(made, of));
            of_nothing |= tool
                .args
                .iter()
                .any(|argument| lacks(&argument.resource_type));
            made.push(&tool.returns);
        }
        // Different wishes that go on with what another made are a chain, however long-winded.
        let mut meant: Vec<ToolIndex> = clauses.iter().filter_map(best).collect();
        meant.sort_unstable();
        let differ = meant.windows(2).all(|pair| pair[0] != pair[1]);
        let is_chain = differ
            && 2 * clauses
                .iter()
                .filter(|clause| !stands_alone(clause))
                .count()
                + 1
                >= clauses.len();
        let rambles = of_nothing
            && !is_chain
            && text.split_whitespace().count() > MANY_WORDS
            && clauses.iter().filter_map(best).any(of_words);
        clauses.len() > 1
            && (rambles || (clauses.iter().all(makes_text) && clauses.iter().all(stands_alone)))
    }

    /// Whether what was said is no wish as such.
    pub fn is_doubtful(&self) -> bool {
        self.reading.is_doubtful
    }

    /// Whether what was said is no wish as such, and does not mean one tool with some certainty
    /// either (“it's a poster, isn't it?” does).
    pub fn wishes_nothing(&self) -> bool {
        let means_one = |clause: &ReadClause| {
            let best = clause
                .tools
                .iter()
                .copied()
                .fold(f32::NEG_INFINITY, f32::max);
            let all: f32 = clause
                .tools
                .iter()
                .chain([&clause.nothing])
                .map(|score| (score - best).exp())
                .sum();
            1.0 / all > MEANT
        };
        self.reading.is_doubtful && !self.reading.clauses.iter().any(means_one)
    }

    /// Whether no thing is spoken of.
    pub fn has_no_object(&self) -> bool {
        self.reading
            .spans
            .iter()
            .all(|(role, _)| *role != Role::Object)
    }

    /// Takes clauses apart at ends of lines, where each line names a file and says something of it.
    pub fn split_lines(&mut self, tokens: &[Token], text: &str) {
        let says = |range: Range<usize>| {
            let inside = || {
                tokens
                    .iter()
                    .filter(|token| range.start <= token.start && token.end <= range.end)
            };
            inside().any(|token| matches!(token.kind, Kind::Files(_)))
                && inside().any(|token| matches!(token.kind, Kind::Word(_)))
        };
        let clauses = &mut self.reading.clauses;
        let mut place = 0;
        while place < clauses.len() {
            let Range { start, end } = clauses[place].bytes.clone();
            let ends = text[start..end]
                .match_indices('\n')
                .map(|(at, _)| start + at);
            if let Some(at) = ends
                .into_iter()
                .find(|at| says(start..*at) && says(at + 1..end))
            {
                let mut second = clauses[place].clone();
                second.bytes = at + 1..end;
                second.earlier.push(0.0);
                clauses[place].bytes.end = at;
                clauses.insert(place + 1, second);
                for later in &mut clauses[place + 2..] {
                    later.earlier.insert(place + 1, later.earlier[place]);
                }
            }
            place += 1;
        }
    }

    /// Makes clauses of which a value that is said in several parts is one: “at 300,200, 120 wide and
    /// 40 high”. A box that stands between clauses is said of the one before it.
    pub fn keep_values_whole(&mut self, text: &str) {
        let clauses = &mut self.reading.clauses;
        let listed = timed_list(text).map(|bytes| Quantity {
            kind: ParameterKind::Text,
            bytes,
        });
        let of_range = |found: regex::Match<'_>| Quantity {
            kind: ParameterKind::TimeRanges,
            bytes: found.range(),
        };
        let ranges = RANGE.find_iter(text).map(of_range);
        for Quantity { kind, bytes } in quantities(text).into_iter().chain(listed).chain(ranges) {
            let is_in = |clause: &ReadClause| {
                clause.bytes.start < bytes.end && bytes.start < clause.bytes.end
            };
            let begins_in = |clause: &ReadClause| clause.bytes.contains(&bytes.start);
            let is_before = |clause: &ReadClause| clause.bytes.end <= bytes.start;
            let mut first = clauses.iter().position(begins_in);
            if first.is_none() && kind == ParameterKind::Box {
                first = clauses.iter().rposition(is_before);
            }
            let Some(first) = first.or_else(|| clauses.iter().position(is_in)) else {
                continue;
            };
            while let Some(next) = clauses.get(first + 1).filter(|next| is_in(next)) {
                clauses[first].bytes.end = next.bytes.end;
                clauses.remove(first + 1);
                for later in &mut clauses[first + 1..] {
                    later.earlier.remove(first + 1);
                }
            }
            let whole = &mut clauses[first].bytes;
            *whole = whole.start.min(bytes.start)..whole.end.max(bytes.end);
        }
    }

    /// Gives words what is said before them of what they are about: a clause that only says a part of a time line
    /// goes to the words right behind it (“from 1 s to 5 s show the name”, “at 3 seconds freeze it”), what is told of a part
    /// or a size to the clause that speaks of it (“somebody swears from 2 s to 4 s. Make it silent there only”), and what
    /// somebody takes to the clause behind it (“our website wants webp. Convert it”).
    pub fn keep_limits(&mut self, text: &str, openers: &HashSet<String>) {
        let clauses = &mut self.reading.clauses;
        let is_limit = |words: &str| {
            MOMENT.is_match(words)
                || (said_limits(words).is_some()
                    && !without_limits(words).contains(char::is_alphanumeric))
        };
        let says_where = |words: &str| {
            let is_place = |kind| {
                matches!(
                    kind,
                    ParameterKind::Box | ParameterKind::Size | ParameterKind::Ratio
                )
            };
            said_limits(words).is_some() || quantities(words).iter().any(|one| is_place(one.kind))
        };
        let tells = |words: &str| says_where(words) && !begins_a_wish(words, openers);
        let mut place = 0;
        while place < clauses.len() {
            let Range { start, end } = clauses[place].bytes.clone();
            let refers = THAT_PART.is_match(&text[start..end]);
            let before = place
                .checked_sub(1)
                .map(|before| clauses[before].bytes.clone());
            let gap = before.as_ref().map_or(0, |before| before.end)..start;
            if let Some(before) = before
                && gap.start <= gap.end
                && text[gap.clone()]
                    .chars()
                    .all(|letter| !letter.is_alphanumeric())
                && ((is_limit(&text[before.clone()]) && text[gap.clone()].trim().is_empty())
                    || (refers && tells(&text[before.clone()])))
            {
                clauses[place].bytes.start = before.start;
                clauses.remove(place - 1);
                for later in &mut clauses[place - 1..] {
                    later.earlier.remove(place - 1);
                }
                continue;
            }
            let told = text.get(gap.clone()).unwrap_or_default();
            if (refers && tells(told)) || asks_for_a_file(told) {
                clauses[place].bytes.start = gap.start;
            }
            place += 1;
        }
    }

    /// Makes all of it one clause: what was heard of all of them on the average, over the whole
    /// text.
    pub fn join(&mut self, text: &str) {
        let count = self.reading.clauses.len() as f32;
        let mut rest = self.reading.clauses.split_off(1).into_iter();
        if let Some(first) = self.reading.clauses.first_mut() {
            first.bytes = 0..text.len();
            let scores = |clause: &mut ReadClause| {
                [&mut clause.tools, &mut clause.base, &mut clause.help].map(std::mem::take)
            };
            let mut sums = scores(first);
            rest.by_ref().for_each(|mut other| {
                for (sum, one) in sums.iter_mut().zip(scores(&mut other)) {
                    sum.iter_mut().zip(one).for_each(|(sum, one)| *sum += one);
                }
            });
            sums.iter_mut().flatten().for_each(|sum| *sum /= count);
            [first.tools, first.base, first.help] = sums;
        }
        self.reading.spans.clear();
    }
}

/// Whether words say what file somebody takes: “our website only takes webp”.
fn asks_for_a_file(words: &str) -> bool {
    let names_a_format = || {
        let mut all = words.split(|letter: char| !letter.is_alphanumeric());
        all.any(|word| format_of(&word.to_lowercase()).is_some())
    };
    let is_size = |one: &Quantity| one.kind == ParameterKind::Bytes;
    requires(words) && (names_a_format() || quantities(words).iter().any(is_size))
}

/// A part of a time line between two times: “between 4s and 7s”, “seconds 2 to 5”.
static RANGE: LazyLock<Regex> = LazyLock::new(|| {
    let unit = r"(?:seconds?|secs?|minutes?|mins?)";
    let time = format!(r"(?:{unit}\s+)?\d+(?:[:.]\d+)*\s*(?:{unit}|s|m)?\b");
    let to = r"(?:and|to|till|until)";
    Regex::new(&format!(
        r"(?i)\b(?:(?:between|from)\s+{time}\s+{to}\s+{time}|{unit}\s+\d+(?:[:.]\d+)*\s*(?:{to}|-|–)\s*{time})"
    ))
    .expect("a valid expression")
});

/// Words that say nothing but a moment: “at 4.5 seconds”.
static MOMENT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)^\W*(?:at|after)\s+(?:about\s+)?(?:second\s+\d+(?:\.\d+)?|\d+(?::\d{2}){1,2}(?:\.\d+)?|\d+(?:\.\d+)?\s*(?:seconds?|secs?|s))\W*$",
    )
    .expect("a valid expression")
});

/// Words that mean a part, place or size of which was spoken before.
static THAT_PART: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)\b(?:th(?:at|is)\s+(?:\w+\s+)?(?:part|bit|section|moment|time|stretch|passage|piece|scene|segment|range|area|spot|place|corner)|(?:just|only|right)\s+(?:there|then|that)|(?:there|then)\s+only)\b|\b(?:there|then)\W*$|\b(?:of|to|in|at|with)\s+(?:that|this|those|these)\s+(?:size|dimensions|resolution|ratio|shape)\b",
    )
    .expect("a valid expression")
});

/// The words that stand behind a time and are no part of it.
const OF_TIMES: [&str; 14] = [
    "to", "until", "till", "and", "or", "for", "from", "through", "on", "onwards", "in", "the",
    "s", "of",
];

/// Where a text lists times with a title each, as chapters are written: “0:00 Intro, 0:04 Dough”.
fn timed_list(text: &str) -> Option<Range<usize>> {
    static TIMED: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"\b\d{1,3}:\d{2}(?::\d{2})?\s+[-–—:]?\s*(\p{L}[\p{L}\p{N}'’]*)[^,;\n:]*")
            .expect("a valid expression")
    });
    let is_titled = |found: &regex::Captures| !OF_TIMES.contains(&found[1].to_lowercase().as_str());
    let all: Vec<Range<usize>> = TIMED
        .captures_iter(text)
        .filter(is_titled)
        .filter_map(|found| found.get(0).map(|all| all.range()))
        .collect();
    let (first, last) = (all.first()?, all.last()?);
    (all.len() > 1).then(|| first.start..first.start + text[first.start..last.end].trim_end().len())
}
