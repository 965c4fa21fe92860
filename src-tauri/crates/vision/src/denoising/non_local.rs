//! Averages every pixel with others whose surroundings look alike.
//!
//! Buades, Coll and Morel, "Non-Local Means Denoising" (IPOL 2011): the weight of a pixel falls
//! with the mean squared distance of the patches around both, less what noise alone makes of it
//! (equations 1 to 4). As all pixels are shifted alike, the distances of one shift come from sums
//! over boxes, after Darbon et al., "Fast Nonlocal Filtering Applied to Electron Cryomicroscopy"
//! (2008), and each serves both pixels of a pair. Tiles keep the work in the cache.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

use patchbay_domain::Cancelled;
use rayon::prelude::*;

use super::grain::Grain;
use super::opponent::Planes;
use crate::Report;

/// The side of a tile in pixels.
const TILE: usize = 96;
/// Maximum distance of pixels that are averaged, across and down.
const SEARCH: usize = 8;
/// The largest patch's radius.
const LARGEST_PATCH: usize = 2;
/// Distance from the middle of a patch up to which its weight counts for the pixels around it:
/// nearly all that it covers, so that a pixel that is like no other is cleaned with its neighbours.
const SPREAD: usize = 1;
/// Distance beyond a pixel that the work looks at.
pub(super) const REACH: usize = SEARCH + LARGEST_PATCH + SPREAD;

/// Parameters by which patches are compared.
#[derive(Debug, Clone, Copy)]
struct Comparison {
    /// Pixels from the middle of a patch to its edge.
    radius: usize,
    /// Weights fall to 1/e for a mean squared distance of this square (in deviations of the noise)
    /// above the usual one.
    tolerance: f32,
}

impl Comparison {
    /// Stronger noise needs larger patches to be told from texture; so does an image without
    /// colours to go by.
    fn against(grain: &Grain) -> Self {
        let strong = grain.deviations[0] * 255.0
            > if grain.deviations.len() == 1 {
                10.0
            } else {
                22.0
            };
        if strong {
            Self {
                radius: 2,
                tolerance: 0.42,
            }
        } else {
            Self {
                radius: 1,
                tolerance: 0.55,
            }
        }
    }
}

/// The planes without their grain.
///
/// # Errors
/// Returns an error if `report` stops it.
pub(super) fn means(planes: &Planes, grain: &Grain, report: &Report) -> Result<Planes, Cancelled> {
    let (width, height) = (planes.width, planes.height);
    let corners: Vec<(usize, usize)> = (0..height)
        .step_by(TILE)
        .flat_map(|top| (0..width).step_by(TILE).map(move |left| (left, top)))
        .collect();
    let done = AtomicUsize::new(0);
    let tiles = corners
        .par_iter()
        .map(|&(left, top)| {
            report(done.fetch_add(1, Ordering::Relaxed) as f64 / corners.len() as f64)?;
            let tile = Tile::cut(planes, grain, left, top);
            Ok((
                left,
                top,
                tile.across,
                tile.clean(Comparison::against(grain)),
            ))
        })
        .collect::<Result<Vec<_>, Cancelled>>()?;
    let mut out = planes.clone();
    for (left, top, across, values) in tiles {
        for (plane, values) in out.values.iter_mut().zip(values) {
            for (y, row) in values.chunks(across).enumerate() {
                let at = (top + y) * width + left;
                plane[at..at + across].copy_from_slice(row);
            }
        }
    }
    Ok(out)
}

/// A part of the planes with [`REACH`] pixels more on every side, mirrored at the frame.
struct Tile {
    /// The part's size without what lies around it.
    across: usize,
    down: usize,
    /// Length of a row, with what lies around it.
    stride: usize,
    /// In deviations of the noise.
    planes: Vec<Vec<f32>>,
    deviations: Vec<f32>,
    /// Factor by which a difference counts less for the noise that is usual at that brightness.
    calm: Vec<f32>,
}

