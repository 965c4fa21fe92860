//! Tempo and pitch.

use super::{is_amount, is_number, number};
use crate::row::Item::{Is, Maybe, Words};
use crate::row::Row;
use crate::value::Value;

/// Semitones in an octave.
const OCTAVE: f64 = 12.0;

pub(super) const ROWS: &[Row] = &[
    Row {
        id: "tempo.bpm",
        pattern: &[
            Is(is_number),
            Words("bpm beats"),
            Maybe("per a"),
            Maybe("minute"),
        ],
        produce: |met| number(met, 0).map(Value::Tempo),
        examples: &[
            ("120 bpm", "tempo 120"),
            ("90 beats per minute", "tempo 90"),
        ],
    },
    Row {
        id: "pitch.semitones",
        pattern: &[
            Is(is_amount),
            Maybe("a"),
            Words("semitone semitones semis st half-step halfstep halfsteps"),
        ],
        produce: |met| number(met, 0).map(Value::Semitones),
        examples: &[
            ("2 semitones", "semitones 2"),
            ("a semitone", "semitones 1"),
        ],
    },
    Row {
        id: "pitch.semi_tones",
        pattern: &[
            Is(is_number),
            Words("semi half"),
            Words("tone tones step steps"),
        ],
        produce: |met| number(met, 0).map(Value::Semitones),
        examples: &[
            ("a semi tone", "semitones 1"),
            ("two half steps", "semitones 2"),
        ],
    },
    Row {
        id: "pitch.tones",
        pattern: &[
            Is(is_amount),
            Maybe("a whole full"),
            Words("tone tones step steps"),
        ],
        produce: |met| number(met, 0).map(|tones| Value::Semitones(2.0 * tones)),
        examples: &[
            ("a whole tone", "semitones 2"),
            ("half a tone", "semitones 1"),
        ],
    },
    Row {
        id: "pitch.octaves",
        pattern: &[Is(is_amount), Maybe("an"), Words("octave octaves")],
        produce: |met| number(met, 0).map(|octaves| Value::Semitones(OCTAVE * octaves)),
        examples: &[("an octave", "semitones 12")],
    },
    Row {
        id: "pitch.cents",
        pattern: &[Is(is_number), Words("cents cent")],
        produce: |met| number(met, 0).map(|cents| Value::Semitones(cents / 100.0)),
        examples: &[("30 cents", "semitones 0.3")],
    },
];
