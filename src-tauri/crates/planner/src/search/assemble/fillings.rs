//! Fillings of an open argument: resources that are given, words, and results of tools.

use patchbay_domain::{ResourceParameter, ResourceType, TextRole, ToolIndex};

use super::super::Strategy;
use super::super::term::{ResourceIndex, THING, Term, TermId};
use super::makers::Trust;
use super::{Assembly, WORDS};

impl Assembly<'_> {
    /// Returns the terms that can fill an open argument of a tool, with at most `budget` steps.
    pub(super) fn fillings(
        &mut self,
        tool: ToolIndex,
        parameter: &ResourceParameter,
        budget: usize,
        trust: Trust,
    ) -> Vec<TermId> {
        let wanted = &parameter.resource_type;
        let fitting = self.fitting(wanted);
        let mut fillings: Vec<TermId> = (self.problem.prefer)(tool, parameter, &fitting)
            .into_iter()
            .map(|index| self.terms.intern(Term::Given(index)))
            .collect();
        let said = if parameter.role == Some(TextRole::Object) {
            Term::Thing
        } else {
            Term::Words
        };
        let words = (self.problem.words)(tool, parameter).then(|| self.terms.intern(said));
        // Of two that are joined and one that is given the second can be made from words: “mix calm
        // piano in”.
        let lacks_one = !fillings.is_empty() && self.alike_before(tool, parameter) >= fitting.len();
        let is_given = !fillings.is_empty() && !lacks_one;
        let closed = self.is_closed(tool, parameter, words.is_some(), is_given);
        fillings.extend(words);
        if budget == 0 || closed || self.terms.count() >= self.problem.limits.max_terms {
            return fillings;
        }
        let is_open = fillings.is_empty();
        let made = self.made_fillings((tool, wanted), budget, trust, (is_open, lacks_one));
        if words.is_some() {
            let joined: Vec<_> = made
                .iter()
                .filter(|made| self.terms.uses(**made) & WORDS == 0)
                .map(|made| Term::WordsAnd(*made))
                .collect();
            fillings.extend(
                joined
                    .into_iter()
                    .map(|term| self.terms.intern(term))
                    .collect::<Vec<_>>(),
            );
        }
        // Beside an instruction only what was made of something given is worked on: words made of
        // words say nothing new.
        let says_enough =
            says_what_to_do(parameter) || (parameter.role.is_none() && words.is_some());
        fillings.extend(
            made.into_iter()
                .filter(|made| !says_enough || self.is_of_given(*made)),
        );
        fillings
    }

    /// The resources at hand that fit a type.
    fn fitting(&self, wanted: &ResourceType) -> Vec<ResourceIndex> {
        let toolbox = self.problem.graph.toolbox();
        let given = self.problem.given.iter().enumerate();
        given
            .filter(|(_, of)| toolbox.fits(of, wanted))
            .map(|(index, _)| ResourceIndex(index))
            .collect()
    }

    /// Number of arguments of the same type that a tool has before this one.
    fn alike_before(&self, tool: ToolIndex, parameter: &ResourceParameter) -> usize {
        let before = self.problem.graph.toolbox()[tool]
            .args
            .iter()
            .take_while(|other| other.name != parameter.name);
        before
            .filter(|other| other.resource_type == parameter.resource_type)
            .count()
    }

    /// Whether nothing is made for an argument, as what is there is enough.
    ///
    /// A given value that fits is taken as it is. Words about content may have a made text beside
    /// them: what an image shows says more about the music for it. So may words that say what is to
    /// be done where the tool takes nothing else: “the caption in Spanish”. But a tool does not
    /// know better than the request which object is meant.
    fn is_closed(
        &self,
        tool: ToolIndex,
        parameter: &ResourceParameter,
        has_words: bool,
        is_given: bool,
    ) -> bool {
        let exhaustive = self.problem.strategy == Strategy::Exhaustive;
        match parameter.role {
            Some(TextRole::Content) => false,
            Some(TextRole::Instruction | TextRole::Question) => {
                self.problem.graph.toolbox()[tool].args.len() != 1
            }
            Some(TextRole::Object) => true,
            None => (has_words && !self.has_left_over(tool)) || (!exhaustive && is_given),
        }
    }

    /// Whether something is given that has no place in a tool, and has to go into its words: “a
    /// film of what is said in talk.wav”.
    fn has_left_over(&self, tool: ToolIndex) -> bool {
        let toolbox = self.problem.graph.toolbox();
        self.problem.given.iter().any(|of| {
            !toolbox[tool]
                .args
                .iter()
                .any(|other| toolbox.fits(of, &other.resource_type))
        })
    }

    /// Returns the terms of type `wanted` that tools make for an argument of `tool`. `is_open`:
    /// nothing else fills it; `lacks_one`: what is given fills another argument already.
    fn made_fillings(
        &mut self,
        (tool, wanted): (ToolIndex, &ResourceType),
        budget: usize,
        trust: Trust,
        (is_open, lacks_one): (bool, bool),
    ) -> Vec<TermId> {
        let mut made = self.made(wanted, budget, &[tool], Trust::Sure);
        if lacks_one && self.problem.strategy != Strategy::Exhaustive {
            made.retain(|made| self.terms.uses(*made) & WORDS != 0);
        }
        if made.is_empty() && is_open && trust == Trust::Doubtful {
            made = self.made(wanted, budget, &[tool], Trust::Doubtful);
        }
        // A tool that is asked for is not left out because nobody spoke of what leads to it: the
        // audio of a video whose words are wanted.
        if is_open && (self.problem.asked_for)(tool) {
            let leads = self.made(wanted, 1, &[tool], Trust::Doubtful);
            let leads: Vec<_> = leads
                .into_iter()
                .filter(|lead| self.is_of_given(*lead) && !made.contains(lead))
                .collect();
            made.extend(leads);
        }
        made
    }

    /// Whether something given, and not words alone, went into a term.
    fn is_of_given(&self, term: TermId) -> bool {
        self.terms.uses(term) & !(WORDS | THING) != 0
    }
}

/// Whether an argument takes words that say what is to be done.
fn says_what_to_do(parameter: &ResourceParameter) -> bool {
    matches!(
        parameter.role,
        Some(TextRole::Instruction | TextRole::Question)
    )
}
