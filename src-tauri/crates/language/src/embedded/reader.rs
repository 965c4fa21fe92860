//! Reads requests with the encoder: what it hears becomes clauses over the request's tokens.

use std::ops::Range;
use std::sync::LazyLock;

use patchbay_domain::{NamedResource, Request, ResourceType, Toolbox};
use patchbay_planner::TextSpans;
use regex::Regex;

use crate::encoder::Encoder;
use crate::encoder::heads::{ReadClause, Reading, Role};
use crate::encoder::input::{Input, MOST_MARKS, Masked, Status};
use crate::encoder::tools::ToolVectors;

use super::clauses::{Clause, is_courtesy};
use super::pattern::Patterns;
use super::references::Known;
use super::tokens::{Kind, Token, clean, marks};

/// What a clause's likeness to a tool's examples, from 0 to 1, counts beside the encoder's.
const EXAMPLES: f32 = 4.0;
/// The same for what the base model sees.
const BASE: f32 = 6.0;
/// How much less alike a tool may be to count as half as alike.
const TEMPERATURE: f32 = 4.0;

/// What a tool counts at most as spoken of because words of its examples stand in a clause: the encoder hears better.
const EXAMPLE_MENTION: f32 = 0.55;
/// How much more a clause has to be like what no tool can do than like any tool.
const IMPOSSIBLE: f32 = 1.0;
/// From here on a clause's tool is sure.
const SURE: f32 = 0.8;
/// From here on a clause works on what an earlier one made.
const TIED: f32 = 0.5;

/// The encoder with what it knows of a toolbox.
pub struct Reader {
    encoder: Encoder,
    tools: ToolVectors,
}

/// What was heard of a request.
pub struct Heard {
    reading: Reading,
    /// The file in each of the encoder's places.
    places: Vec<usize>,
}

/// A clause with all that was heard of it.
pub struct HeardClause {
    /// Its tokens, and how alike it is to each tool.
    pub clause: Clause,
    /// Whether any tool can do it.
    pub is_possible: bool,
    /// The words to copy.
    pub spans: TextSpans,
    /// Words that stand outside all clauses, to be worked on: “my motto is 'less is more'. Read it aloud.”
    pub said_beside: Option<String>,
    /// From 0 to 1 for each file: whether it works on it.
    pub files: Vec<f32>,
    /// The same for something that is not there.
    pub missing: f32,
    /// The same for what each earlier clause made.
    pub earlier: Vec<f32>,
}

impl Reader {
    /// A reader for a toolbox; fails where the weights are damaged.
    pub fn new(encoder: Encoder, toolbox: &Toolbox) -> candle_core::Result<Self> {
        let tools = ToolVectors::new(&encoder, toolbox)?;
        Ok(Self { encoder, tools })
    }

    /// The thing that the request before this one spoke of, where there was one.
    pub fn object_before(&self, request: &Request, known: &Known) -> Option<String> {
        let last = request.history.last()?;
        let before = Request {
            instruction: last.instruction.clone(),
            resources: request.resources.clone(),
            history: request.history[..request.history.len() - 1].to_vec(),
            ..Request::default()
        };
        let heard = self.read(&before, &last.instruction, known)?;
        heard.words(Role::Object, &(0..last.instruction.len()), &last.instruction)
    }

    /// Reads a request; none where the encoder fails.
    pub fn read(&self, request: &Request, text: &str, known: &Known) -> Option<Heard> {
        let marks = marks(text, &known.resources);
        let named =
            |file: &usize| marks.iter().any(|mark| matches!(&mark.kind, Kind::Files(files) if files.contains(file)));
        let mut places: Vec<usize> = (0..known.resources.len()).collect();
        if places.len() > MOST_MARKS {
            // What is spoken of has a place; of the rest, the first have.
            places.sort_by_key(|file| !named(file));
            places.truncate(MOST_MARKS);
        }
        let files: Vec<(&NamedResource, Status)> = places
            .iter()
            .map(|file| (request.resources.get(*file).unwrap_or(&known.resources[*file]), known.status(*file)))
            .collect();
        let masked = masked(marks, &places);
        let last = request.history.last().map(|turn| turn.instruction.as_str());
        let before = last.map(|words| (words, self::masked(self::marks(words, &known.resources), &places)));
        let before = before.as_ref().map(|(words, masked)| (*words, masked.as_slice()));
        let input = Input::new(self.encoder.tokenizer(), text, &masked, &files, before).ok()?;
        let reading = self.encoder.read(&input, &self.tools).ok()?;
        Some(Heard { reading, places })
    }
}

