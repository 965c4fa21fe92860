//! Writes a piece to a brief: form, then harmony, then the parts.

use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use super::accompaniment::{Bar, low_degree};
use super::brief::Brief;
use super::form::{self, Section, SectionKind};
use super::harmony;
use super::instrument::{Drum, Instrument};
use super::melody::{self, Motif, Setting};
use super::role::Role;
use super::score::{Hit, Note, Part, Score};
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

/// How many bars fit, and the tempo at which they fill the length: bent by up to a twelfth where
/// the request leaves it open, so that the last chord begins a bar before the end.
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

/// Each bar with its section, and whether it is the first or last of it.
fn bars<'a>(
    score: &'a Score,
    sections: &'a [Section],
) -> impl Iterator<Item = (usize, Bar, &'a Section, bool, bool)> {
    let of_section = |section: &'a Section| {
        (0..section.bars).map(move |i| (section, i == 0, i + 1 == section.bars))
    };
    sections
        .iter()
        .flat_map(of_section)
        .enumerate()
        .map(|(index, (section, first, last))| {
            let beat = (index * score.beats_per_bar) as f64;
            let bar = Bar {
                beat,
                beats: score.beats_per_bar,
                intensity: section.intensity,
            };
            (index, bar, section, first, last)
        })
}

fn lead(
    brief: &Brief,
    score: &Score,
    sections: &[Section],
    instrument: Instrument,
    random: &mut ChaCha8Rng,
) -> Vec<Note> {
    let activity = brief.character.activity;
    let first = Motif::new(score.beats_per_bar, activity, 0, random);
    let second = Motif::new(
        score.beats_per_bar,
        (activity * 0.8 + 0.1).min(1.0),
        random.random_range(2..=4),
        random,
    );
    let centre = instrument.melody_centre();
    let setting = Setting {
        key: score.key,
        chords: &score.chords,
        beats_per_bar: score.beats_per_bar,
        centre,
    };
    let mut notes = Vec::new();
    let mut bar = 0;
    for (index, section) in sections.iter().enumerate() {
        let motif = match section.kind {
            SectionKind::A => Some(&first),
            SectionKind::B => Some(&second),
            SectionKind::Intro | SectionKind::Outro => None,
        };
        if let Some(motif) = motif {
            let closing = sections
                .get(index + 1)
                .is_none_or(|next| next.kind != section.kind);
            notes.extend(melody::phrase(
                &setting, motif, bar, section, closing, random,
            ));
        }
        bar += section.bars;
    }
    notes
}

fn accompany(
    brief: &Brief,
    score: &Score,
    sections: &[Section],
    instrument: Instrument,
    random: &mut ChaCha8Rng,
) -> Vec<Note> {
    let pattern = brief.chord_pattern();
    let voices = if matches!(
        instrument,
        Instrument::Guitar | Instrument::Ukulele | Instrument::Harp
    ) {
        4
    } else {
        3
    };
    let has_bass = brief.players.iter().any(|(role, _)| *role == Role::Bass);
    let with_left_hand = !has_bass
        && matches!(
            instrument,
            Instrument::Piano
                | Instrument::ElectricPiano
                | Instrument::Harp
                | Instrument::Guitar
                | Instrument::Organ
        );
    let layouts = layouts(score, instrument.chord_centre(), voices);
    let mut notes = Vec::new();
    for (index, bar, ..) in bars(score, sections) {
        if index + 1 == score.chords.len() {
            continue;
        }
        notes.extend(pattern.play(bar, &layouts[index], random));
        if with_left_hand {
            let pitch = score
                .key
                .pitch(low_degree(score.key, score.chords[index].root))
                + 12;
            let velocity = 0.38 + 0.15 * bar.intensity;
            notes.push(Note {
                beat: bar.beat,
                beats: bar.beats as f64,
                pitch,
                velocity,
            });
        }
    }
    notes
}

/// The chords laid out one after the other.
pub(crate) fn layouts(score: &Score, centre: i32, voices: usize) -> Vec<Vec<i32>> {
    let mut layouts: Vec<Vec<i32>> = Vec::new();
    for &chord in &score.chords {
        let previous = layouts.last().map(Vec::as_slice);
        let layout = harmony::voicing(chord, score.key, previous, centre, voices);
        layouts.push(layout);
    }
    layouts
}

fn pad(score: &Score, sections: &[Section], instrument: Instrument) -> Vec<Note> {
    let layouts = layouts(score, instrument.chord_centre(), 3);
    let mut notes: Vec<Note> = Vec::new();
    for (index, bar, section, ..) in bars(score, sections) {
        if index + 1 == score.chords.len() {
            continue;
        }
        for &pitch in &layouts[index] {
            let velocity = 0.35 + 0.25 * section.intensity;
            // A tone that stays is held on, not begun again.
            let held = notes.iter_mut().find(|note| {
                note.pitch == pitch
                    && (note.beat + note.beats - bar.beat).abs() < 1e-6
                    && note.beats < 9.0
            });
            match held {
                Some(note) => note.beats += bar.beats as f64,
                None => notes.push(Note {
                    beat: bar.beat,
                    beats: bar.beats as f64,
                    pitch,
                    velocity,
                }),
            }
        }
    }
    notes
}

fn bass(brief: &Brief, score: &Score, sections: &[Section]) -> Vec<Note> {
    let line = brief
        .character
        .bass
        .map_or(super::accompaniment::BassLine::Roots, |(_, line)| line);
    let mut notes = Vec::new();
    for (index, bar, section, ..) in bars(score, sections) {
        if section.kind == SectionKind::Intro || index + 1 == score.chords.len() {
            continue;
        }
        let next = score
            .chords
            .get(index + 1)
            .copied()
            .unwrap_or(score.chords[0]);
        notes.extend(line.play(bar, score.key, score.chords[index], next));
    }
    notes
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

fn drums(brief: &Brief, score: &Score, sections: &[Section], random: &mut ChaCha8Rng) -> Vec<Hit> {
    let groove = brief
        .character
        .groove
        .unwrap_or(super::groove::Groove::Light);
    let mut hits = Vec::new();
    for (index, bar, section, first, last) in bars(score, sections) {
        if section.kind == SectionKind::Intro || index + 1 == score.chords.len() {
            continue;
        }
        hits.extend(groove.play(bar.beat, bar.beats, bar.intensity, (first, last), random));
    }
    let beat = ((score.chords.len() - 1) * score.beats_per_bar) as f64;
    if !hits.is_empty() {
        let drum = if groove == super::groove::Groove::Cinematic {
            Drum::Taiko
        } else {
            Drum::Kick
        };
        hits.push(Hit {
            beat,
            drum,
            velocity: 0.6,
        });
    }
    hits
}
