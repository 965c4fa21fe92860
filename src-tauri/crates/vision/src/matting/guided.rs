//! Draws the edge of a mask after the image.
//!
//! He, Sun and Tang, "Guided Image Filtering" (2010), section 3.4 (colour guide), in the fast form
//! of He and Sun, "Fast Guided Filter" (2015): the linear model `alpha = a · colour + b` is fitted
//! on a small copy of the image and applied to the full one, so a mask made on the small copy
//! follows the outlines of the full one.

use image::{GrayImage, RgbImage};
use rayon::prelude::*;

/// Radius of the fit in pixels of the small copy.
const RADIUS: usize = 3;
/// Variance of colours from which on the mask follows them: the square of about three levels in a
/// hundred.
const SMOOTHNESS: f32 = 1e-3;

/// Statistics of the small copy that the fit needs, whatever the mask.
pub(crate) struct Guide {
    width: usize,
    height: usize,
    /// Colours from 0 to 1.
    colors: Vec<[f32; 3]>,
    means: Vec<[f32; 3]>,
    /// Inverse of the regularised covariance around each pixel: rr, rg, rb, gg, gb, bb.
    precisions: Vec<[f32; 6]>,
}

impl Guide {
    /// Looks at a small copy of an image.
    pub(crate) fn new(small: &RgbImage) -> Self {
        let (width, height) = (small.width() as usize, small.height() as usize);
        let colors: Vec<[f32; 3]> = small
            .pixels()
            .map(|pixel| pixel.0.map(|component| f32::from(component) / 255.0))
            .collect();
        let moments: Vec<[f32; 9]> = colors
            .par_iter()
            .map(|&[r, g, b]| [r, g, b, r * r, r * g, r * b, g * g, g * b, b * b])
            .collect();
        let (means, precisions) = box_means(&moments, width, height)
            .into_par_iter()
            .map(|[r, g, b, rr, rg, rb, gg, gb, bb]| {
                let precision = invert([
                    rr - r * r + SMOOTHNESS,
                    rg - r * g,
                    rb - r * b,
                    gg - g * g + SMOOTHNESS,
                    gb - g * b,
                    bb - b * b + SMOOTHNESS,
                ]);
                ([r, g, b], precision)
            })
            .unzip();
        Self {
            width,
            height,
            colors,
            means,
            precisions,
        }
    }

    /// The mask at the size of `full`, soft along the outlines there. `inside` says for each pixel
    /// of the small copy whether the mask covers it.
    pub(crate) fn soften(&self, inside: &[bool], full: &RgbImage) -> GrayImage {
        let mut out = GrayImage::new(full.width(), full.height());
        let Some(window) = self.window(inside) else {
            return out;
        };
        let model = self.fit(inside, &window);
        let (full_width, full_height) = (full.width() as usize, full.height() as usize);
        let (scale_x, scale_y) = (
            self.width as f32 / full_width as f32,
            self.height as f32 / full_height as f32,
        );
        let pixels = full.as_raw();
        out.par_chunks_mut(full_width)
            .enumerate()
            .for_each(|(y, line)| {
                let v = ((y as f32 + 0.5) * scale_y - 0.5).max(0.0);
                if v < window.top as f32 - 1.0 || v > (window.top + window.height) as f32 {
                    return;
                }
                for (x, value) in line.iter_mut().enumerate() {
                    let u = ((x as f32 + 0.5) * scale_x - 0.5).max(0.0);
                    if u < window.left as f32 - 1.0 || u > (window.left + window.width) as f32 {
                        continue;
                    }
                    let at = 3 * (y * full_width + x);
                    *value = match model.at(u - window.left as f32, v - window.top as f32, &window)
                    {
                        Coefficients::Settled(inside) => {
                            if inside {
                                255
                            } else {
                                0
                            }
                        }
                        Coefficients::Linear([r, g, b, offset]) => {
                            let level = |channel: usize| f32::from(pixels[at + channel]) / 255.0;
                            let alpha = r * level(0) + g * level(1) + b * level(2) + offset;
                            // Steeper around one half: takes away the haze that the fit leaves on
                            // both sides.
                            ((1.25 * (alpha - 0.5) + 0.5).clamp(0.0, 1.0) * 255.0).round() as u8
                        }
                    };
                }
            });
        out
    }

