//! Images at another size exactly as Pillow makes them, which networks were trained on: in whole
//! numbers, first across, then down, each time over all that a pixel covers where the image becomes
//! smaller.

use rayon::prelude::*;

/// How the pixels between pixels are found; where an image becomes smaller, the filter grows with
/// the step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Filter {
    /// A triangle, Pillow's `BILINEAR`.
    Bilinear,
    /// Keys' cubic with a = -0.5 (Keys 1981), Pillow's `BICUBIC`.
    Bicubic,
}

impl Filter {
    /// How far a pixel reaches, in pixels of the larger image's step.
    fn reach(self) -> f64 {
        match self {
            Self::Bilinear => 1.0,
            Self::Bicubic => 2.0,
        }
    }

    fn weight(self, distance: f64) -> f64 {
        const A: f64 = -0.5;
        let x = distance.abs();
        match self {
            Self::Bilinear => (1.0 - x).max(0.0),
            Self::Bicubic if x < 1.0 => ((A + 2.0) * x - (A + 3.0)) * x * x + 1.0,
            Self::Bicubic if x < 2.0 => (((x - 5.0) * x + 8.0) * x - 4.0) * A,
            Self::Bicubic => 0.0,
        }
    }
}

/// Bits behind the point of a weight.
const PRECISION: u32 = 22;

/// The pixels that one pixel of the result is made of.
struct Window {
    first: usize,
    weights: Vec<i32>,
}

/// `image`, rows of `from.0` pixels with `CHANNELS` values each, as `to.0` by `to.1` pixels; no
/// side may be zero.
pub(crate) fn resampled<const CHANNELS: usize>(
    image: &[u8],
    from: (usize, usize),
    to: (usize, usize),
    filter: Filter,
) -> Vec<u8> {
    let mut across = Vec::new();
    let mut image = image;
    if from.0 != to.0 {
        let windows = windows(from.0, to.0, filter);
        across = vec![0; to.0 * from.1 * CHANNELS];
        let rows = across
            .par_chunks_mut(to.0 * CHANNELS)
            .zip(image.par_chunks(from.0 * CHANNELS));
        rows.for_each(|(result, row)| {
            for (pixel, window) in result.chunks_exact_mut(CHANNELS).zip(&windows) {
                let mut sums = [HALF; CHANNELS];
                let pixels = row[window.first * CHANNELS..].chunks_exact(CHANNELS);
                for (pixel, weight) in pixels.zip(&window.weights) {
                    sums.iter_mut()
                        .zip(pixel)
                        .for_each(|(sum, value)| *sum += i32::from(*value) * weight);
                }
                pixel
                    .iter_mut()
                    .zip(sums)
                    .for_each(|(value, sum)| *value = rounded(sum));
            }
        });
        image = &across;
    }
    if from.1 == to.1 {
        return if across.is_empty() {
            image.to_vec()
        } else {
            across
        };
    }
    let (windows, row) = (windows(from.1, to.1, filter), to.0 * CHANNELS);
    let mut result = vec![0; row * to.1];
    result
        .par_chunks_mut(row)
        .zip(&windows)
        .for_each_init(Vec::new, |sums, (result, window)| {
            sums.clear();
            sums.resize(row, HALF);
            for (values, weight) in image[window.first * row..]
                .chunks_exact(row)
                .zip(&window.weights)
            {
                sums.iter_mut()
                    .zip(values)
                    .for_each(|(sum, value)| *sum += i32::from(*value) * weight);
            }
            result
                .iter_mut()
                .zip(sums)
                .for_each(|(value, sum)| *value = rounded(*sum));
        });
    result
}

/// Rounds to the nearest when the bits behind the point are cut off.
const HALF: i32 = 1 << (PRECISION - 1);

fn rounded(sum: i32) -> u8 {
    (sum >> PRECISION).clamp(0, 255) as u8
}

fn windows(from: usize, to: usize, filter: Filter) -> Vec<Window> {
    let scale = from as f64 / to as f64;
    let step = scale.max(1.0);
    let reach = filter.reach() * step;
    let window = |index: usize| {
        let middle = (index as f64 + 0.5) * scale;
        let first = (middle - reach + 0.5).max(0.0) as usize;
        let end = ((middle + reach + 0.5) as usize).min(from);
        let weight = |at: usize| filter.weight((at as f64 - middle + 0.5) / step);
        let weights: Vec<f64> = (first..end).map(weight).collect();
        let sum: f64 = weights.iter().sum();
        let whole = |weight: f64| (weight / sum * f64::from(1 << PRECISION)).round() as i32;
        Window {
            first,
            weights: weights.into_iter().map(whole).collect(),
        }
    };
    (0..to).map(window).collect()
}

#[cfg(test)]
mod tests {
    use super::{Filter, resampled};

    #[test]
    fn pixels_are_means_of_what_they_cover_and_lines_between_their_neighbours() {
        let linear = |values: &[u8], from, to| resampled::<1>(values, from, to, Filter::Bilinear);
        assert_eq!(linear(&[0, 0, 200, 200], (4, 1), (4, 1)), [0, 0, 200, 200]);
        assert_eq!(linear(&[0, 0, 200, 200], (4, 1), (2, 1)), [29, 171]);
        assert_eq!(linear(&[0, 0, 200, 200], (1, 4), (1, 2)), [29, 171]);
        let pairs = resampled::<2>(&[0, 100, 100, 100], (2, 1), (4, 1), Filter::Bilinear);
        assert_eq!(pairs, [0, 100, 25, 100, 75, 100, 100, 100]);
        let cubic = resampled::<1>(&[0, 0, 200, 200], (4, 1), (8, 1), Filter::Bicubic);
        // As Pillow has it, swinging over.
        assert_eq!(cubic, [0, 0, 0, 41, 159, 214, 204, 200]);
    }
}
