//! Draws a plane of a frame moved, turned and scaled: Keys, "Cubic Convolution Interpolation for
//! Digital Image Processing" (1981), equation 4 with a = -1/2, in whole numbers.

use std::sync::LazyLock;

use patchbay_media::video::{Plane, PlaneMut};
use rayon::prelude::*;

/// Source places of pixels, in pixels from the centre of the first one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Placement {
    /// For the first pixel.
    pub(super) first: (f64, f64),
    /// A step to the right goes this far to the right, and a step down as far down;
    pub(super) along: f64,
    /// a step to the right goes this far down, and a step down as far to the left.
    pub(super) across: f64,
}

/// Fractions of a pixel that are told apart, as a power of two.
const FRACTION: u32 = 8;
/// Sum of the weights, as a power of two.
const WEIGHT: u32 = 7;
/// Places are counted in pixels of this power of two.
const PIXEL: u32 = 16;

/// The weights of the four pixels around a place by its fraction of a pixel after the second of
/// them.
static WEIGHTS: LazyLock<Vec<[i32; 4]>> = LazyLock::new(|| {
    let whole = f64::from(1 << WEIGHT);
    (0..1 << FRACTION)
        .map(|step| {
            let t = f64::from(step) / f64::from(1 << FRACTION);
            let exact = [
                ((-0.5 * t + 1.0) * t - 0.5) * t,
                (1.5 * t - 2.5) * t * t + 1.0,
                ((-1.5 * t + 2.0) * t + 0.5) * t,
                (0.5 * t - 0.5) * t * t,
            ];
            let mut weights = exact.map(|weight| (weight * whole).round() as i32);
            // What rounding takes or adds goes to the nearer one of the two in the middle.
            weights[if t < 0.5 { 1 } else { 2 }] += (1 << WEIGHT) - weights.iter().sum::<i32>();
            weights
        })
        .collect()
});

/// Draws `to` from `from`, of the same size; beyond the frame its edge goes on.
pub(super) fn draw(from: Plane, to: PlaneMut, placement: &Placement) {
    let (width, height) = (to.width, to.height);
    if width == 0 || height == 0 || to.stride == 0 {
        return;
    }
    let fixed = |value: f64| (value * f64::from(1 << PIXEL)).round() as i64;
    let (along, across) = (fixed(placement.along), fixed(placement.across));
    to.bytes
        .par_chunks_mut(to.stride)
        .take(height)
        .enumerate()
        .for_each(|(row, line)| {
            let down = row as f64;
            let mut x = fixed(placement.first.0 - placement.across * down);
            let mut y = fixed(placement.first.1 + placement.along * down);
            for pixel in line.iter_mut().take(width) {
                *pixel = taken(&from, x, y);
                x += along;
                y += across;
            }
        });
}

/// The value at a place in fixed-point pixels.
#[inline]
fn taken(from: &Plane, x: i64, y: i64) -> u8 {
    let fraction = |at: i64| ((at >> (PIXEL - FRACTION)) & ((1 << FRACTION) - 1)) as usize;
    let (across, down) = (&WEIGHTS[fraction(x)], &WEIGHTS[fraction(y)]);
    let (left, top) = ((x >> PIXEL) - 1, (y >> PIXEL) - 1);
    let mut sum = 0;
    if left >= 0 && top >= 0 && left + 3 < from.width as i64 && top + 3 < from.height as i64 {
        let mut first = top as usize * from.stride + left as usize;
        for weight in down {
            let row = &from.bytes[first..first + 4];
            let line: i32 = row
                .iter()
                .zip(across)
                .map(|(value, weight)| i32::from(*value) * weight)
                .sum();
            sum += line * weight;
            first += from.stride;
        }
    } else {
        for (row, weight) in (top..).zip(down) {
            let first = row.clamp(0, from.height as i64 - 1) as usize * from.stride;
            let value = |column: i64| {
                i32::from(from.bytes[first + column.clamp(0, from.width as i64 - 1) as usize])
            };
            let line: i32 = (left..)
                .zip(across)
                .map(|(column, weight)| value(column) * weight)
                .sum();
            sum += line * weight;
        }
    }
    let half = 1 << (2 * WEIGHT - 1);
    ((sum + half) >> (2 * WEIGHT)).clamp(0, 255) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(values: &[u8], width: usize, placement: &Placement) -> Vec<u8> {
        let height = values.len() / width;
        let mut out = vec![0; values.len()];
        let plane = PlaneMut {
            bytes: &mut out,
            stride: width,
            width,
            height,
        };
        draw(
            Plane {
                bytes: values,
                stride: width,
                width,
                height,
            },
            plane,
            placement,
        );
        out
    }

    #[test]
    fn ramps_are_moved_by_fractions_and_edges_go_on() {
        let ramp: Vec<u8> = (0..20 * 10)
            .map(|at| (10 * (at % 20) + 2 * (at / 20)) as u8)
            .collect();
        let moved = drawn(
            &ramp,
            20,
            &Placement {
                first: (0.25, 1.5),
                along: 1.0,
                across: 0.0,
            },
        );
        assert_eq!(moved[4 * 20 + 7], 10 * 7 + 2 * 4 + 3 + 3, "2.5 rounds up");
        // Between the last column and the same value again, the curve goes 0.7 of 10 levels beyond:
        // Keys's weight of -0.0703 for the column before.
        assert_eq!(
            moved[4 * 20 + 19],
            10 * 19 + 2 * 4 + 3 + 1,
            "the last column and what goes on after it"
        );
        let beyond = drawn(
            &ramp,
            20,
            &Placement {
                first: (5.25, 4.0),
                along: 1.0,
                across: 0.0,
            },
        );
        for (at, value) in beyond.iter().enumerate().filter(|(at, _)| at % 20 >= 16) {
            assert_eq!(
                usize::from(*value),
                10 * 19 + 2 * (at / 20 + 4).min(9),
                "the edge goes on at {at}"
            );
        }
        let still = drawn(
            &ramp,
            20,
            &Placement {
                first: (0.0, 0.0),
                along: 1.0,
                across: 0.0,
            },
        );
        assert_eq!(still, ramp);
    }

    #[test]
    fn a_quarter_turn_moves_every_pixel() {
        let square: Vec<u8> = (0..81).map(|at| (at * 3) as u8).collect();
        let turned = drawn(
            &square,
            9,
            &Placement {
                first: (8.0, 0.0),
                along: 0.0,
                across: 1.0,
            },
        );
        for (at, value) in turned.iter().enumerate() {
            let (x, y) = (at % 9, at / 9);
            assert_eq!(*value, square[x * 9 + (8 - y)], "at {x}, {y}");
        }
    }
}
