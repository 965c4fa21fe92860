//! The colours of what is cut out, without what was behind it: along a soft edge a pixel shows
//! both, and keeping its colour would leave a halo.
//!
//! Germer et al., "Fast Multi-Level Foreground Estimation" (2020): foreground and background
//! colours that explain each pixel by `colour = alpha · foreground + (1 - alpha) · background` and
//! change little from pixel to pixel, solved from the coarsest scale to the finest.

use rayon::prelude::*;

/// Weight by which the colours of neighbouring pixels are kept alike.
const SMOOTHNESS: f32 = 1e-5;
/// Additional weight for each unit by which alpha changes between them.
const EDGE: f32 = 0.1;
/// The coarsest scales are solved thoroughly, the finest only touched up.
const COARSE_ROUNDS: usize = 10;
const FINE_ROUNDS: usize = 2;
const COARSE_SIDE: usize = 32;

type Color = [f32; 3];

/// The foreground colour of each pixel, from 0 to 1; `colors` and `alpha` are row by row, from 0 to 1. `stopped` is asked
/// between scales; on yes the answer is none.
pub fn estimate(
    colors: &[Color],
    alpha: &[f32],
    width: usize,
    height: usize,
    stopped: impl Fn() -> bool,
) -> Option<Vec<Color>> {
    let levels = (width.max(height).max(2) as f32).log2().ceil() as u32;
    let mut layers: Vec<(Color, Color)> = vec![mean_colors(colors, alpha)];
    let (mut last_width, mut last_height) = (1, 1);
    for level in 0..=levels {
        let share = |length: usize| {
            ((length as f32).powf(level as f32 / levels as f32).round() as usize).clamp(1, length)
        };
        let (w, h) = (share(width), share(height));
        let nearest = |x: usize, y: usize| (y * height / h) * width + x * width / w;
        let mut next = vec![Default::default(); w * h];
        next.par_chunks_mut(w).enumerate().for_each(|(y, line)| {
            for (x, value) in line.iter_mut().enumerate() {
                *value = layers[(y * last_height / h) * last_width + x * last_width / w];
            }
        });
        let rounds = if w <= COARSE_SIDE && h <= COARSE_SIDE {
            COARSE_ROUNDS
        } else {
            FINE_ROUNDS
        };
        for _ in 0..rounds {
            if stopped() {
                return None;
            }
            next = relax(&next, w, h, |x, y| {
                (colors[nearest(x, y)], alpha[nearest(x, y)])
            });
        }
        layers = next;
        (last_width, last_height) = (w, h);
    }
    Some(
        layers
            .into_iter()
            .map(|(foreground, _)| foreground)
            .collect(),
    )
}

/// Colours at which the coarsest scale starts: the means of what the mask covers and of what it
/// does not.
fn mean_colors(colors: &[Color], alpha: &[f32]) -> (Color, Color) {
    let mut sums = [([0.0_f64; 3], 1e-6_f64); 2];
    for (color, &alpha) in colors.iter().zip(alpha) {
        for (side, (sum, total)) in sums.iter_mut().enumerate() {
            let certain = if side == 0 { alpha > 0.9 } else { alpha < 0.1 };
            if certain {
                *total += 1.0;
                for (sum, value) in sum.iter_mut().zip(color) {
                    *sum += f64::from(*value);
                }
            }
        }
    }
    let [foreground, background] = sums.map(|(sum, total)| sum.map(|value| (value / total) as f32));
    (foreground, background)
}

/// One round of Jacobi's method on equation 8 of the paper: the 2 x 2 system of each pixel given
/// its neighbours.
fn relax(
    layers: &[(Color, Color)],
    width: usize,
    height: usize,
    given: impl Fn(usize, usize) -> (Color, f32) + Sync,
) -> Vec<(Color, Color)> {
    let mut out = vec![Default::default(); layers.len()];
    out.par_chunks_mut(width)
        .enumerate()
        .for_each(|(y, line): (usize, &mut [(Color, Color)])| {
            for (x, result) in line.iter_mut().enumerate() {
                let (color, alpha) = given(x, y);
                let (one, other) = (alpha, 1.0 - alpha);
                let (mut a, mut d) = (one * one, other * other);
                let b = one * other;
                let mut right = (
                    color.map(|value| one * value),
                    color.map(|value| other * value),
                );
                let beside = [
                    (x.saturating_sub(1), y),
                    ((x + 1).min(width - 1), y),
                    (x, y.saturating_sub(1)),
                    (x, (y + 1).min(height - 1)),
                ];
                for (u, v) in beside {
                    let weight = SMOOTHNESS + EDGE * (alpha - given(u, v).1).abs();
                    let (foreground, background) = layers[v * width + u];
                    a += weight;
                    d += weight;
                    for channel in 0..3 {
                        right.0[channel] += weight * foreground[channel];
                        right.1[channel] += weight * background[channel];
                    }
                }
                let determinant = a * d - b * b;
                for channel in 0..3 {
                    let (p, q) = (right.0[channel], right.1[channel]);
                    result.0[channel] = ((d * p - b * q) / determinant).clamp(0.0, 1.0);
                    result.1[channel] = ((a * q - b * p) / determinant).clamp(0.0, 1.0);
                }
            }
        });
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_soft_edge_has_the_colour_of_what_is_cut_out() {
        let (red, green) = ([0.8, 0.2, 0.1], [0.1, 0.9, 0.2]);
        let alpha: Vec<f32> = (0..40 * 40)
            .map(|at| ((25.0 - (at % 40) as f32) / 8.0).clamp(0.0, 1.0))
            .collect();
        let colors: Vec<Color> = alpha
            .iter()
            .map(|&a| [0, 1, 2].map(|c: usize| a * red[c] + (1.0 - a) * green[c]))
            .collect();
        let found = estimate(&colors, &alpha, 40, 40, || false).unwrap();
        for (color, alpha) in found.iter().zip(&alpha).filter(|(_, alpha)| **alpha > 0.1) {
            let off = (0..3)
                .map(|c| (color[c] - red[c]).abs())
                .fold(0.0, f32::max);
            assert!(off < 0.06, "{color:?} at alpha {alpha}");
        }
        assert!(estimate(&colors, &alpha, 40, 40, || true).is_none());
    }
}
