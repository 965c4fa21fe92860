//! The window around the hole at halved sizes, from itself down to where the hole is about as large
//! as a patch.

use std::collections::VecDeque;

use rayon::prelude::*;

use super::{Color, RADIUS};

/// Factor by which a pixel is relied on less than the one before it on the way into the hole.
const TRUST_LOST: f32 = 1.3;

/// One size of the window.
pub(super) struct Level {
    pub(super) width: usize,
    pub(super) height: usize,
    /// Row by row; inside the hole what it is thought to be so far.
    pub(super) colors: Vec<Color>,
    /// Pixels to be filled.
    pub(super) hole: Vec<bool>,
}

/// The sizes, finest first; at least one.
pub(super) fn levels(full: Level) -> Vec<Level> {
    let mut levels = vec![full];
    loop {
        let last = &levels[levels.len() - 1];
        let room = last.width.min(last.height) / 2 >= 4 * (2 * RADIUS + 1);
        if !room || last.depth() <= 2 * RADIUS {
            return levels;
        }
        let next = last.halved();
        // A coarser size at which the hole leaves nothing over is of no use.
        if next.sources(RADIUS).len() < 16 {
            return levels;
        }
        levels.push(next);
    }
}

impl Level {
    /// Depth of the hole: the most steps from one of its pixels to the rest.
    fn depth(&self) -> usize {
        let mut deepest = 0;
        self.visit_from_rim(|_, _, depth| deepest = depth);
        deepest
    }

    /// Number of steps from each pixel of the hole to the rest.
    pub(super) fn depths(&self) -> Vec<usize> {
        let mut depths = vec![0; self.hole.len()];
        self.visit_from_rim(|at, _, depth| depths[at] = depth);
        depths
    }

    /// Reliability of each pixel's colour: 1 outside the hole, less with each step into it.
    pub(super) fn trust(&self) -> Vec<f32> {
        let mut trust = vec![1.0; self.hole.len()];
        self.visit_from_rim(|at, from, _| trust[at] = (trust[from] / TRUST_LOST).max(1e-4));
        trust
    }

    /// Visits the hole's pixels from its rim inwards: pixel, the one it was reached from, steps.
    fn visit_from_rim(&self, mut visit: impl FnMut(usize, usize, usize)) {
        let mut seen: Vec<bool> = self.hole.iter().map(|&hole| !hole).collect();
        let mut open: VecDeque<(usize, usize)> = (0..self.hole.len())
            .filter(|&at| !self.hole[at] && self.beside(at).any(|next| self.hole[next]))
            .map(|at| (at, 0))
            .collect();
        while let Some((at, depth)) = open.pop_front() {
            for next in self.beside(at) {
                if !std::mem::replace(&mut seen[next], true) {
                    visit(next, at, depth + 1);
                    open.push_back((next, depth + 1));
                }
            }
        }
    }

    fn beside(&self, at: usize) -> impl Iterator<Item = usize> + use<> {
        crate::pixels::beside(at, self.width, self.height)
    }

    fn halved(&self) -> Self {
        let (width, height) = (self.width.div_ceil(2), self.height.div_ceil(2));
        let cells: Vec<(Color, bool)> = (0..width * height)
            .into_par_iter()
            .map(|at| {
                let (x, y) = (2 * (at % width), 2 * (at / width));
                let mut sum = [0.0; 4];
                let mut count = 0.0;
                let mut hole = false;
                for (u, v) in [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)] {
                    if u >= self.width || v >= self.height {
                        continue;
                    }
                    let fine = v * self.width + u;
                    hole |= self.hole[fine];
                    if !self.hole[fine] {
                        count += 1.0;
                        for (sum, value) in sum.iter_mut().zip(self.colors[fine]) {
                            *sum += value;
                        }
                    }
                }
                (sum.map(|sum| sum / f32::max(count, 1.0)), hole)
            })
            .collect();
        let (colors, hole) = cells.into_iter().unzip();
        Self {
            width,
            height,
            colors,
            hole,
        }
    }

    /// The colours, and in the hole those of the nearest known pixel.
    fn spread(&self) -> Vec<Color> {
        let mut colors = self.colors.clone();
        self.visit_from_rim(|at, from, _| colors[at] = colors[from]);
        colors
    }

    /// A first guess at the hole: colours run in from its rim and blend.
    pub(super) fn flood(&mut self) {
        self.colors = self.spread();
        let mut order = Vec::new();
        self.visit_from_rim(|at, _, _| order.push(at));
        for _ in 0..(4 * self.depth()).min(200) {
            for &at in &order {
                let mut sum = [0.0; 4];
                let mut count = 0.0;
                for next in self.beside(at) {
                    count += 1.0;
                    for (sum, value) in sum.iter_mut().zip(self.colors[next]) {
                        *sum += value;
                    }
                }
                self.colors[at] = sum.map(|sum| sum / count);
            }
        }
    }

    /// The pixels whose whole patch lies in the image and clear of the hole.
    pub(super) fn sources(&self, radius: usize) -> Vec<u32> {
        let clear = self.near_hole(radius);
        (0..self.hole.len())
            .filter(|&at| {
                let (x, y) = (at % self.width, at / self.width);
                let inside = x >= radius
                    && y >= radius
                    && x + radius < self.width
                    && y + radius < self.height;
                inside && !clear[at]
            })
            .map(|at| at as u32)
            .collect()
    }

    /// Whether the square of `radius` around a pixel touches the hole.
    pub(super) fn near_hole(&self, radius: usize) -> Vec<bool> {
        let spread = |line: &[bool]| -> Vec<bool> {
            (0..line.len())
                .map(|at| {
                    line[at.saturating_sub(radius)..(at + radius + 1).min(line.len())]
                        .contains(&true)
                })
                .collect()
        };
        let across: Vec<bool> = self
            .hole
            .par_chunks(self.width)
            .flat_map_iter(spread)
            .collect();
        (0..self.hole.len())
            .into_par_iter()
            .map(|at| {
                let (x, y) = (at % self.width, at / self.width);
                (y.saturating_sub(radius)..(y + radius + 1).min(self.height))
                    .any(|v| across[v * self.width + x])
            })
            .collect()
    }
}
