//! Transformation by which one image lies on another: projective, found from corners that look
//! alike although many of them are not the same corner.

use nalgebra::{Matrix3, SMatrix, SVector, Vector3};
use rand::SeedableRng;
use rand::seq::index::sample;
use rand_chacha::ChaCha8Rng;

/// A corner at `from` in the first image that looks like the one at `to` in the second, in pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Pair {
    pub(super) from: (f64, f64),
    pub(super) to: (f64, f64),
}

/// Maximum distance of a corner from where it should lie, in pixels.
const TOLERANCE: f64 = 3.0;
/// The same once the transformation is nearly known.
const CLOSE: f64 = 2.0;
const MOST_TRIES: usize = 4000;
/// The fewest pairs that agree by more than chance.
const FEWEST: usize = 14;

/// Place to which a transformation takes a place; none where that lies at infinity or behind.
pub(super) fn moved(by: &Matrix3<f64>, (x, y): (f64, f64)) -> Option<(f64, f64)> {
    let moved = by * Vector3::new(x, y, 1.0);
    (moved.z > 1e-9).then(|| (moved.x / moved.z, moved.y / moved.z))
}

/// The transformation that most pairs agree on, with those pairs; none where they agree by chance
/// only.
///
/// Fischler and Bolles, "Random Sample Consensus" (1981), with the number of tries after the share
/// that agreed so far, and then least squares over all that agree.
pub(super) fn agreed(pairs: &[Pair], seed: u64) -> Option<(Matrix3<f64>, Vec<Pair>)> {
    if pairs.len() < FEWEST {
        return None;
    }
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut best: (usize, Option<Matrix3<f64>>) = (0, None);
    let (mut tries, mut needed) = (0, MOST_TRIES);
    while tries < needed {
        tries += 1;
        let four: Vec<Pair> = sample(&mut random, pairs.len(), 4)
            .iter()
            .map(|index| pairs[index])
            .collect();
        let Some(guess) = through(&four) else {
            continue;
        };
        let count = pairs
            .iter()
            .filter(|pair| is_close(&guess, pair, TOLERANCE))
            .count();
        if count > best.0 {
            best = (count, Some(guess));
            let share = (count as f64 / pairs.len() as f64).powi(4);
            needed = if share >= 1.0 {
                tries
            } else {
                ((0.001_f64.ln() / (1.0 - share).ln()).ceil() as usize).clamp(20, MOST_TRIES)
            };
        }
    }
    let mut matrix = best.1?;
    let mut close = Vec::new();
    for tolerance in [TOLERANCE, CLOSE, CLOSE] {
        close = pairs
            .iter()
            .filter(|pair| is_close(&matrix, pair, tolerance))
            .copied()
            .collect();
        matrix = fitted(matrix, &close)?;
    }
    (close.len() >= FEWEST && is_plausible(&matrix, &close)).then_some((matrix, close))
}

fn is_close(matrix: &Matrix3<f64>, pair: &Pair, tolerance: f64) -> bool {
    moved(matrix, pair.from).is_some_and(|(x, y)| (x - pair.to.0).hypot(y - pair.to.1) < tolerance)
}

/// The transformation through four pairs; none where three of them lie on a line or their order
/// turns round.
fn through(four: &[Pair]) -> Option<Matrix3<f64>> {
    let area = |a: (f64, f64), b: (f64, f64), c: (f64, f64)| {
        (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)
    };
    for [i, j, k] in [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]] {
        let (from, to) = (
            area(four[i].from, four[j].from, four[k].from),
            area(four[i].to, four[j].to, four[k].to),
        );
        if from.abs() < 50.0 || to.abs() < 50.0 || (from > 0.0) != (to > 0.0) {
            return None;
        }
    }
    let mut left = SMatrix::<f64, 8, 8>::zeros();
    let mut right = SVector::<f64, 8>::zeros();
    for (
        index,
        Pair {
            from: (x, y),
            to: (u, v),
        },
    ) in four.iter().enumerate()
    {
        let rows = [
            [*x, *y, 1.0, 0.0, 0.0, 0.0, -u * x, -u * y],
            [0.0, 0.0, 0.0, *x, *y, 1.0, -v * x, -v * y],
        ];
        for (row, (values, target)) in rows.iter().zip([u, v]).enumerate() {
            right[2 * index + row] = *target;
            (0..8).for_each(|column| left[(2 * index + row, column)] = values[column]);
        }
    }
    let solved = left.lu().solve(&right)?;
    Some(Matrix3::new(
        solved[0], solved[1], solved[2], solved[3], solved[4], solved[5], solved[6], solved[7], 1.0,
    ))
}

