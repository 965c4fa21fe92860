//! Holds a plan against the words of its request: what nothing takes up is named, and a subtask
//! that would do something else than what was asked for is refused. A deterministic check, without a
//! model; each rule can be switched off.
//!
//! - [`sections`]: which words belong to which subtask, and what of them its steps take over
//! - [`terms`]: terms of the field, and whether a tool is for them
//! - [`formats`]: file formats that a result is to have
//! - [`general`]: words that say nothing of what is made
//! - [`kinds`]: a result of another kind than what was given, and questions that would not be
//!   answered
//! - [`wishes`]: wishes that no step seems to be for
//! - [`left_out`]: given files that words speak of and no step takes
//! - [`makers`]: steps that make of copied words what nothing asks for
//! - [`unchanged`]: plans that end where they began
//! - [`details`]: which wish the details belong to that are left over
//! - [`chains`]: which wishes go on from each other
//! - [`connected`]: tools of connected servers that words do not ask for
//! - [`uncovered`]: the words that are left over; [`refusal`]: what is said

mod chains;
mod connected;
mod details;
mod formats;
mod general;
mod kinds;
mod left_out;
mod makers;
mod refusal;
mod sections;
mod talk;
mod terms;
mod unchanged;
mod uncovered;
mod unsaid;
mod wishes;
mod words;

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use patchbay_domain::{Request, Toolbox, UncoveredKind};
use patchbay_phrases::quantities;
use patchbay_planner::{Coverage, CoverageChecker, Solved};

use self::sections::Sections;
use self::terms::Terms;
use self::uncovered::UncoveredSpans;
use self::words::holds;
use crate::words::background::{requires, told};
use crate::words::pattern::Patterns;

/// A way in which words can be left over. Rules are switched off only to measure what they are
/// worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// Terms of the field need a tool that is for them.
    Terms,
    /// Quantities need a parameter that takes them.
    Values,
    /// Formats need a tool that writes them.
    Formats,
    /// Edits of a video give a video, unless words name another kind; questions are answered.
    Kinds,
    /// A wish needs a tool that it is clearly more like than like what no tool can do, or that
    /// speaks of it.
    Wishes,
    /// A wish that no word ties to its tool is much less like any other.
    Heads,
    /// A wish is done with all of its details, or not at all.
    Details,
    /// Several given files that words speak of are all worked on.
    Files,
    /// A step makes something of copied words only where words speak of such a thing.
    Makers,
    /// What was taken out of a video is not put back as it was.
    Unchanged,
    /// Wishes of which one goes on from the other are done together, or not at all.
    Whole,
    /// What only tells how things are needs nothing that takes it up.
    Told,
    /// A step whose tool has nothing to do without a value has one.
    Unsaid,
    /// Nothing is done in a dialogue where somebody only talks.
    Talk,
    /// A tool of a connected server is taken only where words ask for it.
    Connected,
}

/// Every rule.
pub const RULES: &[Rule] = &[
    Rule::Terms,
    Rule::Values,
    Rule::Formats,
    Rule::Kinds,
    Rule::Wishes,
    Rule::Heads,
    Rule::Details,
    Rule::Files,
    Rule::Makers,
    Rule::Unchanged,
    Rule::Whole,
    Rule::Told,
    Rule::Unsaid,
    Rule::Talk,
    Rule::Connected,
];

/// Counts what is left over.
pub struct CountingChecker {
    rules: Vec<Rule>,
    patterns: Arc<Patterns>,
    /// Read with the first plan: who only looks at a window needs none.
    terms: OnceLock<Terms>,
}

impl CountingChecker {
    /// A checker by some rules, for plans over the toolbox of which these are the patterns.
    pub fn new(rules: Vec<Rule>, patterns: Arc<Patterns>) -> Self {
        Self {
            rules,
            patterns,
            terms: OnceLock::new(),
        }
    }

    /// Names quantities, formats and terms that no step takes up.
    fn check_words(
        &self,
        sections: &Sections<'_>,
        toolbox: &Toolbox,
        found: &mut UncoveredSpans<'_>,
    ) {
        let told = if self.rules.contains(&Rule::Told) {
            told(sections.text(), &self.patterns.openers)
        } else {
            Vec::new()
        };
        let is_told = |bytes: &Range<usize>| {
            let mut parts = told.iter();
            parts.any(|part| holds(part, bytes))
        };
        // A toolbox that declares no parameters says nothing of what its tools take.
        let declares = toolbox.tools.iter().any(|tool| !tool.parameters.is_empty());
        if declares && self.rules.contains(&Rule::Values) {
            for quantity in quantities(sections.text()) {
                if !sections.takes_value(&quantity) && !is_told(&quantity.bytes) {
                    let owners = sections.owners(&quantity.bytes);
                    found.add(UncoveredKind::Value, quantity.bytes, owners);
                }
            }
        }
        if self.rules.contains(&Rule::Formats) {
            // A format that somebody takes is wished for, whoever only tells of it.
            let is_wished = |bytes: &Range<usize>| {
                let mut parts = told.iter().filter(|part| holds(part, bytes));
                parts.any(|part| requires(&sections.text()[part.clone()]))
            };
            for bytes in formats::uncovered(sections)
                .into_iter()
                .filter(|bytes| !is_told(bytes) || is_wished(bytes))
            {
                let owners = sections.owners(&bytes);
                found.add(UncoveredKind::Format, bytes, owners);
            }
        }
        if self.rules.contains(&Rule::Terms) {
            let terms = self.terms.get_or_init(|| Terms::new(toolbox));
            for bytes in terms
                .uncovered(sections)
                .into_iter()
                .filter(|bytes| !is_told(bytes))
            {
                let owners = sections.owners(&bytes);
                found.add(UncoveredKind::Term, bytes, owners);
            }
        }
    }

