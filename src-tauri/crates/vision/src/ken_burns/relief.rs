//! An image in relief: where it is known how near each place is, a camera that moves sees near
//! things move further than far ones. What lies behind them is not known, and is stretched a little
//! at their outlines, so moves stay small.
//!
//! Places are found by marching from the nearest surface to the farthest: Tatarchuk, "Dynamic
//! Parallax Occlusion Mapping with Approximate Soft Shadows" (2006), section 3.1.

use image::{Rgb, RgbImage};
use rayon::prelude::*;

use crate::planes::Plane;

/// One place in so many pixels, across and down, is looked up; those between follow.
const CELL: usize = 4;
/// Surfaces that are tried, from the nearest to the farthest.
const SURFACES: usize = 16;
/// Distance that the nearest surface goes against the farthest from the beginning of a move to its
/// end, as a share of the image's longer side.
const TRAVEL: f32 = 0.045;
/// Share by which the nearest surface grows more than the farthest.
const GROWTH: f32 = 0.06;

/// Nearness of each place of an image.
pub struct Relief {
    /// From 0 (far) to 1 (near).
    nearness: Plane,
    /// Nearness of what stays where it is: as much lies nearer as farther.
    middle: f32,
}

impl Relief {
    /// The relief of an image of that size, from how near its places are in any numbers and at any
    /// size, more being nearer.
    pub fn new(nearness: &Plane, (width, height): (u32, u32)) -> Self {
        let (width, height) = (
            (width as usize).div_ceil(CELL),
            (height as usize).div_ceil(CELL),
        );
        let shrunk = nearness.width.max(nearness.height) as f32 / width.max(height) as f32;
        let mut coarse = nearness.resampled(width, height, (shrunk / 2.0).max(0.5));
        let least = coarse.values.iter().copied().fold(f32::INFINITY, f32::min);
        let most = coarse
            .values
            .iter()
            .copied()
            .fold(f32::NEG_INFINITY, f32::max);
        let scale = 1.0 / (most - least).max(f32::MIN_POSITIVE);
        coarse
            .values
            .iter_mut()
            .for_each(|value| *value = (*value - least) * scale);
        let nearness = widened(&coarse).blurred(1.0);
        let mut sorted = nearness.values.clone();
        let half = sorted.len() / 2;
        let (_, middle, _) = sorted.select_nth_unstable_by(half, f32::total_cmp);
        Self {
            middle: *middle,
            nearness,
        }
    }

    /// Draws the view of a camera that has moved by `way`: towards the right, down, and into the
    /// image, each from -1 to 1, of which the half is the way from the middle of a move to its end.
    /// The same size.
    pub fn seen(&self, image: &RgbImage, way: [f64; 3]) -> RgbImage {
        let (width, height) = (image.width() as usize, image.height() as usize);
        let (columns, rows) = (width.div_ceil(CELL) + 1, height.div_ceil(CELL) + 1);
        let places: Vec<(f32, f32)> = (0..columns * rows)
            .into_par_iter()
            .map(|at| {
                let place = ((at % columns * CELL) as f32, (at / columns * CELL) as f32);
                self.found(
                    place,
                    (width as f32, height as f32),
                    way.map(|along| along as f32),
                )
            })
            .collect();
        let mut seen = RgbImage::new(image.width(), image.height());
        seen.par_chunks_mut(3 * width)
            .enumerate()
            .for_each(|(y, line)| {
                let (row, down) = (y / CELL, (y % CELL) as f32 / CELL as f32);
                for (x, pixel) in line.chunks_exact_mut(3).enumerate() {
                    let (column, across) = (x / CELL, (x % CELL) as f32 / CELL as f32);
                    let corner = |row: usize, column: usize| places[row * columns + column];
                    let upper = between(corner(row, column), corner(row, column + 1), across);
                    let lower =
                        between(corner(row + 1, column), corner(row + 1, column + 1), across);
                    pixel.copy_from_slice(&color(image, between(upper, lower, down)).0);
                }
            });
        seen
    }

    /// Place in the image of what is seen at a place.
    fn found(
        &self,
        (x, y): (f32, f32),
        (width, height): (f32, f32),
        [right, down, closer]: [f32; 3],
    ) -> (f32, f32) {
        let travel = TRAVEL * width.max(height);
        // Nothing from beyond the frame comes into view.
        let inside = 1.0 - TRAVEL - GROWTH / 2.0;
        let (from_middle_x, from_middle_y) =
            ((x - width / 2.0) * inside, (y - height / 2.0) * inside);
        let place = |nearness: f32| {
            let more = nearness - self.middle;
            let growth = 1.0 - GROWTH * closer * more;
            let (x, y) = (
                from_middle_x * growth + right * travel * more,
                from_middle_y * growth + down * travel * more,
            );
            (x + width / 2.0, y + height / 2.0)
        };
        let above = |nearness: f32| {
            let (x, y) = place(nearness);
            self.nearness.between(x / CELL as f32, y / CELL as f32) - nearness
        };
        let mut before = above(1.0);
        for surface in 1..=SURFACES {
            let nearness = 1.0 - surface as f32 / SURFACES as f32;
            let here = above(nearness);
            if here >= 0.0 {
                let back = here / (here - before).max(f32::MIN_POSITIVE) / SURFACES as f32;
                return place((nearness + back).min(1.0));
            }
            before = here;
        }
        place(0.0)
    }
}

