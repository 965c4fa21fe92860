//! Meaning of moods and styles in music: scale, tempo, harmony, instruments and patterns.

use super::accompaniment::{BassLine, Pattern};
use super::groove::Groove;
use super::instrument::Instrument;
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
    /// Density of melodies, 0 (long notes) to 1 (running eighths).
    pub activity: f64,
    /// Delay of off-beat eighths, in beats, 0 to 0.33.
    pub swing: f64,
    /// Amount of room around it, 0 to 1.
    pub reverb: f64,
}
