//! The search itself: terms are assembled from the goal down to what is at hand.

mod fillings;
mod makers;
mod order;
mod problem;

use std::collections::{HashMap, HashSet};

use patchbay_domain::{ResourceType, ToolIndex};

use super::Strategy;
use super::term::{Term, TermId, Terms, Uses};
use crate::graph::KindIndex;
use makers::{Role, Trust};
pub use problem::{Found, Preference, Problem};

/// The bit that words count as.
const WORDS: Uses = 1 << 63;
/// Maximum number of steps that a branch may have beyond those of the nearest maker.
const SLACK: usize = 3;

/// Finds the solutions. Where adaptive search finds none, everything is tried.
pub fn search(problem: &Problem<'_>) -> Found {
    let found = search_once(problem);
    if found.solutions.is_empty() && problem.strategy == Strategy::Adaptive {
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
    let mut solutions = Vec::new();
    // Trying everything, short solutions are finished before longer ones are begun: where the bound
    // on terms is reached, it is the longest solutions that are missing.
    let first = if problem.strategy == Strategy::Exhaustive {
        assembly.nearest(problem.wanted).clamp(1, most)
    } else {
        most
    };
    for length in first..=most {
        solutions.extend(assembly.reach(length, required));
        if assembly.terms.count() >= problem.limits.max_terms {
            break;
        }
    }
    solutions.sort_by(|a, b| assembly.compare(*a, *b));
    solutions.dedup();
    Found {
        visited: assembly.visited.len(),
        terms: assembly.terms,
        solutions,
    }
}

struct Assembly<'a> {
    problem: &'a Problem<'a>,
    terms: Terms,
    /// Depth of each kind of tools, see [`ToolGraph::depths`].
    depths: Vec<Option<usize>>,
    visited: HashSet<ToolIndex>,
    /// The tools of a kind that are followed in a role, best first.
    chosen: HashMap<(KindIndex, Role), Vec<(ToolIndex, f32)>>,
    /// Terms that were found for a type, a number of steps and a trust.
    memory: HashMap<(ResourceType, usize, Trust), Vec<TermId>>,
}

impl Assembly<'_> {
    /// The solutions to the goal with at most `length` steps.
    fn reach(&mut self, length: usize, required: Uses) -> Vec<TermId> {
        let mut solutions = Vec::new();
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
                solutions.extend(found);
            }
            if !solutions.is_empty() {
                break;
            }
        }
        solutions
    }

    /// Every solution of at most `length` steps that ends with a tool, uses what it has to, and has
    /// no step to spare.
    fn complete(
        &mut self,
        tool: ToolIndex,
        length: usize,
        trust: Trust,
        required: Uses,
    ) -> Vec<TermId> {
        let mut solutions = self.calls(tool, length, trust);
        solutions.retain(|solution| {
            self.terms.uses(*solution) & required == required
                && !self.is_dominated(*solution, required)
        });
        solutions
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
                    // The same value twice serves nothing: nobody joins a video with itself
                    // unasked. Words may hold several.
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
            self.problem.limits.fillings_per_argument * 4
        });
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
                made.truncate(self.problem.limits.fillings_per_argument);
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
