//! A piece as it is written: parts of notes in beats, and the drums.

use super::instrument::{Drum, Instrument};
use super::role::Role;
use super::theory::{Chord, Key};

/// One note.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Note {
    /// Start in beats from the start of the piece.
    pub beat: f64,
    /// Length for which it is held, in beats.
    pub beats: f64,
    /// Its MIDI number.
    pub pitch: i32,
    /// Force with which it is played, 0 to 1.
    pub velocity: f64,
}

/// Notes that one instrument plays.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Part {
    pub instrument: Instrument,
    pub role: Role,
    pub notes: Vec<Note>,
}

/// A stroke on a drum.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Hit {
    /// Time in beats from the start.
    pub beat: f64,
    pub drum: Drum,
    /// Force, 0 to 1.
    pub velocity: f64,
}

/// A whole piece.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Score {
    pub key: Key,
    pub beats_per_minute: f64,
    pub beats_per_bar: usize,
    /// The chord of each bar.
    pub chords: Vec<Chord>,
    pub parts: Vec<Part>,
    pub hits: Vec<Hit>,
    /// Delay of off-beat eighths, 0 (straight) to 0.33 (triplets), in beats.
    pub swing: f64,
    /// Amount of room around it, 0 to 1.
    pub reverb: f64,
    /// The length in seconds that it is written for.
    pub seconds: f64,
}

impl Score {
    /// Time at which a beat is heard, in seconds: off-beat eighths are late by the swing.
    pub(crate) fn time(&self, beat: f64) -> f64 {
        let within = beat.rem_euclid(1.0);
        let swung = if within < 0.5 {
            within * (0.5 + self.swing / 2.0) / 0.5
        } else {
            0.5 + self.swing / 2.0 + (within - 0.5) * (0.5 - self.swing / 2.0) / 0.5
        };
        (beat.floor() + swung) * 60.0 / self.beats_per_minute
    }
}