impl Tile {
    fn cut(source: &Planes, grain: &Grain, left: usize, top: usize) -> Self {
        let (across, down) = (TILE.min(source.width - left), TILE.min(source.height - top));
        let (stride, rows) = (across + 2 * REACH, down + 2 * REACH);
        let places = |first: usize, count: usize, length: usize| -> Vec<usize> {
            (0..count)
                .map(|at| mirrored(first as isize + at as isize - REACH as isize, length))
                .collect()
        };
        let (columns, lines) = (
            places(left, stride, source.width),
            places(top, rows, source.height),
        );
        // A plane that is all but free of noise says no more about likeness than one with a quarter
        // of the strongest.
        let strongest = grain
            .deviations
            .iter()
            .fold(0.0, |most: f32, deviation| most.max(*deviation));
        let deviations: Vec<f32> = grain
            .deviations
            .iter()
            .map(|deviation| deviation.max(strongest / 4.0))
            .collect();
        let planes: Vec<Vec<f32>> = source
            .values
            .iter()
            .zip(&deviations)
            .map(|(plane, deviation)| {
                let row = |y: usize| {
                    columns
                        .iter()
                        .map(move |x| plane[y * source.width + x] / deviation)
                };
                lines.iter().flat_map(|y| row(*y)).collect()
            })
            .collect();
        let mut tile = Self {
            across,
            down,
            stride,
            planes,
            deviations,
            calm: vec![1.0; stride * rows],
        };
        for y in 1..rows - 1 {
            for x in 1..stride - 1 {
                let bright = &tile.planes[0];
                let rows = [y - 1, y, y + 1].map(|y| {
                    bright[y * stride + x - 1..y * stride + x + 2]
                        .iter()
                        .sum::<f32>()
                });
                let brightness = rows.iter().sum::<f32>() / 9.0 * tile.deviations[0];
                tile.calm[y * stride + x] = 1.0 / grain.at(brightness).powi(2);
            }
        }
        tile
    }

    /// The cleaned planes of the part itself.
    fn clean(&self, comparison: Comparison) -> Vec<Vec<f32>> {
        let size = self.across * self.down;
        let mut sums = Sums {
            planes: vec![vec![0.0; size]; self.planes.len()],
            total: vec![0.0; size],
            most: vec![0.0; size],
        };
        let mut work = Work {
            squares: vec![0.0; self.stride],
            boxes: self.calm.clone(),
            weights: self.calm.clone(),
        };
        for down in 0..=SEARCH {
            for across in -(SEARCH as isize)..=SEARCH as isize {
                if down > 0 || across > 0 {
                    self.weigh(comparison, across, down, &mut work);
                    self.gather(across, down, &work.weights, &mut sums);
                }
            }
        }
        let inner = |plane: usize, at: usize| {
            self.planes[plane][(REACH + at / self.across) * self.stride + REACH + at % self.across]
        };
        sums.planes
            .iter()
            .enumerate()
            .map(|(plane, sum)| {
                // The pixel itself counts as much as the one most alike.
                let value = |at: usize| {
                    let own = sums.most[at].max(1e-3);
                    (sum[at] + own * inner(plane, at)) / (sums.total[at] + own)
                        * self.deviations[plane]
                };
                (0..size).map(value).collect()
            })
            .collect()
    }

    /// The weights of all pairs of patches that lie so far apart, at the middle of the upper one.
    fn weigh(&self, comparison: Comparison, across: isize, down: usize, work: &mut Work) {
        let Comparison { radius, tolerance } = comparison;
        let stride = self.stride;
        let first = REACH - SPREAD - across.max(0) as usize;
        let last = REACH + SPREAD + self.across + (-across).max(0) as usize;
        let from = first - radius;
        let length = last - first + 2 * radius;
        for y in REACH - SPREAD - down - radius..REACH + SPREAD + self.down + radius {
            let squares = &mut work.squares[..length];
            squares.fill(0.0);
            for plane in &self.planes {
                let here = &plane[y * stride + from..][..length];
                let there =
                    &plane[(y + down) * stride + from.strict_add_signed(across)..][..length];
                for ((square, a), b) in squares.iter_mut().zip(here).zip(there) {
                    *square += (a - b) * (a - b);
                }
            }
            let sums = &mut work.boxes[y * stride + first..y * stride + last];
            sums.copy_from_slice(&squares[..last - first]);
            for step in 1..=2 * radius {
                sums.iter_mut()
                    .zip(&squares[step..])
                    .for_each(|(sum, square)| *sum += square);
            }
        }
        let share = 1.0 / (((2 * radius + 1) * (2 * radius + 1) * self.planes.len()) as f32);
        let fall = 1.0 / (8.0 * tolerance * tolerance);
        for y in REACH - SPREAD - down..REACH + SPREAD + self.down {
            let row = y * stride + first..y * stride + last;
            let weights = &mut work.weights[row.clone()];
            weights.copy_from_slice(&work.boxes[row.start - radius * stride..][..weights.len()]);
            for line in y - radius + 1..=y + radius {
                let boxes = &work.boxes[line * stride + first..][..weights.len()];
                weights
                    .iter_mut()
                    .zip(boxes)
                    .for_each(|(sum, value)| *sum += value);
            }
            for (weight, calm) in weights.iter_mut().zip(&self.calm[row]) {
                // Two, in squared deviations, is what noise alone makes of a difference. (1 -
                // x/8)^8 is close to e^-x.
                let beyond = (*weight * share * calm - 2.0).max(0.0);
                let near = (1.0 - beyond * fall).max(0.0);
                let squared = near * near;
                let fourth = squared * squared;
                *weight = fourth * fourth;
            }
        }
        self.spread(first + SPREAD..last - SPREAD, down, work);
    }

