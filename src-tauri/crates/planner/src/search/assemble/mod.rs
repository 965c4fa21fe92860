//! The search itself: terms are assembled from the goal down to what is at hand.

mod makers;
mod order;
mod problem;

use std::collections::{HashMap, HashSet};

use patchbay_domain::{ResourceParameter, ResourceType, TextRole, ToolIndex};

use super::Strategy;
use super::term::{ResourceIndex, THING, Term, TermId, Terms, Uses};
use crate::graph::KindIndex;
use makers::{Role, Trust};
pub use problem::{Found, Preference, Problem};

/// The bit that words count as.
const WORDS: Uses = 1 << 63;
/// How many steps more than the nearest maker needs a branch may have.
const SLACK: usize = 3;

/// Finds the ways. Where adaptive search finds none, everything is tried.
pub fn search(problem: &Problem<'_>) -> Found {
    let found = search_once(problem);
    if found.ways.is_empty() && problem.strategy == Strategy::Adaptive {
        return search_once(&Problem {
            strategy: Strategy::Exhaustive,
            ..*problem
        });
    }
    found
}

fn search_once(problem: &Problem<'_>) -> Found {
    let mut at_hand = problem.given.to_vec();
    let toolbox = problem.graph.toolbox();
    // Words count as whatever type some text argument takes them for.
    for kind in problem.graph.kinds() {
        let index = problem.graph.tools(kind)[0];
        for parameter in &toolbox[index].args {
            if !at_hand.contains(&parameter.resource_type) && (problem.words)(index, parameter) {
                at_hand.push(parameter.resource_type.clone());
            }
        }
    }
    let mut assembly = Assembly {
        problem,
        terms: Terms::new(if problem.words_required { WORDS } else { 0 }),
        depths: problem.graph.depths(&at_hand, problem.available),
        visited: HashSet::new(),
        chosen: HashMap::new(),
        memory: HashMap::new(),
    };
    let required = problem.required | if problem.words_required { WORDS } else { 0 };
    let most = problem.limits.max_length;
    let mut ways = Vec::new();
    // Trying everything, short ways are finished before longer ones are begun: where the bound on
    // terms is reached, it is the longest ways that are missing.
    let first = if problem.strategy == Strategy::Exhaustive {
        assembly.nearest(problem.wanted).clamp(1, most)
    } else {
        most
    };
    for length in first..=most {
        ways.extend(assembly.reach(length, required));
        if assembly.terms.count() >= problem.limits.max_terms {
            break;
        }
    }
    ways.sort_by(|a, b| assembly.compare(*a, *b));
    ways.dedup();
    Found {
        visited: assembly.visited.len(),
        terms: assembly.terms,
        ways,
    }
}

struct Assembly<'a> {
    problem: &'a Problem<'a>,
    terms: Terms,
    /// For each kind of tools, see [`ToolGraph::depths`].
    depths: Vec<Option<usize>>,
    visited: HashSet<ToolIndex>,
    /// The tools of a kind that are followed in a role, best first.
    chosen: HashMap<(KindIndex, Role), Vec<(ToolIndex, f32)>>,
    /// What was found for a type, a number of steps and a trust.
    memory: HashMap<(ResourceType, usize, Trust), Vec<TermId>>,
}

