//! Straight line segments with sub-pixel ends, found without a setting and almost never where there
//! is none.
//!
//! Grompone von Gioi, Jakubowicz, Morel and Randall, "LSD: A Fast Line Segment Detector with a
//! False Detection Control", IEEE Transactions on Pattern Analysis and Machine Intelligence 32(4),
//! 2010, and "LSD: a Line Segment Detector", Image Processing On Line 2, 2012; sections and
//! parameters are named after the latter. In order: the [`field`] of level lines, [`region`]s of
//! one direction grown in it, the [`rectangle`] around each, and whether [`chance`] could have made
//! it; [`drawing`] shows what is left.

pub mod drawing;

mod chance;
mod field;
mod rectangle;
mod region;

use patchbay_domain::Cancelled;

use self::chance::Chance;
use self::field::Field;
use self::rectangle::Rectangle;
use self::region::{Grower, Region};
use crate::planes::Plane;

/// Maximum difference of the directions in a region from the region's own, in radians: 22.5 degrees
/// (section 2.4).
const TOLERANCE: f64 = std::f64::consts::PI / 8.0;
/// The share of its rectangle that a region has to fill (section 2.8).
const DENSITY: f64 = 0.7;
/// Number of regions that are grown between two looks at whether to stop.
const SEEDS_AT_A_TIME: usize = 2_000;

/// A straight line segment.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Segment {
    /// One end, `(x, y)` in pixels from the upper left corner (the middle of the first pixel is
    /// 0.5, 0.5). Who walks from here to the other end has the darker side on the right.
    pub start: (f64, f64),
    /// The other end.
    pub end: (f64, f64),
    /// Distance across it over which the brightness changes, in pixels.
    pub width: f64,
    /// Negative decimal logarithm of the expected number of false alarms, 0 or more: how many times
    /// chance would have to be repeated to bring one like it about.
    pub significance: f64,
}

impl Segment {
    /// Its length in pixels.
    pub fn length(&self) -> f64 {
        (self.end.0 - self.start.0).hypot(self.end.1 - self.start.1)
    }
}

/// The segments of a plane of brightnesses (0 to 255), strongest gradients first. `reach` is told
/// from time to time which share of the work (0 to 1) is done.
///
/// # Errors
/// Returns an error if `reach` stops it.
pub fn detect(
    brightness: &Plane,
    reach: &mut dyn FnMut(f64) -> Result<(), Cancelled>,
) -> Result<Vec<Segment>, Cancelled> {
    let field = Field::new(brightness);
    reach(0.1)?;
    let mut chance = Chance::new(field.width, field.height);
    let mut grower = Grower::new(&field);
    let least = chance.least_pixels(TOLERANCE / std::f64::consts::PI);
    let mut segments = Vec::new();
    for (number, &seed) in field.seeds.iter().enumerate() {
        if number % SEEDS_AT_A_TIME == 0 {
            reach(0.1 + 0.9 * number as f64 / field.seeds.len() as f64)?;
        }
        let Some(region) = grower.grow(seed as usize, TOLERANCE, least) else {
            continue;
        };
        let Some((_, rectangle)) = dense_enough(&mut grower, region) else {
            continue;
        };
        let (rectangle, significance) = chance.improve(rectangle, &field);
        if significance >= 0.0 {
            segments.push(rectangle.segment(significance));
        }
    }
    Ok(segments)
}

/// The region and its rectangle where it fills enough of it, if need be after the region was grown
/// anew with a smaller tolerance, or cut back to what lies near its seed (section 2.8).
fn dense_enough(grower: &mut Grower, region: Region) -> Option<(Region, Rectangle)> {
    let rectangle = Rectangle::around(&region, grower.field, TOLERANCE);
    if rectangle.density(region.pixels.len()) >= DENSITY {
        return Some((region, rectangle));
    }
    let tolerance = 2.0 * grower.deviation_near_seed(&region, rectangle.width);
    let seed = *region.pixels.first()?;
    grower.free(&region.pixels);
    let mut region = grower.grow(seed as usize, tolerance, 2)?;
    let mut rectangle = Rectangle::around(&region, grower.field, TOLERANCE);
    let mut radius = rectangle.farthest_end_from(grower.field.place(seed));
    while rectangle.density(region.pixels.len()) < DENSITY {
        radius *= 0.75;
        grower.cut_back(&mut region, radius);
        if region.pixels.len() < 2 {
            return None;
        }
        rectangle = Rectangle::around(&region, grower.field, TOLERANCE);
    }
    Some((region, rectangle))
}

