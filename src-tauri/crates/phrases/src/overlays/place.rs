//! Words for a place on an image: a corner, an edge, the middle.

use patchbay_values::overlays::Place;

use super::tokens::Token;

/// Words with which a place is said: “at the top”, “along the bottom”.
const BEFORE: [&str; 9] = [
    "at", "along", "on", "to", "in", "near", "towards", "against", "by",
];

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
    Some(Place::at(across, down))
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
        Side::Down(down) if after == "corner" => Place::at(2, down),
        Side::Across(across) if after == "corner" => Place::at(across, 2),
        Side::Down(down) => Place::at(1, down),
        Side::Across(across) => Place::at(across, 1),
        Side::Middle => Place::MIDDLE,
    })
}
