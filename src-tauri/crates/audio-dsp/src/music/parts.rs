//! The parts of a piece, one for each role.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::accompaniment::{Bar, BassLine, low_degree};
use super::brief::Brief;
use super::form::{Section, SectionKind};
use super::groove::Groove;
use super::harmony;
use super::instrument::{Drum, Instrument};
use super::melody::{self, Motif, Setting};
use super::role::Role;
use super::score::{Hit, Note, Score};

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

/// The melody, by a motif for each kind of section.
pub(super) fn lead(
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

/// The chords in the pattern of the brief, with a left hand where nobody plays the bass.
pub(super) fn accompany(
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

/// The chords held.
pub(super) fn pad(score: &Score, sections: &[Section], instrument: Instrument) -> Vec<Note> {
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

/// The line of the bass.
pub(super) fn bass(brief: &Brief, score: &Score, sections: &[Section]) -> Vec<Note> {
    let line = brief
        .character
        .bass
        .map_or(BassLine::Roots, |(_, line)| line);
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

/// The strokes of the drums, and one on the last chord.
pub(super) fn drums(
    brief: &Brief,
    score: &Score,
    sections: &[Section],
    random: &mut ChaCha8Rng,
) -> Vec<Hit> {
    let groove = brief.character.groove.unwrap_or(Groove::Light);
    let mut hits = Vec::new();
    for (index, bar, section, first, last) in bars(score, sections) {
        if section.kind == SectionKind::Intro || index + 1 == score.chords.len() {
            continue;
        }
        hits.extend(groove.play(bar.beat, bar.beats, bar.intensity, (first, last), random));
    }
    let beat = ((score.chords.len() - 1) * score.beats_per_bar) as f64;
    if !hits.is_empty() {
        let drum = if groove == Groove::Cinematic {
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
