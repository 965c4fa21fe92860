//! Parts the patches into what was pointed at and the rest: `GrabCut` (Rother, Kolmogorov and
//! Blake, 2004, section 3) on patches. Colour models of both sides and the cheapest cut take turns
//! until nothing changes.

use super::color_model::ColorModel;
use super::geodesic::Paths;
use super::superpixels::Superpixels;
use super::{CandidateKind, Place};
use crate::max_flow::Graph;
use crate::{VisionError, Watch};

const ROUNDS: usize = 5;
/// The most that one pixel's colour may say for one side, as a log likelihood ratio.
const MOST_EVIDENCE: f32 = 5.0;
/// Evidence against a pixel that is nearer to an exclude point than to an include point: more than
/// colour and nearness can say for it.
const REFUSAL: f32 = 9.0;
/// Cost of parting two pixels of one colour, on the scale of that evidence.
const SMOOTHNESS: f32 = 30.0;
/// The distance, in [`Hints::distance`], of the ellipse that touches a box's sides.
pub(super) const IN_ELLIPSE: f32 = 0.55;
/// Fixed-point units per unit of energy.
const UNITS: f32 = 32.0;
const CERTAIN: i32 = 1 << 28;

/// Distance from the click that a mask may reach.
#[derive(Debug, Clone, Copy)]
pub(super) struct Extent {
    pub(super) kind: CandidateKind,
    /// The geodesic distance, as a share of the frame's, at which being near says nothing for or
    /// against.
    pub(super) reach: f32,
    /// Weight of being near, as a log likelihood ratio.
    pull: f32,
    /// Holes of at most this share of the mask are filled.
    hole: f32,
}

/// From the smallest to the largest.
pub(super) const EXTENTS: [Extent; 3] = [
    Extent {
        kind: CandidateKind::Part,
        reach: 0.25,
        pull: 5.0,
        hole: 0.0,
    },
    Extent {
        kind: CandidateKind::Object,
        reach: 0.6,
        pull: 2.0,
        hole: 0.03,
    },
    Extent {
        kind: CandidateKind::Whole,
        reach: 1.0,
        pull: 2.0,
        hole: 1.0,
    },
];

/// Hints of the prompt for each patch.
pub(super) struct Hints {
    /// Certainly meant or certainly not.
    pub(super) place: Vec<Place>,
    /// The patches under include points.
    pub(super) included: Vec<u32>,
    /// Distance of a patch from what is meant, from 0 (there) over 1 (like the frame) on.
    pub(super) distance: Vec<f32>,
    /// Whether a patch is nearer to an exclude point than to any include point.
    pub(super) refused: Vec<bool>,
    /// Whether the first colours are to be learnt from a patch, although others are nearer: where
    /// several things are meant at once, each has its own. Empty where that goes by nearness alone.
    pub(super) samples: Vec<bool>,
}

/// The mixtures of both sides, for looking closer.
pub(super) struct Models {
    pub(super) object: ColorModel,
    pub(super) rest: ColorModel,
}

/// The patches of one candidate.
pub(super) fn cut(
    superpixels: &Superpixels,
    paths: &Paths,
    hints: &Hints,
    extent: Extent,
    progress: &dyn Watch,
) -> Result<(Vec<bool>, Models), VisionError> {
    let patches = &superpixels.patches;
    let (mut object_weights, mut rest_weights) = first_guess(superpixels, hints, extent);
    let typical = typical_contrast(superpixels);
    let mut chosen: Vec<bool> = object_weights.iter().map(|&weight| weight > 0.0).collect();
    let mut models = None;
    for _ in 0..ROUNDS {
        if progress.is_cancelled() {
            return Err(VisionError::Cancelled);
        }
        let (Some(object), Some(rest)) = (
            ColorModel::fit(patches, &object_weights),
            ColorModel::fit(patches, &rest_weights),
        ) else {
            break;
        };
        let mut graph = Graph::new(patches.len());
        for (index, patch) in patches.iter().enumerate() {
            let pull = match hints.place[index] {
                Place::Inside => CERTAIN,
                Place::Outside => -CERTAIN,
                Place::Open => {
                    let nearness = ((extent.reach - hints.distance[index]) / extent.reach)
                        .max(-1.5)
                        * extent.pull;
                    let refusal = if hints.refused[index] { REFUSAL } else { 0.0 };
                    let color = (object.of_patch(patch) - rest.of_patch(patch))
                        .clamp(-MOST_EVIDENCE, MOST_EVIDENCE);
                    ((color + nearness - refusal) * patch.size * UNITS) as i32
                }
            };
            graph.pull(index, pull);
        }
        for border in &superpixels.borders {
            let alike = (-(border.contrast / typical).powi(2) / 2.0).exp();
            let capacity = (SMOOTHNESS * alike + 1.0) * border.length * UNITS;
            graph.tie(
                border.patches.0 as usize,
                border.patches.1 as usize,
                capacity as i32,
            );
        }
        let mut next = graph.cut();
        keep_pointed_at(&mut next, superpixels, paths, hints);
        fill_holes(&mut next, superpixels, paths, hints, extent.hole);
        models = Some(Models { object, rest });
        let settled = next == chosen;
        chosen = next;
        if settled {
            break;
        }
        for (index, patch) in patches.iter().enumerate() {
            let seed = object_weights[index] > 0.0 && hints.place[index] == Place::Inside;
            object_weights[index] = if chosen[index] || seed {
                patch.size
            } else {
                0.0
            };
            // The rest is learnt from where it is sure, so that a forgotten half of the object does
            // not speak for it.
            let sure =
                ((hints.distance[index] - 0.4 * extent.reach) / extent.reach).clamp(0.05, 1.0);
            rest_weights[index] = if chosen[index] {
                0.0
            } else {
                patch.size * sure
            };
        }
    }
    let models = models.ok_or_else(|| {
        VisionError::Unusable(
            "The picture is of one colour: there is nothing to tell apart.".to_owned(),
        )
    })?;
    Ok((chosen, models))
}

