//! Follows corners from one frame to the next, to fractions of a pixel.
//!
//! Which corners: Shi and Tomasi, "Good Features to Track" (1994), the smaller eigenvalue of the
//! gradients around a place. How they are followed: Lucas and Kanade (1981) from coarse to fine,
//! after Bouguet, "Pyramidal Implementation of the Affine Lucas Kanade Feature Tracker" (2001),
//! section 2. A change of light between two frames does not count.

mod pair;
mod patch;

use rayon::prelude::*;

pub(crate) use self::pair::Pair;
use self::patch::{Patch, REACH};
use crate::planes::Plane;

/// About so many corners are followed, spread over the frame: one from each of its parts.
const CORNERS: usize = 220;
/// The weakest corner, as the mean of squared differences between neighbours (of 255 levels).
const WEAKEST: f32 = 3.0;
/// Corners this much weaker than the strongest are grain.
const SHARE: f32 = 0.004;
/// Steps at each size at most, and the step from which on it stands still.
const STEPS: usize = 12;
const STILL: f32 = 0.01;
/// Maximum mean difference of two places that show the same, in levels.
const UNLIKE: f32 = 14.0;
/// Maximum distance from its origin of a corner that is followed back, in pixels.
const BACK: f64 = 0.8;
/// The smallest copy that movement is looked for on has a shorter side of at least this many
/// pixels.
const SMALLEST: usize = 20;
const SIZES: usize = 5;

/// A frame at several sizes, each half the one before.
pub(crate) struct Pyramid(Vec<Plane>);

impl Pyramid {
    pub(crate) fn new(finest: Plane) -> Self {
        let mut sizes = vec![finest];
        while let Some(last) = sizes
            .last()
            .filter(|last| last.width.min(last.height) >= 2 * SMALLEST)
            && sizes.len() < SIZES
        {
            let next = last.halved();
            sizes.push(next);
        }
        Self(sizes)
    }

    /// The frame at its own size.
    pub(crate) fn finest(&self) -> &Plane {
        &self.0[0]
    }
}

/// The strongest corner of each part of a frame, in pixels from the centre of the first one.
pub(crate) fn corners(frame: &Plane) -> Vec<(f32, f32)> {
    let (width, height) = (frame.width, frame.height);
    if width.min(height) < 4 * REACH {
        return Vec::new();
    }
    let strengths = strengths(frame);
    let strongest = strengths
        .iter()
        .fold(0.0_f32, |most, strength| most.max(*strength));
    let least = WEAKEST.max(SHARE * strongest);
    let side = ((width * height / CORNERS) as f32).sqrt().max(6.0) as usize;
    let (columns, rows) = (width.div_ceil(side), height.div_ceil(side));
    let of_part = |part: usize| {
        let (left, top) = (part % columns * side, part / columns * side);
        let places = (top.max(REACH)..(top + side).min(height - REACH))
            .flat_map(|y| (left.max(REACH)..(left + side).min(width - REACH)).map(move |x| (x, y)));
        let best = places
            .max_by(|a, b| strengths[a.1 * width + a.0].total_cmp(&strengths[b.1 * width + b.0]))?;
        (strengths[best.1 * width + best.0] > least).then_some((best.0 as f32, best.1 as f32))
    };
    (0..columns * rows).filter_map(of_part).collect()
}

/// Corner strength of each place: the smaller eigenvalue of the mean products of the gradients
/// around it.
fn strengths(frame: &Plane) -> Vec<f32> {
    let (width, height) = (frame.width, frame.height);
    let mut products = vec![[0.0_f32; 3]; width * height];
    products
        .par_chunks_mut(width)
        .enumerate()
        .skip(1)
        .take(height - 2)
        .for_each(|(y, row)| {
            let line = |y: usize| &frame.values[y * width..(y + 1) * width];
            let (above, here, below) = (line(y - 1), line(y), line(y + 1));
            for x in 1..width - 1 {
                let (across, down) = (
                    (here[x + 1] - here[x - 1]) / 2.0,
                    (below[x] - above[x]) / 2.0,
                );
                row[x] = [across * across, across * down, down * down];
            }
        });
    let reach = REACH / 2;
    let add = |sum: &mut [f32; 3], product: &[f32; 3], sign: f32| {
        sum.iter_mut()
            .zip(product)
            .for_each(|(sum, value)| *sum += sign * value);
    };
    // Running sums, along rows and then along columns.
    let mut sums = vec![[0.0_f32; 3]; width * height];
    sums.par_chunks_mut(width)
        .zip(products.par_chunks(width))
        .for_each(|(sums, row)| {
            let mut sum = [0.0; 3];
            for x in 0..width + reach {
                if let Some(product) = row.get(x) {
                    add(&mut sum, product, 1.0);
                }
                if x >= reach {
                    sums[x - reach] = sum;
                    if x >= 2 * reach {
                        add(&mut sum, &row[x - 2 * reach], -1.0);
                    }
                }
            }
        });
    let mut column = vec![[0.0_f32; 3]; width];
    let mut strengths = vec![0.0; width * height];
    let count = ((2 * reach + 1) * (2 * reach + 1)) as f32;
    for y in 0..height + reach {
        if y < height {
            column
                .iter_mut()
                .zip(&sums[y * width..(y + 1) * width])
                .for_each(|(sum, row)| add(sum, row, 1.0));
        }
        if y >= reach {
            let line = &mut strengths[(y - reach) * width..(y - reach + 1) * width];
            for (strength, [xx, xy, yy]) in line.iter_mut().zip(&column) {
                let half = (xx - yy) / 2.0;
                *strength = ((xx + yy) / 2.0 - half.hypot(*xy)) / count;
            }
        }
        if y >= 2 * reach {
            let first = (y - 2 * reach) * width;
            column
                .iter_mut()
                .zip(&sums[first..first + width])
                .for_each(|(sum, row)| add(sum, row, -1.0));
        }
    }
    strengths
}

