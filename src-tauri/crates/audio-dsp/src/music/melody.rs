//! Melodies: motifs of rhythm and contour that repeat, move with the harmony and vary, in phrases
//! that open and close.

use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use super::form::{PHRASE, Section};
use super::score::Note;
use super::theory::{Chord, Key};

/// Rhythms of a bar of four beats, calm to busy: lengths in beats, rests negative.
const IN_FOUR: [&[&[f64]]; 3] = [
    &[
        &[4.0],
        &[2.0, 2.0],
        &[3.0, 1.0],
        &[2.0, 1.0, 1.0],
        &[-1.0, 1.0, 2.0],
    ],
    &[
        &[1.0, 1.0, 2.0],
        &[1.5, 0.5, 2.0],
        &[1.5, 0.5, 1.0, 1.0],
        &[2.0, 1.0, 0.5, 0.5],
        &[-1.0, 1.0, 1.0, 1.0],
    ],
    &[
        &[0.5, 0.5, 1.0, 0.5, 0.5, 1.0],
        &[1.0, 0.5, 0.5, 1.5, 0.5],
        &[1.5, 0.5, 0.5, 0.5, 1.0],
        &[-0.5, 0.5, 0.5, 0.5, 1.0, 1.0],
        &[0.5, 1.0, 0.5, 1.0, 1.0],
    ],
];
/// The same for three beats.
const IN_THREE: [&[&[f64]]; 3] = [
    &[&[3.0], &[2.0, 1.0]],
    &[&[1.0, 1.0, 1.0], &[2.0, 0.5, 0.5], &[1.5, 0.5, 1.0]],
    &[
        &[0.5, 0.5, 1.0, 1.0],
        &[1.0, 0.5, 0.5, 1.0],
        &[-1.0, 0.5, 0.5, 1.0],
    ],
];

/// Two bars of rhythm and contour.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Motif {
    /// Begin and length in beats, and the step from the note before in degrees of the scale.
    notes: Vec<(f64, f64, i32)>,
    /// Distance of its beginning from the middle of the range, in degrees.
    start: i32,
}

impl Motif {
    /// A new motif; `activity` is 0 (long notes) to 1 (running notes).
    pub(crate) fn new(
        beats_per_bar: usize,
        activity: f64,
        start: i32,
        random: &mut ChaCha8Rng,
    ) -> Self {
        let rhythms = if beats_per_bar == 3 {
            &IN_THREE
        } else {
            &IN_FOUR
        };
        let mut notes: Vec<(f64, f64, i32)> = Vec::new();
        let mut rising = random.random_bool(0.65);
        for bar in 0..2 {
            let level = (activity * 2.4 + random.random_range(-0.5..0.5))
                .round()
                .clamp(0.0, 2.0) as usize;
            let rhythm = *rhythms[level]
                .choose(random)
                .expect("every level has rhythms");
            let mut at = (bar * beats_per_bar) as f64;
            for &length in rhythm {
                if length > 0.0 {
                    let leapt =
                        notes.last().map_or(
                            0,
                            |(_, _, step)| if step.abs() >= 3 { -step.signum() } else { 0 },
                        );
                    // A leap is answered by a step back; otherwise the line goes its way.
                    let size = *[1, 1, 1, 1, 2, 2, 3, 4].choose(random).expect("sizes");
                    let step = if leapt != 0 {
                        leapt
                    } else if rising {
                        size
                    } else {
                        -size
                    };
                    notes.push((at, length, if notes.is_empty() { 0 } else { step }));
                }
                at += length.abs();
            }
            rising = !rising;
        }
        Self { notes, start }
    }
}

/// Setting that a melody is written for.
pub(crate) struct Setting<'a> {
    pub key: Key,
    pub chords: &'a [Chord],
    pub beats_per_bar: usize,
    /// The middle of its range, as a MIDI number.
    pub centre: i32,
}

