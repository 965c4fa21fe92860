//! The calls of wishes with their sources and values.

use std::collections::BTreeMap;

use candle_core::Result;
use patchbay_domain::{
    ConversationStep, ParameterKind, ParsedCall, ParsedSlot, Source, Span, Tool,
};
use patchbay_lattice::{Candidate, lattice};

use crate::asks::{Asks, asks};
use crate::assembly::{Alternative, Assembly, HAS_ONE, Open, assembled};
use crate::first::Change;
use crate::given::can_take_words;
use crate::options::{OptionOf, options};
use crate::read::SureWish;
use crate::second::{Answers, Chosen};
use crate::ways::{Looked, Request, Way};

/// Value of a parameter that another call finds.
const FOUND: &str = "FOUND";

/// Calls of wishes.
#[derive(Clone, Default)]
pub(crate) struct Calls {
    /// A call for each wish.
    pub(crate) all: Vec<ParsedCall>,
    /// Certainty of each.
    pub(crate) sure: Vec<SureWish>,
    /// Log shares that the values lose where they do not go together, and where they are not the likeliest ones.
    pub(crate) lost: f32,
}

/// The likeliest answers to the questions of a wish, and the options that these are among.
struct Answered {
    options: Vec<OptionOf>,
    answers: Vec<Answers>,
}

/// The value that a step has for what is asked.
fn value_of<'a>(step: &'a ConversationStep, asks: Asks<'_>) -> Option<&'a str> {
    let name = asks.name()?;
    let (_, value) = step.values.iter().find(|(own, _)| own == name)?;
    Some(value)
}