    /// Names wishes that no step seems to be for, and beside subtasks that are refused also those
    /// that are unsure.
    fn check_wishes(
        &self,
        sections: &Sections<'_>,
        solved: &[Solved<'_>],
        found: &mut UncoveredSpans<'_>,
    ) {
        let mut places = wishes::unsupported(sections, solved);
        if self.rules.contains(&Rule::Heads) {
            places.extend(wishes::ungrounded(sections, solved));
        }
        for place in places {
            found.add(UncoveredKind::Wish, sections.bytes(place), vec![place]);
        }
        let refused: Vec<usize> = found
            .found
            .iter()
            .flat_map(|(_, places)| places.iter().copied())
            .collect();
        if !refused.is_empty() {
            for place in wishes::weak_siblings(&refused, sections, solved) {
                found.push(UncoveredKind::Wish, sections.bytes(place), vec![place]);
            }
        }
    }

    /// Names wishes whose steps leave files out, make what nothing asks for, or change nothing.
    fn check_steps(
        &self,
        sections: &Sections<'_>,
        solved: &[Solved<'_>],
        toolbox: &Toolbox,
        found: &mut UncoveredSpans<'_>,
    ) {
        let of = |rule: Rule, places: Vec<usize>| {
            let is_on = self.rules.contains(&rule);
            places.into_iter().filter(move |_| is_on)
        };
        let mut incomplete = left_out::incomplete(sections, toolbox);
        incomplete.extend(left_out::unused(sections));
        let files = of(Rule::Files, incomplete);
        let makers = of(Rule::Makers, makers::unasked(sections, solved, toolbox));
        let unchanged = of(Rule::Unchanged, unchanged::idle(sections, toolbox));
        for place in files.chain(makers).chain(unchanged) {
            found.add(UncoveredKind::Wish, sections.bytes(place), vec![place]);
        }
    }
}

impl CoverageChecker for CountingChecker {
    fn check(&self, request: &Request, solved: &[Solved<'_>], toolbox: &Toolbox) -> Coverage {
        let sections = Sections::new(request, solved, toolbox);
        let mut found = UncoveredSpans {
            instruction: &request.instruction,
            found: Vec::new(),
        };
        self.check_words(&sections, toolbox, &mut found);
        if self.rules.contains(&Rule::Kinds) {
            for (place, kind) in kinds::broken(&sections) {
                found.add(kind, sections.bytes(place), vec![place]);
            }
        }
        self.check_steps(&sections, solved, toolbox, &mut found);
        if self.rules.contains(&Rule::Connected) {
            for place in connected::unasked(&sections) {
                found.add(UncoveredKind::Wish, sections.bytes(place), vec![place]);
            }
        }
        if self.rules.contains(&Rule::Unsaid) && request.history.is_empty() {
            for place in unsaid::places(&sections, toolbox) {
                found.add(UncoveredKind::Unsaid, sections.bytes(place), vec![place]);
            }
        }
        // In a dialogue less is said, and what it means was said before.
        if self.rules.contains(&Rule::Wishes) && request.history.is_empty() {
            self.check_wishes(&sections, solved, &mut found);
        }
        // Who points at something wishes for something.
        let may_talk = !request.history.is_empty() && request.points.is_empty();
        if may_talk && self.rules.contains(&Rule::Talk) {
            for place in talk::places(&sections, solved) {
                found.add(UncoveredKind::Wish, sections.bytes(place), vec![place]);
            }
        }
        if self.rules.contains(&Rule::Details) {
            let wishes = details::wishes(&sections, &self.patterns.openers);
            for place in details::unread(&sections, &wishes) {
                found.add(UncoveredKind::Wish, sections.bytes(place), vec![place]);
            }
            found.spread(&wishes);
        }
        if self.rules.contains(&Rule::Whole) {
            found.spread(&chains::of(&sections));
        }
        found.coverage(solved, toolbox)
    }
}