/// Marks as the encoder takes them, files by their places.
fn masked(marks: Vec<Token>, places: &[usize]) -> Vec<Masked> {
    let place = |file: &usize| places.iter().position(|other| other == file).unwrap_or(places.len());
    let of = |mark: Token| Masked {
        bytes: mark.start..mark.end,
        file: if let Kind::Files(files) = mark.kind { files.first().map(place) } else { None },
    };
    marks.into_iter().map(of).collect()
}

impl HeardClause {
    /// Whether it asks for nothing: “can you do that for me?”
    pub fn is_courtesy(&self, tokens: &[Token]) -> bool {
        is_courtesy(&tokens[self.clause.tokens.clone()])
    }
}

impl Heard {
    /// Without any file, many sentences are one question far more often than many wishes: whether they all are text
    /// that answers the first, and none works on what another made.
    pub fn is_one_question(&self, toolbox: &Toolbox) -> bool {
        let makes_text = |clause: &ReadClause| {
            let best = (0..clause.tools.len()).max_by(|a, b| clause.tools[*a].total_cmp(&clause.tools[*b]));
            best.is_some_and(|best| {
                let all: f32 = clause.tools.iter().map(|score| (score - clause.tools[best]).exp()).sum();
                let sure = 1.0 / all > SURE;
                let media = |of: &ResourceType| !toolbox.fits(of, &ResourceType::TEXT);
                let tool = &toolbox.tools[best];
                !sure || !(media(&tool.returns) || tool.args.iter().any(|argument| media(&argument.resource_type)))
            })
        };
        let stands_alone = |clause: &ReadClause| clause.earlier.iter().all(|probability| *probability < TIED);
        let clauses = &self.reading.clauses;
        clauses.len() > 1 && clauses.iter().all(makes_text) && clauses.iter().all(stands_alone)
    }

    /// Whether no thing is spoken of.
    pub fn has_no_object(&self) -> bool {
        self.reading.spans.iter().all(|(role, _)| *role != Role::Object)
    }

    /// What was heard, in order.
    pub fn clauses(&self) -> &[ReadClause] {
        &self.reading.clauses
    }

    /// Makes all of it one clause: what was heard of the first, over the whole text.
    pub fn join(&mut self, text: &str) {
        self.reading.clauses.truncate(1);
        for clause in &mut self.reading.clauses {
            clause.bytes = 0..text.len();
        }
        self.reading.spans.clear();
    }

    /// A clause over the request's tokens, its likeness to tools mixed with that to the tools' examples.
    pub fn clause(
        &self,
        read: &ReadClause,
        tokens: &[Token],
        text: &str,
        patterns: &Patterns,
        known: &Known,
        toolbox: &Toolbox,
    ) -> HeardClause {
        let inside = |token: &Token| token.start < read.bytes.end && read.bytes.start < token.end;
        let start = tokens.iter().position(inside).unwrap_or(0);
        let end = tokens.iter().rposition(inside).map_or(start, |last| last + 1);
        let mut alignments = patterns.align(&tokens[start..end], &known.resources, toolbox);
        let scores: Vec<f32> = alignments
            .iter()
            .enumerate()
            .map(|(tool, alignment)| read.tools[tool] + EXAMPLES * alignment.likeness + BASE * read.base[tool])
            .collect();
        let best = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        for (tool, alignment) in alignments.iter_mut().enumerate() {
            alignment.likeness = ((scores[tool] - best) / TEMPERATURE).exp();
            alignment.mention = alignment.mention.min(EXAMPLE_MENTION).max(read.help[tool]);
        }
        let spans = TextSpans {
            object: self.words(Role::Object, &read.bytes, text),
            content: self.words(Role::Content, &read.bytes, text),
            title: self.words(Role::Title, &read.bytes, text),
            instruction: String::new(),
        };
        let clause = Clause { tokens: start..end, alignments };
        let files = self.files(read, &tokens[start..end], known);
        let is_possible = read.tools.iter().any(|score| *score > read.nothing - IMPOSSIBLE);
        HeardClause {
            clause,
            is_possible,
            spans,
            said_beside: self.said_beside(read, text),
            files,
            missing: read.missing,
            earlier: read.earlier.clone(),
        }
    }

