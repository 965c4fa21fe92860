//! The mood and the style that words ask for.

use super::character::Character;
use super::instrument::find_word;
use super::moods::{CALM, MOODS};
use super::styles::STYLES;

impl Character {
    /// Character of the music that a request's words ask for. A mood alone or a style alone is
    /// taken whole; of both, the mood gives scale and harmony, the style instruments, metre and
    /// patterns, and the tempo lies between. Without either it is calm.
    pub(crate) fn of(text: &str) -> Self {
        match (earliest(&MOODS, text), earliest(&STYLES, text)) {
            (None, None) => CALM,
            (Some(mood), None) => mood,
            (None, Some(style)) => style,
            (Some(mood), Some(style)) => Self {
                mode: mood.mode,
                a: mood.a,
                b: mood.b,
                tempo: (
                    f64::midpoint(mood.tempo.0, style.tempo.0),
                    f64::midpoint(mood.tempo.1, style.tempo.1),
                ),
                activity: f64::midpoint(mood.activity, style.activity),
                ..style
            },
        }
    }
}

fn earliest(table: &[Character], text: &str) -> Option<Character> {
    let first = |character: &Character| {
        character
            .words
            .split(", ")
            .filter_map(|word| find_word(text, word))
            .min()
    };
    table
        .iter()
        .filter_map(|c| first(c).map(|at| (at, c)))
        .min_by_key(|(at, _)| *at)
        .map(|(_, c)| *c)
}