    /// The part of the small copy around what the mask covers.
    fn window(&self, inside: &[bool]) -> Option<Window> {
        let margin = 3 * RADIUS;
        let rows = inside.chunks(self.width);
        let covered: Vec<usize> = rows
            .enumerate()
            .filter(|(_, row)| row.contains(&true))
            .map(|(y, _)| y)
            .collect();
        let (first, last) = (*covered.first()?, *covered.last()?);
        let rows = inside[first * self.width..(last + 1) * self.width].chunks(self.width);
        let left = rows
            .clone()
            .filter_map(|row| row.iter().position(|&p| p))
            .min()?;
        let right = rows.filter_map(|row| row.iter().rposition(|&p| p)).max()?;
        let (left, top) = (left.saturating_sub(margin), first.saturating_sub(margin));
        let (right, bottom) = (
            (right + margin).min(self.width - 1),
            (last + margin).min(self.height - 1),
        );
        Some(Window {
            left,
            top,
            width: right + 1 - left,
            height: bottom + 1 - top,
        })
    }

    fn fit(&self, inside: &[bool], window: &Window) -> Model {
        let at = |index: usize| {
            (window.top + index / window.width) * self.width + window.left + index % window.width
        };
        let size = window.width * window.height;
        let moments: Vec<[f32; 4]> = (0..size)
            .into_par_iter()
            .map(|index| {
                let full = at(index);
                let alpha = f32::from(u8::from(inside[full]));
                let [r, g, b] = self.colors[full];
                [alpha, alpha * r, alpha * g, alpha * b]
            })
            .collect();
        let means = box_means(&moments, window.width, window.height);
        let coefficients: Vec<[f32; 4]> = means
            .into_par_iter()
            .enumerate()
            .map(|(index, [alpha, r, g, b])| {
                let full = at(index);
                let mean = self.means[full];
                let covariance = [
                    r - alpha * mean[0],
                    g - alpha * mean[1],
                    b - alpha * mean[2],
                ];
                let [rr, rg, rb, gg, gb, bb] = self.precisions[full];
                let slope = [
                    rr * covariance[0] + rg * covariance[1] + rb * covariance[2],
                    rg * covariance[0] + gg * covariance[1] + gb * covariance[2],
                    rb * covariance[0] + gb * covariance[1] + bb * covariance[2],
                ];
                let offset = alpha - slope[0] * mean[0] - slope[1] * mean[1] - slope[2] * mean[2];
                [slope[0], slope[1], slope[2], offset]
            })
            .collect();
        Model(box_means(&coefficients, window.width, window.height))
    }
}

struct Window {
    left: usize,
    top: usize,
    width: usize,
    height: usize,
}

/// Coefficients of `alpha` by red, green, blue and 1 for each pixel of the window.
struct Model(Vec<[f32; 4]>);

enum Coefficients {
    Settled(bool),
    Linear([f32; 4]),
}

impl Model {
    /// The coefficients between pixels, `u` and `v` within the window.
    fn at(&self, u: f32, v: f32, window: &Window) -> Coefficients {
        let (u, v) = (
            u.clamp(0.0, (window.width - 1) as f32),
            v.clamp(0.0, (window.height - 1) as f32),
        );
        let (x, y) = (u as usize, v as usize);
        let (right, below) = (
            (x + 1).min(window.width - 1),
            (y + 1).min(window.height - 1),
        );
        let corners = [(x, y), (right, y), (x, below), (right, below)]
            .map(|(x, y)| &self.0[y * window.width + x]);
        // Away from the edge the fit is exactly flat; deciding that early spares most of a large
        // image the sum.
        let flat = |corner: &[f32; 4]| corner[..3].iter().all(|slope| slope.abs() < 1e-3);
        if corners.iter().all(|corner| flat(corner)) {
            let offset = corners[0][3];
            if offset > 0.99 {
                return Coefficients::Settled(true);
            } else if offset < 0.01 {
                return Coefficients::Settled(false);
            }
        }
        let (s, t) = (u - x as f32, v - y as f32);
        let weights = [(1.0 - s) * (1.0 - t), s * (1.0 - t), (1.0 - s) * t, s * t];
        let mut mixed = [0.0; 4];
        for (corner, weight) in corners.iter().zip(weights) {
            for (sum, value) in mixed.iter_mut().zip(*corner) {
                *sum += weight * value;
            }
        }
        Coefficients::Linear(mixed)
    }
}

