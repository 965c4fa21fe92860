//! Look of a thing, and the place in a frame that looks most like it: normalised cross correlation
//! (Lewis, "Fast Normalized Cross-Correlation", 1995) of a small copy of its box.

use super::place::Place;
use crate::planes::Plane;

/// The longer side of the copy.
const SIDE: usize = 24;
/// The smallest box that looks like something, in pixels of its shorter side.
const SMALLEST: f64 = 5.0;
/// Share of each side of a box that is compared: what is behind shows at its edges.
const INNER: f64 = 0.86;
/// The sizes that are tried.
const SIZES: [f64; 3] = [0.98, 1.0, 1.02];
/// Distance around a thing that is not seen within which it is looked for, in boxes.
const AROUND: f64 = 1.0;

/// A small copy of a box, its mean taken out, its length 1.
pub(super) struct Likeness {
    columns: usize,
    rows: usize,
    levels: Vec<f32>,
}

impl Likeness {
    /// Of what is at a place; none where too little of it is there, or all of it is even.
    pub(super) fn of(frame: &Plane, place: Place) -> Option<Self> {
        let size = (frame.width as f64, frame.height as f64);
        if place.width.min(place.height) < SMALLEST || place.share_within(size) < 0.5 {
            return None;
        }
        let longer = place.width.max(place.height);
        let count = |side: f64| ((side / longer * SIDE as f64).round() as usize).clamp(6, SIDE);
        let (columns, rows) = (count(place.width), count(place.height));
        let mut levels = Vec::new();
        sampled(frame, place, (columns, rows), &mut levels);
        normalised(&mut levels).then_some(Self {
            columns,
            rows,
            levels,
        })
    }

    /// Returns the likeness (1: the same, 0: not at all) and the place that looks most like this,
    /// up to `reach` half samples to each side of a place and about as large.
    pub(super) fn nearest(&self, frame: &Plane, place: Place, reach: i32) -> (f32, Place) {
        let mut sample = Vec::with_capacity(self.levels.len());
        let mut best = (f32::NEG_INFINITY, place);
        for size in SIZES {
            let place = place.grown(size);
            for (across, down) in steps(reach) {
                let there = place.shifted((
                    f64::from(across) * place.width / self.columns as f64 / 2.0,
                    f64::from(down) * place.height / self.rows as f64 / 2.0,
                ));
                let alike = self.alike(frame, there, &mut sample)
                    // Of places that are nearly alike the one where it was expected.
                    - 0.004 * f64::from(across.abs() + down.abs()) as f32
                    - 0.2 * (size - 1.0).abs() as f32;
                if alike > best.0 {
                    best = (alike, there);
                }
            }
        }
        best
    }

    /// The same far around a place, and then nearby.
    pub(super) fn around(&self, frame: &Plane, place: Place) -> (f32, Place) {
        let mut sample = Vec::with_capacity(self.levels.len());
        let mut best = (f32::NEG_INFINITY, place);
        let reach = (AROUND * 8.0) as i32;
        for (across, down) in steps(reach) {
            let there = place.shifted((
                f64::from(across) * place.width / 8.0,
                f64::from(down) * place.height / 8.0,
            ));
            let alike = self.alike(frame, there, &mut sample);
            if alike > best.0 {
                best = (alike, there);
            }
        }
        self.nearest(frame, best.1, 4)
    }

    fn alike(&self, frame: &Plane, place: Place, sample: &mut Vec<f32>) -> f32 {
        let size = (frame.width as f64, frame.height as f64);
        if place.share_within(size) < 0.3 {
            return -1.0;
        }
        sampled(frame, place, (self.columns, self.rows), sample);
        if !normalised(sample) {
            return 0.0;
        }
        self.levels.iter().zip(sample).map(|(a, b)| a * *b).sum()
    }
}

/// All steps of up to `reach` to each side.
fn steps(reach: i32) -> impl Iterator<Item = (i32, i32)> {
    (-reach..=reach).flat_map(move |down| (-reach..=reach).map(move |across| (across, down)))
}

/// The levels of a box at so many places; each the mean of four.
fn sampled(frame: &Plane, place: Place, (columns, rows): (usize, usize), levels: &mut Vec<f32>) {
    levels.clear();
    let [left, top, ..] = place.grown(INNER).edges();
    let (across, down) = (
        place.width * INNER / columns as f64,
        place.height * INNER / rows as f64,
    );
    for row in 0..rows {
        for column in 0..columns {
            let level = |part: (f64, f64)| {
                let x = left + (column as f64 + part.0) * across - 0.5;
                let y = top + (row as f64 + part.1) * down - 0.5;
                frame.between(x as f32, y as f32)
            };
            let parts = [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)];
            levels.push(parts.into_iter().map(level).sum::<f32>() / 4.0);
        }
    }
}

/// Takes the mean out and brings the length to 1; false where there is nothing but the mean.
fn normalised(levels: &mut [f32]) -> bool {
    let count = levels.len().max(1) as f32;
    let mean = levels.iter().sum::<f32>() / count;
    let square: f32 = levels.iter().map(|level| (level - mean).powi(2)).sum();
    let length = square.sqrt();
    for level in levels.iter_mut() {
        *level = (*level - mean) / length.max(1e-6);
    }
    length / count.sqrt() > 1.0
}
