//! An image laid on a small canvas: enough to match exposures, find a seam, and blend everything
//! but the finest detail.

use image::DynamicImage;
use patchbay_media::image as media_image;
use rayon::prelude::*;

use super::surface::Canvas;
use crate::planes::Plane;
use crate::sampling;

/// Colours on a small canvas, and how much of each pixel the image covers.
#[derive(Debug, Clone)]
pub(super) struct Small {
    pub(super) width: usize,
    pub(super) height: usize,
    /// Red, green and blue from 0 to 1; black where nothing is covered.
    pub(super) colors: [Plane; 3],
    /// From 0 to 1.
    cover: Vec<f32>,
}

impl Small {
    /// The first (`which` 0) or second image (1) on a canvas of that size.
    pub(super) fn laid(
        image: &DynamicImage,
        which: usize,
        canvas: &Canvas,
        width: usize,
        height: usize,
        shrink: f64,
    ) -> Self {
        let side = |length: u32| ((f64::from(length) / shrink).round() as u32).clamp(1, length);
        let small = media_image::resize(image, side(image.width()), side(image.height()));
        let (across, down) = (
            f64::from(small.width()) / f64::from(image.width()),
            f64::from(small.height()) / f64::from(image.height()),
        );
        let mut pixels = vec![[0.0_f32; 4]; width * height];
        pixels
            .par_chunks_mut(width)
            .enumerate()
            .for_each(|(y, row)| {
                let place = |x: usize| {
                    let (u, v) = canvas.places(x as u32, y as u32)[which]?;
                    inside((u, v), image).then_some((
                        ((u + 0.5) * across - 0.5) as f32,
                        ((v + 0.5) * down - 0.5) as f32,
                    ))
                };
                sampling::sample(&small, (0..width).map(place), row);
            });
        Self::of_fn(width, height, |at| {
            let [r, g, b, alpha] = pixels[at];
            (alpha > 0.5).then_some([r, g, b])
        })
    }

    /// Colours by their places, none where the image shows nothing.
    pub(super) fn of_fn(
        width: usize,
        height: usize,
        color: impl Fn(usize) -> Option<[f32; 3]> + Sync,
    ) -> Self {
        let colors = [0, 1, 2].map(|channel| {
            Plane::from_fn(width, height, |at| {
                color(at).map_or(0.0, |color| color[channel])
            })
        });
        let cover = (0..width * height)
            .map(|at| if color(at).is_some() { 1.0 } else { 0.0 })
            .collect();
        Self {
            width,
            height,
            colors,
            cover,
        }
    }

    /// Whether the image shows something there.
    pub(super) fn shows(&self, at: usize) -> bool {
        self.cover[at] > 0.0
    }

    /// The colour there.
    pub(super) fn color(&self, at: usize) -> [f32; 3] {
        [0, 1, 2].map(|channel| self.colors[channel].values[at])
    }

    /// The same image with each channel made lighter by a factor.
    pub(super) fn lighter(mut self, gains: [f32; 3]) -> Self {
        for (plane, gain) in self.colors.iter_mut().zip(gains) {
            plane.values.iter_mut().for_each(|value| *value *= gain);
        }
        self
    }
}

/// Whether a place lies on an image.
pub(super) fn inside((x, y): (f64, f64), image: &DynamicImage) -> bool {
    x > -0.5
        && y > -0.5
        && x < f64::from(image.width()) - 0.5
        && y < f64::from(image.height()) - 0.5
}

/// Gains of each channel of the first and of the second image with which both show the same light
/// where they overlap: each is taken half the way, by the median of what differs.
pub(super) fn exposures(first: &Small, second: &Small) -> [[f32; 3]; 2] {
    let both: Vec<usize> = (0..first.width * first.height)
        .filter(|&at| first.shows(at) && second.shows(at))
        .collect();
    let gains = [0, 1, 2].map(|channel| {
        let (a, b) = (
            &first.colors[channel].values,
            &second.colors[channel].values,
        );
        // Neither what is nearly black nor what is cut off at white tells of the light.
        let usable = |value: f32| (0.04..0.96).contains(&value);
        let mut ratios: Vec<f32> = both
            .iter()
            .filter(|&&at| usable(a[at]) && usable(b[at]))
            .map(|&at| (b[at] / a[at]).ln())
            .collect();
        if ratios.len() < 50 {
            return 1.0;
        }
        let middle = ratios.len() / 2;
        (*ratios.select_nth_unstable_by(middle, f32::total_cmp).1 / 2.0)
            .exp()
            .clamp(0.6, 1.7)
    });
    [gains, gains.map(f32::recip)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exposures_meet_halfway() {
        let of = |light: f32| {
            Small::of_fn(40, 40, |at| {
                Some([0.2 + at as f32 * 3e-4, 0.5, 0.3].map(|value| value * light))
            })
        };
        let [up, down] = exposures(&of(0.64), &of(1.0));
        assert!(up.iter().all(|gain| (gain - 1.25).abs() < 0.01), "{up:?}");
        assert!(
            down.iter().all(|gain| (gain - 0.8).abs() < 0.01),
            "{down:?}"
        );
        let dark = Small::of_fn(40, 40, |_| Some([0.0; 3]));
        assert_eq!(exposures(&dark, &dark), [[1.0; 3]; 2]);
    }
}
