//! One request as it was read, beside what it means.

use std::collections::BTreeSet;

use patchbay_domain::{
    CallReference, ConversationStep, ParsedCall, ParsedRequest, Segment, Source, Span, Toolbox,
};

use patchbay_language::judging::sets_alike;

use super::equal::does_the_same;
use crate::bench::goals::goals;
use crate::bench::lattice::is_equal;
use crate::bench::marked::Marked;
use crate::bench::merged::merged;
use crate::terminal::say;

/// What a person gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    /// All that was meant and nothing else; or it was rightly said that it cannot be done, or rightly asked back.
    Done,
    /// Something else.
    Wrong,
    /// A question where none was needed.
    Asked,
    /// Nothing, where something can be done.
    Declined,
}

/// How many of how many.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Share {
    right: usize,
    all: usize,
}

impl Share {
    fn count(&mut self, is_right: bool) {
        self.right += usize::from(is_right);
        self.all += 1;
    }

    fn add(&mut self, other: Self) {
        self.right += other.right;
        self.all += other.all;
    }

    fn value(self) -> f64 {
        self.right as f64 / self.all.max(1) as f64
    }
}

/// A request held against what it means.
pub(super) struct Compared {
    pub(super) outcome: Outcome,
    /// Whether it calls the tools that are meant with the values that are meant, whatever it works on; or sets the values of a result
    /// that are meant to be set of the step that made it.
    pub(super) does_alike: bool,
    segments: Share,
    tools: Share,
    sources: Share,
    /// Values that are meant, and those of them that are read.
    meant: Share,
    /// Values that are read, and those of them that are meant.
    read: Share,
}

/// Holds what was read against what is meant; `steps`: those of the conversation before.
pub(super) fn compared(
    marked: &Marked,
    read: &ParsedRequest,
    steps: &[ConversationStep],
    toolbox: &Toolbox,
) -> Compared {
    let of_steps =
        |request: &ParsedRequest| named_by_steps(merged(goals(request, toolbox), toolbox), steps);
    let (meant, read) = (&of_steps(&marked.meaning), &of_steps(read));
    let mut result = Compared {
        outcome: Outcome::Wrong,
        does_alike: false,
        segments: Share::default(),
        tools: Share::default(),
        sources: Share::default(),
        meant: Share::default(),
        read: Share::default(),
    };
    if !read.segments.is_empty() {
        let bare = |segments: &[Segment]| -> Vec<Segment> {
            segments
                .iter()
                .map(|segment| bare(*segment, &marked.text))
                .collect()
        };
        result
            .segments
            .count(bare(&read.segments) == bare(&meant.segments));
    }
    let partners = partners(&meant.calls, &read.calls);
    let (mut does_alike, mut has_all_sources) = (meant.calls.len() == read.calls.len(), true);
    for (number, call) in meant.calls.iter().enumerate() {
        let partner = partners[number].map(|index| &read.calls[index]);
        result.tools.count(partner.is_some());
        let Some(partner) = partner else {
            does_alike = false;
            continue;
        };
        let expected = resolved(call, marked, &|index| {
            partners.get(index).copied().flatten()
        });
        let has_sources = expected == resolved(partner, marked, &Some);
        result.sources.count(has_sources);
        has_all_sources &= has_sources;
        does_alike &= values(call, partner, toolbox, &mut result);
    }
    let sets_alike = |step| match (&meant.calls[..], &read.calls[..]) {
        ([change], [new]) => sets_alike(new, change, step),
        _ => false,
    };
    result.does_alike = does_alike && !meant.calls.is_empty() || steps.iter().any(sets_alike);
    result.outcome = outcome(meant, read, does_alike && has_all_sources);
    result
}

/// A request whose references to earlier calls name the steps: a step is meant by the call that asked for it and by every one that
/// changed it.
fn named_by_steps(mut request: ParsedRequest, steps: &[ConversationStep]) -> ParsedRequest {
    let named = |reference: &mut CallReference| {
        if let Some(step) = steps.iter().find(|step| step.is_named(*reference)) {
            *reference = step.reference;
        }
    };
    for call in &mut request.calls {
        for source in &mut call.sources {
            if let Source::Call(reference) = source {
                named(reference);
            }
        }
        [&mut call.amends, &mut call.again]
            .into_iter()
            .flatten()
            .for_each(named);
    }
    request
}

/// A segment without the marks and spaces at its ends.
fn bare(segment: Segment, text: &str) -> Segment {
    let words = segment.span.of(text).unwrap_or_default();
    let is_mark = |letter: char| !letter.is_alphanumeric();
    let from = segment.span.from + words.len() - words.trim_start_matches(is_mark).len();
    let to = from + words.trim_matches(is_mark).len();
    Segment {
        span: Span { from, to },
        ..segment
    }
}

fn outcome(meant: &ParsedRequest, read: &ParsedRequest, is_whole: bool) -> Outcome {
    let is_open = meant.calls.is_empty() && meant.ask.is_empty();
    let is_said = meant.cannot.is_empty() == read.cannot.is_empty();
    match (read.calls.is_empty(), read.ask.is_empty()) {
        (_, false) if !meant.ask.is_empty() => Outcome::Done,
        (true, false) => Outcome::Asked,
        (true, true) if is_open && is_said => Outcome::Done,
        (true, true) => Outcome::Declined,
        (false, _) if is_whole && is_said => Outcome::Done,
        (false, _) => Outcome::Wrong,
    }
}

