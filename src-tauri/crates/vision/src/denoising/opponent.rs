//! An image as planes of brightness and colour.

use image::DynamicImage;
use rayon::prelude::*;

/// One plane of brightness, and for a coloured image two of colour; values for each pixel, row by
/// row. The axes are orthonormal, so equal noise in red, green and blue is equal noise in each
/// plane.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Planes {
    pub(super) width: usize,
    pub(super) height: usize,
    /// One or three planes.
    pub(super) values: Vec<Vec<f32>>,
}

impl Planes {
    /// The planes of an image; components run from 0 to 1.
    pub(crate) fn of(image: &DynamicImage) -> Self {
        let colored = image.color().has_color();
        let pixels = image.to_rgba32f();
        let plane = |of: fn([f32; 3]) -> f32| -> Vec<f32> {
            pixels
                .as_raw()
                .par_chunks_exact(4)
                .with_min_len(4096)
                .map(|p| of([p[0], p[1], p[2]]))
                .collect()
        };
        let mut values = vec![plane(|[r, g, b]| (r + g + b) / 3.0_f32.sqrt())];
        if colored {
            values.push(plane(|[r, _, b]| (r - b) / 2.0_f32.sqrt()));
            values.push(plane(|[r, g, b]| (r - 2.0 * g + b) / 6.0_f32.sqrt()));
        }
        Self {
            width: image.width() as usize,
            height: image.height() as usize,
            values,
        }
    }

    /// The colour of a pixel.
    pub(super) fn color(&self, x: usize, y: usize) -> [f32; 3] {
        let at = y * self.width + x;
        let grey = self.values[0][at] / 3.0_f32.sqrt();
        let [_, across, green] = self.values.as_slice() else {
            return [grey; 3];
        };
        let (across, green) = (across[at] / 2.0_f32.sqrt(), green[at] / 6.0_f32.sqrt());
        [
            grey + across + green,
            grey - 2.0 * green,
            grey - across + green,
        ]
    }

    /// At half the size (at least 1): means of two by two pixels, of fewer at an odd edge.
    pub(super) fn halved(&self) -> Self {
        let (width, height) = (self.width.div_ceil(2), self.height.div_ceil(2));
        let half = |plane: &Vec<f32>| {
            let mut out = vec![0.0; width * height];
            out.par_chunks_mut(width).enumerate().for_each(|(y, row)| {
                let line = |y: usize| &plane[y.min(self.height - 1) * self.width..][..self.width];
                let (upper, lower) = (line(2 * y), line(2 * y + 1));
                for (x, value) in row.iter_mut().enumerate() {
                    let (left, right) = (2 * x, (2 * x + 1).min(self.width - 1));
                    *value = (upper[left] + upper[right] + lower[left] + lower[right]) / 4.0;
                }
            });
            out
        };
        Self {
            width,
            height,
            values: self.values.iter().map(half).collect(),
        }
    }

    /// Adds what became of the halved planes, drawn out smoothly.
    pub(super) fn correct(&mut self, half: &Self, clean: &Self) {
        let width = self.width;
        for ((plane, before), after) in self.values.iter_mut().zip(&half.values).zip(&clean.values)
        {
            let change: Vec<f32> = after
                .iter()
                .zip(before)
                .map(|(after, before)| after - before)
                .collect();
            plane
                .par_chunks_mut(width)
                .enumerate()
                .for_each(|(y, row)| {
                    let (nearer, farther) = (
                        y / 2,
                        if y % 2 == 0 {
                            (y / 2).saturating_sub(1)
                        } else {
                            y / 2 + 1
                        },
                    );
                    let line =
                        |y: usize| &change[y.min(half.height - 1) * half.width..][..half.width];
                    let (near, far) = (line(nearer), line(farther));
                    let down = |x: usize| 0.75 * near[x] + 0.25 * far[x];
                    for (x, value) in row.iter_mut().enumerate() {
                        let other = if x % 2 == 0 {
                            (x / 2).saturating_sub(1)
                        } else {
                            (x / 2 + 1).min(half.width - 1)
                        };
                        *value += 0.75 * down(x / 2) + 0.25 * down(other);
                    }
                });
        }
    }
}

#[cfg(test)]
mod tests {
    use image::{Luma, Rgb};

    use super::*;

    #[test]
    fn colours_come_back() {
        let image =
            image::RgbImage::from_fn(5, 3, |x, y| Rgb([(40 * x) as u8, (90 * y) as u8, 200]));
        let planes = Planes::of(&image.clone().into());
        for (x, y, pixel) in image.enumerate_pixels() {
            let color = planes
                .color(x as usize, y as usize)
                .map(|value| (value * 255.0).round() as u8);
            assert_eq!(Rgb(color), *pixel);
        }
        let grey = DynamicImage::ImageLuma8(image::GrayImage::from_pixel(2, 2, Luma([51])));
        assert_eq!(Planes::of(&grey).values.len(), 1);
        assert!(
            Planes::of(&grey)
                .color(1, 1)
                .iter()
                .all(|value| (value - 0.2).abs() < 1e-6)
        );
    }

    #[test]
    fn a_change_of_the_half_is_a_change_of_the_whole() {
        let mut planes = Planes {
            width: 7,
            height: 5,
            values: vec![vec![1.0; 35]],
        };
        let half = planes.halved();
        assert_eq!((half.width, half.height, half.values[0][0]), (4, 3, 1.0));
        let mut clean = half.clone();
        clean.values[0].iter_mut().for_each(|value| *value = 3.0);
        planes.correct(&half, &clean);
        assert!(
            planes.values[0]
                .iter()
                .all(|value| (value - 3.0).abs() < 1e-6)
        );
    }
}
