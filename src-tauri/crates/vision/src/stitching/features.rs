//! Corners of an image with what lies around them, in a form that can be compared with other
//! images'.
//!
//! Rublee, Rabaud, Konolige and Bradski, "ORB: an Efficient Alternative to SIFT or SURF" (2011):
//! FAST corners at several sizes, turned by the direction of their brightness (section 3.2),
//! described by 256 comparisons of pairs of pixels that turn with them (section 4.1).

use std::sync::LazyLock;

use image::GrayImage;
use imageproc::corners::corners_fast9;
use imageproc::filter::gaussian_blur_f32;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

/// Maximum number of corners of one size that are kept.
const MOST: usize = 1500;
/// Corners are kept from each of so many by so many parts of the image, so that no bush takes them
/// all.
const PARTS: usize = 10;
/// From the middle of what is compared to its edge, in pixels.
const RADIUS: i32 = 15;
/// The least that a corner differs from its surroundings, tried in turn until there are enough.
const THRESHOLDS: [u8; 3] = [24, 12, 6];
/// Each size is so much smaller than the one before.
const SHRINK: f32 = 1.4;
const SIZES: usize = 4;

/// A corner and its surroundings.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Feature {
    /// Place in pixels from the middle of the image's first one.
    pub(super) x: f32,
    pub(super) y: f32,
    /// One bit for each comparison.
    bits: [u64; 4],
}

impl Feature {
    /// Number of comparisons in which two differ, of 256.
    pub(super) fn distance(&self, other: &Self) -> u32 {
        self.bits
            .iter()
            .zip(other.bits)
            .map(|(a, b)| (a ^ b).count_ones())
            .sum()
    }
}

/// The features of a grey image, at several sizes.
pub(super) fn features(image: &GrayImage) -> Vec<Feature> {
    (0..SIZES)
        .into_par_iter()
        .flat_map_iter(|size| {
            let scale = SHRINK.powi(size as i32);
            let side = |length: u32| (length as f32 / scale).round() as u32;
            let (width, height) = (side(image.width()), side(image.height()));
            if width.min(height) < 4 * RADIUS as u32 {
                return Vec::new();
            }
            let level = image::imageops::resize(
                image,
                width,
                height,
                image::imageops::FilterType::Triangle,
            );
            let (across, down) = (
                image.width() as f32 / width as f32,
                image.height() as f32 / height as f32,
            );
            let mut found = of_one_size(&level);
            for feature in &mut found {
                (feature.x, feature.y) = (
                    (feature.x + 0.5) * across - 0.5,
                    (feature.y + 0.5) * down - 0.5,
                );
            }
            found
        })
        .collect()
}

fn of_one_size(image: &GrayImage) -> Vec<Feature> {
    let smooth = gaussian_blur_f32(image, 1.8);
    let corners = corners(&gaussian_blur_f32(image, 0.8));
    corners
        .iter()
        .map(|&(x, y)| Feature {
            x: x as f32,
            y: y as f32,
            bits: described(&smooth, x, y),
        })
        .collect()
}

/// The places of corners, the strongest of each part of the image, none within three pixels of a
/// stronger one.
fn corners(image: &GrayImage) -> Vec<(u32, u32)> {
    let (width, height) = image.dimensions();
    let margin = RADIUS as u32 + 3;
    let inside = |at: u32, length: u32| at >= margin && at + margin < length;
    let mut found = Vec::new();
    for threshold in THRESHOLDS {
        found = corners_fast9(image, threshold);
        found.retain(|corner| inside(corner.x, width) && inside(corner.y, height));
        if found.len() >= 2 * MOST {
            break;
        }
    }
    let mut strong: Vec<(f32, u32, u32)> = found
        .iter()
        .map(|corner| (cornerness(image, corner.x, corner.y), corner.x, corner.y))
        .collect();
    strong.sort_by(|a, b| b.0.total_cmp(&a.0).then((a.2, a.1).cmp(&(b.2, b.1))));
    let mut taken = vec![false; (width * height) as usize];
    let mut of_part = [0; PARTS * PARTS];
    let mut kept = Vec::new();
    for (_, x, y) in strong {
        let part =
            (y as usize * PARTS / height as usize) * PARTS + x as usize * PARTS / width as usize;
        if taken[(y * width + x) as usize] || of_part[part] >= MOST.div_ceil(PARTS * PARTS) {
            continue;
        }
        of_part[part] += 1;
        kept.push((x, y));
        for v in y - 3..=y + 3 {
            taken[(v * width + x - 3) as usize..=(v * width + x + 3) as usize].fill(true);
        }
    }
    kept
}

