//! Prominence of each patch against the background.
//!
//! Zhu, Liang, Wei and Sun, "Saliency Optimization from Robust Background Detection" (2014): what
//! hangs together with much of the frame for its size is background (section 3); what differs from
//! the background stands out (section 4.1); and the answer that agrees with both, and changes
//! little between patches that look alike, solves equation 9.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use patchbay_domain::Cancelled;
use rayon::prelude::*;

use super::superpixels::{Patch, Superpixels};
use crate::Watch;
use crate::working_copy::squared_distance;

/// Colour distances (L*a*b*) at which two patches no longer hang together (`σ_clr`, equation 2).
const ALIKE: f32 = 10.0;
/// Ways longer than this weigh less than a hundredth and are not followed.
const LONGEST: f32 = 3.0 * ALIKE;
/// Reach of contrast, as a share of the longer side (`σ_spa`, equation 7).
const NEARNESS: f32 = 0.4;
/// Weight of certain background against certain foreground, and of smoothness everywhere (section
/// 4.2).
const BACKGROUND_WEIGHT: f32 = 5.0;
const LEAST_SMOOTHNESS: f32 = 0.1;
const ROUNDS: usize = 150;
/// Each patch at the frame is taken as beside so many others there that look most like it: a thing
/// in front of the background parts it only in the image.
const FRAME_NEIGHBOURS: usize = 8;

/// Result of [`measure`].
pub(super) struct Saliency {
    /// Prominence of each patch, from 0 to 1, the most prominent one being 1.
    pub(super) values: Vec<f32>,
    /// The contrast of the most prominent patch to the background, in L*a*b* units: below about 8
    /// it is a whim of the light.
    pub(super) contrast: f32,
}

/// Measures how much each patch of a working copy of that size stands out.
///
/// # Errors
/// `progress` was cancelled.
pub(super) fn measure(
    superpixels: &Superpixels,
    side: usize,
    progress: &dyn Watch,
) -> Result<Saliency, Cancelled> {
    let patches = &superpixels.patches;
    let background = background(superpixels, progress)?;
    let contrast = contrast(patches, &background, side as f32);
    if progress.is_cancelled() {
        return Err(Cancelled);
    }
    let weighed: Vec<f32> = contrast
        .iter()
        .zip(&background)
        .map(|(contrast, ground)| contrast * (1.0 - ground))
        .collect();
    let most = weighed.iter().copied().fold(0.0, f32::max);
    let prominent: Vec<f32> = weighed
        .iter()
        .map(|value| value / most.max(f32::MIN_POSITIVE))
        .collect();
    let threshold = otsu(&prominent, patches);
    let foreground: Vec<f32> = prominent
        .iter()
        .map(|&value| if value < threshold { 0.0 } else { value })
        .collect();
    let mut values = agree(superpixels, &background, &foreground);
    let top = values.iter().copied().fold(f32::MIN_POSITIVE, f32::max);
    for value in &mut values {
        *value /= top;
    }
    Ok(Saliency {
        values,
        contrast: most,
    })
}

/// Likelihood of each patch to be background, from 0 to 1 (equations 2 to 5).
fn background(superpixels: &Superpixels, progress: &dyn Watch) -> Result<Vec<f32>, Cancelled> {
    let ways = ways(superpixels);
    let patches = &superpixels.patches;
    let usual = patches.iter().map(|patch| patch.size).sum::<f32>() / patches.len().max(1) as f32;
    (0..patches.len() as u32)
        .into_par_iter()
        .map(|start| {
            if progress.is_cancelled() {
                return Err(Cancelled);
            }
            let (mut area, mut at_frame) = (0.0, 0.0);
            for (patch, distance) in within_reach(&ways, start) {
                let patch = &patches[patch as usize];
                let alike = (-(distance / ALIKE).powi(2) / 2.0).exp();
                area += alike * patch.size / usual;
                if patch.at_frame {
                    at_frame += alike;
                }
            }
            let connectivity: f32 = at_frame / area.max(f32::MIN_POSITIVE).sqrt();
            Ok(1.0 - (-connectivity.powi(2) / 2.0).exp())
        })
        .collect()
}

/// From each patch to those beside it, with the change of colour that is more than the usual grain.
fn ways(superpixels: &Superpixels) -> Vec<Vec<(u32, f32)>> {
    let patches = &superpixels.patches;
    let apart = |a: u32, b: u32| {
        squared_distance(patches[a as usize].mean, patches[b as usize].mean).sqrt()
    };
    let mut pairs: Vec<(u32, u32)> = superpixels
        .borders
        .iter()
        .map(|border| border.patches)
        .collect();
    let mut least = vec![f32::INFINITY; patches.len()];
    for &(a, b) in &pairs {
        for patch in [a, b] {
            let least = &mut least[patch as usize];
            *least = least.min(apart(a, b));
        }
    }
    let known: Vec<f32> = least
        .into_iter()
        .filter(|least| least.is_finite())
        .collect();
    let grain = known.iter().sum::<f32>() / known.len().max(1) as f32;
    let mut frame: Vec<u32> = (0..patches.len() as u32)
        .filter(|&patch| patches[patch as usize].at_frame)
        .collect();
    frame.sort_by(|&a, &b| patches[a as usize].mean[0].total_cmp(&patches[b as usize].mean[0]));
    for &patch in &frame {
        let mut others: Vec<u32> = frame
            .iter()
            .copied()
            .filter(|&other| other != patch)
            .collect();
        others.sort_by(|&a, &b| apart(patch, a).total_cmp(&apart(patch, b)));
        pairs.extend(
            others
                .into_iter()
                .take(FRAME_NEIGHBOURS)
                .map(|other| (patch, other)),
        );
    }
    let mut ways = vec![Vec::new(); patches.len()];
    for (a, b) in pairs {
        let cost = (apart(a, b) - grain).max(0.0);
        ways[a as usize].push((b, cost));
        ways[b as usize].push((a, cost));
    }
    ways
}

