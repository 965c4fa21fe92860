//! A place on an image: a corner, an edge, the middle.

use std::fmt;

use super::tokens::{Token, tokens};

/// The places by rows, from the top left.
const PLACES: [&str; 9] = [
    "top left",
    "top",
    "top right",
    "left",
    "middle",
    "right",
    "bottom left",
    "bottom",
    "bottom right",
];
/// Words with which a place is said: “at the top”, “along the bottom”.
const BEFORE: [&str; 9] = [
    "at", "along", "on", "to", "in", "near", "towards", "against", "by",
];

/// A corner, the middle of an edge, or the middle of an image.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// From the left: 0, 1 or 2.
    across: usize,
    /// From the top: 0, 1 or 2.
    down: usize,
}

impl Place {
    /// Where what goes down at the end stays unless something else is said.
    pub const BOTTOM_RIGHT: Self = Self { across: 2, down: 2 };
    /// In the middle of both directions.
    pub const MIDDLE: Self = Self { across: 1, down: 1 };

    /// Reads a place as it is written or said; none where the words name none.
    pub fn read(text: &str) -> Option<Self> {
        let text = text.trim().to_lowercase();
        let known = PLACES.iter().position(|place| *place == text);
        known
            .map(|number| Self {
                across: number % 3,
                down: number / 3,
            })
            .or_else(|| said(&tokens(&text)))
    }

    /// How far from the left and from the top it lies, each from 0 to 1.
    pub fn shares(self) -> (f64, f64) {
        (self.across as f64 / 2.0, self.down as f64 / 2.0)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(PLACES[self.down * 3 + self.across])
    }
}

/// What a word says of a place: how far from the left, how far from the top.
#[derive(Clone, Copy, PartialEq)]
enum Side {
    Across(usize),
    Down(usize),
    Middle,
}

fn side(word: &str) -> Option<Side> {
    Some(match word {
        "top" | "upper" => Side::Down(0),
        "bottom" | "lower" => Side::Down(2),
        "left" => Side::Across(0),
        "right" => Side::Across(2),
        "middle" | "centre" | "center" => Side::Middle,
        _ => return None,
    })
}

/// The place that a sentence names: two sides together, else one, else any corner.
pub(super) fn said(tokens: &[Token]) -> Option<Place> {
    let two = tokens
        .windows(2)
        .find_map(|pair| together(side(pair[0].word())?, side(pair[1].word())?));
    let one = || (0..tokens.len()).find_map(|at| alone(tokens, at));
    let is_corner = || tokens.iter().any(|token| token.word() == "corner");
    two.or_else(one)
        .or_else(|| is_corner().then_some(Place::BOTTOM_RIGHT))
}

fn together(first: Side, second: Side) -> Option<Place> {
    let (across, down) = match (first, second) {
        (Side::Across(across), Side::Down(down)) | (Side::Down(down), Side::Across(across)) => {
            (across, down)
        }
        (Side::Across(across), Side::Middle) | (Side::Middle, Side::Across(across)) => (across, 1),
        (Side::Down(down), Side::Middle) | (Side::Middle, Side::Down(down)) => (1, down),
        _ => return None,
    };
    Some(Place { across, down })
}

/// The place of one side alone: “at the top”, “on the left side”, “centred”. “On top of it” is
/// none.
fn alone(tokens: &[Token], at: usize) -> Option<Place> {
    let word = |place: Option<usize>| {
        place
            .and_then(|place| tokens.get(place))
            .map_or("", Token::word)
    };
    let (before, after) = (word(at.checked_sub(1)), word(Some(at + 1)));
    if matches!(word(Some(at)), "centred" | "centered") {
        return Some(Place::MIDDLE);
    }
    let side = side(word(Some(at)))?;
    let preposition = match before {
        "the" | "its" => word(at.checked_sub(2)),
        other => other,
    };
    let is_over = word(Some(at)) == "top" && preposition == "on";
    let is_part = ["side", "edge", "corner"].contains(&after);
    if is_over || !(is_part || BEFORE.contains(&preposition)) {
        return None;
    }
    Some(match side {
        // Of two corners the one where marks of a channel are.
        Side::Down(down) if after == "corner" => Place { across: 2, down },
        Side::Across(across) if after == "corner" => Place { across, down: 2 },
        Side::Down(down) => Place { across: 1, down },
        Side::Across(across) => Place { across, down: 1 },
        Side::Middle => Place::MIDDLE,
    })
}
