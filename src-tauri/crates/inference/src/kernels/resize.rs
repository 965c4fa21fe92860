//! Maps in other sizes, as `PyTorch`'s `interpolate` makes them: along each side, what a place
//! becomes is a weighted sum of a few places.

use candle_core::{Result, Tensor};
use rayon::prelude::*;

use super::simd_math::vectorised;
use super::{is_fused, with_values};

/// How what lies between places is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Interpolation {
    /// The place that covers it; the edges of both maps are the same.
    Nearest,
    /// A straight line between two places; the edges of both maps are the same.
    Linear,
    /// A straight line between two places; the outer places of both maps are the same.
    LinearToCorners,
    /// Keys' cubic with a = -0.75 through four places; the edges of both maps are the same.
    Cubic,
}

/// The places that one place is made of, and the share of each.
type Taps = [(usize, f32); 4];

/// `(height, width, channels)` in another height and width.
pub fn interpolated(
    map: &Tensor,
    (height, width): (usize, usize),
    kind: Interpolation,
) -> Result<Tensor> {
    let (down, across, channels) = map.dims3()?;
    let map = &map.contiguous()?;
    if (down, across) == (height, width) {
        return Ok(map.clone());
    }
    let (vertical, horizontal) = (taps(down, height, kind), taps(across, width, kind));
    if !is_fused(map) {
        let matrix = |taps: &[Taps], from: usize| {
            let mut values = vec![0_f32; taps.len() * from];
            for (taps, row) in taps.iter().zip(values.chunks_mut(from.max(1))) {
                for (place, share) in taps {
                    row[*place] += share;
                }
            }
            Tensor::from_vec(values, (taps.len(), from), map.device())?.to_dtype(map.dtype())
        };
        let rows = matrix(&vertical, down)?.matmul(&map.reshape((down, across * channels))?)?;
        let rows = rows.reshape((height, across, channels))?;
        return matrix(&horizontal, across)?
            .unsqueeze(0)?
            .broadcast_matmul(&rows);
    }
    let result = with_values(map, |map| {
        let mut result = vec![0.0; height * width * channels];
        let lines = result
            .par_chunks_mut((width * channels).max(1))
            .zip(&vertical);
        lines.for_each_init(
            || vec![0.0; across * channels],
            |row, (result, vertical)| {
                vectorised(|| {
                    sum(row, map, vertical, across * channels);
                    for (result, horizontal) in result.chunks_exact_mut(channels).zip(&horizontal) {
                        sum(result, row, horizontal, channels);
                    }
                });
            },
        );
        Ok(result)
    })?;
    Tensor::from_vec(result, (height, width, channels), map.device())
}

/// The sum of rows, each `width` wide, by their shares.
#[inline(always)]
fn sum(result: &mut [f32], rows: &[f32], taps: &Taps, width: usize) {
    result.fill(0.0);
    for (place, share) in taps.iter().filter(|(_, share)| *share != 0.0) {
        let row = &rows[place * width..][..width];
        result
            .iter_mut()
            .zip(row)
            .for_each(|(result, value)| *result += value * share);
    }
}

/// Returns the places, out of `from`, that each of `to` places is made of, with their shares.
fn taps(from: usize, to: usize, kind: Interpolation) -> Vec<Taps> {
    let last = from.saturating_sub(1);
    let at = |place: usize| {
        let exact = match kind {
            Interpolation::Nearest => {
                return [(place * from / to, 1.0), (0, 0.0), (0, 0.0), (0, 0.0)];
            }
            Interpolation::LinearToCorners => {
                place as f64 * last as f64 / (to.saturating_sub(1)).max(1) as f64
            }
            Interpolation::Linear | Interpolation::Cubic => {
                (place as f64 + 0.5) * from as f64 / to as f64 - 0.5
            }
        };
        let first = exact.floor();
        let further = exact - first;
        [-1.0, 0.0, 1.0, 2.0].map(|offset: f64| {
            let distance = (further - offset).abs();
            let share = if kind == Interpolation::Cubic {
                cubic(distance)
            } else {
                (1.0 - distance).max(0.0)
            };
            (((first + offset).max(0.0) as usize).min(last), share as f32)
        })
    };
    (0..to).map(at).collect()
}

/// Keys' kernel (Keys 1981, equation 4).
fn cubic(distance: f64) -> f64 {
    const A: f64 = -0.75;
    if distance <= 1.0 {
        ((A + 2.0) * distance - (A + 3.0)) * distance * distance + 1.0
    } else if distance < 2.0 {
        ((A * distance - 5.0 * A) * distance + 8.0 * A) * distance - 4.0 * A
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use candle_core::{Device, Result, Tensor};

    use super::{Interpolation, interpolated};
    use crate::kernels::testing::{apart, draws, sum_bound, wide};

    #[test]
    fn a_line_and_a_map_that_grows_keep_what_they_say() -> Result<()> {
        let line = Tensor::new(&[[[0_f32], [1.0], [2.0]]], &Device::Cpu)?;
        let values = |kind| {
            interpolated(&line, (1, 6), kind)?
                .flatten_all()?
                .to_vec1::<f32>()
        };
        assert_eq!(
            values(Interpolation::Nearest)?,
            [0.0, 0.0, 1.0, 1.0, 2.0, 2.0]
        );
        for (value, expected) in values(Interpolation::LinearToCorners)?
            .iter()
            .zip([0.0, 0.4, 0.8, 1.2, 1.6, 2.0])
        {
            // Two products of shares of one, with values up to 2.
            assert!(f64::from((value - expected).abs()) < sum_bound(3, 2.0));
        }
        Ok(())
    }

    #[test]
    fn fused_interpolation_gives_what_candle_gives() -> Result<()> {
        let map = draws(1)(&[7, 5, 3]);
        // Along each side at most four shares, where a map ends added up, whose magnitudes' sum is
        // at most 1.375 (Keys' half way).
        let bound = sum_bound(2 * 7, 1.375 * 1.375);
        for kind in [
            Interpolation::Nearest,
            Interpolation::Linear,
            Interpolation::LinearToCorners,
            Interpolation::Cubic,
        ] {
            for size in [(14, 9), (4, 3), (7, 1)] {
                let found = interpolated(&map, size, kind)?;
                let apart = apart(&found, &interpolated(&wide(&map)?, size, kind)?)?;
                assert!(apart < bound, "{kind:?} {size:?}: {apart}");
            }
        }
        Ok(())
    }
}
