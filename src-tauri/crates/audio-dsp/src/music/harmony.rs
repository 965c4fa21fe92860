//! Chords of a piece bar by bar, laid out so that voices move little from one to the next.

use super::form::{Section, SectionKind};
use super::theory::{Chord, Colour, Key};

/// The chord of each bar: every section goes round its progression; the bar before the last
/// prepares the end, and the last is the tonic.
pub(crate) fn chords(sections: &[Section], a: &[i32], b: &[i32], colour: Colour) -> Vec<Chord> {
    let mut chords = Vec::new();
    for section in sections {
        let roots = if section.kind == SectionKind::B { b } else { a };
        chords.extend((0..section.bars).map(|bar| Chord {
            root: roots[bar % roots.len()],
            colour,
        }));
    }
    let count = chords.len();
    if let Some(last) = chords.last_mut() {
        *last = Chord {
            root: 0,
            colour: Colour::Triad,
        };
    }
    if count >= 3 {
        let before = chords[count - 3].root;
        // The fifth leads home; where it was just heard the fourth does.
        chords[count - 2] = Chord {
            root: if before == 4 { 3 } else { 4 },
            colour,
        };
    }
    chords
}

/// MIDI numbers of a chord, lowest first: `voices` tones within an octave and a third around
/// `centre`, those that are nearest to the previous ones (or, without, to the centre). Third and
/// seventh are always there.
pub(crate) fn voicing(
    chord: Chord,
    key: Key,
    previous: Option<&[i32]>,
    centre: i32,
    voices: usize,
) -> Vec<i32> {
    let tones = chord.tones();
    let low = key.nearest_degree(centre - 10);
    let high = key.nearest_degree(centre + 10);
    let candidates: Vec<i32> = (low..=high)
        .filter(|&degree| chord.contains(degree))
        .collect();
    let needed: Vec<i32> = match (tones.len(), voices) {
        (4, 0..=3) => vec![tones[1], tones[3]],
        (_, 0..=2) => vec![tones[1]],
        _ => tones.clone(),
    };
    let mut best: Option<(f64, Vec<i32>)> = None;
    for choice in combinations(&candidates, voices.clamp(1, candidates.len())) {
        let complete = needed
            .iter()
            .all(|tone| choice.iter().any(|degree| degree.rem_euclid(7) == *tone));
        let pitches: Vec<i32> = choice.iter().map(|&degree| key.pitch(degree)).collect();
        let cost = layout_cost(&pitches, previous, centre) + if complete { 0.0 } else { 1000.0 };
        if best.as_ref().is_none_or(|(least, _)| cost < *least) {
            best = Some((cost, pitches));
        }
    }
    best.map(|(_, pitches)| pitches).unwrap_or_default()
}

fn layout_cost(pitches: &[i32], previous: Option<&[i32]>, centre: i32) -> f64 {
    let mean = pitches.iter().sum::<i32>() as f64 / pitches.len() as f64;
    let away = (mean - f64::from(centre)).abs();
    let span = pitches[pitches.len() - 1] - pitches[0];
    let wide = f64::from((span - 16).max(0)) * 4.0;
    // Neighbours closer than a third sound muddy, and worse when low.
    let close: f64 = pitches
        .windows(2)
        .map(|pair| if pair[1] - pair[0] < 3 { 2.5 } else { 0.0 })
        .sum();
    let moved: f64 = previous.map_or(0.0, |previous| {
        let moves = pitches
            .iter()
            .zip(previous)
            .map(|(now, before)| f64::from((now - before).abs()));
        moves
            .map(|semitones| semitones + (semitones - 4.0).max(0.0) * 3.0)
            .sum()
    });
    moved + wide + close + away * if previous.is_some() { 0.35 } else { 2.0 }
}

/// Every choice of `count` of the items, in order.
fn combinations(items: &[i32], count: usize) -> Vec<Vec<i32>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let mut found = Vec::new();
    for (index, &first) in items.iter().enumerate() {
        for mut rest in combinations(&items[index + 1..], count - 1) {
            rest.insert(0, first);
            found.push(rest);
        }
    }
    found
}
