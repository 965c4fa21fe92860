//! Order of the solutions, and choice of those that are worth keeping.

use patchbay_domain::ResourceType;

use super::super::term::{THING, Term, TermId, Uses};
use super::Assembly;

impl Assembly<'_> {
    /// Whether a call that fills an argument of type `wanted` is asked for, or brings in something
    /// that none of its own parts of that type holds.
    pub(super) fn adds_something(&self, call: TermId, wanted: &ResourceType) -> bool {
        if self.is_asked_for(call) {
            return true;
        }
        let uses = self.terms.uses(call);
        let same = |part: TermId| self.fits(part, wanted) && self.terms.uses(part) == uses;
        !self.terms.parts(call).into_iter().any(same)
    }

    fn is_asked_for(&self, term: TermId) -> bool {
        self.terms
            .tool(term)
            .is_some_and(|tool| (self.problem.asked_for)(tool))
    }

    fn fits(&self, term: TermId, wanted: &ResourceType) -> bool {
        let toolbox = self.problem.graph.toolbox();
        match self.terms.get(term) {
            Term::Given(index) => toolbox.fits(&self.problem.given[index.0], wanted),
            Term::Words | Term::Thing | Term::WordsAnd(_) => false,
            Term::Call(tool, _) => toolbox.fits(&toolbox[*tool].returns, wanted),
        }
    }

    /// Whether some steps could be left out that are not all asked for: what fills an argument has
    /// a part that would do in its place, and the solution would still use everything that it has
    /// to and look for what it looks for.
    pub(super) fn is_dominated(&mut self, solution: TermId, required: Uses) -> bool {
        let required = required | (self.terms.uses(solution) & THING);
        let calls: Vec<TermId> = self.terms.calls(solution).to_vec();
        for call in calls {
            let Term::Call(tool, inputs) = self.terms.get(call).clone() else {
                continue;
            };
            for (position, input) in inputs.iter().enumerate() {
                let wanted = &self.problem.graph.toolbox()[tool].args[position].resource_type;
                for part in self.terms.parts(*input) {
                    let kept = self.terms.calls(part);
                    let mut dropped = self
                        .terms
                        .calls(*input)
                        .iter()
                        .filter(|call| !kept.contains(call))
                        .peekable();
                    let asked_for =
                        dropped.peek().is_some() && dropped.all(|call| self.is_asked_for(*call));
                    if !self.fits(part, wanted) || asked_for {
                        continue;
                    }
                    let mut simpler = inputs.clone();
                    simpler[position] = part;
                    let simpler = self.terms.intern(Term::Call(tool, simpler));
                    let replaced = self.replace(solution, call, simpler);
                    if self.terms.uses(replaced) & required == required {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// `term` with `other` in the place of `call`.
    fn replace(&mut self, term: TermId, call: TermId, other: TermId) -> TermId {
        if term == call {
            return other;
        }
        match self.terms.get(term).clone() {
            Term::Call(tool, inputs) => {
                let inputs = inputs
                    .into_iter()
                    .map(|input| self.replace(input, call, other))
                    .collect();
                self.terms.intern(Term::Call(tool, inputs))
            }
            Term::WordsAnd(text) => {
                let text = self.replace(text, call, other);
                self.terms.intern(Term::WordsAnd(text))
            }
            Term::Given(_) | Term::Words | Term::Thing => term,
        }
    }

    /// Better solutions first: the better assessed goal, then fewer steps, then better assessed
    /// steps, then by tools, so that the order of the toolbox never matters.
    pub(super) fn compare(&self, a: TermId, b: TermId) -> std::cmp::Ordering {
        let key = |term: TermId| {
            let goal = self
                .terms
                .tool(term)
                .map_or(5.0, |tool| self.problem.assessments[tool.0].goal);
            let steps = self.terms.calls(term).len();
            let support: f32 = self
                .terms
                .tools(term)
                .iter()
                .map(|tool| self.problem.assessments[tool.0].support)
                .sum();
            (goal, steps, support / steps.max(1) as f32)
        };
        let (a_key, b_key) = (key(a), key(b));
        b_key
            .0
            .total_cmp(&a_key.0)
            .then(a_key.1.cmp(&b_key.1))
            .then(b_key.2.total_cmp(&a_key.2))
            .then_with(|| self.spell(a).cmp(&self.spell(b)))
    }

    /// A text that is the same for equal graphs in any toolbox order.
    fn spell(&self, term: TermId) -> String {
        match self.terms.get(term) {
            Term::Given(index) => format!("#{}", index.0),
            Term::Words | Term::Thing => "words".to_owned(),
            Term::WordsAnd(other) => format!("words+{}", self.spell(*other)),
            Term::Call(tool, inputs) => {
                let inputs: Vec<_> = inputs.iter().map(|input| self.spell(*input)).collect();
                format!(
                    "{}({})",
                    self.problem.graph.toolbox()[*tool].name,
                    inputs.join(",")
                )
            }
        }
    }
}
