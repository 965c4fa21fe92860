//! Ways as terms: a tool applied to terms, down to what is at hand. Equal terms are one
//! (hash-consing), so a solution is a graph in canonical form: two solutions are the same graph
//! exactly when their numbers are equal, whatever order their steps would run in, and a result that
//! two steps take is made once.

use std::collections::HashMap;

use patchbay_domain::ToolIndex;

/// The number of a term in its [`Terms`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TermId(usize);

/// The position of a resource among those at hand for a subtask.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ResourceIndex(pub usize);

/// Composition of a value.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Term {
    /// The resource at hand that stands there.
    Given(ResourceIndex),
    /// Words of the request.
    Words,
    /// Words of the request that name the thing that is meant.
    Thing,
    /// Words of the request together with a text that a tool made.
    WordsAnd(TermId),
    /// A tool applied to a term for each of its arguments.
    Call(ToolIndex, Vec<TermId>),
}

/// Set of the required things that a term uses: bit n stands for the n-th.
pub type Uses = u64;

/// The bit of a solution that looks for the thing that is meant: it does more than one that does
/// not.
pub(super) const THING: Uses = 1 << 61;

#[derive(Debug)]
struct Entry {
    term: Term,
    uses: Uses,
    /// The calls in it, itself included, sorted.
    calls: Vec<TermId>,
    tools: Vec<ToolIndex>,
}

/// Every term that was built, each once.
#[derive(Debug, Default)]
pub struct Terms {
    entries: Vec<Entry>,
    known: HashMap<Term, TermId>,
    /// The bit that words count as.
    words: Uses,
}

impl Terms {
    /// Creates an empty store; words of the request count as the required thing `words`.
    pub fn new(words: Uses) -> Self {
        Self {
            words,
            ..Self::default()
        }
    }

    /// The number of a term.
    pub fn intern(&mut self, term: Term) -> TermId {
        if let Some(&id) = self.known.get(&term) {
            return id;
        }
        let id = TermId(self.entries.len());
        let (uses, mut calls) = match &term {
            Term::Given(index) => (1 << index.0.min(62), Vec::new()),
            Term::Words => (self.words, Vec::new()),
            Term::Thing => (self.words | THING, Vec::new()),
            Term::WordsAnd(other) => (self.words | self.uses(*other), self.calls(*other).to_vec()),
            Term::Call(_, inputs) => {
                let calls = inputs
                    .iter()
                    .flat_map(|input| self.calls(*input).iter().copied())
                    .collect();
                (
                    inputs
                        .iter()
                        .fold(0, |uses, input| uses | self.uses(*input)),
                    calls,
                )
            }
        };
        if matches!(term, Term::Call(..)) {
            calls.push(id);
        }
        calls.sort_unstable();
        calls.dedup();
        let mut tools: Vec<ToolIndex> = calls
            .iter()
            .filter_map(|call| if *call == id { None } else { self.tool(*call) })
            .chain(match &term {
                Term::Call(tool, _) => Some(*tool),
                _ => None,
            })
            .collect();
        tools.sort_unstable();
        self.entries.push(Entry {
            term: term.clone(),
            uses,
            calls,
            tools,
        });
        self.known.insert(term, id);
        id
    }

    /// Number of terms that were built.
    pub fn count(&self) -> usize {
        self.entries.len()
    }

    /// The term of that number.
    pub fn get(&self, id: TermId) -> &Term {
        &self.entries[id.0].term
    }

    /// Returns the set of required things that it uses.
    pub fn uses(&self, id: TermId) -> Uses {
        self.entries[id.0].uses
    }

    /// The calls in it, itself included, each once and after those that it takes.
    pub fn calls(&self, id: TermId) -> &[TermId] {
        &self.entries[id.0].calls
    }

    /// The tools of its calls, sorted; a tool that is called twice stands there twice.
    pub fn tools(&self, id: TermId) -> &[ToolIndex] {
        &self.entries[id.0].tools
    }

    /// The tool that it calls, where it is a call.
    pub fn tool(&self, id: TermId) -> Option<ToolIndex> {
        match self.get(id) {
            Term::Call(tool, _) => Some(*tool),
            _ => None,
        }
    }

    /// Every term that is a proper part of it.
    pub fn parts(&self, id: TermId) -> Vec<TermId> {
        let mut found = Vec::new();
        let mut open = vec![id];
        while let Some(term) = open.pop() {
            let inputs: &[TermId] = match self.get(term) {
                Term::Call(_, inputs) => inputs,
                Term::WordsAnd(other) => std::slice::from_ref(other),
                Term::Given(_) | Term::Words | Term::Thing => &[],
            };
            for input in inputs {
                if !found.contains(input) {
                    found.push(*input);
                    open.push(*input);
                }
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_terms_are_one_and_shared_parts_count_once() {
        let mut terms = Terms::new(0);
        let [translate, describe, publish] = [3, 7, 9].map(ToolIndex);
        let image = terms.intern(Term::Given(ResourceIndex(0)));
        let caption = terms.intern(Term::Call(describe, vec![image]));
        let title = terms.intern(Term::Call(translate, vec![caption]));
        let page = terms.intern(Term::Call(publish, vec![image, title, caption]));
        assert_eq!(terms.intern(Term::Call(describe, vec![image])), caption);
        assert_eq!(terms.calls(page), [caption, title, page]);
        assert_eq!(terms.tools(page), [translate, describe, publish]);
        assert_eq!(terms.uses(page), 1);
    }
}
