//! Reads requests with the encoder: what it hears becomes clauses over the request's tokens.

mod taken;
mod whole;
mod words;

use std::sync::{Arc, LazyLock};

use patchbay_domain::{Request, TextRole, ToolIndex, Toolbox};
use patchbay_planner::TextSpans;
use regex::Regex;

use crate::encoder::Encoder;
use crate::encoder::heads::{Cut, ReadClause, Reading, Role};
use crate::encoder::input::{Input, MOST_BEFORE, MOST_MARKS, Masked, Source};
use crate::encoder::tools::ToolVectors;

use self::taken::Said;
use super::clauses::{Clause, is_courtesy, is_subtitles};
use super::hints::Hint;
use crate::references::DiscourseContext;
use crate::words::index::{ClauseIndex, FileIndex};
use crate::words::pattern::{Alignment, Patterns};
use crate::words::tokens::{Kind, Token, marks};

/// What a clause's likeness to a tool's examples, from 0 to 1, counts beside the encoder's.
const EXAMPLES: f32 = 4.0;
/// The same for what the base model sees.
const BASE: f32 = 6.0;
/// How much less alike a tool may be to count as half as alike.
const TEMPERATURE: f32 = 4.0;

/// What a tool counts at most as spoken of because words of its examples stand in a clause: the
/// encoder hears better.
const EXAMPLE_MENTION: f32 = 0.55;
/// How much more a clause has to be like what no tool can do than like any tool.
const IMPOSSIBLE: f32 = 1.0;
/// How alike a clause has to be to an example that leaves no words open, for its tool to be able to
/// do it whatever the encoder hears: tools are added that it was not trained with.
const AS_AN_EXAMPLE: f32 = 0.9;
/// And from here on where the example’s tool takes all values that are said, in a clause with a verb.
const AS_AN_EXAMPLE_WITH_VALUES: f32 = 0.6;
/// How much more alike a clause is to a tool that takes all of its values and its format.
const TAKES: f32 = 3.0;
/// How much less alike a question is to a tool that answers none, where it is no wish as such.
const NO_ANSWER: f32 = 8.0;

/// The encoder with what it knows of a toolbox.
pub struct Reader {
    encoder: Arc<Encoder>,
    tools: ToolVectors,
}

/// What was heard of a request.
pub struct Heard {
    reading: Reading,
    /// The file in each of the encoder's places.
    places: Vec<FileIndex>,
}

/// What a clause is read beside: the words of its request and what is known of files and tools.
pub struct Beside<'a> {
    /// The request's words.
    pub text: &'a str,
    /// Their tokens.
    pub tokens: &'a [Token],
    /// The examples of the toolbox.
    pub patterns: &'a Patterns,
    /// The rules by which words count.
    pub hints: &'a [Hint],
    /// The files.
    pub known: &'a DiscourseContext,
    /// The tools.
    pub toolbox: &'a Toolbox,
}

/// A clause with all that was heard of it.
pub struct HeardClause {
    /// Its tokens, and how alike it is to each tool.
    pub clause: Clause,
    /// Whether any tool can do it.
    pub is_possible: bool,
    /// The words to copy.
    pub spans: TextSpans,
    /// The thing that was spoken of last before the clause: “there is a poster on the wall, remove
    /// that”.
    pub object_beside: Option<String>,
    /// Words that stand outside all clauses, to be worked on: “my motto is 'less is more'. Read it
    /// aloud.”
    pub said_beside: Option<String>,
    /// From 0 to 1 for each file: whether it works on it.
    pub files: Vec<f32>,
    /// The same for something that is not there.
    pub missing: f32,
    /// The same for what each earlier clause made.
    pub earlier: Vec<f32>,
}

/// Whether a text is a statement with a question behind it: “it's a poster, isn't it?”
fn asks_whether_it_is_so(text: &str) -> bool {
    static TAG: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i),\s*(?:(?:is|are|was|were|do|does|did|has|have|ca|wo)n['’]?t\s+(?:it|they|he|she|that|this|there|you)|right|correct)\s*\?\s*$")
            .expect("a valid expression")
    });
    TAG.is_match(text)
}

impl Heard {
    /// Whether a text asks and wishes nothing.
    fn asks(&self, text: &str) -> bool {
        (self.reading.is_doubtful && text.trim_end().ends_with('?')) || asks_whether_it_is_so(text)
    }
}

