//! Strength of the grain of an image.
//!
//! Immerkær, "Fast Noise Variance Estimation" (1996): a mask that takes away whatever is even,
//! sloped or bent leaves the noise. It is applied block by block, and the quietest blocks are
//! believed, for in the others there is texture too.

use image::DynamicImage;

use super::opponent::Planes;

/// The side of a block in pixels.
const BLOCK: usize = 16;
/// About how many blocks are looked at.
const BLOCKS: usize = 4096;
/// The share of blocks that is taken for free of texture, and how much less noise the limit between
/// them and the others shows than there is.
const QUIET: f32 = 0.2;
const UNDERRATED: f32 = 1.05;
/// Grain below this is not seen: a third of a level of 255, on the orthonormal axes.
const UNSEEN: f32 = 0.35 / 255.0;
/// From how much more grain on than white noise would leave at half the size it counts as coarse.
const COARSE: f32 = 1.3;
/// Number of ranges of brightness that have a strength of their own.
pub(super) const RANGES: usize = 8;
/// Maximum brightness on the orthonormal axis.
const BRIGHTEST: f32 = 1.732_051;

/// The grain at one scale.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Grain {
    /// The standard deviation of each plane.
    pub(super) deviations: Vec<f32>,
    /// Factor by which it is stronger (or weaker) in each range of brightness.
    pub(super) by_brightness: [f32; RANGES],
}

impl Grain {
    /// Factor by which the grain is stronger than usual at a brightness.
    pub(super) fn at(&self, brightness: f32) -> f32 {
        let at = (brightness / BRIGHTEST * RANGES as f32 - 0.5).clamp(0.0, (RANGES - 1) as f32);
        let (below, part) = (
            (at as usize).min(RANGES - 2),
            at - (at as usize).min(RANGES - 2) as f32,
        );
        self.by_brightness[below] * (1.0 - part) + self.by_brightness[below + 1] * part
    }
}

/// The grain of an image at its own size and, where it is coarse, at half and at a quarter of it;
/// nothing where there is none to be seen.
pub(crate) fn measure(image: &DynamicImage) -> Vec<Grain> {
    let mut samples = samples(image);
    let mut found: Vec<Grain> = Vec::new();
    while found.len() < 3 {
        let Some(grain) = of_blocks(&samples) else {
            break;
        };
        // Means of four pixels have half the deviation, if the grain is white.
        let coarse = |before: &Grain| grain.deviations[0] > COARSE * before.deviations[0] / 2.0;
        if grain.deviations[0] < UNSEEN || !found.last().is_none_or(coarse) {
            break;
        }
        found.push(grain);
        samples = samples
            .iter()
            .filter(|sample| sample.width.min(sample.height) >= 24)
            .map(Planes::halved)
            .collect();
    }
    found
}

/// Parts of an image, evenly spread, large enough to be halved twice.
fn samples(image: &DynamicImage) -> Vec<Planes> {
    let (width, height) = (image.width(), image.height());
    let side = 4 * BLOCK as u32 + 8;
    let (across, down) = (width.div_ceil(side), height.div_ceil(side));
    let step = ((across * down) as usize * 16).div_ceil(BLOCKS).max(1);
    (0..across * down)
        .step_by(step)
        .map(|index| (index % across * side, index / across * side))
        .map(|(left, top)| {
            Planes::of(&image.crop_imm(left, top, side.min(width - left), side.min(height - top)))
        })
        .collect()
}

/// Remainder that the mask leaves in one block.
struct Rest {
    brightness: f32,
    /// The deviation of each plane.
    deviations: Vec<f32>,
}

fn of_blocks(samples: &[Planes]) -> Option<Grain> {
    let rests: Vec<Rest> = samples.iter().flat_map(rests).collect();
    let planes = rests.first()?.deviations.len();
    let deviations: Vec<f32> = (0..planes)
        .map(|plane| UNDERRATED * quiet(rests.iter().map(|rest| rest.deviations[plane]).collect()))
        .collect();
    let mut by_brightness = [None; RANGES];
    for (range, strength) in by_brightness.iter_mut().enumerate() {
        let within = |rest: &&Rest| (rest.brightness / BRIGHTEST * RANGES as f32) as usize == range;
        let here: Vec<f32> = rests
            .iter()
            .filter(within)
            .map(|rest| rest.deviations[0])
            .collect();
        if here.len() >= 24 {
            *strength = Some((UNDERRATED * quiet(here) / deviations[0].max(1e-6)).clamp(0.4, 2.5));
        }
    }
    // What was not seen is taken to be as the nearest range that was.
    let known = |range: usize| {
        (0..RANGES)
            .filter_map(|other| {
                by_brightness[other].map(|strength| (other.abs_diff(range), strength))
            })
            .min_by_key(|near| near.0)
    };
    let by_brightness =
        std::array::from_fn(|range| known(range).map_or(1.0, |(_, strength)| strength));
    Some(Grain {
        deviations,
        by_brightness,
    })
}

