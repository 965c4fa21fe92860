//! For every patch that touches the hole, one outside that looks like it.
//!
//! Barnes et al., "`PatchMatch`: A Randomized Correspondence Algorithm for Structural Image
//! Editing" (2009), section 3: a good match of one patch is, shifted along, a good guess for its
//! neighbour; and now and then a random guess is better.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use super::pyramid::Level;
use super::{Color, RADIUS};
use crate::{VisionError, Watch};

/// Rows that one thread improves by itself.
const BAND: usize = 24;
/// Sweeps over the field in one round of improving: there and back.
const SWEEPS: usize = 2;

/// A match: the middle of the patch outside, and the squared distance of both.
#[derive(Debug, Clone, Copy)]
pub(super) struct Match {
    pub(super) x: i32,
    pub(super) y: i32,
    pub(super) cost: f32,
}

/// The matches of one level.
pub(super) struct Field {
    pub(super) width: usize,
    /// One for each pixel; only those of patches that touch the hole mean something.
    pub(super) matches: Vec<Match>,
    /// Patches that touch the hole, and whose middle is far enough from the frame.
    pub(super) target: Vec<bool>,
    /// Middles of patches that may be copied.
    source: Vec<bool>,
}

impl Field {
    fn empty(level: &Level) -> Result<(Self, Vec<u32>), VisionError> {
        let sources = level.sources(RADIUS);
        if sources.is_empty() {
            let what = "The mask leaves too little of the picture around it to fill the hole with; mask less of it.";
            return Err(VisionError::Unusable(what.to_owned()));
        }
        let mut source = vec![false; level.hole.len()];
        for &at in &sources {
            source[at as usize] = true;
        }
        let matches = vec![
            Match {
                x: 0,
                y: 0,
                cost: f32::INFINITY
            };
            level.hole.len()
        ];
        Ok((
            Self {
                width: level.width,
                matches,
                target: level.near_hole(RADIUS),
                source,
            },
            sources,
        ))
    }

    /// Matches drawn by lot.
    pub(super) fn random(level: &Level, seed: u64) -> Result<Self, VisionError> {
        let (mut field, sources) = Self::empty(level)?;
        let mut lot = ChaCha8Rng::seed_from_u64(seed);
        for at in 0..field.matches.len() {
            if field.target[at] {
                let source = sources[lot.random_range(0..sources.len())] as usize;
                field.matches[at] = weigh(
                    level,
                    at,
                    (source % level.width) as i32,
                    (source / level.width) as i32,
                );
            }
        }
        Ok(field)
    }

    /// The matches of the next coarser level, taken over; by lot where one does not fit any more.
    pub(super) fn finer(coarser: &Self, level: &Level, seed: u64) -> Result<Self, VisionError> {
        let (mut field, sources) = Self::empty(level)?;
        let mut lot = ChaCha8Rng::seed_from_u64(seed);
        for at in 0..field.matches.len() {
            if !field.target[at] {
                continue;
            }
            let (x, y) = (at % level.width, at / level.width);
            let guess = coarser.matches[y / 2 * coarser.width + x / 2];
            let (mut u, mut v) = (2 * guess.x + (x % 2) as i32, 2 * guess.y + (y % 2) as i32);
            if guess.cost.is_infinite() || !field.is_source(u, v) {
                let source = sources[lot.random_range(0..sources.len())] as usize;
                (u, v) = ((source % level.width) as i32, (source / level.width) as i32);
            }
            // The colours of this level's hole are voted from these first; the costs are weighed
            // after that.
            field.matches[at] = Match {
                x: u,
                y: v,
                cost: 0.0,
            };
        }
        Ok(field)
    }

    /// The pixel that stands for `at` in the match of the patch around `middle`, which holds it.
    pub(super) fn origin(&self, middle: usize, at: usize) -> usize {
        let Match { x, y, .. } = self.matches[middle];
        (y as usize * self.width + x as usize + at) - middle
    }

    fn is_source(&self, x: i32, y: i32) -> bool {
        x >= 0
            && (x as usize) < self.width
            && y >= 0
            && self
                .source
                .get(y as usize * self.width + x as usize)
                .copied()
                .unwrap_or(false)
    }

