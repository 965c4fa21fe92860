//! The search itself: terms are assembled from the goal down to what is at hand.

use std::collections::{HashMap, HashSet};

use patchbay_domain::{Parameter, ResourceType, TextRole};

use super::term::{Term, TermId, Terms, Uses};
use super::{Limits, Strategy, best};
use crate::graph::ToolGraph;
use crate::language::Assessment;

/// Orders the resources at hand that fit an argument of a tool.
pub type Preference<'a> = dyn Fn(usize, &Parameter, &[usize]) -> Vec<usize> + 'a;

/// What is searched for, from what.
#[derive(Clone, Copy)]
pub struct Problem<'a> {
    /// The tools.
    pub graph: &'a ToolGraph,
    /// The types of the resources at hand, in their order (at most 60).
    pub given: &'a [ResourceType],
    /// Which of them a way has to use, by position.
    pub required: Uses,
    /// Whether words have to be used too.
    pub words_required: bool,
    /// Whether words of the request can be the text argument of a tool.
    pub words: &'a dyn Fn(usize, &Parameter) -> bool,
    /// The order in which the resources at hand are tried for an argument of a tool; those left out are not.
    pub prefer: &'a Preference<'a>,
    /// What is wanted.
    pub wanted: &'a ResourceType,
    /// One for each tool.
    pub assessments: &'a [Assessment],
    /// Whether a tool may be used.
    pub available: &'a dyn Fn(usize) -> bool,
    /// How many makers are followed.
    pub strategy: Strategy,
    /// Bounds.
    pub limits: Limits,
}

/// What a search found.
pub struct Found {
    /// Every term that was built.
    pub terms: Terms,
    /// The ways, no two the same graph, best assessed goal first.
    pub ways: Vec<TermId>,
    /// How many tools were visited: expanded, or looked at and left.
    pub visited: usize,
}

/// The bit that words count as.
const WORDS: Uses = 1 << 63;
/// How many steps more than the nearest maker one may need that nobody spoke of.
const DETOUR: usize = 1;
/// How many steps more than the nearest maker needs a branch may have.
const SLACK: usize = 3;
/// From this assessment on a tool counts as spoken of.
const SPOKEN_OF: f32 = 4.0;

/// Finds the ways. Where adaptive search finds none, everything is tried.
pub fn search(problem: &Problem<'_>) -> Found {
    let found = search_once(problem);
    if found.ways.is_empty() && problem.strategy == Strategy::Adaptive {
        return search_once(&Problem { strategy: Strategy::Exhaustive, ..*problem });
    }
    found
}

fn search_once(problem: &Problem<'_>) -> Found {
    let mut at_hand = problem.given.to_vec();
    let toolbox = problem.graph.toolbox();
    // Words count as whatever type some text argument takes them for.
    for kind in 0..problem.graph.kinds() {
        let index = problem.graph.tools(kind)[0];
        for parameter in &toolbox.tools[index].args {
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
    // Trying everything, short ways are finished before longer ones are begun: where the bound on terms is reached, it
    // is the longest ways that are missing.
    let first =
        if problem.strategy == Strategy::Exhaustive { assembly.nearest(problem.wanted).clamp(1, most) } else { most };
    for length in first..=most {
        ways.extend(assembly.reach(length, required));
        if assembly.terms.count() >= problem.limits.max_terms {
            break;
        }
    }
    ways.sort_by(|a, b| assembly.compare(*a, *b));
    ways.dedup();
    Found { visited: assembly.visited.len(), terms: assembly.terms, ways }
}

/// What a maker is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Role {
    /// To reach the goal.
    Goal,
    /// To fill an argument.
    Support,
}

/// Whether makers that are assessed badly are followed where there is no better one. A branch is first tried without:
/// only where nothing sensible fills an argument, the best of the rest are.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Trust {
    Sure,
    Doubtful,
}

struct Assembly<'a> {
    problem: &'a Problem<'a>,
    terms: Terms,
    /// For each kind of tools, see [`ToolGraph::depths`].
    depths: Vec<Option<usize>>,
    visited: HashSet<usize>,
    /// The tools of a kind that are followed in a role, best first.
    chosen: HashMap<(usize, Role), Vec<(usize, f32)>>,
    /// What was found for a type, a number of steps and a trust.
    memory: HashMap<(ResourceType, usize, Trust), Vec<TermId>>,
}

