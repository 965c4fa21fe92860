//! A box alone says where the thing ends, not where it is: pixel by pixel, colours and outline take
//! turns within it, for patches mix what lies on either side of a thin or faint edge.
//!
//! `GrabCut` (Rother, Kolmogorov and Blake, 2004, section 3.3) begun with the cut of the patches.

use patchbay_domain::Cancelled;

use super::prompt::Bounds;
use super::rough::depth;
use super::{Place, Prepared, outline};
use crate::Watch;

const ROUNDS: usize = 3;
/// Distance that the outline may move in one round: a share of the box's side, and at most so many
/// pixels of the working copy, for a cut takes about as long as the band is wide.
const REACH: f32 = 0.1;
const MOST_REACH: f32 = 16.0;
/// Share of the box such that, where less changes sides, nothing more will.
const SETTLED: f32 = 0.0005;

impl Prepared {
    /// The pixels of the working copy that are meant by a box, given those that the patches say;
    /// `sure` ones stay what they are.
    pub(super) fn settle_in_box(
        &self,
        mut inside: Vec<bool>,
        bounds: Bounds,
        sure: &[(usize, Place)],
        progress: &dyn Watch,
    ) -> Result<Vec<bool>, Cancelled> {
        let (width, height) = (self.copy.width, self.copy.height);
        let beyond = |at: usize| !bounds.holds(((at % width) as f32, (at / width) as f32));
        let mut sure = sure.to_vec();
        sure.extend(
            (0..inside.len())
                .filter(|&at| beyond(at))
                .map(|at| (at, Place::Outside)),
        );
        let reach = (REACH * bounds.side()).min(MOST_REACH);
        for _ in 0..ROUNDS {
            if progress.is_cancelled() {
                return Err(Cancelled);
            }
            let outside: Vec<bool> = inside.iter().map(|&inside| !inside).collect();
            let Some(models) =
                self.models(&inside, &depth(&outside, width, height), reach, |_| true)
            else {
                break;
            };
            let next = outline::refine(
                &self.copy,
                &inside,
                &models,
                reach.ceil() as usize,
                &sure,
                |_| 0.0,
            );
            let changed = next
                .iter()
                .zip(&inside)
                .filter(|(next, before)| next != before)
                .count();
            inside = next;
            if (changed as f32) < SETTLED * bounds.side().powi(2) {
                break;
            }
        }
        Ok(inside)
    }
}
