//! Colour look-up tables (LUTs): what each colour becomes, by a curve for each component or a grid
//! of colours.
//!
//! - `reading`: Adobe's Cube files (.cube) and Autodesk's (.3dl)

mod reading;

use std::fmt::Write;

use image::DynamicImage;
use patchbay_domain::Cancelled;

use crate::Report;
use crate::bands::by_bands;
use crate::pixels;

/// Error of a text that is no table: a reason for people, without its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoTable(pub String);

/// Layout of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// A curve for each component.
    Curves,
    /// A grid of colours; red runs fastest, then green.
    Grid,
}

/// A colour look-up table. Components run from 0 to 1.
#[derive(Debug, Clone, PartialEq)]
pub struct ColorLookup {
    shape: Shape,
    /// Number of points along each component, at least 2.
    size: usize,
    /// The components of its first and its last point.
    domain: [[f32; 3]; 2],
    colors: Vec<[f32; 3]>,
}

impl ColorLookup {
    /// Reads the text of a .cube or a .3dl file.
    ///
    /// # Errors
    /// It is neither, or broken.
    pub fn read(text: &str) -> Result<Self, NoTable> {
        reading::read(text)
    }

    /// Whether each component goes by a curve of its own.
    pub fn is_curves(&self) -> bool {
        self.shape == Shape::Curves
    }

    /// Looks up a colour, mixed with the colour itself: by `strength` from 0 to 1.
    pub fn of(&self, color: [f32; 3], strength: f32) -> [f32; 3] {
        let [least, most] = self.domain;
        let last = (self.size - 1) as f32;
        let place = [0, 1, 2].map(|i| {
            let share = (color[i] - least[i]) / (most[i] - least[i]);
            share.clamp(0.0, 1.0) * last
        });
        let found = match self.shape {
            Shape::Curves => [0, 1, 2].map(|i| {
                let (from, share) = self.cell(place[i]);
                let (before, after) = (self.colors[from][i], self.colors[from + 1][i]);
                before + share * (after - before)
            }),
            Shape::Grid => self.in_grid(place),
        };
        [0, 1, 2].map(|i| (color[i] + strength * (found[i] - color[i])).clamp(0.0, 1.0))
    }

    /// The point before a place, which has one behind it, and how far behind it the place lies.
    fn cell(&self, place: f32) -> (usize, f32) {
        let from = (place as usize).min(self.size - 2);
        (from, place - from as f32)
    }

    /// A colour between eight points, by the tetrahedron that it lies in: greys stay grey between
    /// grey points.
    fn in_grid(&self, place: [f32; 3]) -> [f32; 3] {
        let cells = place.map(|place| self.cell(place));
        let steps = [1, self.size, self.size * self.size];
        let mut at: usize = (0..3).map(|i| cells[i].0 * steps[i]).sum();
        let mut order = [0, 1, 2];
        order.sort_by(|a, b| cells[*b].1.total_cmp(&cells[*a].1));
        let mut found = self.colors[at];
        for component in order {
            let next = at + steps[component];
            let share = cells[component].1;
            for (channel, value) in found.iter_mut().enumerate() {
                *value += share * (self.colors[next][channel] - self.colors[at][channel]);
            }
            at = next;
        }
        found
    }

    /// As the text of a Cube file of so much strength, each component more by `more`.
    pub fn cube(&self, strength: f32, more: f32) -> String {
        let [least, most] = self.domain;
        let mut text = match self.shape {
            Shape::Curves => format!("LUT_1D_SIZE {}\n", self.size),
            Shape::Grid => format!("LUT_3D_SIZE {}\n", self.size),
        };
        // Writing into a text never fails.
        let _ = writeln!(text, "DOMAIN_MIN {} {} {}", least[0], least[1], least[2]);
        let _ = writeln!(text, "DOMAIN_MAX {} {} {}", most[0], most[1], most[2]);
        for number in 0..self.colors.len() {
            let at = match self.shape {
                Shape::Curves => [number; 3],
                Shape::Grid => [
                    number % self.size,
                    number / self.size % self.size,
                    number / (self.size * self.size),
                ],
            };
            let point = [0, 1, 2].map(|i| {
                let share = at[i] as f32 / (self.size - 1) as f32;
                least[i] + share * (most[i] - least[i])
            });
            let [red, green, blue] = self
                .of(point, strength)
                .map(|value| (value + more).min(1.0));
            let _ = writeln!(text, "{red:.6} {green:.6} {blue:.6}");
        }
        text
    }