impl Assembly<'_> {
    /// The tools that make `wanted` in at most `budget` steps, best first.
    fn makers(&mut self, wanted: &ResourceType, budget: usize, role: Role, trust: Trust) -> Vec<(usize, f32)> {
        let graph = self.problem.graph;
        let mut kinds = graph.makers(wanted).to_vec();
        kinds.retain(|kind| self.depths[*kind].is_some_and(|depth| depth <= budget));
        let nearest = kinds.iter().filter_map(|kind| self.depths[*kind]).min().unwrap_or(0);
        let detours = role == Role::Goal || self.problem.strategy == Strategy::Exhaustive;
        let mut makers: Vec<(usize, f32)> = Vec::new();
        for kind in kinds {
            let is_near = self.depths[kind].is_some_and(|depth| depth <= nearest + DETOUR);
            let followed = self.followed(kind, role).iter();
            // A detour is taken only for a tool that was spoken of.
            makers.extend(followed.filter(|(_, score)| detours || is_near || *score >= SPOKEN_OF));
        }
        let name = |tool: usize| &graph.toolbox().tools[tool].name;
        makers.sort_by(|a, b| name(a.0).cmp(name(b.0)));
        let chosen = self.problem.strategy.choose(makers, trust == Trust::Doubtful);
        self.visited.extend(chosen.iter().map(|(tool, _)| *tool));
        chosen
    }

    /// The best tools of a kind.
    fn followed(&mut self, kind: usize, role: Role) -> &[(usize, f32)] {
        let problem = self.problem;
        self.chosen.entry((kind, role)).or_insert_with(|| {
            let score = |tool: usize| match role {
                Role::Goal => problem.assessments[tool].goal,
                Role::Support => problem.assessments[tool].support,
            };
            let (to_goal, on_the_way) = problem.strategy.alike();
            let count = if role == Role::Goal { to_goal } else { on_the_way };
            let tools = problem.graph.tools(kind).iter().copied().filter(|tool| (problem.available)(*tool));
            best(tools.map(|tool| (tool, score(tool))), count)
        })
    }

    /// The ways to the goal with at most `length` steps.
    fn reach(&mut self, length: usize, required: Uses) -> Vec<TermId> {
        let mut ways = Vec::new();
        for trust in [Trust::Sure, Trust::Doubtful] {
            for (place, (tool, _)) in
                self.makers(self.problem.wanted, length, Role::Goal, trust).into_iter().enumerate()
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

    /// Every way of at most `length` steps that ends with a tool, uses what it has to, and has no step to spare.
    fn complete(&mut self, tool: usize, length: usize, trust: Trust, required: Uses) -> Vec<TermId> {
        let mut ways = self.calls(tool, length, trust);
        ways.retain(|way| self.terms.uses(*way) & required == required && !self.is_dominated(*way, required));
        ways
    }

    /// Every call of a tool with at most `budget` steps.
    fn calls(&mut self, tool: usize, budget: usize, trust: Trust) -> Vec<TermId> {
        let parameters = &self.problem.graph.toolbox().tools[tool].args;
        let mut partial: Vec<Vec<TermId>> = vec![Vec::new()];
        for parameter in parameters {
            let fillings = self.fillings(tool, parameter, budget - 1, trust);
            let mut extended = Vec::with_capacity(partial.len() * fillings.len());
            for inputs in &partial {
                for filling in &fillings {
                    // The same value twice serves nothing: nobody joins a film with itself unasked. Words may hold several.
                    if inputs.contains(filling) && !matches!(self.terms.get(*filling), Term::Words) {
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
    fn fillings(&mut self, tool: usize, parameter: &Parameter, budget: usize, trust: Trust) -> Vec<TermId> {
        let toolbox = self.problem.graph.toolbox();
        let wanted = &parameter.resource_type;
        let fitting: Vec<usize> =
            (0..self.problem.given.len()).filter(|index| toolbox.fits(&self.problem.given[*index], wanted)).collect();
        let mut fillings: Vec<TermId> = (self.problem.prefer)(tool, parameter, &fitting)
            .into_iter()
            .map(|index| self.terms.intern(Term::Given(index)))
            .collect();
        let words = (self.problem.words)(tool, parameter).then(|| self.terms.intern(Term::Words));
        let exhaustive = self.problem.strategy == Strategy::Exhaustive;
        // A given value that fits is taken as it is. Words about content may have a made text beside them: what a picture
        // shows says more about the music for it. So may words that say what is to be done where the tool takes nothing
        // else: “the caption in Spanish”. But a tool does not know better than the request which object is meant.
        let says_what_to_do = matches!(parameter.role, Some(TextRole::Instruction | TextRole::Question));
        let alone = toolbox.tools[tool].args.len() == 1;
        let closed = match parameter.role {
            Some(TextRole::Content) => false,
            Some(TextRole::Instruction | TextRole::Question) => !alone,
            Some(TextRole::Object) => true,
            None => words.is_some() || (!exhaustive && !fillings.is_empty()),
        };
        fillings.extend(words);
        if budget == 0 || closed || self.terms.count() >= self.problem.limits.max_terms {
            return fillings;
        }
        let mut made = self.made(wanted, budget, &[tool], Trust::Sure);
        if made.is_empty() && fillings.is_empty() && trust == Trust::Doubtful {
            made = self.made(wanted, budget, &[tool], Trust::Doubtful);
        }
        if words.is_some() {
            let joined: Vec<_> = made
                .iter()
                .filter(|made| self.terms.uses(**made) & WORDS == 0)
                .map(|made| Term::WordsAnd(*made))
                .collect();
            fillings.extend(joined.into_iter().map(|term| self.terms.intern(term)).collect::<Vec<_>>());
        }
        // Beside an instruction only what was made of something given is worked on: words made of words say nothing new.
        let of_given = |made: &TermId| self.terms.uses(*made) & !WORDS != 0;
        fillings.extend(made.into_iter().filter(|made| !says_what_to_do || of_given(made)));
        fillings
    }

    /// Every call that makes `wanted` in at most `budget` steps, brings something in, and has none of the tools on the
    /// path to the goal. Found once for a type and budget, so the work grows with types times steps, not with paths.
    fn made(&mut self, wanted: &ResourceType, budget: usize, path: &[usize], trust: Trust) -> Vec<TermId> {
        let exhaustive = self.problem.strategy == Strategy::Exhaustive;
        let budget = if exhaustive { budget } else { budget.min(self.nearest(wanted) + SLACK) };
        let key = (wanted.clone(), budget, trust);
        if !self.memory.contains_key(&key) {
            // Filled before it is whole: a type that is needed to make itself finds nothing new.
            self.memory.insert(key.clone(), Vec::new());
            let mut made = Vec::new();
            for (maker, _) in self.makers(wanted, budget, Role::Support, trust) {
                let calls = self.calls(maker, budget, trust);
                made.extend(calls.into_iter().filter(|call| self.adds_something(*call, wanted)));
            }
            made.sort_by(|a, b| self.compare(*a, *b));
            if !exhaustive {
                made.truncate(self.problem.limits.ways_per_argument);
            }
            self.memory.insert(key.clone(), made);
        }
        let known = self.memory.get(&key).map_or(&[][..], Vec::as_slice);
        known.iter().copied().filter(|call| !self.terms.tools(*call).iter().any(|tool| path.contains(tool))).collect()
    }

    /// The fewest steps in which any tool makes `wanted`.
    fn nearest(&self, wanted: &ResourceType) -> usize {
        self.problem.graph.makers(wanted).iter().filter_map(|kind| self.depths[*kind]).min().unwrap_or(0)
    }

    /// Whether a call that fills an argument of type `wanted` brings in something that none of its own parts of that
    /// type holds.
    fn adds_something(&self, call: TermId, wanted: &ResourceType) -> bool {
        let uses = self.terms.uses(call);
        let same = |part: TermId| self.fits(part, wanted) && self.terms.uses(part) == uses;
        !self.terms.parts(call).into_iter().any(same)
    }

    fn fits(&self, term: TermId, wanted: &ResourceType) -> bool {
        let toolbox = self.problem.graph.toolbox();
        match self.terms.get(term) {
            Term::Given(index) => toolbox.fits(&self.problem.given[*index], wanted),
            Term::Words | Term::WordsAnd(_) => false,
            Term::Call(tool, _) => toolbox.fits(&toolbox.tools[*tool].returns, wanted),
        }
    }

    /// Whether some step could be left out: what fills an argument has a part that would do in its place, and the way
    /// would still use everything that it has to.
    fn is_dominated(&mut self, way: TermId, required: Uses) -> bool {
        let calls: Vec<TermId> = self.terms.calls(way).to_vec();
        for call in calls {
            let Term::Call(tool, inputs) = self.terms.get(call).clone() else { continue };
            for (position, input) in inputs.iter().enumerate() {
                let wanted = &self.problem.graph.toolbox().tools[tool].args[position].resource_type;
                for part in self.terms.parts(*input) {
                    if !self.fits(part, wanted) {
                        continue;
                    }
                    let mut simpler = inputs.clone();
                    simpler[position] = part;
                    let simpler = self.terms.intern(Term::Call(tool, simpler));
                    let replaced = self.replace(way, call, simpler);
                    if self.terms.uses(replaced) & required == required {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// `way` with `other` in the place of `call`.
    fn replace(&mut self, way: TermId, call: TermId, other: TermId) -> TermId {
        if way == call {
            return other;
        }
        match self.terms.get(way).clone() {
            Term::Call(tool, inputs) => {
                let inputs = inputs.into_iter().map(|input| self.replace(input, call, other)).collect();
                self.terms.intern(Term::Call(tool, inputs))
            }
            Term::WordsAnd(text) => {
                let text = self.replace(text, call, other);
                self.terms.intern(Term::WordsAnd(text))
            }
            Term::Given(_) | Term::Words => way,
        }
    }

    /// Better ways first: the better assessed goal, then fewer steps, then better assessed steps, then by tools, so
    /// that the order of the toolbox never matters.
    fn compare(&self, a: TermId, b: TermId) -> std::cmp::Ordering {
        let key = |term: TermId| {
            let goal = self.terms.tool(term).map_or(5.0, |tool| self.problem.assessments[tool].goal);
            let steps = self.terms.calls(term).len();
            let support: f32 = self.terms.tools(term).iter().map(|tool| self.problem.assessments[*tool].support).sum();
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
            Term::Given(index) => format!("#{index}"),
            Term::Words => "words".to_owned(),
            Term::WordsAnd(other) => format!("words+{}", self.spell(*other)),
            Term::Call(tool, inputs) => {
                let inputs: Vec<_> = inputs.iter().map(|input| self.spell(*input)).collect();
                format!("{}({})", self.problem.graph.toolbox().tools[*tool].name, inputs.join(","))
            }
        }
    }
}