/// The patches that are no further than [`LONGEST`] from one, with how far they are.
fn within_reach(ways: &[Vec<(u32, f32)>], start: u32) -> Vec<(u32, f32)> {
    let mut distances = vec![f32::INFINITY; ways.len()];
    distances[start as usize] = 0.0;
    // Costs are not negative, and the order of such floats is the order of their bits.
    let mut open = BinaryHeap::from([Reverse((0_u32, start))]);
    let mut reached = Vec::new();
    while let Some(Reverse((bits, patch))) = open.pop() {
        let distance = f32::from_bits(bits);
        if distance > distances[patch as usize] {
            continue;
        }
        reached.push((patch, distance));
        for &(next, cost) in &ways[patch as usize] {
            let total = distance + cost;
            if total < distances[next as usize] && total <= LONGEST {
                distances[next as usize] = total;
                open.push(Reverse((total.to_bits(), next)));
            }
        }
    }
    reached
}

/// The mean colour distance of each patch to the background around it, in L*a*b* units (equation 8,
/// as a mean).
fn contrast(patches: &[Patch], background: &[f32], side: f32) -> Vec<f32> {
    patches
        .par_iter()
        .map(|patch| {
            let (mut sum, mut total) = (0.0, f32::MIN_POSITIVE);
            for (other, ground) in patches.iter().zip(background) {
                let apart =
                    (patch.center.0 - other.center.0).hypot(patch.center.1 - other.center.1) / side;
                let weight = ground * other.size * (-(apart / NEARNESS).powi(2) / 2.0).exp();
                sum += weight * squared_distance(patch.mean, other.mean).sqrt();
                total += weight;
            }
            sum / total
        })
        .collect()
}

/// The saliency that costs least (equation 9), by the method of Gauss and Seidel.
fn agree(superpixels: &Superpixels, background: &[f32], foreground: &[f32]) -> Vec<f32> {
    let patches = &superpixels.patches;
    let mut beside = vec![Vec::new(); patches.len()];
    for border in &superpixels.borders {
        let (a, b) = (border.patches.0 as usize, border.patches.1 as usize);
        let square = squared_distance(patches[a].mean, patches[b].mean);
        let weight = (-square / (2.0 * ALIKE * ALIKE)).exp() + LEAST_SMOOTHNESS;
        beside[a].push((b, weight));
        beside[b].push((a, weight));
    }
    let mut values = foreground.to_vec();
    for _ in 0..ROUNDS {
        let mut change = 0.0_f32;
        for patch in 0..values.len() {
            let (pull, total) = beside[patch].iter().fold(
                (
                    foreground[patch],
                    BACKGROUND_WEIGHT * background[patch] + foreground[patch],
                ),
                |(pull, total), &(other, weight)| (pull + weight * values[other], total + weight),
            );
            let next = pull / total.max(f32::MIN_POSITIVE);
            change = change.max((next - values[patch]).abs());
            values[patch] = next;
        }
        if change < 1e-4 {
            break;
        }
    }
    values
}

/// The value that parts those of the patches into two even groups (Otsu, "A Threshold Selection
/// Method from Gray-Level Histograms", 1979).
pub(super) fn otsu(values: &[f32], patches: &[Patch]) -> f32 {
    const BINS: usize = 64;
    let mut counts = [0.0_f32; BINS];
    for (value, patch) in values.iter().zip(patches) {
        counts[((value.clamp(0.0, 1.0) * BINS as f32) as usize).min(BINS - 1)] += patch.size;
    }
    let total: f32 = counts.iter().sum();
    let sum: f32 = counts
        .iter()
        .enumerate()
        .map(|(bin, count)| bin as f32 * count)
        .sum();
    let (mut below, mut sum_below, mut best) = (0.0, 0.0, (0.0, 0));
    for (bin, count) in counts.iter().enumerate() {
        below += count;
        sum_below += bin as f32 * count;
        let above = total - below;
        if below <= 0.0 || above <= 0.0 {
            continue;
        }
        let between = below * above * (sum_below / below - (sum - sum_below) / above).powi(2);
        if between > best.0 {
            best = (between, bin);
        }
    }
    (best.1 + 1) as f32 / BINS as f32
}
