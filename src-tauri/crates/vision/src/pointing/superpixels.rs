//! Splits the working copy into a few thousand small patches of even colour that follow the
//! outlines, so that cuts are sought among thousands of nodes and not a million.
//!
//! Achanta et al., "SLIC Superpixels Compared to State-of-the-Art Superpixel Methods" (2012). Each
//! pixel looks at the nine patches around its place in the starting grid, which lets all pixels be
//! assigned at once.

use rayon::prelude::*;

use crate::Watch;
use crate::pixels::beside;
use crate::working_copy::{Lab, WorkingCopy, squared_distance};

/// Approximate number of patches that an image is split into.
const PATCHES: f32 = 2400.0;
const ROUNDS: usize = 5;
/// Weight of nearness against colour, in L*a*b* units for one grid step.
const COMPACTNESS: f32 = 10.0;

/// A patch.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Patch {
    /// Number of pixels.
    pub(super) size: f32,
    /// Mean colour.
    pub(super) mean: Lab,
    /// Covariance of its pixels' colours: LL, La, Lb, aa, ab, bb.
    pub(super) spread: [f32; 6],
    /// Centre in pixels of the working copy.
    pub(super) center: (f32, f32),
    /// Whether it touches the image's frame.
    pub(super) at_frame: bool,
}

/// A border between two patches.
#[derive(Debug, Clone, Copy)]
pub(super) struct Border {
    pub(super) patches: (u32, u32),
    /// Number of pixel pairs.
    pub(super) length: f32,
    /// Mean colour difference of patches and across the border, in L*a*b* units.
    pub(super) contrast: f32,
}

pub(super) struct Superpixels {
    /// The patch of each pixel.
    pub(super) labels: Vec<u32>,
    pub(super) patches: Vec<Patch>,
    pub(super) borders: Vec<Border>,
    /// A patch's usual width in pixels.
    pub(super) step: f32,
}

#[derive(Clone, Copy, Default)]
struct Seed {
    color: Lab,
    x: f32,
    y: f32,
}

impl Superpixels {
    pub(super) fn new(copy: &WorkingCopy, progress: &dyn Watch) -> Self {
        let step = ((copy.width * copy.height) as f32 / PATCHES)
            .sqrt()
            .max(4.0);
        let labels = assign(copy, step, progress);
        let (labels, count) = connect(
            &labels,
            copy.width,
            copy.height,
            (step * step / 4.0) as usize,
        );
        let patches = measure(copy, &labels, count);
        let borders = borders(copy, &labels, &patches);
        Self {
            labels,
            patches,
            borders,
            step,
        }
    }
}

fn assign(copy: &WorkingCopy, step: f32, progress: &dyn Watch) -> Vec<u32> {
    let columns = ((copy.width as f32 / step).round() as usize).max(1);
    let rows = ((copy.height as f32 / step).round() as usize).max(1);
    let cell = |x: usize, y: usize| (x * columns / copy.width, y * rows / copy.height);
    let mut labels: Vec<u32> = (0..copy.width * copy.height)
        .map(|at| cell(at % copy.width, at / copy.width))
        .map(|(column, row)| (row * columns + column) as u32)
        .collect();
    let weight = (COMPACTNESS / step).powi(2);
    for _ in 0..ROUNDS {
        let seeds = centers(copy, &labels, columns * rows);
        if progress.is_cancelled() {
            break;
        }
        labels
            .par_chunks_mut(copy.width)
            .enumerate()
            .for_each(|(y, line)| {
                for (x, label) in line.iter_mut().enumerate() {
                    let (column, row) = cell(x, y);
                    let color = copy.lab[y * copy.width + x];
                    let mut least = f32::INFINITY;
                    for row in row.saturating_sub(1)..=(row + 1).min(rows - 1) {
                        for column in column.saturating_sub(1)..=(column + 1).min(columns - 1) {
                            let index = row * columns + column;
                            let seed = seeds[index];
                            let apart = (seed.x - x as f32).powi(2) + (seed.y - y as f32).powi(2);
                            let distance = squared_distance(seed.color, color) + weight * apart;
                            if distance < least {
                                least = distance;
                                *label = index as u32;
                            }
                        }
                    }
                }
            });
    }
    labels
}