    /// How likely a clause works on each file. Those for which the encoder has no place are meant where all of their kind
    /// are that it sees, named ones as named ones and the rest as the rest.
    fn files(&self, read: &ReadClause, tokens: &[Token], known: &Known) -> Vec<f32> {
        let named =
            |file: usize| tokens.iter().any(|token| matches!(&token.kind, Kind::Files(files) if files.contains(&file)));
        let seen = || self.places.iter().copied().zip(read.files.iter().copied());
        (0..known.resources.len())
            .map(|file| {
                let alike = |other: usize| {
                    known.resources[other].resource_type == known.resources[file].resource_type
                        && known.status(other) == known.status(file)
                        && named(other) == named(file)
                };
                let own = seen().find(|(other, _)| *other == file).map(|(_, probability)| probability);
                own.or_else(|| seen().filter(|(other, _)| alike(*other)).map(|(_, p)| p).reduce(f32::min))
                    .unwrap_or(0.0)
            })
            .collect()
    }

    /// The words about content that stand outside all clauses: the nearest before a clause, else the first behind it.
    fn said_beside(&self, read: &ReadClause, text: &str) -> Option<String> {
        let inside = |span: &Range<usize>| self.reading.clauses.iter().any(|clause| clause.bytes.contains(&span.start));
        let beside = || self.reading.spans.iter().filter(|(role, span)| *role == Role::Content && !inside(span));
        let before = beside().rfind(|(_, span)| span.start < read.bytes.start);
        let (_, span) = before.or_else(|| beside().next())?;
        Some(clean(&text[whole_words(text, span)])).filter(|words| !words.is_empty())
    }

    /// The words of a role in a clause, whole words only; several that only an “and” parts are one.
    fn words(&self, role: Role, within: &Range<usize>, text: &str) -> Option<String> {
        static BETWEEN: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(r"(?i)^[\s,&]*(?:(?:and|or|the|a|an|all)[\s,]*)*$").expect("a valid expression")
        });
        let mut found: Option<Range<usize>> = None;
        for (_, span) in self.reading.spans.iter().filter(|(of, span)| *of == role && within.contains(&span.start)) {
            let span = whole_words(text, span);
            match &mut found {
                None => found = Some(span),
                Some(before) if span.start <= before.end || BETWEEN.is_match(&text[before.end..span.start]) => {
                    before.end = before.end.max(span.end);
                }
                Some(_) => break,
            }
        }
        found.map(|span| clean(&text[span])).filter(|words| !words.is_empty())
    }
}

/// A span with the rest of the words at its ends.
fn whole_words(text: &str, span: &Range<usize>) -> Range<usize> {
    let word = |c: char| c.is_alphanumeric() || c == '\'' || c == '_';
    let before: usize = text[..span.start].chars().rev().take_while(|c| word(*c)).map(char::len_utf8).sum();
    let starts_in_word = text[span.start..].chars().next().is_some_and(word);
    let after: usize = text[span.end..].chars().take_while(|c| word(*c)).map(char::len_utf8).sum();
    let ends_in_word = text[..span.end].chars().next_back().is_some_and(word);
    let start = if starts_in_word { span.start - before } else { span.start };
    start..if ends_in_word { span.end + after } else { span.end }
}