/// Means over the square of `RADIUS` around each pixel, cut at the frame.
fn box_means<const N: usize>(values: &[[f32; N]], width: usize, height: usize) -> Vec<[f32; N]> {
    let mut across = vec![[0.0; N]; values.len()];
    across
        .par_chunks_mut(width)
        .zip(values.par_chunks(width))
        .for_each(|(out, line)| run_means(line, out));
    // Columns in bundles, so that each thread writes to a part of its own and reads whole cache
    // lines.
    let bundle = 16;
    let columns: Vec<Vec<[f32; N]>> = (0..width.div_ceil(bundle))
        .into_par_iter()
        .flat_map_iter(|group| {
            let across = &across;
            (group * bundle..((group + 1) * bundle).min(width)).map(move |x| {
                let column: Vec<_> = (0..height).map(|y| across[y * width + x]).collect();
                let mut out = vec![[0.0; N]; height];
                run_means(&column, &mut out);
                out
            })
        })
        .collect();
    across
        .par_chunks_mut(width)
        .enumerate()
        .for_each(|(y, line)| {
            for (value, column) in line.iter_mut().zip(&columns) {
                *value = column[y];
            }
        });
    across
}

fn run_means<const N: usize>(line: &[[f32; N]], out: &mut [[f32; N]]) {
    for (at, mean) in out.iter_mut().enumerate() {
        let near = &line[at.saturating_sub(RADIUS)..(at + RADIUS + 1).min(line.len())];
        let mut sum = [0.0; N];
        for value in near {
            for (total, part) in sum.iter_mut().zip(value) {
                *total += part;
            }
        }
        *mean = sum.map(|total| total / near.len() as f32);
    }
}

/// Inverse of a positive definite symmetric matrix.
fn invert([a, b, c, d, e, f]: [f32; 6]) -> [f32; 6] {
    let (x, y, z) = (d * f - e * e, c * e - b * f, b * e - c * d);
    let determinant = (a * x + b * y + c * z).max(f32::MIN_POSITIVE);
    [x, y, z, a * f - c * c, b * c - a * e, a * d - b * b].map(|value| value / determinant)
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};

    use super::*;

    #[test]
    fn a_coarse_mask_follows_the_outline_of_the_full_image() {
        // A slanted edge, four times finer in the full image; the mask is off by a pixel of the
        // small copy.
        let edge = |x: f32, y: f32| {
            if x + 0.3 * y < 40.0 {
                Rgb([200, 60, 40])
            } else {
                Rgb([30, 90, 160])
            }
        };
        let full = RgbImage::from_fn(320, 240, |x, y| edge(x as f32 / 4.0, y as f32 / 4.0));
        let small = RgbImage::from_fn(80, 60, |x, y| edge(x as f32, y as f32));
        let inside: Vec<bool> = (0..80 * 60)
            .map(|at| (at % 80) as f32 + 0.3 * ((at / 80) as f32) < 41.0)
            .collect();
        let mask = Guide::new(&small).soften(&inside, &full);
        let wrong = mask
            .enumerate_pixels()
            .filter(|(x, y, alpha)| (alpha[0] > 127) != (full.get_pixel(*x, *y)[0] == 200))
            .count();
        assert!(wrong < 240, "{wrong} pixels on the wrong side");
        assert!(mask.get_pixel(2, 2)[0] == 255 && mask.get_pixel(318, 200)[0] == 0);
    }

    #[test]
    fn an_empty_mask_stays_empty() {
        let image = RgbImage::from_pixel(12, 9, Rgb([5, 6, 7]));
        assert!(
            Guide::new(&image)
                .soften(&[false; 108], &image)
                .pixels()
                .all(|p| p[0] == 0)
        );
    }
}
