//! Pictures at another size exactly as Pillow makes them, which networks were trained on: linear between neighbours, over all
//! that a pixel covers where the picture becomes smaller; in whole numbers, first across, then down.

use rayon::prelude::*;

/// Bits behind the point of a weight.
const PRECISION: u32 = 22;

/// The pixels that one pixel of the result is made of.
struct Window {
    first: usize,
    weights: Vec<i32>,
}

/// `picture`, rows of `from.0` pixels with `CHANNELS` values each, as `to.0` by `to.1` pixels (Pillow's `BILINEAR`).
pub(crate) fn bilinear<const CHANNELS: usize>(picture: &[u8], from: (usize, usize), to: (usize, usize)) -> Vec<u8> {
    let mut across = picture.to_vec();
    if from.0 != to.0 {
        let windows = windows(from.0, to.0);
        across = vec![0; to.0 * from.1 * CHANNELS];
        let rows = across.par_chunks_mut(to.0 * CHANNELS).zip(picture.par_chunks(from.0 * CHANNELS));
        rows.for_each(|(result, row)| {
            for (pixel, window) in result.chunks_exact_mut(CHANNELS).zip(&windows) {
                let mut sums = [HALF; CHANNELS];
                let pixels = row[window.first * CHANNELS..].chunks_exact(CHANNELS);
                for (pixel, weight) in pixels.zip(&window.weights) {
                    sums.iter_mut().zip(pixel).for_each(|(sum, value)| *sum += i32::from(*value) * weight);
                }
                pixel.iter_mut().zip(sums).for_each(|(value, sum)| *value = rounded(sum));
            }
        });
    }
    if from.1 == to.1 {
        return across;
    }
    let (windows, row) = (windows(from.1, to.1), to.0 * CHANNELS);
    let mut result = vec![0; row * to.1];
    result.par_chunks_mut(row.max(1)).zip(&windows).for_each(|(result, window)| {
        let mut sums = vec![HALF; row];
        for (values, weight) in across[window.first * row..].chunks_exact(row).zip(&window.weights) {
            sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += i32::from(*value) * weight);
        }
        result.iter_mut().zip(sums).for_each(|(value, sum)| *value = rounded(sum));
    });
    result
}

/// Rounds to the nearest when the bits behind the point are cut off.
const HALF: i32 = 1 << (PRECISION - 1);

fn rounded(sum: i32) -> u8 {
    (sum >> PRECISION).clamp(0, 255) as u8
}

fn windows(from: usize, to: usize) -> Vec<Window> {
    let scale = from as f64 / to as f64;
    let reach = scale.max(1.0);
    let window = |index: usize| {
        let middle = (index as f64 + 0.5) * scale;
        let first = (middle - reach + 0.5).max(0.0) as usize;
        let end = ((middle + reach + 0.5) as usize).min(from);
        let weight = |at: usize| (1.0 - ((at as f64 - middle + 0.5) / reach).abs()).max(0.0);
        let weights: Vec<f64> = (first..end).map(weight).collect();
        let sum: f64 = weights.iter().sum();
        let whole = |weight: f64| (weight / sum * f64::from(1 << PRECISION) + 0.5) as i32;
        Window { first, weights: weights.into_iter().map(whole).collect() }
    };
    (0..to).map(window).collect()
}

#[cfg(test)]
mod tests {
    use super::bilinear;

    #[test]
    fn pixels_are_means_of_what_they_cover_and_lines_between_their_neighbours() {
        assert_eq!(bilinear::<1>(&[0, 0, 200, 200], (4, 1), (4, 1)), [0, 0, 200, 200]);
        assert_eq!(bilinear::<1>(&[0, 0, 200, 200], (4, 1), (2, 1)), [29, 171]);
        assert_eq!(bilinear::<1>(&[0, 0, 200, 200], (1, 4), (1, 2)), [29, 171]);
        assert_eq!(bilinear::<2>(&[0, 100, 100, 100], (2, 1), (4, 1)), [0, 100, 25, 100, 75, 100, 100, 100]);
    }
}
