//! Corners that are the same in two images.

use image::{DynamicImage, GrayImage};
use nalgebra::Matrix3;
use patchbay_media::image as media_image;
use rayon::prelude::*;

use super::features::{Feature, features};
use super::homography::{self, Pair, moved};
use crate::planes::Plane;

/// The longer side of the copies that are compared, in pixels.
const SIDE: u32 = 1400;
/// Maximum number of comparisons, of 256, in which two corners may differ.
const FARTHEST: u32 = 72;
/// Maximum distance of the best as a share of that of the next that lies elsewhere.
const RATIO: f32 = 0.82;

/// Transformation by which the second image lies on the first: takes places of the first, in
/// pixels, to those of the second. None where they show nothing in common.
pub(super) fn aligned(
    first: &DynamicImage,
    second: &DynamicImage,
    seed: u64,
) -> Option<Matrix3<f64>> {
    let (a, b) = (small(first), small(second));
    let (of_a, of_b) = (features(&a), features(&b));
    let pairs = pairs(&of_a, &of_b);
    let (matrix, close) = homography::agreed(&pairs, seed)?;
    if !is_enough(&close, &of_a, &matrix, &b) {
        return None;
    }
    let matrix = homography::refitted(matrix, &refined(&close, &matrix, &plane(&a), &plane(&b)));
    Some(scaling(second, &b).try_inverse()? * matrix * scaling(first, &a))
}

fn small(image: &DynamicImage) -> GrayImage {
    let (width, height) = media_image::fit_within(image.width(), image.height(), SIDE);
    media_image::resize(image, width, height).into_luma8()
}

/// From places of an image to those of its copy.
fn scaling(image: &DynamicImage, copy: &GrayImage) -> Matrix3<f64> {
    let across = f64::from(copy.width()) / f64::from(image.width());
    let down = f64::from(copy.height()) / f64::from(image.height());
    // The middle of the first pixel is at 0, its corner at -0.5.
    Matrix3::new(
        across,
        0.0,
        0.5 * across - 0.5,
        0.0,
        down,
        0.5 * down - 0.5,
        0.0,
        0.0,
        1.0,
    )
}

fn plane(image: &GrayImage) -> Plane {
    Plane::from_fn(image.width() as usize, image.height() as usize, |at| {
        f32::from(image.as_raw()[at])
    })
    .blurred(1.0)
}

/// Corners that are each other's best, and clearly better than the next.
fn pairs(a: &[Feature], b: &[Feature]) -> Vec<Pair> {
    let (forth, back) = (nearest(a, b), nearest(b, a));
    let mutual = |(index, found): (usize, &Option<usize>)| {
        let other = (*found)?;
        (back[other] == Some(index)).then(|| Pair {
            from: (f64::from(a[index].x), f64::from(a[index].y)),
            to: (f64::from(b[other].x), f64::from(b[other].y)),
        })
    };
    forth.iter().enumerate().filter_map(mutual).collect()
}

/// For each feature the one most like it among `others`.
fn nearest(features: &[Feature], others: &[Feature]) -> Vec<Option<usize>> {
    features
        .par_iter()
        .map(|feature| {
            let (best, nearest) = others
                .iter()
                .map(|other| feature.distance(other))
                .enumerate()
                .min_by_key(|(_, distance)| *distance)?;
            // The same corner is often found at the next size too.
            let elsewhere = others
                .iter()
                .filter(|other| (other.x - others[best].x).hypot(other.y - others[best].y) > 8.0);
            let next = elsewhere
                .map(|other| feature.distance(other))
                .min()
                .unwrap_or(u32::MAX);
            (nearest <= FARTHEST && (nearest as f32) < RATIO * next as f32).then_some(best)
        })
        .collect()
}

/// Whether more pairs agree than would by chance: Brown and Lowe, "Automatic Panoramic Image
/// Stitching using Invariant Features" (2007), equation 13, among the corners of the first image
/// that the second one should show too.
fn is_enough(
    close: &[Pair],
    features: &[Feature],
    matrix: &Matrix3<f64>,
    second: &GrayImage,
) -> bool {
    let (width, height) = (f64::from(second.width()), f64::from(second.height()));
    let shown = features.iter().filter(|feature| {
        let place = moved(matrix, (f64::from(feature.x), f64::from(feature.y)));
        place.is_some_and(|(x, y)| (0.0..width).contains(&x) && (0.0..height).contains(&y))
    });
    // Not every corner has a partner in a photo with grain; four sizes show most corners more than
    // once.
    close.len() as f64 > 8.0 + 0.06 * shown.count() as f64
}

/// The pairs with their second places moved to where the surroundings fit best, to a fraction of a
/// pixel: Lucas and Kanade, "An Iterative Image Registration Technique" (1981), with the
/// surroundings laid out by `matrix`.
fn refined(pairs: &[Pair], matrix: &Matrix3<f64>, first: &Plane, second: &Plane) -> Vec<Pair> {
    const RADIUS: i32 = 7;
    const SURROUNDINGS: usize = 225;
    pairs
        .par_iter()
        .filter_map(|pair| {
            let (mut right, mut down) = (0.0_f64, 0.0_f64);
            for _ in 0..8 {
                let mut seen = Vec::with_capacity(SURROUNDINGS);
                for (dx, dy) in
                    (-RADIUS..=RADIUS).flat_map(|dy| (-RADIUS..=RADIUS).map(move |dx| (dx, dy)))
                {
                    let place = (pair.from.0 + f64::from(dx), pair.from.1 + f64::from(dy));
                    let (u, v) = moved(matrix, place)?;
                    let (u, v) = ((u + right) as f32, (v + down) as f32);
                    let across = f64::from(second.between(u + 0.5, v) - second.between(u - 0.5, v));
                    let along = f64::from(second.between(u, v + 0.5) - second.between(u, v - 0.5));
                    let rest = f64::from(
                        first.between(place.0 as f32, place.1 as f32) - second.between(u, v),
                    );
                    seen.push((across, along, rest));
                }
                // One of the images may be lighter than the other.
                let lighter = seen.iter().map(|(.., rest)| rest).sum::<f64>() / seen.len() as f64;
                let (mut xx, mut xy, mut yy, mut x, mut y) = (0.0, 0.0, 0.0, 0.0, 0.0);
                for (across, along, rest) in seen {
                    xx += across * across;
                    xy += across * along;
                    yy += along * along;
                    x += across * (rest - lighter);
                    y += along * (rest - lighter);
                }
                let determinant = xx * yy - xy * xy;
                if determinant < 1e-3 * (xx + yy).powi(2) {
                    return None;
                }
                let step = (
                    (yy * x - xy * y) / determinant,
                    (xx * y - xy * x) / determinant,
                );
                (right, down) = (right + step.0, down + step.1);
                if right.hypot(down) > 2.5 {
                    return None;
                }
                if step.0.hypot(step.1) < 0.01 {
                    break;
                }
            }
            let (u, v) = moved(matrix, pair.from)?;
            Some(Pair {
                from: pair.from,
                to: (u + right, v + down),
            })
        })
        .collect()
}
