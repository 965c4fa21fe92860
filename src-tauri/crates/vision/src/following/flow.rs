//! Movement of what is within a box from one frame to the next: what most corners agree on, those
//! in its middle before all.

use super::place::Place;
use crate::optical_flow::{Pair, Pyramid, corners, tracked_surely};
use crate::planes::Plane;

/// Pixels around a box that corners at its edge are measured with.
const MARGIN: f64 = 8.0;
/// The shortest side of what corners are looked for in, in pixels.
const SMALLEST: f64 = 30.0;
/// The fewest corners that say where a thing is, and those from which on they are sure of it.
const FEWEST: usize = 3;
const ENOUGH: usize = 8;
/// The share of corners that have to agree for that.
const AGREED: f64 = 0.45;
/// Distance from the others within which a corner agrees, as share of the box and in pixels at
/// least.
const NEAR: f64 = 0.03;
const NEAREST: f64 = 1.0;
/// From one frame to the next nothing becomes larger or smaller by more.
const GROWTH: f64 = 0.08;

/// Place in the next frame of what was at a place, and whether enough corners agree on it; none
/// where there are too few.
pub(super) fn moved(before: &Pyramid, now: &Pyramid, place: Place) -> Option<(Place, bool)> {
    let [left, top, right, bottom] = place.edges();
    let within = |(x, y): &(f32, f32)| {
        let (x, y) = (f64::from(*x) + 0.5, f64::from(*y) + 0.5);
        (left..right).contains(&x) && (top..bottom).contains(&y)
    };
    let (part, (from_left, from_top)) = part(before.finest(), place)?;
    let corners: Vec<(f32, f32)> = corners(&part)
        .into_iter()
        .map(|(x, y)| (x + from_left as f32, y + from_top as f32))
        .filter(within)
        .collect();
    let pairs = tracked_surely(before, now, &corners);
    if pairs.len() < FEWEST {
        return None;
    }
    let weighted = |way: fn(&Pair) -> f64| {
        let ways = pairs.iter().map(|pair| (way(pair), weight(pair, place)));
        median(ways.collect())
    };
    let shift = (
        weighted(|pair| pair.to.0 - pair.from.0),
        weighted(|pair| pair.to.1 - pair.from.1),
    );
    let near = (NEAR * (place.width + place.height) / 2.0).max(NEAREST);
    let agrees = |pair: &&Pair| {
        (pair.to.0 - pair.from.0 - shift.0).hypot(pair.to.1 - pair.from.1 - shift.1) < near
    };
    let agreeing: Vec<Pair> = pairs.iter().filter(agrees).copied().collect();
    let is_sure =
        agreeing.len() >= ENOUGH && agreeing.len() as f64 >= AGREED * corners.len() as f64;
    Some((fitted(place, &agreeing, shift), is_sure))
}

/// The part of a frame around a place, and where it begins.
fn part(frame: &Plane, place: Place) -> Option<(Plane, (usize, usize))> {
    let span = |middle: f64, length: f64, all: usize| {
        let reach = (length / 2.0 + MARGIN).max(SMALLEST / 2.0);
        let all = all as f64;
        let from = (middle - reach).clamp(0.0, all);
        let to = (middle + reach).clamp(0.0, all);
        (from as usize, to as usize)
    };
    let (left, right) = span(place.x, place.width, frame.width);
    let (top, bottom) = span(place.y, place.height, frame.height);
    if right <= left || bottom <= top {
        return None;
    }
    let rows = frame.values.chunks(frame.width).take(bottom).skip(top);
    let values = rows.flat_map(|row| row[left..right].iter().copied());
    let part = Plane {
        width: right - left,
        height: bottom - top,
        values: values.collect(),
    };
    Some((part, (left, top)))
}

/// Weight of a corner: less towards the edges, where what is behind is seen.
fn weight(pair: &Pair, place: Place) -> f64 {
    let across = (pair.from.0 + 0.5 - place.x) / place.width;
    let down = (pair.from.1 + 0.5 - place.y) / place.height;
    (-6.0 * (across * across + down * down)).exp()
}

/// The value that half of all weights lie below.
fn median(mut values: Vec<(f64, f64)>) -> f64 {
    values.sort_by(|a, b| a.0.total_cmp(&b.0));
    let half = values.iter().map(|value| value.1).sum::<f64>() / 2.0;
    let mut sum = 0.0;
    for (value, weight) in &values {
        sum += weight;
        if sum >= half {
            return *value;
        }
    }
    values.last().map_or(0.0, |last| last.0)
}

/// The place moved and grown as corners say that agree, by least squares.
fn fitted(place: Place, pairs: &[Pair], shift: (f64, f64)) -> Place {
    if pairs.len() < ENOUGH {
        return place.shifted(shift);
    }
    let count = pairs.len() as f64;
    let mean = |of: fn(&Pair) -> (f64, f64)| {
        let sum = pairs
            .iter()
            .map(of)
            .fold((0.0, 0.0), |sum, (x, y)| (sum.0 + x, sum.1 + y));
        (sum.0 / count, sum.1 / count)
    };
    let (from, to) = (mean(|pair| pair.from), mean(|pair| pair.to));
    let (mut product, mut square) = (0.0, 0.0);
    for pair in pairs {
        let (x, y) = (pair.from.0 - from.0, pair.from.1 - from.1);
        product += x * (pair.to.0 - to.0) + y * (pair.to.1 - to.1);
        square += x * x + y * y;
    }
    // Corners that lie close together tell little of how much larger a thing becomes.
    let spread = (square / count).sqrt() / place.width.min(place.height);
    let growth = if spread > 0.15 {
        (product / square).clamp(1.0 - GROWTH, 1.0 + GROWTH)
    } else {
        1.0
    };
    Place {
        x: to.0 + 0.5 + (place.x - from.0 - 0.5) * growth,
        y: to.1 + 0.5 + (place.y - from.1 - 0.5) * growth,
        ..place
    }
    .grown(growth)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_counts_weights() {
        let values = vec![(5.0, 1.0), (1.0, 0.2), (9.0, 0.3), (4.0, 0.2)];
        assert!((median(values) - 5.0).abs() < 1e-9);
        assert!(median(Vec::new()).abs() < 1e-9);
    }

    #[test]
    fn a_place_grows_around_what_its_corners_grow_around() {
        let place = Place {
            x: 50.0,
            y: 40.0,
            width: 40.0,
            height: 30.0,
        };
        let pair = |number: usize| {
            let (x, y) = (
                35.0 + (number % 4) as f64 * 10.0,
                30.0 + (number / 4) as f64 * 10.0,
            );
            Pair {
                from: (x, y),
                to: (x * 1.05 + 3.0, y * 1.05 - 1.0),
            }
        };
        let pairs: Vec<Pair> = (0..12).map(pair).collect();
        let grown = fitted(place, &pairs, (5.0, 1.0));
        assert!((grown.width - 42.0).abs() < 1e-6, "{grown:?}");
        let middle = (49.5 * 1.05 + 3.5, 39.5 * 1.05 - 0.5);
        assert!((grown.x - middle.0).abs() < 1e-6 && (grown.y - middle.1).abs() < 1e-6);
    }
}