#[cfg(test)]
mod tests {
    use patchbay_test_support::noise;

    use super::*;

    fn found(plane: &Plane) -> Vec<Segment> {
        detect(plane, &mut |_| Ok(())).expect("nobody stops it")
    }

    /// A bright convex shape with soft edges, given by its corners in order.
    fn shape(width: usize, height: usize, corners: &[(f64, f64)], grain: i32) -> Plane {
        Plane::from_fn(width, height, |at| {
            let (x, y) = ((at % width) as f64 + 0.5, (at / width) as f64 + 0.5);
            let inside = (0..corners.len())
                .map(|index| {
                    let ((ax, ay), (bx, by)) =
                        (corners[index], corners[(index + 1) % corners.len()]);
                    let length = (bx - ax).hypot(by - ay);
                    ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / length
                })
                .fold(f64::INFINITY, f64::min);
            let share = (inside + 0.5).clamp(0.0, 1.0);
            60.0 + 120.0 * share as f32
                + noise((at % width) as u32, (at / width) as u32, grain) as f32
        })
    }

    #[test]
    fn the_sides_of_a_tilted_shape_are_found_to_a_part_of_a_pixel() {
        let corners = [(40.3, 30.8), (210.6, 62.1), (180.2, 170.4), (30.9, 140.7)];
        let segments = found(&shape(256, 200, &corners, 3).blurred(0.75));
        for index in 0..4 {
            let (a, b) = (corners[index], corners[(index + 1) % 4]);
            let length = (b.0 - a.0).hypot(b.1 - a.1);
            let off =
                |p: (f64, f64)| ((b.0 - a.0) * (p.1 - a.1) - (b.1 - a.1) * (p.0 - a.0)) / length;
            let on_it: Vec<_> = segments
                .iter()
                .filter(|s| off(s.start).abs() < 1.0 && off(s.end).abs() < 1.0)
                .collect();
            assert_eq!(on_it.len(), 1, "side {index}: {segments:?}");
            let side = on_it[0];
            assert!(
                off(side.start).abs() < 0.2 && off(side.end).abs() < 0.2,
                "side {index} is off: {side:?}"
            );
            assert!(
                (side.length() - length).abs() < 4.0,
                "side {index} of {length}: {side:?}"
            );
            assert!(side.significance > 20.0);
        }
        assert_eq!(segments.len(), 4, "{segments:?}");
    }

    #[test]
    fn grain_has_no_lines() {
        let grain = Plane::from_fn(300, 300, |at| {
            128.0 + noise((at % 300) as u32, (at / 300) as u32, 60) as f32
        });
        assert!(found(&grain).len() <= 1, "{:?}", found(&grain));
        assert!(
            found(&Plane {
                width: 50,
                height: 40,
                values: vec![77.0; 2000]
            })
            .is_empty()
        );
    }

    #[test]
    fn a_curve_is_no_long_line() {
        let disc = Plane::from_fn(200, 200, |at| {
            let distance = ((at % 200) as f32 - 100.0).hypot((at / 200) as f32 - 100.0);
            50.0 + 150.0 * (70.5 - distance).clamp(0.0, 1.0)
        });
        assert!(found(&disc).iter().all(|segment| segment.length() < 60.0));
    }

    #[test]
    fn it_stops_when_it_is_told_to() {
        let mut calls = 0;
        let plane = shape(100, 100, &[(20.0, 20.0), (80.0, 25.0), (50.0, 80.0)], 9);
        let stopped = detect(&plane, &mut |_| {
            calls += 1;
            Err(Cancelled)
        });
        assert_eq!((stopped, calls), (Err(Cancelled), 1));
    }
}
