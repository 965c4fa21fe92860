//! Distance of a patch from where a person clicked, along the way with the least change of colour.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::superpixels::Superpixels;

/// Cost of a step between patches besides the change of colour, in L*a*b* units: keeps far away
/// from near.
const STEP: f32 = 0.4;

/// The neighbours of each patch with the cost of the step to them.
pub(super) struct Paths(Vec<Vec<(u32, f32)>>);

impl Paths {
    pub(super) fn new(superpixels: &Superpixels) -> Self {
        let mut neighbours = vec![Vec::new(); superpixels.patches.len()];
        for border in &superpixels.borders {
            let (a, b) = border.patches;
            // The square of small differences, their own size beyond: grain adds up to little, an
            // outline to a lot.
            let change = border.contrast * (border.contrast / 8.0).min(1.0);
            neighbours[a as usize].push((b, STEP + change));
            neighbours[b as usize].push((a, STEP + change));
        }
        Self(neighbours)
    }

    /// The least cost from any of `sources` to each patch; infinite where there are none.
    pub(super) fn distances(&self, sources: &[u32]) -> Vec<f32> {
        let mut distances = vec![f32::INFINITY; self.0.len()];
        // Costs are not negative, and the order of such floats is the order of their bits.
        let mut open: BinaryHeap<Reverse<(u32, u32)>> = BinaryHeap::new();
        for &source in sources {
            distances[source as usize] = 0.0;
            open.push(Reverse((0, source)));
        }
        while let Some(Reverse((bits, patch))) = open.pop() {
            let reached = f32::from_bits(bits);
            if reached > distances[patch as usize] {
                continue;
            }
            for &(next, cost) in &self.0[patch as usize] {
                let total = reached + cost;
                if total < distances[next as usize] {
                    distances[next as usize] = total;
                    open.push(Reverse((total.to_bits(), next)));
                }
            }
        }
        distances
    }

    /// The neighbours of a patch.
    pub(super) fn neighbours(&self, patch: u32) -> impl Iterator<Item = u32> {
        self.0[patch as usize].iter().map(|&(next, _)| next)
    }
}