/// Weights of the patches in the first two colour models: what is near the click, and what is far
/// from it.
fn first_guess(superpixels: &Superpixels, hints: &Hints, extent: Extent) -> (Vec<f32>, Vec<f32>) {
    let mut order: Vec<usize> = (0..superpixels.patches.len())
        .filter(|&i| hints.place[i] != Place::Outside)
        .collect();
    order.sort_by(|&a, &b| hints.distance[a].total_cmp(&hints.distance[b]));
    let area: f32 = superpixels.patches.iter().map(|patch| patch.size).sum();
    let mut object = vec![0.0; superpixels.patches.len()];
    let mut taken = 0.0;
    // A box alone shows all of the thing: the ellipse in it is mostly that.
    let by_box = hints.included.is_empty() && hints.samples.is_empty();
    for index in order {
        let size = superpixels.patches[index].size;
        let near = hints.distance[index] < 0.35 * extent.reach
            && taken < 0.02 * area
            && !hints.refused[index];
        let sample = hints.samples.get(index) == Some(&true);
        let in_ellipse = by_box && hints.distance[index] < IN_ELLIPSE;
        if near || in_ellipse || sample || hints.place[index] == Place::Inside || taken == 0.0 {
            object[index] = size;
            taken += size;
        }
    }
    let rest = superpixels
        .patches
        .iter()
        .enumerate()
        .map(|(index, patch)| {
            let from = if by_box {
                IN_ELLIPSE
            } else {
                0.5 * extent.reach
            };
            let far = ((hints.distance[index] - from) / extent.reach).clamp(0.0, 1.0);
            match hints.place[index] {
                Place::Inside => 0.0,
                Place::Outside => patch.size,
                Place::Open if object[index] > 0.0 => 0.0,
                Place::Open => {
                    patch.size * far * if patch.at_frame { 2.0 } else { 1.0 }
                        + if hints.refused[index] {
                            patch.size
                        } else {
                            0.0
                        }
                }
            }
        });
    let rest = rest.collect();
    (object, rest)
}

/// The contrast that borders between patches usually have, in L*a*b* units: what counts as an
/// outline depends on it.
fn typical_contrast(superpixels: &Superpixels) -> f32 {
    let length: f32 = superpixels.borders.iter().map(|border| border.length).sum();
    let squares: f32 = superpixels
        .borders
        .iter()
        .map(|border| border.length * border.contrast.powi(2))
        .sum();
    (squares / length.max(1.0)).sqrt().max(1.5)
}

/// Keeps only pieces that hold an include point; where there is none (a box alone), pieces of some
/// size.
fn keep_pointed_at(chosen: &mut [bool], superpixels: &Superpixels, paths: &Paths, hints: &Hints) {
    let pieces = pieces(chosen, true, superpixels, paths);
    let largest = pieces.iter().map(|piece| piece.size).fold(0.0, f32::max);
    for piece in pieces {
        let wanted = if hints.included.is_empty() {
            piece.size >= 0.15 * largest
        } else {
            hints
                .included
                .iter()
                .any(|seed| piece.patches.contains(seed))
        };
        if !wanted {
            piece
                .patches
                .iter()
                .for_each(|&patch| chosen[patch as usize] = false);
        }
    }
}

/// Fills pieces of the rest that are enclosed by the mask and small against it.
fn fill_holes(
    chosen: &mut [bool],
    superpixels: &Superpixels,
    paths: &Paths,
    hints: &Hints,
    share: f32,
) {
    let area: f32 = superpixels
        .patches
        .iter()
        .zip(chosen.iter())
        .filter(|(_, c)| **c)
        .map(|(p, _)| p.size)
        .sum();
    for piece in pieces(chosen, false, superpixels, paths) {
        let open = piece.patches.iter().any(|&patch| {
            let index = patch as usize;
            superpixels.patches[index].at_frame
                || hints.place[index] == Place::Outside
                || hints.refused[index]
        });
        if !open && piece.size <= share * area {
            piece
                .patches
                .iter()
                .for_each(|&patch| chosen[patch as usize] = true);
        }
    }
}

/// Patches that hang together.
pub(super) struct Piece {
    pub(super) patches: Vec<u32>,
    /// Pixels.
    pub(super) size: f32,
}

/// The connected pieces of the patches that are (or are not) chosen.
pub(super) fn pieces(
    chosen: &[bool],
    side: bool,
    superpixels: &Superpixels,
    paths: &Paths,
) -> Vec<Piece> {
    let mut seen = vec![false; chosen.len()];
    let mut found = Vec::new();
    for start in 0..chosen.len() {
        if seen[start] || chosen[start] != side {
            continue;
        }
        seen[start] = true;
        let mut piece = Piece {
            patches: vec![start as u32],
            size: 0.0,
        };
        let mut next = 0;
        while let Some(&patch) = piece.patches.get(next) {
            next += 1;
            piece.size += superpixels.patches[patch as usize].size;
            for neighbour in paths.neighbours(patch) {
                if chosen[neighbour as usize] == side
                    && !std::mem::replace(&mut seen[neighbour as usize], true)
                {
                    piece.patches.push(neighbour);
                }
            }
        }
        found.push(piece);
    }
    found
}
