//! From a rough mask to the outline of what it covers.
//!
//! `GrabCut` (Rother, Kolmogorov and Blake, 2004, section 3) begun with the mask instead of a box:
//! what lies deep inside is meant and what lies well outside is not; between the two, colour models
//! of both sides and the cheapest cut take turns. The nearer a pixel is to the middle of the mask,
//! the more speaks for it.

use image::{DynamicImage, GrayImage, Luma};
use imageproc::distance_transform::euclidean_squared_distance_transform;
use imageproc::region_labelling::{Connectivity, connected_components};
use patchbay_media::image as media_image;

use super::color_model::ColorModel;
use super::patch_cut::Models;
use super::{Place, Prepared, outline, superpixels};
use crate::{VisionError, Watch};

const ROUNDS: usize = 4;
/// Maximum distance of the true outline from the rough one: a share of the mask's size (the root of
/// its area), and pixels of the working copy.
const REACH: f32 = 0.18;
const LEAST_REACH: f32 = 4.0;
const MOST_REACH: f32 = 40.0;
/// Evidence for a pixel at the inner edge of that band, as a log likelihood ratio; as much against
/// it at the outer.
const LEANING: f32 = 2.5;
/// Of the background, what is further from the mask than so many times the band counts less in its
/// colours.
const SURROUNDINGS: f32 = 4.0;
const FAR_WEIGHT: f32 = 0.25;
/// Pieces and holes of less than this share of the mask are specks.
const SPECK: f32 = 0.002;

impl Prepared {
    /// The mask of what `rough` covers (above one half), drawn along its outline. `rough` has the
    /// image's size; the outline is looked for up to a sixth of the mask's width away from its
    /// edge.
    ///
    /// # Errors
    /// The mask covers nothing or everything, or `progress` was cancelled.
    pub fn refine(
        &self,
        rough: &GrayImage,
        progress: &dyn Watch,
    ) -> Result<GrayImage, VisionError> {
        let (width, height) = (self.copy.width as u32, self.copy.height as u32);
        let small = media_image::resize(&DynamicImage::ImageLuma8(rough.clone()), width, height)
            .into_luma8();
        let inside: Vec<bool> = small.pixels().map(|level| level[0] > 127).collect();
        if !inside.contains(&true) {
            return Err(VisionError::Unusable(
                "The mask covers nothing, so there is no outline to refine.".to_owned(),
            ));
        }
        if !inside.contains(&false) {
            return Err(VisionError::Unusable(
                "The mask covers the whole picture, so there is no outline to refine.".to_owned(),
            ));
        }
        let fine = self.cut_near(&inside, &[], progress)?;
        Ok(self.guide.soften(&fine, &self.full))
    }

    /// The pixels of the working copy that are meant by `rough`; `refused` ones (none, or one
    /// answer for each pixel) are not.
    pub(super) fn cut_near(
        &self,
        rough: &[bool],
        refused: &[bool],
        progress: &dyn Watch,
    ) -> Result<Vec<bool>, VisionError> {
        let (width, height) = (self.copy.width, self.copy.height);
        let depth = depth(rough, width, height);
        let outside: Vec<bool> = rough.iter().map(|&inside| !inside).collect();
        let height_above = self::depth(&outside, width, height);
        let area = rough.iter().filter(|&&inside| inside).count() as f32;
        let reach = (REACH * area.sqrt()).clamp(LEAST_REACH, MOST_REACH);
        // However thin the thing is, some of it has to be certain.
        let core = (0.5 * depth.iter().copied().fold(0.0, f32::max)).min(reach);
        let sure: Vec<(usize, Place)> = (0..rough.len())
            .filter_map(|at| match () {
                () if refused.get(at) == Some(&true) => Some((at, Place::Outside)),
                () => (depth[at] > core).then_some((at, Place::Inside)),
            })
            .collect();
        let leaning =
            |at: usize| LEANING * ((depth[at] - height_above[at]) / reach).clamp(-1.0, 1.0);
        // The first colours are those of the middle and of what is a little away; the band says
        // nothing yet.
        let settled = |at: usize| depth[at] > 0.5 * core || height_above[at] > 0.5 * reach;
        let mut models = self.models(rough, &height_above, reach, settled);
        let mut fine = rough.to_vec();
        for _ in 0..ROUNDS {
            if progress.is_cancelled() {
                return Err(VisionError::Cancelled);
            }
            let Some(current) = models else { break };
            let next = outline::refine(
                &self.copy,
                rough,
                &current,
                reach.ceil() as usize,
                &sure,
                leaning,
            );
            let changed = next
                .iter()
                .zip(&fine)
                .filter(|(next, before)| next != before)
                .count();
            fine = next;
            if (changed as f32) < 0.001 * area {
                break;
            }
            models = self.models(&fine, &height_above, reach, |_| true);
        }
        outline::drop_whiskers(&mut fine, width, height, &sure);
        drop_specks(&mut fine, rough, width, height);
        Ok(if fine.contains(&true) {
            fine
        } else {
            rough.to_vec()
        })
    }

