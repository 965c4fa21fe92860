//! Key points out of heat maps: each where its map is highest, refined between the map's places
//! (Zhang et al. 2020, "Distribution-Aware Coordinate Representation for Human Pose Estimation",
//! section 3.2).

use candle_core::{DType, Tensor};

use super::preprocess::Crop;
use crate::InferenceError;

/// The Gaussian that smooths a map before it is refined: its deviation, and how far it reaches, in
/// places.
const SIGMA: f64 = 0.8;
const REACH: isize = 5;
/// Bounds of the smoothed map, for its logarithm.
const BOUNDS: (f64, f64) = (0.001, 50.0);

/// A joint, or another point of a person.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct KeyPoint {
    /// Pixels from the image's left edge; it may lie beyond the image.
    pub x: f32,
    /// Pixels from its upper edge.
    pub y: f32,
    /// How sure the network is: about 1 where it is, about 0 where it does not see it.
    pub score: f32,
}

/// The key points of a person, in pixels of the image, from `(key points, height, width)` over a
/// crop of it.
pub fn key_points(maps: &Tensor, crop: &Crop) -> Result<Vec<KeyPoint>, InferenceError> {
    let (_, height, width) = maps.dims3()?;
    let values = maps.to_dtype(DType::F32)?.flatten_all()?.to_vec1::<f32>()?;
    let point = |values: &[f32]| {
        let map = Map {
            values,
            height,
            width,
        };
        let (x, y, score) = map.highest();
        let place = if score > 0.0 {
            map.refined(x, y)
        } else {
            (x as f64, y as f64)
        };
        let (x, y) = crop.in_image(place, (height, width));
        KeyPoint {
            x: x as f32,
            y: y as f32,
            score,
        }
    };
    Ok(values
        .chunks_exact((height * width).max(1))
        .map(point)
        .collect())
}

struct Map<'a> {
    values: &'a [f32],
    height: usize,
    width: usize,
}

impl Map<'_> {
    /// The highest place, the first of several, and its value.
    fn highest(&self) -> (usize, usize, f32) {
        let first = (0, f32::NEG_INFINITY);
        let higher = |best: (usize, f32), (at, value): (usize, &f32)| {
            if *value > best.1 { (at, *value) } else { best }
        };
        let (at, value) = self.values.iter().enumerate().fold(first, higher);
        (at % self.width, at / self.width, value)
    }

    /// The top of the Gaussian whose logarithm has the slopes and curvatures of the map around a
    /// place: one step of Newton's method. The place itself where the map is flat.
    fn refined(&self, x: usize, y: usize) -> (f64, f64) {
        let at = |right: isize, below: isize| {
            self.smoothed(
                x.saturating_add_signed(right),
                y.saturating_add_signed(below),
            )
        };
        let (here, right, left, below, above) =
            (at(0, 0), at(1, 0), at(-1, 0), at(0, 1), at(0, -1));
        let slope = (0.5 * (right - left), 0.5 * (below - above));
        let epsilon = f64::from(f32::EPSILON);
        let across = right - 2.0 * here + left + epsilon;
        let down = below - 2.0 * here + above + epsilon;
        let mixed = 0.5 * (at(1, 1) - right - below + 2.0 * here - left - above + at(-1, -1));
        let determinant = across * down - mixed * mixed;
        let step = (
            (down * slope.0 - mixed * slope.1) / determinant,
            (across * slope.1 - mixed * slope.0) / determinant,
        );
        let (x, y) = (x as f64, y as f64);
        if step.0.is_finite() && step.1.is_finite() {
            (x - step.0, y - step.1)
        } else {
            (x, y)
        }
    }

    /// The logarithm of the smoothed map at a place; beyond the frame, of the nearest one.
    fn smoothed(&self, x: usize, y: usize) -> f64 {
        let (x, y) = (
            x.min(self.width - 1) as isize,
            y.min(self.height - 1) as isize,
        );
        let weight = |away: isize| (-0.5 * (away as f64 / SIGMA).powi(2)).exp();
        let (mut sum, mut weights) = (0.0, 0.0);
        for down in -REACH..=REACH {
            let row = mirrored(y + down, self.height) * self.width;
            for across in -REACH..=REACH {
                let weight = weight(down) * weight(across);
                sum += weight * f64::from(self.values[row + mirrored(x + across, self.width)]);
                weights += weight;
            }
        }
        (sum / weights).clamp(BOUNDS.0, BOUNDS.1).ln()
    }
}

/// The place within `count` that stands for one beyond them: the frame is a mirror.
fn mirrored(place: isize, count: usize) -> usize {
    let count = count as isize;
    let place = place.rem_euclid(2 * count);
    place.min(2 * count - 1 - place).unsigned_abs()
}

#[cfg(test)]
mod tests {
    use super::mirrored;

    #[test]
    fn the_frame_is_a_mirror() {
        let places: Vec<usize> = (-4..8).map(|place| mirrored(place, 3)).collect();
        assert_eq!(places, [2, 2, 1, 0, 0, 1, 2, 2, 1, 0, 0, 1]);
    }
}
