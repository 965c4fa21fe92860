//! Movement of the camera between two frames: what most corners agree on, whatever moves in front
//! of it.
//!
//! Fischler and Bolles, "Random Sample Consensus" (1981), over similarities (shift, turn and
//! scale), and then least squares over those that agree.

use nalgebra::Complex;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::optical_flow::Pair;

/// A place, a shift or a turn on the frame.
type Complex64 = Complex<f64>;

/// Movement of what is seen from one frame to the next, counted from the frame's middle.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Motion {
    /// To the right, in pixels.
    pub(super) x: f64,
    /// Downwards, in pixels.
    pub(super) y: f64,
    /// Clockwise, in radians.
    pub(super) angle: f64,
    /// The natural logarithm of how much larger it becomes.
    pub(super) growth: f64,
}

impl Motion {
    /// The same on frames `factor` times as wide.
    pub(super) fn scaled(self, factor: f64) -> Self {
        Self {
            x: self.x * factor,
            y: self.y * factor,
            ..self
        }
    }
}

/// Pairs of corners that are tried.
const TRIES: usize = 120;
/// Maximum distance of a corner from where it should lie, in pixels.
const TOLERANCE: f64 = 1.2;
/// The same once the movement is nearly known.
const CLOSE: f64 = 0.7;
/// The fewest corners, and the smallest share of them, that agree by more than chance.
const FEWEST: usize = 10;
const LEAST_SHARE: f64 = 0.35;
/// Between two frames a camera turns and zooms by less.
const LARGEST_TURN: f64 = 0.3;
const LARGEST_GROWTH: f64 = 0.2;

/// Movement that most pairs agree on, in frames of `size`; no movement where they do not agree: at
/// a cut, or in the dark.
pub(super) fn agreed(pairs: &[Pair], size: (f64, f64)) -> Motion {
    if pairs.len() < FEWEST {
        return Motion::default();
    }
    // Places as complex numbers from the middle: a similarity is a product and a sum.
    let middle = Complex64::new((size.0 - 1.0) / 2.0, (size.1 - 1.0) / 2.0);
    let place = |(x, y): (f64, f64)| Complex64::new(x, y) - middle;
    let places: Vec<(Complex64, Complex64)> = pairs
        .iter()
        .map(|pair| (place(pair.from), place(pair.to)))
        .collect();
    let mut random = ChaCha8Rng::seed_from_u64(places.len() as u64);
    let mut best: (usize, Option<Similarity>) = (0, None);
    for _ in 0..TRIES {
        let mut one = || places[random.random_range(0..places.len())];
        let Some(guess) = Similarity::through(one(), one()) else {
            continue;
        };
        let count = places
            .iter()
            .filter(|place| guess.distance(place) < TOLERANCE)
            .count();
        if count > best.0 {
            best = (count, Some(guess));
        }
    }
    let Some(mut similarity) = best.1 else {
        return Motion::default();
    };
    let mut count = 0;
    for tolerance in [TOLERANCE, CLOSE, CLOSE] {
        let close: Vec<_> = places
            .iter()
            .filter(|place| similarity.distance(place) < tolerance)
            .copied()
            .collect();
        count = close.len();
        let Some(fitted) = Similarity::fitted(&close) else {
            break;
        };
        similarity = fitted;
    }
    let is_sure = count >= FEWEST && count as f64 >= LEAST_SHARE * places.len() as f64;
    if is_sure {
        similarity.motion()
    } else {
        Motion::default()
    }
}

/// Takes a place p to turn * p + shift.
#[derive(Debug, Clone, Copy)]
struct Similarity {
    turn: Complex64,
    shift: Complex64,
}

impl Similarity {
    /// None where two places are too close to each other, or no camera moves like that.
    fn through(one: (Complex64, Complex64), other: (Complex64, Complex64)) -> Option<Self> {
        let apart = other.0 - one.0;
        if apart.norm() < 20.0 {
            return None;
        }
        let turn = (other.1 - one.1) / apart;
        let is_plausible =
            turn.arg().abs() < LARGEST_TURN && turn.norm().ln().abs() < LARGEST_GROWTH;
        is_plausible.then(|| Self {
            turn,
            shift: one.1 - turn * one.0,
        })
    }

    /// With the least squared distance; none where there are too few places.
    fn fitted(places: &[(Complex64, Complex64)]) -> Option<Self> {
        if places.len() < FEWEST {
            return None;
        }
        let count = places.len() as f64;
        let (from, to) = places.iter().fold(
            (Complex64::default(), Complex64::default()),
            |sum, place| (sum.0 + place.0 / count, sum.1 + place.1 / count),
        );
        let (product, square) = places
            .iter()
            .fold((Complex64::default(), 0.0), |sum, place| {
                let (here, there) = (place.0 - from, place.1 - to);
                (sum.0 + here.conj() * there, sum.1 + here.norm_sqr())
            });
        let turn = (square > 1.0).then(|| product / square)?;
        Some(Self {
            turn,
            shift: to - turn * from,
        })
    }

    fn distance(&self, place: &(Complex64, Complex64)) -> f64 {
        (self.turn * place.0 + self.shift - place.1).norm()
    }

    fn motion(&self) -> Motion {
        Motion {
            x: self.shift.re,
            y: self.shift.im,
            angle: self.turn.arg(),
            growth: self.turn.norm().max(1e-6).ln(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::optical_flow::tests::seen;
    use crate::optical_flow::{Pyramid, corners, tracked};

    #[test]
    fn shift_and_turn_are_measured_although_something_else_moves() {
        let size = (320.0, 200.0);
        let before = Pyramid::new(seen(320, 200, (0.0, 0.0, 0.0), 0.0));
        let now = Pyramid::new(seen(320, 200, (5.4, -3.1, 0.02), 0.0));
        let mut pairs = tracked(&before, &now, &corners(before.finest()));
        // Two fifths of them follow something that passes by.
        let others = pairs.len() * 2 / 5;
        pairs
            .iter_mut()
            .take(others)
            .for_each(|pair| pair.to = (pair.from.0 + 9.0, pair.from.1 + 4.0));
        let motion = agreed(&pairs, size);
        // Seen by a camera that is turned, the scene turns the other way, and so does its shift.
        let shift = -Complex64::new(5.4, -3.1) * Complex64::from_polar(1.0, -0.02);
        assert!(
            (motion.x - shift.re).abs() < 0.05 && (motion.y - shift.im).abs() < 0.05,
            "{motion:?} for {shift}"
        );
        assert!(
            (motion.angle + 0.02).abs() < 5e-4 && motion.growth.abs() < 5e-4,
            "{motion:?}"
        );
    }

    #[test]
    fn chance_is_no_movement() {
        let mut random = ChaCha8Rng::seed_from_u64(5);
        let mut place = || {
            (
                random.random_range(0.0..320.0),
                random.random_range(0.0..200.0),
            )
        };
        let pairs: Vec<Pair> = (0..150)
            .map(|_| Pair {
                from: place(),
                to: place(),
            })
            .collect();
        assert_eq!(agreed(&pairs, (320.0, 200.0)), Motion::default());
        assert_eq!(agreed(&pairs[..3], (320.0, 200.0)), Motion::default());
    }
}
