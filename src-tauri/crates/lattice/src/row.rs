//! Rows in the form that Duckling uses: an id, a pattern, a producer and examples.

use crate::token::Token;
use crate::value::Value;

/// One item that a pattern wants next.
#[derive(Clone, Copy)]
pub enum Item {
    /// One of these words or marks, apart by spaces.
    Words(&'static str),
    /// One of these words or marks, or nothing.
    Maybe(&'static str),
    /// One of these directly behind what comes before, without a space.
    Glued(&'static str),
    /// A value that this function accepts.
    Is(fn(&Value) -> bool),
}

/// Producer of a row: makes a value of those that its pattern met, in their order.
pub type Produce = fn(&[&Value]) -> Option<Value>;

/// A row: which words and values make a value.
pub struct Row {
    /// Its name: the kind and what it reads, such as `time.unit`.
    pub id: &'static str,
    /// Items that have to follow each other.
    pub pattern: &'static [Item],
    /// Producer of the value that they mean.
    pub produce: Produce,
    /// Texts with the value that each of them means as a whole, as it is written.
    pub examples: &'static [(&'static str, &'static str)],
}

/// A value that was met: from one token to another.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Node {
    pub first: usize,
    pub end: usize,
    pub value: Value,
    pub row: &'static str,
}

/// Whether `words`, apart by spaces, name a token.
fn names(words: &str, token: &str) -> bool {
    words.split(' ').any(|word| word == token)
}

/// A value of a row with the token behind it.
pub(crate) type Made = (usize, Value);

impl Row {
    /// The values that it makes of what stands from a token on. `nodes` are the values that were found, by the token with which
    /// they begin.
    pub(crate) fn matches(&self, tokens: &[Token], nodes: &[Vec<Node>], first: usize) -> Vec<Made> {
        let mut made = Vec::new();
        let mut met = Vec::new();
        self.follow(
            &Place {
                tokens,
                nodes,
                at: first,
                item: 0,
            },
            &mut met,
            &mut made,
        );
        made
    }

    fn follow<'a>(&self, place: &Place<'a>, met: &mut Vec<&'a Value>, made: &mut Vec<Made>) {
        let Some(item) = self.pattern.get(place.item) else {
            if let Some(value) = (self.produce)(met) {
                made.push((place.at, value));
            }
            return;
        };
        let token = place.tokens.get(place.at);
        // A hyphen binds what belongs together: ten-second, half-hour.
        if place.item > 0
            && token.is_some_and(|token| token.text == "-" && token.is_glued)
            && !item.takes_hyphen()
        {
            self.follow(
                &Place {
                    at: place.at + 1,
                    ..*place
                },
                met,
                made,
            );
        }
        match item {
            Item::Maybe(words) => {
                self.follow(
                    &Place {
                        item: place.item + 1,
                        ..*place
                    },
                    met,
                    made,
                );
                if token.is_some_and(|token| names(words, &token.text)) {
                    self.follow(&place.next(1), met, made);
                }
            }
            Item::Words(words) | Item::Glued(words) => {
                let is_near =
                    matches!(item, Item::Words(_)) || token.is_some_and(|token| token.is_glued);
                if is_near && token.is_some_and(|token| names(words, &token.text)) {
                    self.follow(&place.next(1), met, made);
                }
            }
            Item::Is(fits) => {
                for node in place.nodes.get(place.at).into_iter().flatten() {
                    if fits(&node.value) {
                        met.push(&node.value);
                        self.follow(&place.next(node.end - node.first), met, made);
                        met.pop();
                    }
                }
            }
        }
    }
}

impl Item {
    /// Whether it wants a hyphen itself.
    fn takes_hyphen(self) -> bool {
        match self {
            Self::Words(words) | Self::Maybe(words) | Self::Glued(words) => names(words, "-"),
            Self::Is(_) => false,
        }
    }
}

/// Place up to which a pattern was followed.
#[derive(Clone, Copy)]
struct Place<'a> {
    tokens: &'a [Token],
    nodes: &'a [Vec<Node>],
    at: usize,
    item: usize,
}

impl Place<'_> {
    fn next(&self, tokens: usize) -> Self {
        Self {
            at: self.at + tokens,
            item: self.item + 1,
            ..*self
        }
    }
}