    /// The colours of both sides of a mask, learnt from the pixels that are settled; none where one
    /// side has none.
    pub(super) fn models(
        &self,
        inside: &[bool],
        height_above: &[f32],
        reach: f32,
        settled: impl Fn(usize) -> bool,
    ) -> Option<Models> {
        // A patch that the mask cuts through is two (of four kinds): mixed, it would speak for both
        // sides.
        let kind = |at: usize| match () {
            () if !settled(at) => 0,
            () if inside[at] => 1,
            () if height_above[at] < SURROUNDINGS * reach => 2,
            () => 3,
        };
        let parts: Vec<u32> = self
            .superpixels
            .labels
            .iter()
            .enumerate()
            .map(|(at, &label)| 4 * label + kind(at))
            .collect();
        let patches = superpixels::measure(&self.copy, &parts, 4 * self.superpixels.patches.len());
        let weights = |of: [f32; 4]| -> Vec<f32> {
            patches
                .iter()
                .zip(of.iter().cycle())
                .map(|(patch, weight)| weight * patch.size)
                .collect()
        };
        let object = ColorModel::fit(&patches, &weights([0.0, 1.0, 0.0, 0.0]))?;
        let rest = ColorModel::fit(&patches, &weights([0.0, 0.0, 1.0, FAR_WEIGHT]))?;
        Some(Models { object, rest })
    }
}

/// Distance of each covered pixel from the nearest one that is not, in pixels; 0 where it is not
/// covered itself. The frame is no edge.
pub(super) fn depth(mask: &[bool], width: usize, height: usize) -> Vec<f32> {
    let levels = mask
        .iter()
        .map(|&covered| if covered { 0 } else { 255 })
        .collect();
    let uncovered =
        GrayImage::from_raw(width as u32, height as u32, levels).expect("one level for each pixel");
    let longest = (width + height) as f64;
    euclidean_squared_distance_transform(&uncovered)
        .iter()
        .map(|square| square.sqrt().min(longest) as f32)
        .collect()
}

/// Takes away specks and pieces that the rough mask knows nothing of, and fills specks of holes.
fn drop_specks(mask: &mut [bool], rough: &[bool], width: usize, height: usize) {
    let levels = mask.iter().map(|&covered| u8::from(covered)).collect();
    let sides =
        GrayImage::from_raw(width as u32, height as u32, levels).expect("one level for each pixel");
    // No pixel has the level 2, so both sides are taken apart.
    let pieces = connected_components(&sides, Connectivity::Four, Luma([2]));
    let count = pieces.iter().max().map_or(0, |&last| last as usize + 1);
    let mut sizes = vec![(0_usize, false); count];
    for (&piece, &known) in pieces.iter().zip(rough) {
        let (size, is_known) = &mut sizes[piece as usize];
        *size += 1;
        *is_known |= known;
    }
    let area = mask.iter().filter(|&&covered| covered).count() as f32;
    for (covered, &piece) in mask.iter_mut().zip(pieces.iter()) {
        let (size, is_known) = sizes[piece as usize];
        if (size as f32) < SPECK * area || (*covered && !is_known) {
            *covered = !*covered;
        }
    }
}
