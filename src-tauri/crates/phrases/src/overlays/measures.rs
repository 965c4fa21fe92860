//! Words for what measures are of: how large an overlay is, how far from the edge, and how opaque.

use patchbay_values::overlays::{Measure, OverlaySize};

use super::tokens::Token;

/// What a sentence says in measures.
#[derive(Debug, Default)]
pub(super) struct Measured {
    pub(super) size: Option<OverlaySize>,
    /// In percent.
    pub(super) opacity: Option<f64>,
    pub(super) margin: Option<Measure>,
}

/// What a measure is of.
#[derive(Clone, Copy)]
enum Of {
    Width,
    Height,
    Opacity,
    Transparency,
    Margin,
}

/// Words further away than this say nothing of a measure.
const FAR: usize = 6;
/// How many words a comma or an “and” keep two words apart.
const APART: usize = 5;

/// What a sentence says. What is said in words gives way to what is said in numbers.
pub(super) fn measured(tokens: &[Token]) -> Measured {
    let mut found = Measured::default();
    for (at, token) in tokens.iter().enumerate() {
        let next = tokens.get(at + 1).map_or("", Token::word);
        let measure = match token {
            Token::Measure(measure) => *measure,
            Token::Number(pixels) if matches!(next, "wide" | "high" | "tall" | "across") => {
                Measure::Pixels(*pixels)
            }
            Token::Box(wide, high) if *wide > 0 && *high > 0 => {
                found.size.get_or_insert(OverlaySize::Within(*wide, *high));
                continue;
            }
            _ => continue,
        };
        match (nearest(tokens, at), measure) {
            (Of::Opacity, Measure::Percent(percent)) if percent <= 100.0 => {
                found.opacity.get_or_insert(percent);
            }
            (Of::Transparency, Measure::Percent(percent)) if percent <= 100.0 => {
                found.opacity.get_or_insert(100.0 - percent);
            }
            (Of::Margin, measure) if !matches!(measure, Measure::Percent(share) if share > 100.0) =>
            {
                found.margin.get_or_insert(measure);
            }
            (Of::Width, measure) if measure.is_possible() => {
                found.size.get_or_insert(OverlaySize::Width(measure));
            }
            (Of::Height, measure) if measure.is_possible() => {
                found.size.get_or_insert(OverlaySize::Height(measure));
            }
            _ => {}
        }
    }
    Measured {
        size: found
            .size
            .or_else(|| part_in_words(tokens))
            .or_else(|| size_in_words(tokens)),
        opacity: found.opacity.or_else(|| opacity_in_words(tokens)),
        margin: found.margin.or_else(|| margin_in_words(tokens)),
    }
}

/// What the measure at a place is of: as the nearest word tells, one after it rather than one
/// before; the width where none does.
fn nearest(tokens: &[Token], at: usize) -> Of {
    let of = |word: &str| {
        Some(match word {
            "width" | "wide" | "size" | "sized" | "big" | "large" | "across" | "scale"
            | "scaled" => Of::Width,
            "height" | "high" | "tall" => Of::Height,
            "opacity" | "opaque" | "visible" | "visibility" | "alpha" => Of::Opacity,
            "transparent" | "transparency" | "translucent" | "faded" => Of::Transparency,
            "margin" | "margins" | "padding" | "edge" | "edges" | "gap" | "inset" | "away" => {
                Of::Margin
            }
            _ => return None,
        })
    };
    let apart = |from: usize, to: usize| {
        let parts = |token: &&Token| {
            **token == Token::Break || matches!(token.word(), "and" | "with" | "but")
        };
        to - from + APART * tokens[from..to].iter().filter(parts).count()
    };
    let words = tokens.iter().enumerate().filter_map(|(place, token)| {
        let of = of(token.word())?;
        let distance = if place > at {
            2 * apart(at, place)
        } else {
            2 * apart(place, at) + 1
        };
        (distance <= 2 * FAR).then_some((distance, of))
    });
    words
        .min_by_key(|(distance, _)| *distance)
        .map_or(Of::Width, |(_, of)| of)
}

/// “A quarter of the width”, “half the size”.
fn part_in_words(tokens: &[Token]) -> Option<OverlaySize> {
    let share = |word: &str| {
        Some(match word {
            "half" => 50.0,
            "third" => 100.0 / 3.0,
            "quarter" | "fourth" => 25.0,
            "fifth" => 20.0,
            "sixth" => 100.0 / 6.0,
            "eighth" => 12.5,
            "tenth" => 10.0,
            _ => return None,
        })
    };
    tokens.iter().enumerate().find_map(|(at, token)| {
        let share = Measure::Percent(share(token.word())?);
        let word = |place: usize| tokens.get(at + place).map_or("", Token::word);
        let is_part = word(1) == "of" || (token.word() == "half" && word(1) == "the");
        let of = (1..=3)
            .map(word)
            .find(|word| !["of", "the", "its"].contains(word))?;
        match of {
            "width" | "size" | "screen" | "frame" | "video" | "picture" | "image" | "photo"
                if is_part =>
            {
                Some(OverlaySize::Width(share))
            }
            "height" if is_part => Some(OverlaySize::Height(share)),
            _ => None,
        }
    })
}

fn size_in_words(tokens: &[Token]) -> Option<OverlaySize> {
    let percent = tokens.iter().enumerate().find_map(|(at, token)| {
        let next = tokens.get(at + 1).map_or("", Token::word);
        Some(match (token.word(), next) {
            ("full" | "whole" | "entire", "width" | "screen" | "size" | "frame")
            | ("fullscreen", _) => 100.0,
            ("tiny", _) => 10.0,
            ("small" | "smaller", _) => 15.0,
            ("large" | "larger" | "big" | "bigger", _) => 40.0,
            ("huge", _) => 60.0,
            _ => return None,
        })
    })?;
    Some(OverlaySize::Width(Measure::Percent(percent)))
}

fn opacity_in_words(tokens: &[Token]) -> Option<f64> {
    tokens.iter().enumerate().find_map(|(at, token)| {
        let next = tokens.get(at + 1).map_or("", Token::word);
        Some(match (token.word(), next) {
            (
                "slightly" | "little" | "bit",
                "transparent" | "translucent" | "see" | "see-through",
            ) => 75.0,
            ("half" | "semi" | "partly" | "partially", "transparent" | "visible")
            | ("semitransparent" | "translucent" | "see-through", _)
            | ("see", "through") => 50.0,
            ("faint" | "faintly", _) => 25.0,
            _ => return None,
        })
    })
}

fn margin_in_words(tokens: &[Token]) -> Option<Measure> {
    let none = tokens.windows(2).any(|pair| {
        matches!(
            (pair[0].word(), pair[1].word()),
            ("no" | "without" | "zero", "margin" | "padding" | "gap")
        )
    });
    none.then_some(Measure::Pixels(0))
}
