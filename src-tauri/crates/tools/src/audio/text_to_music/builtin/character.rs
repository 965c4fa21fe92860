//! What moods and styles mean in music: from words to scale, tempo, harmony, instruments and patterns.

use super::accompaniment::{BassLine, Pattern};
use super::groove::Groove;
use super::instrument::{Instrument, find_word};
use super::moods::{CALM, MOODS};
use super::styles::STYLES;
use super::theory::{Colour, Mode};

/// The music that a mood or style asks for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Character {
    /// Words that ask for it, with commas between.
    pub words: &'static str,
    pub mode: Mode,
    /// The slowest and fastest that it goes, in beats (quarters) per minute.
    pub tempo: (f64, f64),
    /// Beats in a bar: 4, or 3 for a waltz.
    pub beats_per_bar: usize,
    /// Progressions of the first theme, as roots by degree, one for each bar.
    pub a: &'static [[i32; 4]],
    /// Progressions of the second theme.
    pub b: &'static [[i32; 4]],
    pub colour: Colour,
    pub lead: Instrument,
    pub chords: Instrument,
    pub pattern: Pattern,
    pub pad: Option<Instrument>,
    pub bass: Option<(Instrument, BassLine)>,
    pub groove: Option<Groove>,
    /// How many notes melodies have, 0 (long notes) to 1 (running eighths).
    pub activity: f64,
    /// How late off-beat eighths come, in beats, 0 to 0.33.
    pub swing: f64,
    /// How much room is around it, 0 to 1.
    pub reverb: f64,
}

impl Character {
    /// What a request's words ask for. A mood alone or a style alone is taken whole; of both, the mood gives scale and
    /// harmony, the style instruments, metre and patterns, and the tempo lies between. Without either it is calm.
    pub(crate) fn of(text: &str) -> Self {
        match (earliest(&MOODS, text), earliest(&STYLES, text)) {
            (None, None) => CALM,
            (Some(mood), None) => mood,
            (None, Some(style)) => style,
            (Some(mood), Some(style)) => Self {
                mode: mood.mode,
                a: mood.a,
                b: mood.b,
                tempo: (f64::midpoint(mood.tempo.0, style.tempo.0), f64::midpoint(mood.tempo.1, style.tempo.1)),
                activity: f64::midpoint(mood.activity, style.activity),
                ..style
            },
        }
    }
}

fn earliest(table: &[Character], text: &str) -> Option<Character> {
    let first = |character: &Character| character.words.split(", ").filter_map(|word| find_word(text, word)).min();
    table.iter().filter_map(|c| first(c).map(|at| (at, c))).min_by_key(|(at, _)| *at).map(|(_, c)| *c)
}
