//! Grey images of 32-bit floats, for measuring: brightness, depth, gradients.

use image::{DynamicImage, GrayImage, RgbImage};
use patchbay_media::image as media_image;
use rayon::prelude::*;

use crate::pixels::luminance;

/// Deviations of a Gaussian beyond which it counts as nothing.
pub(crate) const REACH: f32 = 3.0;

/// One number for each pixel, row by row.
#[derive(Debug, Clone, PartialEq)]
pub struct Plane {
    /// In pixels.
    pub width: usize,
    /// In pixels.
    pub height: usize,
    /// `width * height` values, neither of them 0.
    pub values: Vec<f32>,
}

impl Plane {
    /// `value(at)` for each pixel by its place in `values`, worked out on all cores.
    pub fn from_fn(width: usize, height: usize, value: impl Fn(usize) -> f32 + Sync) -> Self {
        Self {
            width,
            height,
            values: (0..width * height)
                .into_par_iter()
                .with_min_len(4096)
                .map(&value)
                .collect(),
        }
    }

    /// Perceived brightness of an image, 0 to 255: luma after ITU-R BT.709.
    pub fn luma(image: &RgbImage) -> Self {
        let pixels = image.as_raw();
        Self::from_fn(image.width() as usize, image.height() as usize, |at| {
            luminance([0, 1, 2].map(|channel| f32::from(pixels[3 * at + channel])))
        })
    }

    /// A plane of 0 to 1 as grey of 8 bits at the size of an image.
    pub fn to_grey(&self, width: u32, height: u32) -> GrayImage {
        let levels = self
            .values
            .par_iter()
            .map(|value| (value.clamp(0.0, 1.0) * 255.0).round() as u8)
            .collect();
        let small = GrayImage::from_raw(self.width as u32, self.height as u32, levels);
        let small = small.expect("one level for each pixel");
        media_image::resize(&DynamicImage::ImageLuma8(small), width, height).into_luma8()
    }

    /// The value at a pixel; beyond the frame the nearest one.
    pub(crate) fn near(&self, x: isize, y: isize) -> f32 {
        let x = x.clamp(0, self.width as isize - 1) as usize;
        let y = y.clamp(0, self.height as isize - 1) as usize;
        self.values[y * self.width + x]
    }

    /// The value between pixels, in pixels from the centre of the first one; beyond the frame the
    /// nearest one.
    pub(crate) fn between(&self, x: f32, y: f32) -> f32 {
        let (x, y) = (
            x.clamp(0.0, (self.width - 1) as f32),
            y.clamp(0.0, (self.height - 1) as f32),
        );
        let (left, top) = (x as usize, y as usize);
        let (right, below) = (
            (left + 1).min(self.width - 1),
            (top + 1).min(self.height - 1),
        );
        let (across, down) = (x - left as f32, y - top as f32);
        let line = |row: usize| {
            let values = &self.values[row * self.width..(row + 1) * self.width];
            values[left] + across * (values[right] - values[left])
        };
        let (upper, lower) = (line(top), line(below));
        upper + down * (lower - upper)
    }

    /// Smoothed by a Gaussian of `sigma` pixels, cut off at three deviations and at the frame.
    pub(crate) fn blurred(&self, sigma: f32) -> Self {
        let (columns, rows) = (
            windows(self.width, self.width, sigma),
            windows(self.height, self.height, sigma),
        );
        let mut values = vec![0.0; self.values.len()];
        let down = || vec![0.0; self.width];
        values
            .par_chunks_mut(self.width)
            .zip(&rows)
            .with_min_len(8)
            .for_each_init(down, |line, (out, window)| {
                line.fill(0.0);
                for (under, &weight) in self
                    .values
                    .chunks(self.width)
                    .skip(window.from)
                    .zip(&window.weights)
                {
                    add(line, under, weight);
                }
                mean_along(line, &columns, out);
            });
        Self { values, ..*self }
    }

    /// At another size, each value the mean under a Gaussian of `sigma` pixels (of this plane)
    /// around its place.
    #[must_use]
    pub fn resampled(&self, width: usize, height: usize, sigma: f32) -> Self {
        let columns = windows(self.width, width, sigma);
        let rows = windows(self.height, height, sigma);
        let mut narrow = vec![0.0; width * self.height];
        narrow
            .par_chunks_mut(width)
            .zip(self.values.par_chunks(self.width))
            .for_each(|(out, line)| {
                out.iter_mut()
                    .zip(&columns)
                    .for_each(|(value, window)| *value = window.mean(line));
            });
        let mut values = vec![0.0; width * height];
        values
            .par_chunks_mut(width)
            .zip(rows.par_iter())
            .for_each(|(out, window)| {
                for (line, &weight) in narrow.chunks(width).skip(window.from).zip(&window.weights) {
                    add(out, line, weight);
                }
            });
        Self {
            width,
            height,
            values,
        }
    }

    /// At half the size (at least 1), smoothed as that needs.
    pub(crate) fn halved(&self) -> Self {
        self.resampled(self.width.div_ceil(2), self.height.div_ceil(2), 0.8)
    }

    /// Drawn at a larger size along straight lines between the values.
    #[must_use]
    pub fn enlarged(&self, width: usize, height: usize) -> Self {
        let (scale_x, scale_y) = (
            self.width as f32 / width as f32,
            self.height as f32 / height as f32,
        );
        Self::from_fn(width, height, |at| {
            let (x, y) = ((at % width) as f32, (at / width) as f32);
            self.between((x + 0.5) * scale_x - 0.5, (y + 0.5) * scale_y - 0.5)
        })
    }