impl Reader {
    /// A reader for a toolbox; fails where the weights are damaged.
    pub fn new(encoder: Arc<Encoder>, toolbox: &Toolbox) -> candle_core::Result<Self> {
        let tools = ToolVectors::new(&encoder, toolbox)?;
        Ok(Self { encoder, tools })
    }

    /// Reads a request; none where the encoder fails.
    pub fn read(&self, request: &Request, text: &str, known: &DiscourseContext) -> Option<Heard> {
        self.readings(request, text, known, &[Cut::LIKELIEST]).pop()
    }

    /// Reads a request with its clauses cut at each of these costs; nothing where the encoder fails.
    pub fn readings(
        &self,
        request: &Request,
        text: &str,
        known: &DiscourseContext,
        cuts: &[Cut],
    ) -> Vec<Heard> {
        let marks = marks(text, &known.resources);
        let named = |file: &FileIndex| {
            marks
                .iter()
                .any(|mark| matches!(&mark.kind, Kind::Files(files) if files.contains(file)))
        };
        let mut places: Vec<FileIndex> = known.files().collect();
        if places.len() > MOST_MARKS {
            // What is spoken of has a place; of the rest, the first have.
            places.sort_by_key(|file| !named(file));
            places.truncate(MOST_MARKS);
        }
        let source = |file: &FileIndex| Source {
            resource: request.resources.get(file.0).unwrap_or(&known[*file]),
            status: known.status(*file),
            turns_ago: known.turns_ago(*file),
        };
        let files: Vec<Source> = places.iter().map(source).collect();
        let masked = masked(marks, &places);
        let before = request
            .history
            .iter()
            .rev()
            .map(|turn| turn.instruction.as_str());
        let masked_before = |words| {
            (
                words,
                self::masked(self::marks(words, &known.resources), &places),
            )
        };
        let before: Vec<(&str, Vec<Masked>)> =
            before.take(MOST_BEFORE).map(masked_before).collect();
        let input = Input::new(self.encoder.tokenizer(), text, &masked, &files, &before);
        let readings = input.and_then(|input| self.encoder.read_cut(&input, &self.tools, cuts));
        let heard = |reading| Heard {
            reading,
            places: places.clone(),
        };
        readings.map_or_else(|_| Vec::new(), |all| all.into_iter().map(heard).collect())
    }
}

/// Marks as the encoder takes them, files by their places.
fn masked(marks: Vec<Token>, places: &[FileIndex]) -> Vec<Masked> {
    let place = |file: &FileIndex| {
        places
            .iter()
            .position(|other| other == file)
            .unwrap_or(places.len())
    };
    let of = |mark: Token| Masked {
        bytes: mark.start..mark.end,
        file: if let Kind::Files(files) = mark.kind {
            files.first().map(place)
        } else {
            None
        },
    };
    marks.into_iter().map(of).collect()
}

impl HeardClause {
    /// Whether it asks for nothing: “can you do that for me?”
    pub fn is_courtesy(&self, tokens: &[Token]) -> bool {
        is_courtesy(&tokens[self.clause.tokens.clone()])
    }

    /// Each file, with how likely the clause works on it.
    pub fn by_file(&self) -> impl Iterator<Item = (FileIndex, f32)> {
        (0..).map(FileIndex).zip(self.files.iter().copied())
    }

    /// Each earlier clause, with how likely this one works on what that made.
    pub fn by_earlier(&self) -> impl Iterator<Item = (ClauseIndex, f32)> {
        (0..).map(ClauseIndex).zip(self.earlier.iter().copied())
    }
}

impl Heard {
    /// What was heard, in order.
    pub fn clauses(&self) -> &[ReadClause] {
        &self.reading.clauses
    }

