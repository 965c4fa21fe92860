//! From a text to its candidates.

use std::collections::HashMap;
use std::sync::LazyLock;

use patchbay_domain::Span;

use crate::row::{Item, Node, Row};
use crate::rows;
use crate::token::{Token, tokens};
use crate::value::Value;

/// Maximum number of rounds in which rows are matched again with what was found: a number, a
/// length, a compound, a range.
const ROUNDS: usize = 4;
/// Maximum number of values that begin at one token: what comes after is noise.
const MOST_AT_A_TOKEN: usize = 24;

/// A value that a text could mean.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// Start of its words, in bytes.
    pub from: usize,
    /// End of its words, in bytes.
    pub to: usize,
    /// The value.
    pub value: Value,
    /// The row that found it.
    pub row: &'static str,
}

impl Candidate {
    /// Returns the place of its words.
    pub fn span(&self) -> Span {
        Span {
            from: self.from,
            to: self.to,
        }
    }
}

/// The rows by the word with which they begin, and those that begin with a value.
struct Beginnings {
    by_word: HashMap<&'static str, Vec<&'static Row>>,
    by_value: Vec<&'static Row>,
}

static BEGINNINGS: LazyLock<Beginnings> = LazyLock::new(|| {
    let mut beginnings = Beginnings {
        by_word: HashMap::new(),
        by_value: Vec::new(),
    };
    for row in rows::all() {
        let mut items = row.pattern.iter();
        loop {
            match items.next() {
                Some(Item::Is(_)) => beginnings.by_value.push(row),
                Some(Item::Words(words) | Item::Glued(words)) => beginnings.begin_with(words, row),
                Some(Item::Maybe(words)) => {
                    beginnings.begin_with(words, row);
                    continue;
                }
                None => {}
            }
            break;
        }
    }
    beginnings
});

impl Beginnings {
    fn begin_with(&mut self, words: &'static str, row: &'static Row) {
        for word in words.split(' ') {
            self.by_word.entry(word).or_default().push(row);
        }
    }
}

/// All values that a text could mean, in the order in which their words begin, longer ones first.
pub fn lattice(text: &str) -> Vec<Candidate> {
    let tokens = tokens(text);
    let mut nodes: Vec<Vec<Node>> = vec![Vec::new(); tokens.len()];
    for (first, end, value, row) in rows::literals(text, &tokens) {
        add(
            &mut nodes,
            Node {
                first,
                end,
                value,
                row,
            },
        );
    }
    for round in 0..ROUNDS {
        let found = matched(&tokens, &nodes, round == 0);
        let mut is_new = false;
        for node in found {
            is_new |= add(&mut nodes, node);
        }
        if !is_new {
            break;
        }
    }
    let mut candidates: Vec<Candidate> = nodes
        .into_iter()
        .flatten()
        .map(
            |Node {
                 first,
                 end,
                 value,
                 row,
             }| Candidate {
                from: tokens[first].from,
                to: tokens[end - 1].to,
                value,
                row,
            },
        )
        .collect();
    candidates.sort_by_key(|candidate| (candidate.from, usize::MAX - candidate.to));
    candidates
}

fn matched(tokens: &[Token], nodes: &[Vec<Node>], is_first: bool) -> Vec<Node> {
    let mut found = Vec::new();
    for (first, token) in tokens.iter().enumerate() {
        let by_word = BEGINNINGS
            .by_word
            .get(token.text.as_str())
            .into_iter()
            .flatten();
        // A row of words alone finds everything at once.
        let by_word = by_word
            .filter(|row| is_first || row.pattern.iter().any(|item| matches!(item, Item::Is(_))));
        let by_value = BEGINNINGS
            .by_value
            .iter()
            .filter(|_| !nodes[first].is_empty());
        for row in by_word.chain(by_value) {
            for (end, value) in row.matches(tokens, nodes, first) {
                found.push(Node {
                    first,
                    end,
                    value,
                    row: row.id,
                });
            }
        }
    }
    found
}

/// Adds a value; returns false where it stands there already or no more values may begin there.
fn add(nodes: &mut [Vec<Node>], node: Node) -> bool {
    let here = &mut nodes[node.first];
    let is_known = here
        .iter()
        .any(|other| other.end == node.end && other.value == node.value);
    let is_room = here.len() < MOST_AT_A_TOKEN;
    if !is_known && is_room {
        here.push(node);
    }
    !is_known && is_room
}
