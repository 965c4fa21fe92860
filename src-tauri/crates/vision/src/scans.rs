//! Photos that lie on one scan, apart from each other on a plain ground: where they lie, and how they are turned.

use image::{DynamicImage, GrayImage, Luma, RgbImage};
use imageproc::distance_transform::Norm;
use imageproc::geometry::{convex_hull, min_area_rect};
use imageproc::morphology::close;
use imageproc::point::Point;
use imageproc::region_labelling::{Connectivity, connected_components};
use patchbay_media::image::{fit_within, resize};

use crate::turned::Part;

/// The longer side of the copy that is looked at.
const LOOKED_AT: u32 = 1_200;
/// Minimum share of a scan that a photo takes up.
const SMALLEST_SHARE: f32 = 0.01;
/// Minimum share of the smallest box around it that a photo fills.
const FILLED: f32 = 0.75;
/// Minimum distance from the ground of a pixel that belongs to a photo, of 255.
const LEAST_FAR: f32 = 14.0;
/// Photos that are turned by less are cut out as they lie, in degrees.
const LEVEL: f32 = 0.3;

/// The photos on a scan, row by row; nothing where there are none.
pub fn photos(scan: &DynamicImage) -> Vec<Part> {
    let (width, height) = fit_within(scan.width(), scan.height(), LOOKED_AT);
    let small = resize(scan, width, height).to_rgb8();
    let scale = scan.width() as f32 / width as f32;
    let mask = apart_from_ground(&small);
    // Gaps as bright as the ground within a photo.
    let gap = (width.max(height) / 200).clamp(1, 8) as u8;
    let labels = connected_components(
        &close(&mask, Norm::LInf, gap),
        Connectivity::Eight,
        Luma([0]),
    );
    let all = (width * height) as f32;
    let mut found: Vec<Part> = outlines(&labels)
        .iter()
        .filter_map(|points| {
            let hull = convex_hull(points.as_slice());
            let box_around = min_area_rect(&hull);
            let part = boxed(&box_around);
            let (across, down) = part.size;
            let is_photo = across * down >= SMALLEST_SHARE * all
                && across * down <= 0.97 * all
                && across.min(down) * 12.0 > across.max(down)
                && area(&hull) >= FILLED * across * down;
            is_photo.then_some(Part {
                middle: (part.middle.0 * scale, part.middle.1 * scale),
                size: (part.size.0 * scale, part.size.1 * scale),
                degrees: if part.degrees.abs() < LEVEL {
                    0.0
                } else {
                    part.degrees
                },
            })
        })
        .collect();
    in_rows(&mut found);
    found
}

/// Mask of the places where a scan differs from its ground: the median colour of its edge.
fn apart_from_ground(scan: &RgbImage) -> GrayImage {
    let (width, height) = scan.dimensions();
    let edge: Vec<[u8; 3]> = scan
        .enumerate_pixels()
        .filter(|(x, y, _)| {
            let rim = (width.min(height) / 60).max(1);
            *x < rim || *y < rim || *x >= width - rim || *y >= height - rim
        })
        .map(|(_, _, pixel)| pixel.0)
        .collect();
    let middle = |channel: usize| {
        let mut values: Vec<u8> = edge.iter().map(|color| color[channel]).collect();
        values.sort_unstable();
        values[values.len() / 2]
    };
    let ground = [middle(0), middle(1), middle(2)];
    let far = |color: &[u8; 3]| {
        (0..3)
            .map(|i| f32::from(color[i].abs_diff(ground[i])))
            .fold(0.0, f32::max)
    };
    // How uneven the ground is: three quarters of its edge are nearer.
    let mut unevenness: Vec<f32> = edge.iter().map(far).collect();
    unevenness.sort_by(f32::total_cmp);
    let uneven = unevenness[unevenness.len() * 3 / 4];
    let least = (LEAST_FAR).max(3.0 * uneven);
    GrayImage::from_fn(width, height, |x, y| {
        Luma([if far(&scan.get_pixel(x, y).0) > least {
            255
        } else {
            0
        }])
    })
}