/// The melody of one section: a phrase of a motif, its answer, and a cadence that closes on the
/// tonic where `closing` says so. On strong beats it has tones of the chord.
pub(crate) fn phrase(
    setting: &Setting<'_>,
    motif: &Motif,
    first_bar: usize,
    section: &Section,
    closing: bool,
    random: &mut ChaCha8Rng,
) -> Vec<Note> {
    let bar_beats = setting.beats_per_bar as f64;
    let middle = setting.key.nearest_degree(setting.centre);
    let mut line = Line {
        setting,
        low: middle - 5,
        high: middle + 6,
        degree: middle + motif.start,
        notes: Vec::new(),
    };
    for half in 0..section.bars.div_ceil(2) {
        let first = first_bar + half * 2;
        let bars = 2.min(section.bars - half * 2);
        let is_answer = half * 2 + bars == section.bars;
        for &(at, length, step) in &motif.notes {
            let bar = (at / bar_beats) as usize;
            // The cadence takes the place of the last bar.
            if bar >= bars || (is_answer && bars == 2 && bar == 1) {
                continue;
            }
            let step = if half % 2 == 1 && at == 0.0 { -1 } else { step };
            let beat = first as f64 * bar_beats + at;
            line.add(beat, length, step);
            if section.repeat > 0 && length >= 1.0 && random.random_bool(0.3) {
                line.ornament();
            }
        }
        if is_answer && bars == 2 {
            line.cadence((first + 1) as f64 * bar_beats, closing, random);
        }
    }
    let span = PHRASE.min(section.bars) as f64 * bar_beats;
    for note in &mut line.notes {
        let along = (note.beat - first_bar as f64 * bar_beats) / span;
        let accent = if note.beat.rem_euclid(bar_beats) == 0.0 {
            0.05
        } else {
            0.0
        };
        note.velocity =
            0.48 + 0.25 * section.intensity + accent + 0.09 * (along * std::f64::consts::PI).sin();
    }
    line.notes
}

/// A melody while it is being written.
struct Line<'a> {
    setting: &'a Setting<'a>,
    low: i32,
    high: i32,
    degree: i32,
    notes: Vec<Note>,
}

impl Line<'_> {
    fn chord(&self, beat: f64) -> Chord {
        let bar = (beat / self.setting.beats_per_bar as f64) as usize;
        self.setting.chords[bar.min(self.setting.chords.len() - 1)]
    }

    /// Adds the note that lies `step` degrees from the last, turned back at the range's ends and,
    /// on strong beats and long notes, moved to a tone of the chord.
    fn add(&mut self, beat: f64, beats: f64, step: i32) {
        let wanted = self.degree + step;
        let turned = if wanted > self.high || wanted < self.low {
            self.degree - step
        } else {
            wanted
        };
        let mut degree = turned.clamp(self.low, self.high);
        if is_strong(beat, self.setting.beats_per_bar) || beats >= 2.0 {
            degree = nearest_tone(degree, step, self.chord(beat));
        }
        let pitch = self.setting.key.pitch(degree);
        let heard = self
            .notes
            .iter()
            .rev()
            .take(2)
            .filter(|note| note.pitch == pitch)
            .count();
        if heard == 2 {
            let up = if degree < self.high { 1 } else { -1 };
            degree = (1..=4)
                .map(|by| degree + up * by)
                .find(|&d| self.chord(beat).contains(d))
                .unwrap_or(degree);
        }
        self.place(beat, beats, degree);
    }

    fn place(&mut self, beat: f64, beats: f64, degree: i32) {
        self.degree = degree;
        self.notes.push(Note {
            beat,
            beats,
            pitch: self.setting.key.pitch(degree),
            velocity: 0.6,
        });
    }

    /// Divides the last note in two: it, and its neighbour above on the way to the next.
    fn ornament(&mut self) {
        let degree = self.degree;
        if let Some(note) = self.notes.last_mut() {
            note.beats /= 2.0;
            let (beat, beats) = (note.beat + note.beats, note.beats);
            if !is_strong(beat, self.setting.beats_per_bar) {
                self.place(beat, beats, degree + 1);
                self.degree = degree;
            }
        }
    }

    /// The bar that ends a phrase: a long tone of the chord, approached by step, and a breath.
    fn cadence(&mut self, beat: f64, closing: bool, random: &mut ChaCha8Rng) {
        let bar = self.setting.beats_per_bar as f64;
        let chord = self.chord(beat);
        let target = if closing && chord.contains(0) {
            (self.degree - 3..=self.degree + 3)
                .find(|degree| degree.rem_euclid(7) == 0)
                .unwrap_or(self.degree)
        } else {
            nearest_tone(self.degree + random.random_range(-1..=1), -1, chord)
        };
        self.place(beat, bar - 1.0, target);
    }
}

/// Whether a beat is one on which melodies have a tone of the chord: the first of a bar, and the
/// third of four.
pub(crate) fn is_strong(beat: f64, beats_per_bar: usize) -> bool {
    let within = beat.rem_euclid(beats_per_bar as f64);
    within < 1e-9 || (beats_per_bar == 4 && (within - 2.0).abs() < 1e-9)
}

/// The tone of the chord that is nearest to a degree; of two, the one in the direction of `step`.
fn nearest_tone(degree: i32, step: i32, chord: Chord) -> i32 {
    let toward = if step < 0 { -1 } else { 1 };
    [0, toward, -toward, 2 * toward, -2 * toward]
        .into_iter()
        .map(|by| degree + by)
        .find(|&candidate| chord.contains(candidate))
        .unwrap_or(degree)
}
