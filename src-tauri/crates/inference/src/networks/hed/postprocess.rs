//! Strokes out of soft edges, as `ControlNet`'s annotator makes scribbles: along the ridges of the
//! smoothed edges, which are found by comparing each place with its neighbours in four directions,
//! and as broad as a pen.

use rayon::prelude::*;

/// The deviation of both Gaussians, in pixels.
const SIGMA: f64 = 3.0;
/// How far they reach, in pixels: the first, over edges, and the second, over ridges.
const REACHES: (usize, usize) = (12, 9);
/// A ridge that is lower is none.
const LEAST: f32 = 127.0 / 255.0;
/// The four directions, to the right and downwards.
const DIRECTIONS: [(isize, isize); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// Strength of the edge at each place.
#[derive(Debug, Clone, PartialEq)]
pub struct EdgeMap {
    /// Places in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Row by row, from 0 to 1.
    pub values: Vec<f32>,
}

/// Value of [`EdgeMap::strokes`] above which there is a stroke.
pub const STROKE: f32 = 4.5 / 255.0;

impl EdgeMap {
    /// A drawing in strokes of one pen: where a place's value is above [`STROKE`], there is a
    /// stroke. The values between places can be interpolated, so that strokes stay smooth at a
    /// larger size.
    #[must_use]
    pub fn strokes(&self) -> Self {
        strokes(self)
    }
}

/// The ridges of the edges, blurred.
pub(super) fn strokes(edges: &EdgeMap) -> EdgeMap {
    let smooth = blurred(edges, REACHES.0);
    let (width, height) = (smooth.width, smooth.height);
    let values = (0..width * height).into_par_iter().map(|at| {
        let (here, x, y) = (smooth.values[at], at % width, at / width);
        let is_below = |right: isize, below: isize| {
            let (x, y) = (x.wrapping_add_signed(right), y.wrapping_add_signed(below));
            x >= width || y >= height || smooth.values[y * width + x] <= here
        };
        let is_ridge =
            |(right, below): &(isize, isize)| is_below(*right, *below) && is_below(-right, -below);
        if here > LEAST && DIRECTIONS.iter().any(is_ridge) {
            1.0
        } else {
            0.0
        }
    });
    blurred(
        &EdgeMap {
            width,
            height,
            values: values.collect(),
        },
        REACHES.1,
    )
}

/// Smoothed by a Gaussian that ends at `reach`; the frame is a mirror that stands on the outermost
/// pixels.
fn blurred(map: &EdgeMap, reach: usize) -> EdgeMap {
    let (width, height) = (map.width, map.height);
    let bell = |away: isize| (-0.5 * (away as f64 / SIGMA).powi(2)).exp();
    let reach = reach as isize;
    let sum: f64 = (-reach..=reach).map(bell).sum();
    let weights: Vec<(isize, f64)> = (-reach..=reach)
        .map(|away| (away, bell(away) / sum))
        .collect();
    let pass = |values: &[f32],
                length: usize,
                place: fn(usize, usize) -> usize,
                step: fn(usize) -> usize|
     -> Vec<f32> {
        let value = |at: usize| -> f32 {
            let (place, step) = (place(at, width), step(width));
            let near = |away: isize| {
                values[at + mirrored(place as isize + away, length) * step - place * step]
            };
            weights
                .iter()
                .map(|(away, weight)| weight * f64::from(near(*away)))
                .sum::<f64>() as f32
        };
        (0..width * height)
            .into_par_iter()
            .with_min_len(4096)
            .map(value)
            .collect()
    };
    let across = pass(&map.values, width, |at, width| at % width, |_| 1);
    EdgeMap {
        width,
        height,
        values: pass(&across, height, |at, width| at / width, |width| width),
    }
}

/// The place within `count` that stands for one beyond them.
fn mirrored(place: isize, count: usize) -> usize {
    let last = count as isize - 1;
    if last == 0 {
        return 0;
    }
    let place = place.rem_euclid(2 * last);
    place.min(2 * last - place).unsigned_abs()
}

#[cfg(test)]
mod tests {
    use super::mirrored;

    #[test]
    fn the_frame_is_a_mirror_on_the_outermost_pixels() {
        let places: Vec<usize> = (-4..7).map(|place| mirrored(place, 3)).collect();
        assert_eq!(places, [0, 1, 2, 1, 0, 1, 2, 1, 0, 1, 2]);
        assert_eq!(mirrored(-5, 1), 0);
    }
}