    /// The value that `share` (0 to 1) of all values lie below.
    pub(crate) fn quantile(&self, share: f32) -> f32 {
        // A regular sample is enough, and many times faster than to order all values.
        let mut sample: Vec<f32> = self
            .values
            .iter()
            .copied()
            .step_by(self.values.len().div_ceil(200_000))
            .collect();
        let at = ((sample.len() - 1) as f32 * share.clamp(0.0, 1.0)).round() as usize;
        *sample.select_nth_unstable_by(at, f32::total_cmp).1
    }
}

/// Weights that add up to 1, for the values from `from` on.
struct Window {
    from: usize,
    weights: Vec<f32>,
}

impl Window {
    fn mean(&self, line: &[f32]) -> f32 {
        line[self.from..]
            .iter()
            .zip(&self.weights)
            .map(|(value, weight)| value * weight)
            .sum()
    }
}

/// Adds `weight` times a line to sums.
fn add(sums: &mut [f32], line: &[f32], weight: f32) {
    sums.iter_mut()
        .zip(line)
        .for_each(|(sum, value)| *sum += weight * value);
}

/// The means of a line under windows, one around each value. Away from its ends all windows are
/// alike, so that one weight at a time meets the whole line.
fn mean_along(line: &[f32], windows: &[Window], out: &mut [f32]) {
    let middle = &windows[windows.len() / 2];
    let whole = middle.weights.len();
    let inner = line.len() + 1 - whole;
    let (first, last) = (
        windows.len() / 2 - middle.from,
        windows.len() / 2 - middle.from + inner,
    );
    out[first..last].fill(0.0);
    for (offset, &weight) in middle.weights.iter().enumerate() {
        add(&mut out[first..last], &line[offset..offset + inner], weight);
    }
    for at in (0..first).chain(last..line.len()) {
        out[at] = windows[at].mean(line);
    }
}

/// For each of `to` places along a line of `from` values, the values under its Gaussian.
fn windows(from: usize, to: usize, sigma: f32) -> Vec<Window> {
    let scale = from as f32 / to as f32;
    let sigma = sigma.max(0.1);
    (0..to)
        .map(|place| {
            let center = (place as f32 + 0.5) * scale - 0.5;
            let first = (center - REACH * sigma)
                .ceil()
                .clamp(0.0, (from - 1) as f32) as usize;
            let last = (center + REACH * sigma)
                .floor()
                .clamp(first as f32, (from - 1) as f32) as usize;
            let weight = |at: usize| (-((at as f32 - center) / sigma).powi(2) / 2.0).exp();
            let total: f32 = (first..=last)
                .map(weight)
                .sum::<f32>()
                .max(f32::MIN_POSITIVE);
            Window {
                from: first,
                weights: (first..=last).map(|at| weight(at) / total).collect(),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn smoothing_keeps_what_is_even_and_spreads_a_point() {
        let even = Plane {
            width: 31,
            height: 17,
            values: vec![3.0; 31 * 17],
        };
        assert!(
            even.blurred(2.5)
                .values
                .iter()
                .all(|value| (value - 3.0).abs() < 1e-4)
        );
        let mut point = Plane {
            width: 41,
            height: 41,
            values: vec![0.0; 41 * 41],
        };
        point.values[20 * 41 + 20] = 1.0;
        let smooth = point.blurred(2.0);
        let spread: f32 = (0..41 * 41)
            .map(|at| smooth.values[at] * ((at % 41) as f32 - 20.0).powi(2))
            .sum();
        assert!((spread - 4.0).abs() < 0.2, "{spread}");
        assert!((smooth.values.iter().sum::<f32>() - 1.0).abs() < 1e-3);
    }

    #[test]
    fn smoothing_is_resampling_at_the_same_size_however_narrow_the_plane() {
        for (width, height) in [(1, 1), (2, 9), (5, 30), (64, 3), (97, 41)] {
            let plane = Plane::from_fn(width, height, |at| ((at * 37) % 101) as f32);
            for sigma in [0.3, 1.4, 6.0] {
                let (smooth, expected) =
                    (plane.blurred(sigma), plane.resampled(width, height, sigma));
                let apart = smooth
                    .values
                    .iter()
                    .zip(&expected.values)
                    .map(|(a, b)| (a - b).abs())
                    .fold(0.0, f32::max);
                assert!(apart < 1e-3, "{width} x {height}, {sigma}: {apart}");
            }
        }
    }

    #[test]
    fn other_sizes_keep_places() {
        let ramp = Plane::from_fn(60, 40, |at| (at % 60) as f32 + 2.0 * (at / 60) as f32);
        let small = ramp.resampled(45, 30, 0.8);
        // The middle of pixel 20 of 45 lies at 27.33 - 0.5 of 60.
        let expected = (20.5 * 60.0 / 45.0 - 0.5) + 2.0 * (10.5 * 40.0 / 30.0 - 0.5);
        assert!((small.values[10 * 45 + 20] - expected).abs() < 0.02);
        let large = ramp.enlarged(120, 80);
        assert!(
            (large.values[40 * 120 + 61] - ((61.5 / 2.0 - 0.5) + 2.0 * (40.5 / 2.0 - 0.5))).abs()
                < 1e-3
        );
        assert!((ramp.between(10.25, 3.5) - 17.25).abs() < 1e-4);
    }

    #[test]
    fn quantiles_are_found_in_large_planes() {
        let plane = Plane::from_fn(1000, 700, |at| ((at * 37) % 101) as f32);
        assert!((plane.quantile(0.5) - 50.0).abs() < 2.0 && plane.quantile(1.0) >= 99.0);
    }
}