/// Near things with a rim around them, which goes along: their outlines in a depth map are not to
/// be trusted to the pixel.
fn widened(plane: &Plane) -> Plane {
    let (width, height) = (plane.width as isize, plane.height as isize);
    Plane::from_fn(plane.width, plane.height, |at| {
        let (x, y) = (at as isize % width, at as isize / width);
        let around = (-1..=1).flat_map(|down| (-1..=1).map(move |across| (x + across, y + down)));
        let inside = around.filter(|(x, y)| (0..width).contains(x) && (0..height).contains(y));
        inside
            .map(|(x, y)| plane.near(x, y))
            .fold(f32::NEG_INFINITY, f32::max)
    })
}

fn between(a: (f32, f32), b: (f32, f32), share: f32) -> (f32, f32) {
    (a.0 + (b.0 - a.0) * share, a.1 + (b.1 - a.1) * share)
}

/// The colour between four pixels; beyond the frame its edge goes on.
fn color(image: &RgbImage, (x, y): (f32, f32)) -> Rgb<u8> {
    let (right, bottom) = (image.width() - 1, image.height() - 1);
    let (x, y) = (x.clamp(0.0, right as f32), y.clamp(0.0, bottom as f32));
    let (left, top) = (x as u32, y as u32);
    let (across, down) = (x - left as f32, y - top as f32);
    let pixel = |x: u32, y: u32| image.get_pixel(x.min(right), y.min(bottom)).0;
    let (a, b) = (pixel(left, top), pixel(left + 1, top));
    let (c, d) = (pixel(left, top + 1), pixel(left + 1, top + 1));
    Rgb(std::array::from_fn(|channel| {
        let [a, b, c, d] = [a, b, c, d].map(|pixel| f32::from(pixel[channel]));
        let (upper, lower) = (a + (b - a) * across, c + (d - c) * across);
        (upper + (lower - upper) * down + 0.5) as u8
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: (u32, u32) = (320, 200);

    /// A bright post before a ground with one darker line, and how near both are.
    fn scene() -> (RgbImage, Plane) {
        let is_post = |x: u32| (150..170).contains(&x);
        let image = RgbImage::from_fn(SIZE.0, SIZE.1, |x, _| {
            Rgb([if is_post(x) {
                250
            } else if (60..64).contains(&x) {
                20
            } else {
                120
            }; 3])
        });
        let near = Plane::from_fn(80, 50, |at| {
            if is_post((at % 80 * 4) as u32) {
                9.0
            } else {
                2.0
            }
        });
        (image, near)
    }

    /// The mean column of what `is_it` takes, in the middle row.
    fn column(image: &RgbImage, is_it: impl Fn(u8) -> bool) -> f64 {
        let found: Vec<f64> = (0..SIZE.0)
            .filter(|x| is_it(image.get_pixel(*x, SIZE.1 / 2).0[0]))
            .map(f64::from)
            .collect();
        assert!(!found.is_empty());
        found.iter().sum::<f64>() / found.len() as f64
    }

    #[test]
    fn near_things_move_against_far_ones() {
        let (image, near) = scene();
        let relief = Relief::new(&near, SIZE);
        let [left, right] = [-0.5, 0.5].map(|along| relief.seen(&image, [along, 0.0, 0.0]));
        let post = column(&left, |level| level > 200) - column(&right, |level| level > 200);
        let line = column(&left, |level| level < 60) - column(&right, |level| level < 60);
        let travel = f64::from(TRAVEL) * f64::from(SIZE.0);
        // The post is narrow, and smoothed with the ground.
        assert!(
            (0.75..1.1).contains(&((post - line) / travel)),
            "the post goes {post}, the line {line}, of {travel}"
        );
        assert!(
            line.abs() < 1.0,
            "most of the picture is ground, which stays: {line}"
        );
    }

    #[test]
    fn what_comes_closer_grows() {
        let (image, near) = scene();
        let relief = Relief::new(&near, SIZE);
        let wide = |closer: f64| {
            let seen = relief.seen(&image, [0.0, 0.0, closer]);
            (0..SIZE.0)
                .map(|x| f64::from(seen.get_pixel(x, 100).0[0]) - 120.0)
                .filter(|more| *more > 0.0)
                .sum::<f64>()
        };
        let grown = wide(0.5) / wide(-0.5) - 1.0;
        assert!((grown - f64::from(GROWTH)).abs() < 0.03, "{grown}");
    }

    #[test]
    fn flat_ground_stays_as_it_is_but_for_the_frame() {
        let (image, _) = scene();
        let relief = Relief::new(&Plane::from_fn(80, 50, |_| 3.0), SIZE);
        let still = relief.seen(&image, [0.0; 3]);
        assert_eq!(relief.seen(&image, [0.5, -0.5, 0.5]), still);
        assert!((column(&still, |level| level > 200) - 159.5).abs() < 1.0);
    }
}