    /// One round: weighs all matches anew (the hole has changed) and improves them; guesses go up
    /// to `reach` pixels away.
    pub(super) fn improve(
        &mut self,
        level: &Level,
        reach: i32,
        seed: u64,
        progress: &dyn Watch,
    ) -> Result<(), VisionError> {
        let weighed: Vec<Match> = (0..self.matches.len())
            .into_par_iter()
            .map(|at| {
                let Match { x, y, .. } = self.matches[at];
                if self.target[at] {
                    weigh(level, at, x, y)
                } else {
                    self.matches[at]
                }
            })
            .collect();
        self.matches = weighed;
        for sweep in 0..SWEEPS {
            // Beyond its own band a thread sees the matches as they were before the sweep.
            let before = self.matches.clone();
            let mut matches = std::mem::take(&mut self.matches);
            matches
                .par_chunks_mut(BAND * self.width)
                .enumerate()
                .for_each(|(band, own)| {
                    if !progress.is_cancelled() {
                        let lot = ChaCha8Rng::seed_from_u64(
                            seed.wrapping_mul(31)
                                .wrapping_add((sweep << 32 | band) as u64),
                        );
                        self.improve_band(
                            level,
                            band * BAND,
                            own,
                            &before,
                            (sweep % 2 == 1, reach),
                            lot,
                        );
                    }
                });
            self.matches = matches;
            if progress.is_cancelled() {
                return Err(VisionError::Cancelled);
            }
        }
        Ok(())
    }

    fn improve_band(
        &self,
        level: &Level,
        first_row: usize,
        own: &mut [Match],
        before: &[Match],
        (backwards, reach): (bool, i32),
        mut lot: ChaCha8Rng,
    ) {
        let offset = first_row * self.width;
        let step: i32 = if backwards { 1 } else { -1 };
        for index in 0..own.len() {
            let local = if backwards {
                own.len() - 1 - index
            } else {
                index
            };
            let at = offset + local;
            if !self.target[at] {
                continue;
            }
            let (x, y) = ((at % self.width) as i32, (at / self.width) as i32);
            let mut best = own[local];
            for (dx, dy) in [(step, 0), (0, step)] {
                let (u, v) = (x + dx, y + dy);
                if u < 0 || u as usize >= self.width || v < 0 || v as usize >= level.height {
                    continue;
                }
                let beside = v as usize * self.width + u as usize;
                if self.target[beside] {
                    let near = beside
                        .checked_sub(offset)
                        .and_then(|local| own.get(local))
                        .unwrap_or(&before[beside]);
                    self.attempt(level, at, near.x - dx, near.y - dy, &mut best);
                }
            }
            let mut reach = reach;
            while reach >= 1 {
                let u = best.x + lot.random_range(-reach..=reach);
                let v = best.y + lot.random_range(-reach..=reach);
                self.attempt(level, at, u, v, &mut best);
                reach /= 2;
            }
            own[local] = best;
        }
    }

    fn attempt(&self, level: &Level, at: usize, x: i32, y: i32, best: &mut Match) {
        if (x, y) != (best.x, best.y) && self.is_source(x, y) {
            let cost = distance(level, at, x, y, best.cost);
            if cost < best.cost {
                *best = Match { x, y, cost };
            }
        }
    }
}

fn weigh(level: &Level, at: usize, x: i32, y: i32) -> Match {
    Match {
        x,
        y,
        cost: distance(level, at, x, y, f32::INFINITY),
    }
}

/// The mean squared distance of the patch at pixel `at` and the one at `(x, y)`; gives up, with
/// infinity, above `most`. Near the frame only what lies inside counts.
fn distance(level: &Level, at: usize, x: i32, y: i32, most: f32) -> f32 {
    let (own_x, own_y) = (at % level.width, at / level.width);
    let (x, y) = (x as usize, y as usize);
    let left = RADIUS.min(own_x);
    let right = RADIUS.min(level.width - 1 - own_x);
    let up = RADIUS.min(own_y);
    let down = RADIUS.min(level.height - 1 - own_y);
    let (columns, rows) = (left + right + 1, up + down + 1);
    let most = most * (columns * rows) as f32;
    let mut sum = 0.0;
    for row in 0..rows {
        let own = (own_y - up + row) * level.width + own_x - left;
        let other = (y - up + row) * level.width + x - left;
        sum += row_distance(
            &level.colors[own..own + columns],
            &level.colors[other..other + columns],
        );
        if sum >= most {
            return f32::INFINITY;
        }
    }
    sum / (columns * rows) as f32
}

fn row_distance(own: &[Color], other: &[Color]) -> f32 {
    let mut sums = [0.0; 4];
    for (own, other) in own.iter().zip(other) {
        for ((sum, a), b) in sums.iter_mut().zip(own).zip(other) {
            *sum += (a - b) * (a - b);
        }
    }
    sums.iter().sum()
}
