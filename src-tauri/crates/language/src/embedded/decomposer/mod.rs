//! A request becomes subtasks: its clauses, each matched with the tool that it is about (the key
//! tool), tied to the files and earlier results that it works on.

mod alone;
mod answers;
mod asked_form;
mod candidates;
mod fit;
mod formats_last;
mod going_on;
mod heard;
mod heard_candidates;
mod heard_sources;
mod lexical;
mod mask_images;
mod meant;
mod more_of_it;
mod names;
mod needs;
mod ordinals;
mod parts;
mod places;
mod questions;
mod quoted;
mod reading;
mod regions;
mod rereading;
mod rivals;
mod same_instruction;
mod sources;
mod telling;
mod types;
mod videos;
mod wish_before;
mod writing;

use std::sync::{Arc, OnceLock};

use patchbay_domain::{NamedResource, Request, ResourceType, SubtaskGoal, Toolbox, ValueRef};
use patchbay_planner::{Decomposer, Decomposition, InterpretedSubtask, TextSpans, ToolGraph};

use crate::encoder::SharedEncoder;

use super::clauses::{Clause, clauses, is_courtesy};
use super::hints::Hint;
use super::reader::{Beside, Heard, Reader};
use super::tongue::foreign;
use crate::references::DiscourseContext;
use crate::words::background::told;
use crate::words::index::{ClauseIndex, FileIndex};
use crate::words::pattern::{Alignment, Patterns};
use crate::words::tokens::{Kind, Token, tokenize};
use answers::answered;
use formats_last::formats_last;
use questions::{asks_whether, not_english};
use reading::{Reading, Subject};
use rereading::cut_clauses;

/// A likeness under which a clause is not understood.
const UNDERSTOOD: f32 = 0.22;
/// A likeness under which a question is taken for one about the files.
const WEAK: f32 = 0.45;
/// A likeness from which on a clause is understood well.
const SURE: f32 = 0.7;
/// The longest request that is read, in bytes; the rest is left out, on a character's border.
const LONGEST: usize = 6_000;

/// The embedded decomposer.
pub struct EmbeddedDecomposer {
    patterns: Arc<Patterns>,
    encoder: Option<Arc<SharedEncoder>>,
    /// Whether words tell what type an image or a result is.
    types: bool,
    hints: Vec<Hint>,
    /// Loaded with the first request: who only looks at a window needs no encoder.
    reader: OnceLock<Option<Reader>>,
}

impl EmbeddedDecomposer {
    /// A decomposer that reads with these patterns, and with the encoder where there is one.
    /// `types`: whether words tell what type an image or a result is; `hints`: the rules by which
    /// words count beside what the encoder hears.
    pub fn new(
        patterns: Arc<Patterns>,
        encoder: Option<Arc<SharedEncoder>>,
        types: bool,
        hints: Vec<Hint>,
    ) -> Self {
        Self {
            patterns,
            encoder,
            types,
            hints,
            reader: OnceLock::new(),
        }
    }

    fn reader(&self, toolbox: &Toolbox) -> Option<&Reader> {
        let load = || {
            let encoder = self.encoder.as_ref()?.get()?;
            Reader::new(encoder.clone(), toolbox)
                .inspect_err(|error| tracing::error!(%error, "the toolbox cannot be read"))
                .ok()
        };
        self.reader.get_or_init(load).as_ref()
    }