impl Assembly<'_> {
    /// The ways to the goal with at most `length` steps.
    fn reach(&mut self, length: usize, required: Uses) -> Vec<TermId> {
        let mut ways = Vec::new();
        for trust in [Trust::Sure, Trust::Doubtful] {
            for (place, (tool, _)) in self
                .makers(self.problem.wanted, length, Role::Goal, trust)
                .into_iter()
                .enumerate()
            {
                let mut found = self.complete(tool, length, trust, required);
                // For the tool that fits best doubtful steps are worth more than another tool.
                if found.is_empty() && place == 0 && trust == Trust::Sure {
                    found = self.complete(tool, length, Trust::Doubtful, required);
                }
                ways.extend(found);
            }
            if !ways.is_empty() {
                break;
            }
        }
        ways
    }

    /// Every way of at most `length` steps that ends with a tool, uses what it has to, and has no
    /// step to spare.
    fn complete(
        &mut self,
        tool: ToolIndex,
        length: usize,
        trust: Trust,
        required: Uses,
    ) -> Vec<TermId> {
        let mut ways = self.calls(tool, length, trust);
        ways.retain(|way| {
            self.terms.uses(*way) & required == required && !self.is_dominated(*way, required)
        });
        ways
    }

    /// Every call of a tool with at most `budget` steps.
    fn calls(&mut self, tool: ToolIndex, budget: usize, trust: Trust) -> Vec<TermId> {
        let parameters = &self.problem.graph.toolbox()[tool].args;
        let mut partial: Vec<Vec<TermId>> = vec![Vec::new()];
        for parameter in parameters {
            let fillings = self.fillings(tool, parameter, budget - 1, trust);
            let mut extended = Vec::with_capacity(partial.len() * fillings.len());
            for inputs in &partial {
                for filling in &fillings {
                    // The same value twice serves nothing: nobody joins a film with itself unasked.
                    // Words may hold several.
                    if inputs.contains(filling)
                        && !matches!(self.terms.get(*filling), Term::Words | Term::Thing)
                    {
                        continue;
                    }
                    let mut inputs = inputs.clone();
                    inputs.push(*filling);
                    extended.push(inputs);
                }
            }
            partial = extended;
            self.bound(&mut partial);
        }
        let mut calls = Vec::with_capacity(partial.len());
        for inputs in partial {
            if self.terms.count() >= self.problem.limits.max_terms {
                break;
            }
            let call = self.terms.intern(Term::Call(tool, inputs));
            if self.terms.calls(call).len() <= budget {
                calls.push(call);
            }
        }
        calls
    }

    fn bound(&self, partial: &mut Vec<Vec<TermId>>) {
        partial.truncate(if self.problem.strategy == Strategy::Exhaustive {
            self.problem.limits.max_terms
        } else {
            self.problem.limits.ways_per_argument * 4
        });
    }

    /// What an open argument can be filled with.
    fn fillings(
        &mut self,
        tool: ToolIndex,
        parameter: &ResourceParameter,
        budget: usize,
        trust: Trust,
    ) -> Vec<TermId> {
        let toolbox = self.problem.graph.toolbox();
        let wanted = &parameter.resource_type;
        let given = self.problem.given.iter().enumerate();
        let fitting: Vec<ResourceIndex> = given
            .filter(|(_, of)| toolbox.fits(of, wanted))
            .map(|(index, _)| ResourceIndex(index))
            .collect();
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
        let exhaustive = self.problem.strategy == Strategy::Exhaustive;
        // A given value that fits is taken as it is. Words about content may have a made text
        // beside them: what a picture shows says more about the music for it. So may words that say
        // what is to be done where the tool takes nothing else: “the caption in Spanish”. But a
        // tool does not know better than the request which object is meant.
        let says_what_to_do = matches!(
            parameter.role,
            Some(TextRole::Instruction | TextRole::Question)
        );
        let alone = toolbox[tool].args.len() == 1;
        // Of two that are joined and one that is given the second can be made from words: “mix calm
        // piano in”.
        let before = toolbox[tool]
            .args
            .iter()
            .take_while(|other| other.name != parameter.name);
        let alike_before = before
            .filter(|other| other.resource_type == *wanted)
            .count();
        let lacks_one = !fillings.is_empty() && alike_before >= fitting.len();
        // What is given and has no other place in the tool has to go into its words: “a film of
        // what is said in talk.wav”.
        let left_over = self.problem.given.iter().any(|of| {
            !toolbox[tool]
                .args
                .iter()
                .any(|other| toolbox.fits(of, &other.resource_type))
        });
        let closed = match parameter.role {
            Some(TextRole::Content) => false,
            Some(TextRole::Instruction | TextRole::Question) => !alone,
            Some(TextRole::Object) => true,
            None => {
                (words.is_some() && !left_over)
                    || (!exhaustive && !fillings.is_empty() && !lacks_one)
            }
        };
        fillings.extend(words);
        if budget == 0 || closed || self.terms.count() >= self.problem.limits.max_terms {
            return fillings;
        }
        let mut made = self.made(wanted, budget, &[tool], Trust::Sure);
        if lacks_one && !exhaustive {
            made.retain(|made| self.terms.uses(*made) & WORDS != 0);
        }
        if made.is_empty() && fillings.is_empty() && trust == Trust::Doubtful {
            made = self.made(wanted, budget, &[tool], Trust::Doubtful);
        }
        // A tool that is asked for is not left out because nobody spoke of what leads to it: the
        // sound of a film whose words are wanted.
        if fillings.is_empty() && (self.problem.asked_for)(tool) {
            let leads = self.made(wanted, 1, &[tool], Trust::Doubtful);
            let leads: Vec<_> = leads
                .into_iter()
                .filter(|lead| self.is_of_given(*lead) && !made.contains(lead))
                .collect();
            made.extend(leads);
        }
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
        let says_enough = says_what_to_do || (parameter.role.is_none() && words.is_some());
        fillings.extend(
            made.into_iter()
                .filter(|made| !says_enough || self.is_of_given(*made)),
        );
        fillings
    }

    /// Whether something given, and not words alone, went into a term.
    fn is_of_given(&self, term: TermId) -> bool {
        self.terms.uses(term) & !(WORDS | THING) != 0
    }

    /// Every call that makes `wanted` in at most `budget` steps, brings something in, and has none
    /// of the tools on the path to the goal. Found once for a type and budget, so the work grows
    /// with types times steps, not with paths.
    fn made(
        &mut self,
        wanted: &ResourceType,
        budget: usize,
        path: &[ToolIndex],
        trust: Trust,
    ) -> Vec<TermId> {
        let exhaustive = self.problem.strategy == Strategy::Exhaustive;
        let budget = if exhaustive {
            budget
        } else {
            budget.min(self.nearest(wanted) + SLACK)
        };
        let key = (wanted.clone(), budget, trust);
        if !self.memory.contains_key(&key) {
            // Filled before it is whole: a type that is needed to make itself finds nothing new.
            self.memory.insert(key.clone(), Vec::new());
            let mut made = Vec::new();
            for (maker, _) in self.makers(wanted, budget, Role::Support, trust) {
                let calls = self.calls(maker, budget, trust);
                made.extend(
                    calls
                        .into_iter()
                        .filter(|call| self.adds_something(*call, wanted)),
                );
            }
            made.sort_by(|a, b| self.compare(*a, *b));
            if !exhaustive {
                made.truncate(self.problem.limits.ways_per_argument);
            }
            self.memory.insert(key.clone(), made);
        }
        let known = self.memory.get(&key).map_or(&[][..], Vec::as_slice);
        known
            .iter()
            .copied()
            .filter(|call| {
                !self
                    .terms
                    .tools(*call)
                    .iter()
                    .any(|tool| path.contains(tool))
            })
            .collect()
    }
}