    /// Gives every pixel of these columns the weights of all patches that it is near the middle of.
    fn spread(&self, columns: Range<usize>, down: usize, work: &mut Work) {
        let count = columns.len();
        let at = |y: usize, step: usize| y * self.stride + columns.start + step - SPREAD;
        for y in REACH - SPREAD - down..REACH + SPREAD + self.down {
            let sums = &mut work.boxes[at(y, SPREAD)..][..count];
            sums.copy_from_slice(&work.weights[at(y, 0)..][..count]);
            for step in 1..=2 * SPREAD {
                sums.iter_mut()
                    .zip(&work.weights[at(y, step)..])
                    .for_each(|(sum, weight)| *sum += weight);
            }
        }
        for y in REACH - down..REACH + self.down {
            let weights = &mut work.weights[at(y, SPREAD)..][..count];
            weights.copy_from_slice(&work.boxes[at(y - SPREAD, SPREAD)..][..count]);
            for line in y - SPREAD + 1..=y + SPREAD {
                weights
                    .iter_mut()
                    .zip(&work.boxes[at(line, SPREAD)..])
                    .for_each(|(weight, sum)| *weight += sum);
            }
        }
    }

    /// Adds to every pixel of the part both of its partners at that distance.
    fn gather(&self, across: isize, down: usize, weights: &[f32], sums: &mut Sums) {
        for y in 0..self.down {
            let inner = y * self.across..(y + 1) * self.across;
            let own = (REACH + y) * self.stride + REACH;
            let below = ((REACH + y + down) * self.stride + REACH).strict_add_signed(across);
            let above = ((REACH + y - down) * self.stride + REACH).strict_add_signed(-across);
            // The pair with the lower partner has its weight here, the pair with the upper one has
            // it there.
            for (weight_at, partner) in [(own, below), (above, above)] {
                let weights = &weights[weight_at..][..self.across];
                for ((total, most), weight) in sums.total[inner.clone()]
                    .iter_mut()
                    .zip(&mut sums.most[inner.clone()])
                    .zip(weights)
                {
                    *total += weight;
                    *most = most.max(*weight);
                }
                for (sum, plane) in sums.planes.iter_mut().zip(&self.planes) {
                    let partners = &plane[partner..][..self.across];
                    for ((sum, weight), value) in
                        sum[inner.clone()].iter_mut().zip(weights).zip(partners)
                    {
                        *sum += weight * value;
                    }
                }
            }
        }
    }
}

/// Room for the work on one shift.
struct Work {
    squares: Vec<f32>,
    boxes: Vec<f32>,
    weights: Vec<f32>,
}

/// Sums gathered for each pixel of the part.
struct Sums {
    planes: Vec<Vec<f32>>,
    total: Vec<f32>,
    most: Vec<f32>,
}

/// A place within `0..length`, mirrored at its ends as often as needed.
fn mirrored(at: isize, length: usize) -> usize {
    let period = 2 * length as isize;
    let folded = at.rem_euclid(period) as usize;
    if folded < length {
        folded
    } else {
        period as usize - 1 - folded
    }
}
