//! Parts a mask where things touch: at a neck that is narrow against what lies on both sides of it.
//!
//! A watershed of the distance to the edge (Vincent and Soille, "Watersheds in Digital Spaces", 1991) that lets two basins
//! grow together unless their saddle lies deep below both of their peaks.

use super::rough;
use crate::pixels::beside;

/// Maximum width of a neck against the narrower of the two things.
const NECK: f32 = 0.4;
/// Minimum size of the smaller thing, as a share of the mask.
const LEAST_SHARE: f32 = 0.06;
const NONE: u32 = u32::MAX;

/// For each covered pixel of a mask the number of the thing that it belongs to, from 0; none
/// elsewhere. Things that hang together by less than a neck are two.
pub(super) fn things(mask: &[bool], width: usize, height: usize) -> (Vec<Option<u32>>, usize) {
    let depth = rough::depth(mask, width, height);
    let area = depth.iter().filter(|&&depth| depth > 0.0).count() as f32;
    let mut order: Vec<u32> = (0..mask.len() as u32)
        .filter(|&at| mask[at as usize])
        .collect();
    order.sort_by(|&a, &b| {
        depth[b as usize]
            .total_cmp(&depth[a as usize])
            .then(a.cmp(&b))
    });
    let mut basins = Basins::default();
    let mut labels = vec![NONE; mask.len()];
    for at in order {
        let at = at as usize;
        let mut own = NONE;
        for next in beside(at, width, height).filter(|&next| labels[next] != NONE) {
            let other = basins.root(labels[next]);
            if own == NONE {
                own = other;
            } else if own != other && !basins.are_apart(own, other, depth[at], area) {
                own = basins.join(own, other);
            }
        }
        if own == NONE {
            own = basins.add(depth[at]);
        }
        basins.sizes[own as usize] += 1.0;
        labels[at] = own;
    }
    let mut numbers = vec![None; basins.parents.len()];
    let mut count = 0;
    let things = labels.iter().map(|&label| {
        (label != NONE).then(|| {
            let root = basins.root(label) as usize;
            *numbers[root].get_or_insert_with(|| {
                count += 1;
                count - 1
            })
        })
    });
    let things = things.collect();
    (things, count as usize)
}

/// Basins that grow together: a forest of disjoint sets.
#[derive(Default)]
struct Basins {
    parents: Vec<u32>,
    /// The greatest depth in each.
    peaks: Vec<f32>,
    /// Pixels in each, so far.
    sizes: Vec<f32>,
}

impl Basins {
    fn add(&mut self, peak: f32) -> u32 {
        self.parents.push(self.parents.len() as u32);
        self.peaks.push(peak);
        self.sizes.push(0.0);
        self.parents.len() as u32 - 1
    }

    fn root(&mut self, basin: u32) -> u32 {
        let mut at = basin;
        while self.parents[at as usize] != at {
            // Halves the way for the next one who asks.
            self.parents[at as usize] = self.parents[self.parents[at as usize] as usize];
            at = self.parents[at as usize];
        }
        at
    }

    /// Whether two basins that meet at `saddle` are two things.
    fn are_apart(&self, a: u32, b: u32, saddle: f32, area: f32) -> bool {
        let (a, b) = (a as usize, b as usize);
        saddle <= NECK * self.peaks[a].min(self.peaks[b])
            && self.sizes[a].min(self.sizes[b]) >= LEAST_SHARE * area
    }

    fn join(&mut self, a: u32, b: u32) -> u32 {
        let (keep, goes) = if self.peaks[a as usize] >= self.peaks[b as usize] {
            (a, b)
        } else {
            (b, a)
        };
        self.parents[goes as usize] = keep;
        self.sizes[keep as usize] += self.sizes[goes as usize];
        keep
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(width: usize, height: usize, covers: impl Fn(f32, f32) -> bool) -> usize {
        let mask: Vec<bool> = (0..width * height)
            .map(|at| covers((at % width) as f32, (at / width) as f32))
            .collect();
        let (things, count) = things(&mask, width, height);
        assert!(
            things
                .iter()
                .zip(&mask)
                .all(|(thing, &covered)| thing.is_some() == covered)
        );
        count
    }

    #[test]
    fn balls_that_touch_are_two_and_a_pear_is_one() {
        let ball = |u: f32, v: f32, x: f32, r: f32| (u - x).hypot(v - 60.0) < r;
        assert_eq!(
            count(220, 120, |u, v| ball(u, v, 60.0, 41.0)
                || ball(u, v, 140.0, 41.0)),
            2
        );
        assert_eq!(
            count(220, 120, |u, v| ball(u, v, 70.0, 45.0)
                || ball(u, v, 120.0, 35.0)),
            1
        );
        assert_eq!(
            count(220, 120, |u, v| ball(u, v, 40.0, 20.0)
                || ball(u, v, 160.0, 40.0)),
            2
        );
        assert_eq!(
            count(220, 120, |u, v| (v - 60.0).abs() < 4.0 && u > 10.0),
            1
        );
        assert_eq!(count(60, 40, |_, _| false), 0);
    }
}