    /// Begins to read a request, and answers what `finish` makes of it.
    fn read<T>(
        &self,
        request: &Request,
        graph: &ToolGraph,
        finish: impl FnOnce(Reading<'_>) -> T,
    ) -> T {
        let text = beginning(&request.instruction);
        let known = DiscourseContext::new(request, text, graph.toolbox(), self.types);
        let mut tokens = tokenize(text, &known.resources);
        tokens.truncate(240);
        let wish_before = || self.wish_before(request, &known, graph.toolbox());
        finish(Reading {
            text,
            tokens: &tokens,
            known: &known,
            request,
            graph,
            types: self.types,
            hints: &self.hints,
            openers: &self.patterns.openers,
            wish_before: &wish_before,
            listed: Vec::new(),
            told: if self.hints.contains(&Hint::Background) {
                told(text, &self.patterns.openers)
            } else {
                Vec::new()
            },
            read_to: 0,
            is_read: false,
            speaks_of_a_thing: true,
            done: Decomposition::default(),
        })
    }

    /// What clauses are read beside.
    fn beside<'a>(&'a self, reading: &Reading<'a>) -> Beside<'a> {
        Beside {
            tokens: reading.tokens,
            text: reading.text,
            patterns: &self.patterns,
            hints: &self.hints,
            known: reading.known,
            toolbox: reading.graph.toolbox(),
        }
    }

    /// Writes down what the encoder heard, clause after clause.
    fn follow(&self, heard: &Heard, reading: &mut Reading) {
        let (text, tokens, known) = (reading.text, reading.tokens, reading.known);
        reading.speaks_of_a_thing = !heard.has_no_object();
        let nothing_to_mean =
            known.resources.is_empty() || (heard.wishes_nothing() && !asks_whether(text));
        if heard.is_doubtful() && (nothing_to_mean || is_courtesy(tokens)) {
            return;
        }
        let beside = self.beside(reading);
        let clause = |read| heard.clause(read, &beside);
        let clauses: Vec<_> = heard.clauses().iter().map(clause).collect();
        let mut by_clause = Vec::new();
        for (place, clause) in clauses.iter().enumerate() {
            let next = clauses.get(place + 1).map(|next| next.clause.tokens.start);
            let made = reading.decompose_clause(clause, next, &by_clause);
            by_clause.push(made);
        }
        if self.hints.contains(&Hint::FormatsLast) {
            formats_last(&mut reading.done, reading.graph.toolbox());
        }
    }

    /// Writes down what the toolbox's examples alone tell of a request.
    fn read_by_examples(&self, reading: &mut Reading) {
        let (text, tokens, known, toolbox) = (
            reading.text,
            reading.tokens,
            reading.known,
            reading.graph.toolbox(),
        );
        let mut found = clauses(tokens, text, &self.patterns, &known.resources, toolbox);
        // Without any file, many sentences are one question far more often than many wishes.
        let no_files = known.resources.is_empty();
        if found.is_empty() || (no_files && found.len() > 1 && !found.iter().all(is_sure)) {
            let whole = self.patterns.align(tokens, &known.resources, toolbox);
            found = vec![Clause {
                tokens: 0..tokens.len(),
                alignments: whole,
                margin: f32::INFINITY,
            }];
        }
        for clause in found {
            reading.read(&clause);
        }
    }
}

impl Decomposer for EmbeddedDecomposer {
    fn decompose(&self, request: &Request, graph: &ToolGraph) -> Decomposition {
        let settled = self.settled(request);
        let request = settled.as_ref().unwrap_or(request);
        if let Some(meant) = self.stands_for(request) {
            return self.decompose(&meant, graph);
        }
        self.read(request, graph, |mut reading| {
            if !reading.tokens.iter().any(says_something) {
                reading.ask("What would you like me to do?".to_owned(), Vec::new());
                return reading.done;
            }
            if reading.text.len() < request.instruction.len() {
                let end = reading.text.len();
                reading.ask(
                    format!("That is very long: I read the first {end} characters only. What is it that you wish for?"),
                    Vec::new(),
                );
            }
            let heard = self
                .reader(graph.toolbox())
                .and_then(|reader| reader.read(request, reading.text, reading.known));
            let Some(mut heard) = heard else {
                self.read_by_examples(&mut reading);
                return reading.done;
            };
            cut_clauses(&mut heard, &reading);
            self.follow(&heard, &mut reading);
            let nothing = reading.done.subtasks.is_empty() && reading.done.clarification.is_none();
            if nothing && let Some(again) = answered(request) {
                return self.decompose(&again, graph);
            }
            if nothing {
                reading.ask(
                    "I did not understand that. What should be done, and with which file?".to_owned(),
                    Vec::new(),
                );
            }
            let is_opener = |word: &str| self.patterns.openers.contains(word);
            if let Some(language) = foreign(reading.text, reading.tokens, is_opener) {
                reading.done.clarification = Some(not_english(language, &reading.done));
            }
            reading.done
        })
    }

    fn alone(&self, request: &Request, graph: &ToolGraph) -> Option<Request> {
        let is_on = self.hints.contains(&Hint::Alone);
        is_on.then(|| self.without_history(request, graph.toolbox()))?
    }

    fn other_readings(&self, request: &Request, graph: &ToolGraph) -> Vec<Decomposition> {
        if self.hints.contains(&Hint::Rereading) {
            self.reread(request, graph)
        } else {
            Vec::new()
        }
    }

    fn understand(
        &self,
        goal: SubtaskGoal,
        resources: &[NamedResource],
        graph: &ToolGraph,
    ) -> InterpretedSubtask {
        let tokens = tokenize(&goal.description, resources);
        let alignments = self.patterns.align(&tokens, resources, graph.toolbox());
        let is_name = |value: &str| {
            ValueRef::is_name(value, |name| {
                resources.iter().any(|resource| resource.name == name)
            })
        };
        let literal = goal
            .args
            .iter()
            .filter(|argument| {
                graph
                    .toolbox()
                    .fits(&argument.resource_type, &ResourceType::TEXT)
            })
            .flat_map(|argument| argument.value.values())
            .find(|value| !is_name(value));
        let spans = TextSpans {
            object: literal.cloned(),
            content: literal.cloned(),
            title: None,
            instruction: literal.cloned().unwrap_or_else(|| goal.description.clone()),
        };
        understood(goal, spans, &alignments, f32::INFINITY)
    }
}

/// The part of an instruction that is read: its first [`LONGEST`] bytes at most.
fn beginning(instruction: &str) -> &str {
    let mut end = instruction.len().min(LONGEST);
    while !instruction.is_char_boundary(end) {
        end -= 1;
    }
    &instruction[..end]
}

/// Whether a token is a word, a quotation or a reference, of which a wish has at least one.
fn says_something(token: &Token) -> bool {
    matches!(
        token.kind,
        Kind::Word(_) | Kind::Quote | Kind::Reference { .. }
    )
}

/// A subtask with how each tool aligns with its clause.
fn understood(
    goal: SubtaskGoal,
    spans: TextSpans,
    alignments: &[Alignment],
    margin: f32,
) -> InterpretedSubtask {
    InterpretedSubtask {
        goal,
        spans,
        goal_scores: alignments
            .iter()
            .map(|alignment| alignment.likeness)
            .collect(),
        mention_scores: alignments
            .iter()
            .map(|alignment| alignment.mention)
            .collect(),
        margin,
    }
}

/// Whether a clause is surely about some tool.
fn is_sure(clause: &Clause) -> bool {
    clause
        .alignments
        .iter()
        .any(|alignment| alignment.likeness > SURE)
}