fn centers(copy: &WorkingCopy, labels: &[u32], count: usize) -> Vec<Seed> {
    let mut sums = vec![(Seed::default(), 0.0_f32); count];
    for (at, (&label, color)) in labels.iter().zip(&copy.lab).enumerate() {
        let (sum, size) = &mut sums[label as usize];
        for (total, value) in sum.color.iter_mut().zip(color) {
            *total += value;
        }
        sum.x += (at % copy.width) as f32;
        sum.y += (at / copy.width) as f32;
        *size += 1.0;
    }
    sums.into_iter()
        .map(|(sum, size)| {
            let size = size.max(1.0);
            Seed {
                color: sum.color.map(|total| total / size),
                x: sum.x / size,
                y: sum.y / size,
            }
        })
        .collect()
}

/// Gives each connected piece a label of its own; pieces of fewer than `least` pixels join the
/// piece before them.
fn connect(labels: &[u32], width: usize, height: usize, least: usize) -> (Vec<u32>, usize) {
    const NONE: u32 = u32::MAX;
    let mut out = vec![NONE; labels.len()];
    let mut count = 0;
    let mut piece = Vec::new();
    for start in 0..labels.len() {
        if out[start] != NONE {
            continue;
        }
        let before = if start % width > 0 {
            Some(out[start - 1])
        } else {
            start.checked_sub(width).map(|above| out[above])
        };
        piece.clear();
        piece.push(start);
        out[start] = count;
        let mut next = 0;
        while let Some(&at) = piece.get(next) {
            next += 1;
            for neighbour in beside(at, width, height) {
                if out[neighbour] == NONE && labels[neighbour] == labels[start] {
                    out[neighbour] = count;
                    piece.push(neighbour);
                }
            }
        }
        match before {
            Some(before) if piece.len() < least => piece.iter().for_each(|&at| out[at] = before),
            _ => count += 1,
        }
    }
    (out, count as usize)
}

/// The patches that `labels` (each below `count`) part the working copy into; of a label without
/// pixels all is 0.
pub(super) fn measure(copy: &WorkingCopy, labels: &[u32], count: usize) -> Vec<Patch> {
    let mut patches = vec![Patch::default(); count];
    for (at, (&label, &[l, a, b])) in labels.iter().zip(&copy.lab).enumerate() {
        let patch = &mut patches[label as usize];
        let (x, y) = (at % copy.width, at / copy.width);
        patch.size += 1.0;
        patch.center.0 += x as f32;
        patch.center.1 += y as f32;
        patch.at_frame |= x == 0 || y == 0 || x + 1 == copy.width || y + 1 == copy.height;
        for (total, value) in patch.mean.iter_mut().zip([l, a, b]) {
            *total += value;
        }
        for (total, value) in
            patch
                .spread
                .iter_mut()
                .zip([l * l, l * a, l * b, a * a, a * b, b * b])
        {
            *total += value;
        }
    }
    for patch in &mut patches {
        let size = patch.size.max(1.0);
        patch.center = (patch.center.0 / size, patch.center.1 / size);
        patch.mean = patch.mean.map(|total| total / size);
        let [l, a, b] = patch.mean;
        for (total, product) in
            patch
                .spread
                .iter_mut()
                .zip([l * l, l * a, l * b, a * a, a * b, b * b])
        {
            *total = *total / size - product;
        }
    }
    patches
}

fn borders(copy: &WorkingCopy, labels: &[u32], patches: &[Patch]) -> Vec<Border> {
    let mut pairs = Vec::new();
    for at in 0..labels.len() {
        let right = (at % copy.width + 1 < copy.width).then_some(at + 1);
        let below = (at + copy.width < labels.len()).then_some(at + copy.width);
        for other in [right, below].into_iter().flatten() {
            let (a, b) = (labels[at].min(labels[other]), labels[at].max(labels[other]));
            if a != b {
                pairs.push((a, b, squared_distance(copy.lab[at], copy.lab[other]).sqrt()));
            }
        }
    }
    pairs.sort_unstable_by_key(|&(a, b, _)| (a, b));
    pairs
        .chunk_by(|p, q| (p.0, p.1) == (q.0, q.1))
        .map(|pairs| {
            let (a, b, _) = pairs[0];
            let length = pairs.len() as f32;
            let across = pairs.iter().map(|pair| pair.2).sum::<f32>() / length;
            let means = squared_distance(patches[a as usize].mean, patches[b as usize].mean).sqrt();
            Border {
                patches: (a, b),
                length,
                contrast: 0.5 * (across + means),
            }
        })
        .collect()
}
