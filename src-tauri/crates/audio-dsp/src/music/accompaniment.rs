//! Patterns of a bar for chords and basses.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::score::Note;
use super::theory::{Chord, Key};

/// Pattern in which chords are played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pattern {
    /// Held through the bar.
    Sustained,
    /// Struck together, twice a bar.
    Blocks,
    /// One tone after the other, up and down, ringing on.
    Arpeggio,
    /// Low, high, middle, high.
    Alberti,
    /// Strummed down and up.
    Strum,
    /// Plucked, thumb and fingers in turn.
    Picking,
    /// Short chords between the beats.
    OffBeat,
    /// Short syncopated chords.
    Stabs,
    /// Few chords at free places, as jazz pianists play.
    Comping,
    /// Running short notes.
    Ostinato,
    /// A bass note, then chords.
    OomPah,
}

/// Pattern in which basses are played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BassLine {
    /// The root, long.
    Roots,
    /// Root and fifth in turn.
    RootFifth,
    /// Repeated eighths.
    Pulse,
    /// A tone on every beat that leads to the next root.
    Walking,
    /// Syncopated, with octaves.
    Funk,
}

/// A bar to fill.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bar {
    /// Its first beat, from the start of the piece.
    pub beat: f64,
    pub beats: usize,
    /// Fullness of its sound, 0 to 1.
    pub intensity: f64,
}

impl Bar {
    fn note(self, at: f64, beats: f64, pitch: i32, velocity: f64) -> Note {
        Note {
            beat: self.beat + at,
            beats,
            pitch,
            velocity: velocity * (0.75 + 0.35 * self.intensity),
        }
    }

    fn chord(self, at: f64, beats: f64, pitches: &[i32], velocity: f64) -> Vec<Note> {
        pitches
            .iter()
            .map(|&pitch| self.note(at, beats, pitch, velocity))
            .collect()
    }
}

impl Pattern {
    /// The notes of a bar; `pitches` is the chord as it is laid out, lowest first, at least one.
    pub(crate) fn play(self, bar: Bar, pitches: &[i32], random: &mut ChaCha8Rng) -> Vec<Note> {
        let length = bar.beats as f64;
        let tone = |index: usize| pitches[index.min(pitches.len() - 1)];
        let top = pitches.len() - 1;
        match self {
            Self::Sustained => bar.chord(0.0, length, pitches, 0.5),
            Self::Blocks => {
                let half = if bar.beats == 4 { 2.0 } else { length };
                let count = (length / half) as usize;
                (0..count)
                    .flat_map(|i| {
                        bar.chord(i as f64 * half, half * 0.95, pitches, 0.5 - 0.05 * i as f64)
                    })
                    .collect()
            }
            Self::Arpeggio => arpeggio(bar, pitches),
            Self::Alberti => {
                let order = [0, top, top / 2, top];
                (0..bar.beats * 2)
                    .map(|i| bar.note(i as f64 * 0.5, 0.5, tone(order[i % 4]), 0.42))
                    .collect()
            }
            Self::Strum => strum(bar, pitches),
            Self::Picking => {
                let order = [0, 2, 1, 3, 0, 2, 1, 2];
                (0..bar.beats * 2)
                    .map(|i| {
                        let thumb = if i % 4 == 0 { 0.1 } else { 0.0 };
                        bar.note(i as f64 * 0.5, 1.5, tone(order[i % 8]), 0.45 + thumb)
                    })
                    .collect()
            }
            Self::OffBeat => (0..bar.beats)
                .flat_map(|i| bar.chord(i as f64 + 0.5, 0.3, pitches, 0.48))
                .collect(),
            Self::Stabs => stabs(bar, pitches),
            Self::Comping => comping(bar, pitches, random),
            Self::Ostinato => ostinato(bar, pitches),
            Self::OomPah => {
                let mut notes = vec![bar.note(0.0, 1.0, tone(0) - 12, 0.55)];
                notes.extend((1..bar.beats).flat_map(|i| bar.chord(i as f64, 0.6, pitches, 0.38)));
                notes
            }
        }
    }
}

/// Up and down, each tone ringing on to the end of the bar.
fn arpeggio(bar: Bar, pitches: &[i32]) -> Vec<Note> {
    let length = bar.beats as f64;
    let top = pitches.len() - 1;
    let step = if bar.intensity < 0.45 { 1.0 } else { 0.5 };
    let round = (2 * top).max(1);
    let count = (length / step) as usize;
    (0..count)
        .map(|i| {
            let place = i % round;
            let index = if place <= top { place } else { round - place };
            let at = i as f64 * step;
            bar.note(
                at,
                length - at,
                pitches[index],
                if i == 0 { 0.5 } else { 0.4 },
            )
        })
        .collect()
}

/// Short chords, more of them in a full bar.
fn stabs(bar: Bar, pitches: &[i32]) -> Vec<Note> {
    let rhythm = if bar.intensity > 0.7 {
        &[0.0, 0.75, 1.5, 2.5, 3.25][..]
    } else {
        &[0.0, 1.5, 2.5]
    };
    let inside = rhythm.iter().filter(|at| **at < bar.beats as f64);
    inside
        .flat_map(|&at| bar.chord(at, 0.35, pitches, if at == 0.0 { 0.55 } else { 0.48 }))
        .collect()
}