impl Request<'_> {
    /// Returns the calls of wishes with up to `most` choices of their values, likeliest first; at least one. `said`: the values in the
    /// words of wishes, each of which is to be taken by a parameter; none: each question is answered by itself.
    pub(crate) fn calls(
        &self,
        ways: &[Way<'_>],
        said: Option<&[Span]>,
        most: usize,
    ) -> Result<Vec<Calls>> {
        let bare = |way: &Way<'_>| SureWish {
            tool: way.likely,
            fits: 1.0,
            slots: 1.0,
            sources: 1.0,
        };
        let mut bare = Calls {
            all: ways.iter().map(|way| self.bare(way)).collect(),
            sure: ways.iter().map(bare).collect(),
            lost: 0.0,
        };
        let Some(looked) = self.look(ways)? else {
            return Ok(vec![bare]);
        };
        let candidates = lattice(self.asked.text);
        let mut answered = Vec::new();
        for place in 0..looked.wishes.len() {
            let step = said.and_then(|_| self.amended(&ways[looked.numbers[place]]));
            answered.push(self.answered(&looked, place, step, &candidates)?);
            let (call, sure) = (
                &mut bare.all[looked.numbers[place]],
                &mut bare.sure[looked.numbers[place]],
            );
            sure.fits = self.reader.second.fits(&looked.look, place)?;
            let (sources, least) = self.sources(&looked, place)?;
            sure.sources = least;
            if call.amends.is_none() {
                call.sources = sources;
            }
        }
        let assemblies = match said {
            Some(said) => self.together(&looked, &answered, ways, said, most),
            None => vec![Assembly {
                chosen: answered
                    .iter()
                    .map(|one| vec![0; one.answers.len()])
                    .collect(),
                lost: 0.0,
                score: 0.0,
            }],
        };
        let best = (assemblies[0].lost, assemblies[0].score);
        let mut found: Vec<Calls> = Vec::new();
        for assembly in assemblies {
            let mut calls = bare.clone();
            calls.lost = best.0 + best.1 - assembly.score;
            self.fill(&looked, &answered, &assembly, said.is_some(), &mut calls);
            // Two answers can be one value.
            if found.iter().all(|other| other.all != calls.all) {
                found.push(calls);
            }
        }
        Ok(found)
    }

    /// Gives calls the values that are chosen for them. `is_together`: whether the values were chosen together.
    fn fill(
        &self,
        looked: &Looked<'_>,
        answered: &[Answered],
        assembly: &Assembly,
        is_together: bool,
        calls: &mut Calls,
    ) {
        for (place, number) in looked.numbers.iter().enumerate() {
            let (call, sure) = (&mut calls.all[*number], &mut calls.sure[*number]);
            let tool = looked.wishes[place].tool;
            // Training asks every tool for words, and tells no answer where there is no use for them.
            let counts_words = !is_together || can_take_words(tool);
            let answers = (&answered[place], &assembly.chosen[place][..]);
            self.set(tool, answers, counts_words, (call, sure));
        }
        if is_together {
            self.drop_words(&mut calls.all);
        }
    }

    /// The call of a wish without sources and values.
    fn bare(&self, way: &Way<'_>) -> ParsedCall {
        let reference = |wanted: Change| {
            let (_, step) = way.change.filter(|(change, _)| *change == wanted)?;
            Some(self.asked.steps[step].reference)
        };
        ParsedCall {
            tool: way.change.is_none().then(|| way.tool.clone()),
            anchor: Some(
                self.words
                    .span(way.tokens[0], way.tokens[way.tokens.len() - 1]),
            ),
            amends: reference(Change::Amends),
            undo: reference(Change::Undo),
            again: reference(Change::Again),
            ..ParsedCall::default()
        }
    }

    /// The step whose values a way changes.
    fn amended(&self, way: &Way<'_>) -> Option<&ConversationStep> {
        let (_, step) = way.change.filter(|(change, _)| *change == Change::Amends)?;
        self.asked.steps.get(step)
    }

    /// The likeliest answers to the questions of a wish of the second look. `step`: the one that it changes, where words may mean
    /// more or less than its numbers.
    fn answered(
        &self,
        looked: &Looked<'_>,
        place: usize,
        step: Option<&ConversationStep>,
        candidates: &[Candidate],
    ) -> Result<Answered> {
        let wish = &looked.wishes[place];
        let kinds: BTreeMap<String, ParameterKind> = asks(wish.tool)
            .filter_map(Asks::kind)
            .map(|kind| (format!("{kind:?}"), kind))
            .collect();
        let kinds: Vec<ParameterKind> = kinds.into_values().collect();
        let options = options(&kinds, candidates, &self.words);
        let closed = self.tools.closed.get(&wish.tool.name);
        let second = &self.reader.second;
        let mut answers =
            second.values(&looked.look, &self.words, place, wish, closed, &options)?;
        if let (Some(step), Some(relative)) = (step, &self.reader.relative) {
            let shares = relative.shares(&looked.look, place, wish)?;
            for ((one, answers), shares) in asks(wish.tool).zip(&mut answers).zip(shares) {
                let (Asks::Parameter(parameter), Some(now)) = (one, value_of(step, one)) else {
                    continue;
                };
                let is_named = |chosen: &Chosen| match chosen {
                    Chosen::Option(place) => !options[*place].is_multiple_of(parameter.kind),
                    Chosen::Found | Chosen::Span(..) => true,
                    Chosen::Absent | Chosen::Closed(_) | Chosen::Value(..) => false,
                };
                let about = (parameter, now, candidates);
                *answers = relative.answers(answers, shares, about, is_named);
            }
        }
        Ok(Answered { options, answers })
    }

    /// Up to `most` choices of the answers of all wishes that go best together.
    fn together(
        &self,
        looked: &Looked<'_>,
        answered: &[Answered],
        ways: &[Way<'_>],
        said: &[Span],
        most: usize,
    ) -> Vec<Assembly> {
        let said = &said[..said.len().min(u64::BITS as usize)];
        let open = |(place, one): (usize, &Answered)| {
            let tool = looked.wishes[place].tool;
            let step = self.amended(&ways[looked.numbers[place]]);
            let questions = asks(tool).zip(&one.answers).map(|(asks, answers)| {
                let now = step.and_then(|step| value_of(step, asks));
                let alternative = |(chosen, share): &(Chosen, f32)| {
                    let value = self.value(one, (tool, asks), chosen);
                    let value = value.filter(|_| asks.name().is_some());
                    let other = |(value, _): &(String, _)| now != Some(value.as_str());
                    let is_set = value.as_ref().is_some_and(other);
                    let known = if is_set && now.is_some() {
                        HAS_ONE
                    } else {
                        0.0
                    };
                    let said_by = value.filter(|_| *chosen != Chosen::Found);
                    Alternative {
                        log: share.ln() + known,
                        takes: said_by.map_or(0, |value| self.taken(&value, said)),
                        is_set,
                    }
                };
                answers.iter().map(alternative).collect()
            });
            Open {
                wants_value: step.is_some() || does_nothing_unset(tool),
                questions: questions.collect(),
            }
        };
        let open: Vec<Open> = answered.iter().enumerate().map(open).collect();
        let all = (0..said.len()).fold(0, |all, place| all | 1 << place);
        assembled(&open, all, most)
    }

    /// The values that an answer takes, a bit each: those that its words touch, or that a closed value says.
    fn taken(&self, (value, own): &(String, Option<Span>), said: &[Span]) -> u64 {
        let takes = |span: &Span| {
            if let Some(own) = own {
                return own.touches(*span);
            }
            let words = span.of(self.asked.text).unwrap_or_default();
            value.to_lowercase().contains(words.to_lowercase().trim())
        };
        let said = said.iter().enumerate();
        said.filter(|(_, span)| takes(span))
            .fold(0, |all, (place, _)| all | 1 << place)
    }

    /// The value of an answer as it is written, and its words; none where nothing is said.
    fn value(
        &self,
        answered: &Answered,
        (tool, asks): (&Tool, Asks<'_>),
        chosen: &Chosen,
    ) -> Option<(String, Option<Span>)> {
        match chosen {
            Chosen::Absent => None,
            Chosen::Found => Some((FOUND.to_owned(), None)),
            Chosen::Span(first, last) => {
                let last = (*last).min(self.words.bytes.len());
                let span = self.words.span(*first, last);
                let words = span.of(self.asked.text).unwrap_or_default();
                Some((words.to_owned(), Some(span)))
            }
            Chosen::Closed(place) => Some((asks.closed(tool)[*place].clone(), None)),
            Chosen::Option(place) => {
                let option = &answered.options[*place];
                Some((option.value.clone(), Some(option.span)))
            }
            Chosen::Value(value, span) => Some((value.clone(), *span)),
        }
    }

    /// Gives a call the values that are chosen for it. `counts_words`: whether it is as sure as the words that it is given.
    fn set(
        &self,
        tool: &Tool,
        (answered, chosen): (&Answered, &[usize]),
        counts_words: bool,
        (call, sure): (&mut ParsedCall, &mut SureWish),
    ) {
        for ((one, answers), place) in asks(tool).zip(&answered.answers).zip(chosen) {
            let (chosen, share) = &answers[*place];
            if one.name().is_some() || counts_words {
                sure.slots = sure.slots.min(*share);
            }
            let Some((value, span)) = self.value(answered, (tool, one), chosen) else {
                continue;
            };
            match one.name() {
                // What is changed works on what it did.
                None if call.amends.is_some() => {}
                None => call.sources.push(Source::Words(value)),
                Some(name) => call.slots.push(ParsedSlot {
                    parameter: name.to_owned(),
                    value,
                    span,
                }),
            }
        }
    }
}

/// Whether a tool does nothing unless a value is set: it is told in words what to do, and these are read as values.
fn does_nothing_unset(tool: &Tool) -> bool {
    let has_model = !matches!(tool.model.as_str(), "" | "-");
    let is_told = tool.instruction().is_some() && !tool.follows_words();
    is_told && (tool.edits().is_some() || !has_model)
}