/// The first and the last point of each row of each thing that is marked.
fn outlines(labels: &image::ImageBuffer<Luma<u32>, Vec<u32>>) -> Vec<Vec<Point<i32>>> {
    let mut found: std::collections::BTreeMap<u32, Vec<Point<i32>>> =
        std::collections::BTreeMap::new();
    for (y, row) in labels.rows().enumerate() {
        let mut ends: std::collections::BTreeMap<u32, (i32, i32)> =
            std::collections::BTreeMap::new();
        for (x, label) in row.enumerate().filter(|(_, label)| label[0] > 0) {
            let x = x as i32;
            ends.entry(label[0])
                .and_modify(|(_, last)| *last = x)
                .or_insert((x, x));
        }
        for (label, (first, last)) in ends {
            let y = y as i32;
            let points = found.entry(label).or_default();
            // Pixels have corners.
            points.extend(
                [(first, y), (last + 1, y), (first, y + 1), (last + 1, y + 1)]
                    .map(|(x, y)| Point::new(x, y)),
            );
        }
    }
    found.into_values().collect()
}

/// A box by its corners as a part, turned by less than 45 degrees.
fn boxed(corners: &[Point<i32>; 4]) -> Part {
    let at = corners.map(|corner| (corner.x as f32, corner.y as f32));
    let middle = (
        at.iter().map(|corner| corner.0).sum::<f32>() / 4.0,
        at.iter().map(|corner| corner.1).sum::<f32>() / 4.0,
    );
    let side = |from: usize, to: usize| (at[to].0 - at[from].0, at[to].1 - at[from].1);
    let (first, second) = (side(0, 1), side(1, 2));
    let length = |side: (f32, f32)| side.0.hypot(side.1);
    // The side that lies more level is the width.
    let is_level = first.0.abs() >= first.1.abs();
    let (level, upright) = if is_level {
        (first, second)
    } else {
        (second, first)
    };
    let degrees = (level.1 / level.0).atan().to_degrees();
    Part {
        middle,
        size: (length(level), length(upright)),
        degrees,
    }
}

/// The area of a polygon.
fn area(corners: &[Point<i32>]) -> f32 {
    let next = corners.iter().cycle().skip(1);
    let twice: f32 = corners
        .iter()
        .zip(next)
        .map(|(from, to)| from.x as f32 * to.y as f32 - to.x as f32 * from.y as f32)
        .sum();
    twice.abs() / 2.0
}

/// Puts parts into rows: from the top, and in each from the left.
fn in_rows(parts: &mut Vec<Part>) {
    parts.sort_by(|a, b| a.middle.1.total_cmp(&b.middle.1));
    let mut rows: Vec<Vec<Part>> = Vec::new();
    for part in parts.drain(..) {
        match rows.last_mut() {
            Some(row) if part.middle.1 - row[0].middle.1 < row[0].size.1.min(part.size.1) / 2.0 => {
                row.push(part);
            }
            _ => rows.push(vec![part]),
        }
    }
    for row in &mut rows {
        row.sort_by(|a, b| a.middle.0.total_cmp(&b.middle.0));
    }
    *parts = rows.concat();
}

#[cfg(test)]
mod tests {
    use image::{GenericImage, Rgb};
    use patchbay_test_support::noise;

    use super::*;
    use crate::editing::geometry::rotate;

    fn scan(ground: u8) -> RgbImage {
        RgbImage::from_fn(900, 1200, |x, y| {
            let grain = noise(x, y, 2);
            Rgb([(i32::from(ground) + grain).clamp(0, 255) as u8; 3])
        })
    }

    #[test]
    fn photos_are_found_on_white_and_on_black_and_turned_ones_straightened() {
        for ground in [248, 8] {
            let mut scan = scan(ground);
            let level = RgbImage::from_fn(300, 200, |x, y| {
                Rgb([120 + (x % 80) as u8, 90 + (y % 60) as u8, 70])
            });
            scan.copy_from(&level, 60, 80).unwrap();
            let photo = RgbImage::from_fn(260, 340, |x, _| Rgb([60, 120 + (x % 60) as u8, 170]));
            let turned = rotate(photo.into(), 4.0, &|_| Ok(())).unwrap();
            let mut whole = DynamicImage::ImageRgb8(scan);
            image::imageops::overlay(&mut whole, &turned, 420, 500);
            let found = photos(&whole);
            assert_eq!(found.len(), 2, "{ground}: {found:?}");
            assert!(
                (found[0].size.0 - 300.0).abs() < 8.0 && (found[0].size.1 - 200.0).abs() < 8.0,
                "{found:?}"
            );
            assert!(found[0].degrees.abs() < 1e-9, "{found:?}");
            assert!((found[1].degrees - 4.0).abs() < 0.7, "{found:?}");
            assert!(
                (found[1].size.0 - 260.0).abs() < 10.0 && (found[1].size.1 - 340.0).abs() < 10.0,
                "{found:?}"
            );
        }
        assert!(photos(&scan(248).into()).is_empty());
    }
}