    /// A clause over the request's tokens, its likeness to tools mixed with that to the tools'
    /// examples.
    pub fn clause(&self, read: &ReadClause, beside: &Beside<'_>) -> HeardClause {
        let Beside {
            text,
            tokens,
            patterns,
            hints,
            known,
            toolbox,
        } = *beside;
        let inside = |token: &Token| token.start < read.bytes.end && read.bytes.start < token.end;
        let start = tokens.iter().position(inside).unwrap_or(0);
        let end = tokens
            .iter()
            .rposition(inside)
            .map_or(start, |last| last + 1);
        let mut alignments = patterns.align(&tokens[start..end], &known.resources, toolbox);
        // “It's a poster, isn't it?”
        let is_question = self.asks(text);
        let answers = |tool: ToolIndex| {
            toolbox[tool]
                .args
                .iter()
                .any(|argument| argument.role == Some(TextRole::Question))
        };
        // What is told around the only wish is of it: “the limit is 5 MB, make it fit”.
        let is_only = self.reading.clauses.len() == 1;
        let said = Said::new(text, if is_only { tokens } else { &tokens[start..end] });
        let counts = hints.contains(&Hint::Values);
        let takes = |tool: usize| {
            let share = said.share(&toolbox[ToolIndex(tool)]);
            share.filter(|_| counts).unwrap_or(0.0)
        };
        let is_like_an_example = |(tool, one): (usize, &Alignment)| {
            let is_said = || said.share(&toolbox[ToolIndex(tool)]) == Some(1.0);
            let least = if counts && patterns.opens(&tokens[start..end]) && is_said() {
                AS_AN_EXAMPLE_WITH_VALUES
            } else {
                AS_AN_EXAMPLE
            };
            one.captures.is_empty() && one.likeness > least
        };
        let is_an_example = hints.contains(&Hint::Examples)
            && alignments.iter().enumerate().any(is_like_an_example);
        let scores: Vec<f32> = alignments
            .iter()
            .enumerate()
            .map(|(tool, alignment)| {
                read.tools[tool]
                    + EXAMPLES * alignment.likeness
                    + BASE * read.base[tool]
                    + TAKES * takes(tool)
            })
            .enumerate()
            .map(|(tool, score)| {
                if is_question && !answers(ToolIndex(tool)) {
                    score - NO_ANSWER
                } else {
                    score
                }
            })
            .collect();
        let best = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        for (tool, alignment) in alignments.iter_mut().enumerate() {
            alignment.likeness = ((scores[tool] - best) / TEMPERATURE).exp();
            alignment.mention = alignment.mention.min(EXAMPLE_MENTION).max(read.help[tool]);
        }
        let margin = read.tools.iter().copied().fold(f32::NEG_INFINITY, f32::max) - read.nothing;
        let clause = Clause {
            tokens: start..end,
            alignments,
            margin,
        };
        let files = self.files(read, &tokens[start..end], known);
        HeardClause {
            clause,
            is_possible: margin > -IMPOSSIBLE || is_an_example,
            spans: self.spans(read, text),
            object_beside: self.object_beside(read, text),
            said_beside: self.said_beside(read, text),
            files,
            missing: read.missing,
            earlier: read.earlier.clone(),
        }
    }

    /// The words of a clause that its tool is to take over.
    fn spans(&self, read: &ReadClause, text: &str) -> TextSpans {
        TextSpans {
            object: self.words(Role::Object, &read.bytes, text),
            content: self
                .words(Role::Content, &read.bytes, text)
                .filter(|words| !is_subtitles(words)),
            title: self.words(Role::Title, &read.bytes, text),
            instruction: String::new(),
        }
    }

    /// How likely a clause works on each file. Those for which the encoder has no place are meant
    /// where all of their kind are that it sees, named ones as named ones and the rest as the rest.
    fn files(&self, read: &ReadClause, tokens: &[Token], known: &DiscourseContext) -> Vec<f32> {
        let named = |file: FileIndex| {
            tokens
                .iter()
                .any(|token| matches!(&token.kind, Kind::Files(files) if files.contains(&file)))
        };
        let seen = || self.places.iter().copied().zip(read.files.iter().copied());
        known
            .files()
            .map(|file| {
                let alike = |other: FileIndex| {
                    known[other].resource_type == known[file].resource_type
                        && known.status(other) == known.status(file)
                        && named(other) == named(file)
                };
                let own = seen()
                    .find(|(other, _)| *other == file)
                    .map(|(_, probability)| probability);
                own.or_else(|| {
                    seen()
                        .filter(|(other, _)| alike(*other))
                        .map(|(_, p)| p)
                        .reduce(f32::min)
                })
                .unwrap_or(0.0)
            })
            .collect()
    }
}