/// Corner strength (and not edge strength) of a place: Harris and Stephens, "A Combined Corner and
/// Edge Detector" (1988), with k = 0.04 over seven by seven pixels.
fn cornerness(image: &GrayImage, x: u32, y: u32) -> f32 {
    let at = |x: u32, y: u32| f32::from(image.get_pixel(x, y)[0]);
    let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
    for v in y - 3..=y + 3 {
        for u in x - 3..=x + 3 {
            let (across, down) = (at(u + 1, v) - at(u - 1, v), at(u, v + 1) - at(u, v - 1));
            xx += across * across;
            xy += across * down;
            yy += down * down;
        }
    }
    xx * yy - xy * xy - 0.04 * (xx + yy) * (xx + yy)
}

/// Pairs of places around a corner, `(x, y, x, y)`, close to the middle more often than far from
/// it.
static PAIRS: LazyLock<Vec<[f32; 4]>> = LazyLock::new(|| {
    let mut random = ChaCha8Rng::seed_from_u64(2011);
    let mut place = || loop {
        // The mean of several even values is nearly normal.
        let mut spread = || {
            (0..6)
                .map(|_| random.random_range(-1.0..1.0_f32))
                .sum::<f32>()
                * 4.6
        };
        let (x, y) = (spread(), spread());
        if x.hypot(y) <= RADIUS as f32 - 1.0 {
            return [x, y];
        }
    };
    let mut pair = || {
        let ([a, b], [c, d]) = (place(), place());
        [a, b, c, d]
    };
    (0..256).map(|_| pair()).collect()
});

fn described(smooth: &GrayImage, x: u32, y: u32) -> [u64; 4] {
    let at = |dx: i32, dy: i32| smooth.get_pixel((x as i32 + dx) as u32, (y as i32 + dy) as u32)[0];
    let (mut across, mut down) = (0.0, 0.0);
    for dy in -RADIUS..=RADIUS {
        for dx in -RADIUS..=RADIUS {
            if dx * dx + dy * dy <= RADIUS * RADIUS {
                across += dx as f32 * f32::from(at(dx, dy));
                down += dy as f32 * f32::from(at(dx, dy));
            }
        }
    }
    let (sine, cosine) = f32::atan2(down, across).sin_cos();
    let turned = |u: f32, v: f32| {
        at(
            (cosine * u - sine * v).round() as i32,
            (sine * u + cosine * v).round() as i32,
        )
    };
    let mut bits = [0; 4];
    for (index, &[a, b, c, d]) in PAIRS.iter().enumerate() {
        bits[index / 64] |= u64::from(turned(a, b) < turned(c, d)) << (index % 64);
    }
    bits
}

#[cfg(test)]
mod tests {
    use image::Luma;
    use patchbay_test_support::noise;

    use super::*;

    /// Patches of many sizes and levels.
    fn scene() -> GrayImage {
        let cell = |x: u32, y: u32, size: u32| noise(x / size, y / size + 1000 * size, 100);
        let rough = GrayImage::from_fn(260, 220, |x, y| {
            Luma([(128 + (cell(x, y, 31) + cell(x, y, 17) + cell(x, y, 9)) / 3) as u8])
        });
        gaussian_blur_f32(&rough, 1.0)
    }

    #[test]
    fn a_turned_image_has_the_same_features() {
        let (upright, turned) = (scene(), image::imageops::rotate90(&scene()));
        let (here, there) = (features(&upright), features(&turned));
        assert!(here.len() > 200, "{}", here.len());
        let found = here.iter().filter(|feature| {
            // (x, y) of an image 220 high lies at (219 - y, x) after a quarter turn.
            let (x, y) = (219.0 - feature.y, feature.x);
            there
                .iter()
                .any(|other| (other.x - x).hypot(other.y - y) < 2.0 && feature.distance(other) < 50)
        });
        let found = found.count();
        assert!(found * 10 > here.len() * 7, "{found} of {}", here.len());
    }

    #[test]
    fn an_even_or_tiny_image_has_none() {
        assert!(features(&GrayImage::new(300, 200)).is_empty());
        assert!(
            features(&scene().clone()).len()
                > features(&image::imageops::crop_imm(&scene(), 0, 0, 70, 70).to_image()).len()
        );
        assert!(features(&GrayImage::new(3, 1)).is_empty());
    }
}