/// The transformation near `matrix` that leaves the least squared distance: Gauss and Newton, in
/// places scaled to about 1.
fn fitted(matrix: Matrix3<f64>, pairs: &[Pair]) -> Option<Matrix3<f64>> {
    if pairs.len() < 4 {
        return None;
    }
    let scaled = |places: &mut dyn Iterator<Item = (f64, f64)>| {
        let places: Vec<(f64, f64)> = places.collect();
        let count = places.len() as f64;
        let middle = (
            places.iter().map(|p| p.0).sum::<f64>() / count,
            places.iter().map(|p| p.1).sum::<f64>() / count,
        );
        let spread = places
            .iter()
            .map(|p| (p.0 - middle.0).hypot(p.1 - middle.1))
            .sum::<f64>()
            / count;
        let scale = 1.0 / spread.max(1e-6);
        Matrix3::new(
            scale,
            0.0,
            -middle.0 * scale,
            0.0,
            scale,
            -middle.1 * scale,
            0.0,
            0.0,
            1.0,
        )
    };
    let from = scaled(&mut pairs.iter().map(|pair| pair.from));
    let to = scaled(&mut pairs.iter().map(|pair| pair.to));
    let mut matrix = to * matrix * from.try_inverse()?;
    for _ in 0..8 {
        matrix /= matrix[(2, 2)];
        let mut normal = SMatrix::<f64, 8, 8>::identity() * 1e-12;
        let mut gradient = SVector::<f64, 8>::zeros();
        for pair in pairs {
            let (Some((x, y)), Some((u, v))) = (moved(&from, pair.from), moved(&to, pair.to))
            else {
                continue;
            };
            let at = matrix * Vector3::new(x, y, 1.0);
            let (column, row, depth) = (at.x / at.z, at.y / at.z, at.z);
            let across =
                SVector::<f64, 8>::from([x, y, 1.0, 0.0, 0.0, 0.0, -column * x, -column * y])
                    / depth;
            let down =
                SVector::<f64, 8>::from([0.0, 0.0, 0.0, x, y, 1.0, -row * x, -row * y]) / depth;
            normal += across * across.transpose() + down * down.transpose();
            gradient += across * (u - column) + down * (v - row);
        }
        let step = normal.cholesky()?.solve(&gradient);
        (0..8).for_each(|index| matrix[(index / 3, index % 3)] += step[index]);
        if step.norm() < 1e-10 {
            break;
        }
    }
    let matrix = to.try_inverse()? * matrix * from;
    Some(matrix / matrix[(2, 2)])
}

/// Fits the transformation to more exact pairs.
pub(super) fn refitted(matrix: Matrix3<f64>, pairs: &[Pair]) -> Matrix3<f64> {
    let close: Vec<Pair> = pairs
        .iter()
        .filter(|pair| is_close(&matrix, pair, CLOSE))
        .copied()
        .collect();
    if close.len() < FEWEST {
        matrix
    } else {
        fitted(matrix, &close).unwrap_or(matrix)
    }
}

/// Whether a transformation could lie between two photos: nothing is mirrored, and where the pairs
/// are nothing becomes more than four times as large or small.
fn is_plausible(matrix: &Matrix3<f64>, pairs: &[Pair]) -> bool {
    pairs.iter().all(|pair| {
        let (x, y) = pair.from;
        let place = |dx: f64, dy: f64| moved(matrix, (x + dx, y + dy));
        let (Some(here), Some(right), Some(below)) =
            (place(0.0, 0.0), place(1.0, 0.0), place(0.0, 1.0))
        else {
            return false;
        };
        let area =
            (right.0 - here.0) * (below.1 - here.1) - (right.1 - here.1) * (below.0 - here.0);
        (1.0 / 16.0..16.0).contains(&area)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_truth_is_found_among_as_many_errors() {
        let truth = Matrix3::new(0.95, 0.06, 120.0, -0.04, 1.02, -15.0, 2e-4, -5e-5, 1.0);
        let mut pairs: Vec<Pair> = (0..60)
            .map(|i| (f64::from(i * 37 % 400), f64::from(i * 53 % 300)))
            .map(|from| (from, moved(&truth, from).unwrap()))
            .map(|(from, to)| Pair {
                from,
                to: (
                    to.0 + 0.3 * (from.0 * 7.0).sin(),
                    to.1 + 0.3 * (from.1 * 5.0).cos(),
                ),
            })
            .collect();
        pairs.extend((0..60).map(|i| Pair {
            from: (f64::from(i * 71 % 400), f64::from(i * 29 % 300)),
            to: (f64::from(i * 97 % 410), f64::from(i * 61 % 310)),
        }));
        let (found, close) = agreed(&pairs, 1).unwrap();
        assert!(close.len() >= 58, "{}", close.len());
        for corner in [(0.0, 0.0), (400.0, 0.0), (0.0, 300.0), (400.0, 300.0)] {
            let (at, should) = (
                moved(&found, corner).unwrap(),
                moved(&truth, corner).unwrap(),
            );
            assert!(
                (at.0 - should.0).hypot(at.1 - should.1) < 0.6,
                "{corner:?}: {at:?} for {should:?}"
            );
        }
    }

    #[test]
    fn chance_agrees_on_nothing() {
        let pairs: Vec<Pair> = (0..200)
            .map(|i| Pair {
                from: (f64::from(i * 7919 % 400), f64::from(i * 6131 % 300)),
                to: (f64::from(i * 3571 % 400), f64::from(i * 4649 % 300)),
            })
            .collect();
        assert!(agreed(&pairs, 1).is_none());
        assert!(agreed(&pairs[..5], 1).is_none());
        let mirrored: Vec<Pair> = pairs
            .iter()
            .map(|pair| Pair {
                from: pair.from,
                to: (400.0 - pair.from.0, pair.from.1),
            })
            .collect();
        assert!(agreed(&mirrored, 1).is_none());
    }
}