/// Deviation that the quietest of some deviations stay below; 0 where there are none.
fn quiet(mut deviations: Vec<f32>) -> f32 {
    let at = ((deviations.len().saturating_sub(1)) as f32 * QUIET) as usize;
    if deviations.is_empty() {
        0.0
    } else {
        *deviations.select_nth_unstable_by(at, f32::total_cmp).1
    }
}

fn rests(sample: &Planes) -> Vec<Rest> {
    let (width, height) = (sample.width, sample.height);
    let (across, down) = (
        width.saturating_sub(2) / BLOCK,
        height.saturating_sub(2) / BLOCK,
    );
    let mut rests = Vec::with_capacity(across * down);
    for (top, left) in
        (0..down).flat_map(|y| (0..across).map(move |x| (1 + y * BLOCK, 1 + x * BLOCK)))
    {
        let (right, bottom, count) = (left + BLOCK, top + BLOCK, (BLOCK * BLOCK) as f32);
        let mut sums = vec![0.0; sample.values.len()];
        for (sum, plane) in sums.iter_mut().zip(&sample.values) {
            for at in (top..bottom).flat_map(|y| (left..right).map(move |x| y * width + x)) {
                let corners = plane[at - width - 1]
                    + plane[at - width + 1]
                    + plane[at + width - 1]
                    + plane[at + width + 1];
                let sides = plane[at - width] + plane[at - 1] + plane[at + 1] + plane[at + width];
                *sum += (corners - 2.0 * sides + 4.0 * plane[at]).abs();
            }
        }
        let cells = (top..bottom).flat_map(|y| (left..right).map(move |x| y * width + x));
        let brightness = cells.map(|at| sample.values[0][at]).sum::<f32>() / count;
        // Where light is cut off at black or white there is no grain to be seen, which says nothing
        // of the rest.
        if (0.02 * BRIGHTEST..0.98 * BRIGHTEST).contains(&brightness) {
            // The mask's weights squared add up to 36; the mean size of a normal value is √(2/π) of
            // its deviation.
            let deviations = sums
                .iter()
                .map(|sum| sum / count / 6.0 * (std::f32::consts::PI / 2.0).sqrt())
                .collect();
            rests.push(Rest {
                brightness,
                deviations,
            });
        }
    }
    rests
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};
    use patchbay_test_support::noise;

    use super::*;

    fn grainy(strength: impl Fn(u32) -> f32, cell: u32) -> DynamicImage {
        RgbImage::from_fn(300, 300, |x, y| {
            let ground = 40.0 + 0.5 * x as f32;
            Rgb([0, 1, 2].map(|c| {
                let at = |part: u32| {
                    noise(x / cell + 977 * part, y / cell + 7_919 * c, 500) as f32 / 1000.0
                };
                (ground + (0..12).map(at).sum::<f32>() * strength(x))
                    .round()
                    .clamp(0.0, 255.0) as u8
            }))
        })
        .into()
    }

    #[test]
    fn the_deviation_is_measured() {
        for deviation in [4.0, 10.0, 24.0] {
            let found = measure(&grainy(|_| deviation, 1));
            assert_eq!(found.len(), 1, "white grain is not coarse: {found:?}");
            for measured in &found[0].deviations {
                assert!(
                    (measured * 255.0 / deviation - 1.0).abs() < 0.1,
                    "{deviation}: {found:?}"
                );
            }
        }
    }

    #[test]
    fn coarse_grain_and_grain_of_the_shadows_are_seen() {
        assert!(measure(&grainy(|_| 10.0, 2)).len() > 1);
        let found = measure(&grainy(|x| if x < 150 { 16.0 } else { 6.0 }, 1));
        let (dark, light) = (found[0].at(0.3), found[0].at(1.1));
        assert!(dark > 1.7 * light, "{found:?}");
    }

    #[test]
    fn a_smooth_image_has_none() {
        let smooth = RgbImage::from_fn(200, 200, |x, y| Rgb([(40 + x / 2 + y / 4) as u8, 90, 120]));
        assert!(measure(&smooth.into()).is_empty());
        assert!(measure(&DynamicImage::new_luma8(1, 1)).is_empty());
    }
}