    /// An image with its colours looked up; depth and alpha are kept.
    ///
    /// # Errors
    /// Returns an error if `report` stops it.
    pub fn apply(
        &self,
        image: DynamicImage,
        strength: f32,
        report: &Report,
    ) -> Result<DynamicImage, Cancelled> {
        let image = pixels::with_color(image);
        by_bands(&image, 1, 0, report, |band, _| {
            Ok(pixels::map(band.clone(), |_, _, color| {
                self.of(color, strength)
            }))
        })
    }
}

#[cfg(test)]
mod tests {
    use image::{ImageBuffer, Rgba};
    use proptest::prelude::*;

    use super::*;

    /// A grid of two points along each component that swaps red and blue.
    const SWAPPED: &str = "LUT_3D_SIZE 2\n0 0 0\n0 0 1\n0 1 0\n0 1 1\n1 0 0\n1 0 1\n1 1 0\n1 1 1\n";

    #[test]
    fn colours_are_looked_up_as_far_as_is_said() {
        let swapped = ColorLookup::read(SWAPPED).unwrap();
        let near = |found: [f32; 3], wanted: [f32; 3]| {
            let is_near = (0..3).all(|i| (found[i] - wanted[i]).abs() < 1e-5);
            assert!(is_near, "{found:?} {wanted:?}");
        };
        near(swapped.of([0.2, 0.5, 0.9], 1.0), [0.9, 0.5, 0.2]);
        near(swapped.of([0.2, 0.5, 0.9], 0.0), [0.2, 0.5, 0.9]);
        near(swapped.of([0.2, 0.5, 0.8], 0.5), [0.5, 0.5, 0.5]);
        let curves = ColorLookup::read("LUT_1D_SIZE 3\n1 0 0\n0.5 0.25 0.5\n0 1 1\n").unwrap();
        near(curves.of([0.25, 0.75, 0.3], 1.0), [0.75, 0.625, 0.3]);
        let wide = "DOMAIN_MAX 2 2 2\nLUT_1D_SIZE 2\n0 0 0\n1 1 1\n";
        near(
            ColorLookup::read(wide).unwrap().of([0.5, 1.0, 0.0], 1.0),
            [0.25, 0.5, 0.0],
        );
    }

    #[test]
    fn alpha_and_sixteen_bits_stay() {
        let deep = ImageBuffer::from_fn(20, 10, |x, y| {
            Rgba([(x * 3001) as u16, 500, (y * 6007) as u16, (x * 17) as u16])
        });
        let swapped = ColorLookup::read(SWAPPED).unwrap();
        let made = swapped.apply(DynamicImage::ImageRgba16(deep.clone()), 1.0, &|_| Ok(()));
        let DynamicImage::ImageRgba16(made) = made.unwrap() else {
            panic!("16 bits have to stay")
        };
        for (before, after) in deep.pixels().zip(made.pixels()) {
            let [red, green, blue, alpha] = before.0;
            let wanted = [blue, green, red, alpha];
            let is_near = |i: usize| after.0[i].abs_diff(wanted[i]) < 2;
            assert!((0..4).all(is_near), "{before:?} {after:?}");
        }
    }

    proptest! {
        #![proptest_config(crate::testing::cases(64))]
        #[test]
        fn what_is_written_is_read_back(color in prop::array::uniform3(0.0f32..1.0), strength in 0.0f32..1.0) {
            let swapped = ColorLookup::read(SWAPPED).unwrap();
            let written = ColorLookup::read(&swapped.cube(strength, 0.0)).unwrap();
            let (a, b) = (swapped.of(color, strength), written.of(color, 1.0));
            prop_assert!((0..3).all(|i| (a[i] - b[i]).abs() < 1e-4), "{:?} {:?}", a, b);
        }
    }
}