/// One of four rhythms, by chance.
fn comping(bar: Bar, pitches: &[i32], random: &mut ChaCha8Rng) -> Vec<Note> {
    let length = bar.beats as f64;
    let rhythms: [&[(f64, f64)]; 4] = [
        &[(0.0, 1.4), (1.5, 2.0)],
        &[(0.0, 2.4), (2.5, 1.2)],
        &[(0.5, 1.4), (2.0, 1.8)],
        &[(0.0, 3.5)],
    ];
    let rhythm = rhythms[random.random_range(0..rhythms.len())];
    let inside = rhythm.iter().filter(|(at, _)| *at < length);
    inside
        .flat_map(|&(at, beats)| bar.chord(at, beats.min(length - at), pitches, 0.45))
        .collect()
}

/// Short notes that run on, those on the beat a little harder.
fn ostinato(bar: Bar, pitches: &[i32]) -> Vec<Note> {
    let length = bar.beats as f64;
    let top = pitches.len() - 1;
    let step = if bar.intensity > 0.8 { 0.25 } else { 0.5 };
    let order = [0, 0, 1, 0, top, 0, 1, 0];
    (0..(length / step) as usize)
        .map(|i| {
            let accent = if (i as f64 * step).fract() == 0.0 {
                0.12
            } else {
                0.0
            };
            bar.note(
                i as f64 * step,
                step * 0.8,
                pitches[order[i % 8].min(top)],
                0.4 + accent,
            )
        })
        .collect()
}

/// Down, down up, up down up; the strings a few milliseconds apart.
fn strum(bar: Bar, pitches: &[i32]) -> Vec<Note> {
    let strokes: &[(f64, bool)] = if bar.intensity < 0.45 {
        &[(0.0, true), (2.0, true), (3.0, true), (3.5, false)]
    } else {
        &[
            (0.0, true),
            (1.0, true),
            (1.5, false),
            (2.5, false),
            (3.0, true),
            (3.5, false),
        ]
    };
    let mut notes = Vec::new();
    for &(at, down) in strokes.iter().filter(|(at, _)| *at < bar.beats as f64) {
        let strings: Vec<i32> = if down {
            pitches.to_vec()
        } else {
            pitches.iter().rev().take(3).copied().collect()
        };
        let force = if at == 0.0 {
            0.58
        } else if down {
            0.5
        } else {
            0.38
        };
        notes.extend(
            strings
                .iter()
                .enumerate()
                .map(|(i, &pitch)| bar.note(at + 0.025 * i as f64, 2.0, pitch, force)),
        );
    }
    notes
}

impl BassLine {
    /// The notes of a bar of the bass.
    pub(crate) fn play(self, bar: Bar, key: Key, chord: Chord, next: Chord) -> Vec<Note> {
        let root = low_degree(key, chord.root);
        let pitch = |degree: i32| key.pitch(degree);
        let length = bar.beats as f64;
        match self {
            Self::Roots => vec![bar.note(0.0, length * 0.95, pitch(root), 0.6)],
            Self::RootFifth => {
                let half = if bar.beats == 4 { 2.0 } else { length };
                let mut notes = vec![bar.note(0.0, half * 0.8, pitch(root), 0.62)];
                if bar.beats == 4 {
                    notes.push(bar.note(2.0, 1.5, pitch(root + 4), 0.55));
                    notes.push(bar.note(3.5, 0.4, pitch(root), 0.45));
                }
                notes
            }
            Self::Pulse => (0..bar.beats * 2)
                .map(|i| {
                    bar.note(
                        i as f64 * 0.5,
                        0.42,
                        pitch(root),
                        if i % 2 == 0 { 0.6 } else { 0.5 },
                    )
                })
                .collect(),
            Self::Walking => {
                let target = low_degree(key, next.root);
                let approach = if target > root {
                    target - 1
                } else {
                    target + 1
                };
                let line = [root, root + 2, root + 4, approach];
                (0..bar.beats)
                    .map(|i| {
                        bar.note(
                            i as f64,
                            0.9,
                            pitch(if i + 1 == bar.beats {
                                approach
                            } else {
                                line[i]
                            }),
                            0.55,
                        )
                    })
                    .collect()
            }
            Self::Funk => [
                (0.0, 0.6, 0, 0.7),
                (0.75, 0.2, 0, 0.45),
                (1.5, 0.3, 7, 0.6),
                (2.5, 0.4, 4, 0.55),
                (3.5, 0.3, 6, 0.5),
            ]
            .iter()
            .filter(|(at, ..)| *at < length)
            .map(|&(at, beats, above, force)| bar.note(at, beats, pitch(root + above), force))
            .collect(),
        }
    }
}

/// The octave of a degree in which basses play: from E1 to E flat 2 (MIDI 28 to 39) and a little
/// above.
pub(crate) fn low_degree(key: Key, degree: i32) -> i32 {
    let mut low = degree;
    while key.pitch(low) > 42 {
        low -= 7;
    }
    low
}