/// For each call that is meant, the place of the one that was read for it: of the same tool or the same change, at best with
/// the same sources.
fn partners(meant: &[ParsedCall], read: &[ParsedCall]) -> Vec<Option<usize>> {
    let mut used = BTreeSet::new();
    meant
        .iter()
        .map(|call| {
            let fits = |index: &usize| {
                let other = &read[*index];
                !used.contains(index)
                    && (&other.tool, other.amends, other.undo, other.again)
                        == (&call.tool, call.amends, call.undo, call.again)
            };
            let fitting: Vec<usize> = (0..read.len()).filter(fits).collect();
            let same = fitting
                .iter()
                .copied()
                .find(|index| read[*index].sources == call.sources);
            let partner = same.or(fitting.first().copied());
            used.extend(partner);
            partner
        })
        .collect()
}

/// A call's sources as a set: all files of a kind by their names, calls of this request by the places that `place` gives.
fn resolved(
    call: &ParsedCall,
    marked: &Marked,
    place: &dyn Fn(usize) -> Option<usize>,
) -> BTreeSet<Source> {
    let mut sources = BTreeSet::new();
    for source in &call.sources {
        match source {
            Source::All(kind) => {
                let files = marked
                    .files
                    .iter()
                    .filter(|file| file.kind == kind.to_string());
                sources.extend(files.map(|file| Source::File(file.name.clone())));
            }
            Source::Call(CallReference { turn: None, call }) => {
                let call = place(*call).unwrap_or(usize::MAX);
                sources.insert(Source::Call(CallReference { turn: None, call }));
            }
            // Words are compared by nobody: there are many right ones.
            Source::Words(_) | Source::Not(_) => {}
            other => {
                sources.insert(other.clone());
            }
        }
    }
    for source in &call.sources {
        if let Source::Not(name) = source {
            sources.remove(&Source::File(name.clone()));
        }
    }
    sources
}

/// Counts the values of two calls of one tool; whether they are the same.
fn values(meant: &ParsedCall, read: &ParsedCall, toolbox: &Toolbox, result: &mut Compared) -> bool {
    let tool = meant.tool.as_deref().and_then(|name| toolbox.tool(name));
    // Free words are right in many ways: they are compared by nobody.
    let is_free = |name: &str| {
        let parameter = tool.and_then(|tool| tool.parameter(name));
        parameter.is_some_and(|one| {
            one.kind == patchbay_domain::ParameterKind::Text && one.choices.is_empty()
        })
    };
    let (expected, found) = (meant.values(), read.values());
    let is_meant = |name: &str, meant: &str, read: &str, is_vague: bool| {
        let parameter = tool.and_then(|tool| Some((tool, tool.parameter(name)?)));
        let is_same = parameter.map_or_else(
            || is_equal(meant, read),
            |(tool, parameter)| does_the_same(tool, parameter, meant, read),
        );
        is_same || (is_vague && is_about(meant, read))
    };
    let mut is_same = true;
    for (name, value) in expected.iter().filter(|(name, _)| !is_free(name)) {
        let is_vague = meant
            .slots
            .iter()
            .any(|slot| slot.parameter == **name && slot.span.is_none());
        let has = found
            .get(name)
            .is_some_and(|other| is_meant(name, value, other, is_vague));
        result.meant.count(has);
        is_same &= has;
    }
    for (name, value) in found.iter().filter(|(name, _)| !is_free(name)) {
        let is_right = expected
            .get(name)
            .is_some_and(|other| is_meant(name, other, value, true));
        result.read.count(is_right);
        is_same &= is_right;
    }
    is_same
}

/// Whether two numbers are of the same direction and order, as they are where nobody said how much.
fn is_about(one: &str, other: &str) -> bool {
    let numbers = one.parse::<f64>().ok().zip(other.parse::<f64>().ok());
    numbers.is_some_and(|(one, other)| one * other > 0.0 && (0.3..=3.0).contains(&(one / other)))
}

/// What all requests come to.
#[derive(Default)]
pub(super) struct Sums {
    outcomes: [usize; 4],
    segments: Share,
    tools: Share,
    sources: Share,
    meant: Share,
    read: Share,
}

impl Sums {
    pub(super) fn add(&mut self, compared: &Compared) {
        self.outcomes[compared.outcome as usize] += 1;
        self.segments.add(compared.segments);
        self.tools.add(compared.tools);
        self.sources.add(compared.sources);
        self.meant.add(compared.meant);
        self.read.add(compared.read);
    }

    pub(super) fn print(&self) {
        let count = self.outcomes.iter().sum::<usize>().max(1) as f64;
        let [done, wrong, asked, declined] = self.outcomes.map(|outcome| outcome as f64 / count);
        let (recall, precision) = (self.meant.value(), self.read.value());
        let f1 = 2.0 * recall * precision / (recall + precision).max(1e-9);
        say!(
            "| requests | done | wrong | asked | declined | segments | tool | sources | slot recall | slot precision | slot F1 |"
        );
        say!("|---|---|---|---|---|---|---|---|---|---|---|");
        say!(
            "| {count} | {done:.3} | {wrong:.3} | {asked:.3} | {declined:.3} | {:.3} | {:.3} | {:.3} | {recall:.3} | {precision:.3} | {f1:.3} |",
            self.segments.value(),
            self.tools.value(),
            self.sources.value(),
        );
    }
}
