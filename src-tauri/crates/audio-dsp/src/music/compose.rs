//! Writes a piece to a brief: form, then harmony, then the parts.

use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use super::accompaniment::low_degree;
use super::brief::Brief;
use super::form;
use super::harmony;
use super::instrument::Instrument;
use super::parts::{accompany, bass, drums, layouts, lead, pad};
use super::role::Role;
use super::score::{Note, Part, Score};
use super::theory::Chord;

/// The shortest and longest that the held last chord is, in seconds, where the tempo is free to fit
/// it.
const LEAST_ENDING: f64 = 1.8;

/// A piece of `seconds` length.
pub(crate) fn compose(brief: &Brief, seconds: f64, random: &mut ChaCha8Rng) -> Score {
    let beats_per_bar = brief.character.beats_per_bar;
    let (bars, beats_per_minute) = measure(brief, seconds);
    let sections = form::sections(bars);
    let a = brief
        .character
        .a
        .choose(random)
        .expect("every character has progressions");
    let b = brief
        .character
        .b
        .choose(random)
        .expect("every character has progressions");
    let chords = harmony::chords(&sections, a, b, brief.character.colour);
    let mut score = Score {
        key: brief.key,
        beats_per_minute,
        beats_per_bar,
        chords,
        parts: Vec::new(),
        hits: Vec::new(),
        swing: brief.character.swing,
        reverb: brief.character.reverb,
        seconds,
    };
    let total_beats = seconds * beats_per_minute / 60.0;
    for &(role, instrument) in &brief.players {
        let notes = match role {
            Role::Lead => lead(brief, &score, &sections, instrument, random),
            Role::Chords => accompany(brief, &score, &sections, instrument, random),
            Role::Pad => pad(&score, &sections, instrument),
            Role::Bass => bass(brief, &score, &sections),
        };
        score.parts.push(Part {
            instrument,
            role,
            notes,
        });
    }
    end(&mut score, total_beats);
    if brief.drums {
        score.hits = drums(brief, &score, &sections, random);
    }
    score
}

/// Number of bars that fit, and the tempo at which they fill the length: bent by up to a twelfth
/// where the request leaves it open, so that the last chord begins a bar before the end.
fn measure(brief: &Brief, seconds: f64) -> (usize, f64) {
    let bar_beats = brief.character.beats_per_bar as f64;
    let bar = bar_beats * 60.0 / brief.beats_per_minute;
    if brief.tempo_is_given {
        let before_ending = ((seconds - LEAST_ENDING) / bar).floor().max(0.0);
        return (before_ending as usize + 1, brief.beats_per_minute);
    }
    // A last bar shorter than the ending would be cut: it is then held for two.
    let ending = if bar < LEAST_ENDING {
        LEAST_ENDING / bar
    } else {
        1.0
    };
    let bars = (seconds / bar - ending).round().max(0.0);
    let fitted = (bars + ending) * bar_beats * 60.0 / seconds;
    let least = brief.beats_per_minute * 11.0 / 12.0;
    (
        bars as usize + 1,
        fitted.clamp(least, brief.beats_per_minute * 13.0 / 12.0),
    )
}

/// The last bar: everybody holds the tonic until the end.
fn end(score: &mut Score, total_beats: f64) {
    let last = score.chords.len() - 1;
    let beat = (last * score.beats_per_bar) as f64;
    let beats = (total_beats - beat).max(1.0);
    let chord = Chord {
        root: 0,
        ..score.chords[last]
    };
    let key = score.key;
    let ends: Vec<Vec<i32>> = score
        .parts
        .iter()
        .map(|part| match part.role {
            Role::Lead => {
                let centre = key.nearest_degree(
                    part.notes
                        .last()
                        .map_or(part.instrument.melody_centre(), |n| n.pitch),
                );
                (centre - 3..=centre + 3)
                    .filter(|degree| degree.rem_euclid(7) == 0)
                    .take(1)
                    .map(|d| key.pitch(d))
                    .collect()
            }
            Role::Bass => vec![key.pitch(low_degree(key, 0))],
            Role::Chords | Role::Pad => {
                let centre = part.instrument.chord_centre();
                let mut pitches = layouts(score, centre, 3).pop().unwrap_or_default();
                if part.role == Role::Chords && part.instrument == Instrument::Piano {
                    pitches.insert(0, key.pitch(low_degree(key, chord.root)) + 12);
                }
                pitches
            }
        })
        .collect();
    for (part, pitches) in score.parts.iter_mut().zip(ends) {
        let velocity = if part.role == Role::Pad { 0.4 } else { 0.5 };
        part.notes
            .extend(pitches.iter().enumerate().map(|(i, &pitch)| {
                let late = if part.role == Role::Chords {
                    0.06 * i as f64
                } else {
                    0.0
                };
                Note {
                    beat: beat + late,
                    beats: beats - late,
                    pitch,
                    velocity,
                }
            }));
    }
}