/// Pairs of corners of `before` and their places in `now`; those that are lost are left out.
pub(crate) fn tracked(before: &Pyramid, now: &Pyramid, corners: &[(f32, f32)]) -> Vec<Pair> {
    corners
        .par_iter()
        .filter_map(|&(x, y)| {
            let (u, v) = follow(before, now, (x, y))?;
            Some(Pair {
                from: (f64::from(x), f64::from(y)),
                to: (f64::from(u), f64::from(v)),
            })
        })
        .collect()
}

/// The same of those that are found again where they were when they are followed back.
pub(crate) fn tracked_surely(before: &Pyramid, now: &Pyramid, corners: &[(f32, f32)]) -> Vec<Pair> {
    let is_back = |pair: &Pair| {
        let (x, y) = (pair.to.0 as f32, pair.to.1 as f32);
        let back = follow(now, before, (x, y));
        back.is_some_and(|(u, v)| {
            (f64::from(u) - pair.from.0).hypot(f64::from(v) - pair.from.1) < BACK
        })
    };
    let pairs = tracked(before, now, corners);
    pairs.into_par_iter().filter(is_back).collect()
}

/// Place in `now` of the surroundings of a place of `before`; none where they are lost.
fn follow(before: &Pyramid, now: &Pyramid, (x, y): (f32, f32)) -> Option<(f32, f32)> {
    let (mut across, mut down) = (0.0_f32, 0.0_f32);
    let mut unlike = f32::INFINITY;
    for (size, (before, now)) in before.0.iter().zip(&now.0).enumerate().rev() {
        let scale = (1 << size) as f32;
        let place = ((x + 0.5) / scale - 0.5, (y + 0.5) / scale - 0.5);
        (across, down) = (across * 2.0, down * 2.0);
        // What is too even on a small copy may still be found on a larger one.
        let Some(patch) = Patch::new(before, place) else {
            unlike = f32::INFINITY;
            continue;
        };
        for _ in 0..STEPS {
            let (step, difference) = patch.step(now, (place.0 + across, place.1 + down));
            (across, down) = (across + step.0, down + step.1);
            unlike = difference;
            if step.0.hypot(step.1) < STILL {
                break;
            }
        }
        if !(across.is_finite() && down.is_finite()) {
            return None;
        }
    }
    let frame = now.finest();
    let (x, y) = (x + across, y + down);
    let inside = |at: f32, length: usize| at >= 1.0 && at <= length as f32 - 2.0;
    (unlike < UNLIKE && inside(x, frame.width) && inside(y, frame.height)).then_some((x, y))
}

#[cfg(test)]
pub(crate) mod tests {
    use patchbay_test_support::noise;

    use super::*;

    /// A scene of soft spots, seen by a camera at `(x, y)` that is turned by `angle` and brighter
    /// by `light`.
    pub(crate) fn seen(
        width: usize,
        height: usize,
        (x, y, angle): (f32, f32, f32),
        light: f32,
    ) -> Plane {
        let scene = Plane::from_fn(600, 500, |at| {
            let (u, v) = ((at % 600) as u32, (at / 600) as u32);
            [23, 11, 5]
                .iter()
                .map(|cell| (noise(u / cell, v / cell + 999 * cell, 60)) as f32)
                .sum::<f32>()
                / 2.0
                + 128.0
        })
        .blurred(1.2);
        let (sine, cosine) = angle.sin_cos();
        let (middle_x, middle_y) = (width as f32 / 2.0, height as f32 / 2.0);
        Plane::from_fn(width, height, |at| {
            let (u, v) = (
                (at % width) as f32 + 0.5 - middle_x,
                (at / width) as f32 + 0.5 - middle_y,
            );
            scene.between(
                300.0 + x + cosine * u - sine * v,
                250.0 + y + sine * u + cosine * v,
            ) + light
        })
    }

    #[test]
    fn corners_are_followed_to_fractions_of_a_pixel() {
        let before = Pyramid::new(seen(320, 200, (0.0, 0.0, 0.0), 0.0));
        let now = Pyramid::new(seen(320, 200, (23.3, -7.8, 0.0), 12.0));
        let corners = corners(before.finest());
        assert!(corners.len() > 100, "{}", corners.len());
        let pairs = tracked(&before, &now, &corners);
        assert!(
            pairs.len() * 10 > corners.len() * 7,
            "{} of {}",
            pairs.len(),
            corners.len()
        );
        let exact = pairs.iter().filter(|pair| {
            let (across, down) = (
                pair.to.0 - pair.from.0 + 23.3,
                pair.to.1 - pair.from.1 - 7.8,
            );
            across.hypot(down) < 0.1
        });
        let exact = exact.count();
        assert!(exact * 10 > pairs.len() * 8, "{exact} of {}", pairs.len());
    }

    #[test]
    fn an_even_or_tiny_image_has_no_corners() {
        let even = Plane {
            width: 100,
            height: 80,
            values: vec![90.0; 8000],
        };
        assert!(corners(&even).is_empty());
        assert!(
            corners(&Plane {
                width: 2,
                height: 2,
                values: vec![0.0, 200.0, 200.0, 0.0]
            })
            .is_empty()
        );
        let tiny = Pyramid::new(Plane {
            width: 1,
            height: 1,
            values: vec![5.0],
        });
        assert!(tracked(&tiny, &tiny, &[(0.0, 0.0)]).is_empty());
    }
}
