//! The things that stand out of an image, without anyone pointing at them: what
//! [`saliency`](super::saliency) finds prominent, cut from the background by colour
//! ([`patch_cut`](super::patch_cut)), parted where things touch ([`split`](super::split)), and each
//! drawn along its outline ([`rough`](super::rough)).

use image::GrayImage;

use super::patch_cut::{self, EXTENTS, Hints};
use super::{Place, Prepared, saliency, split};
use crate::{VisionError, Watch};

/// Minimum contrast of the most prominent patch to the background, in L*a*b* units; below it
/// nothing stands out.
pub(super) const LEAST_CONTRAST: f32 = 7.0;
/// Saliency below which a patch is certainly background.
const BACKGROUND: f32 = 0.04;
/// The threshold is found in the image, but within these.
const THRESHOLDS: (f32, f32) = (0.2, 0.5);
/// Distance from the threshold (in saliency) at which being prominent says as much as lying at the
/// click does in pointing.
const SLOPE: f32 = 0.35;
/// Things of less than this share of the image, or of the largest thing, are specks.
const LEAST_OF_IMAGE: f32 = 0.001;
const LEAST_OF_LARGEST: f32 = 0.03;
/// Maximum share of the image that stands out; what covers more is no thing in front of anything.
const MOST_OF_IMAGE: f32 = 0.92;
const MOST_THINGS: usize = 24;

/// A thing that stands out.
pub struct SalientObject {
    /// The pixels of the working copy that it covers.
    inside: Vec<bool>,
    /// Prominence from 0 to 1: 1 as the most prominent place of the image.
    pub prominence: f32,
}

impl Prepared {
    /// The things that stand out, the largest and most prominent first; none where the image is all
    /// background. No two of them cover the same pixel of the working copy.
    ///
    /// # Errors
    /// `progress` was cancelled.
    pub fn objects(&self, progress: &dyn Watch) -> Result<Vec<SalientObject>, VisionError> {
        let (width, height) = (self.copy.width, self.copy.height);
        let saliency = saliency::measure(&self.superpixels, width.max(height), progress)?;
        progress.set(0.3);
        if saliency.contrast < LEAST_CONTRAST {
            return Ok(Vec::new());
        }
        let Some(chosen) = self.prominent(&saliency.values, progress)? else {
            return Ok(Vec::new());
        };
        progress.set(0.4);
        let labels = &self.superpixels.labels;
        let mask: Vec<bool> = labels.iter().map(|&label| chosen[label as usize]).collect();
        let covered = mask.iter().filter(|&&covered| covered).count() as f32;
        if covered > MOST_OF_IMAGE * mask.len() as f32 {
            return Ok(Vec::new());
        }
        let (things, count) = split::things(&mask, width, height);
        let mut sizes = vec![(0.0_f32, 0.0_f32); count];
        for (&thing, &label) in things.iter().zip(labels) {
            if let Some(thing) = thing {
                let (size, prominence): &mut (f32, f32) = &mut sizes[thing as usize];
                *size += 1.0;
                *prominence += saliency.values[label as usize];
            }
        }
        let largest = sizes.iter().map(|&(size, _)| size).fold(0.0, f32::max);
        let least = (LEAST_OF_IMAGE * mask.len() as f32).max(LEAST_OF_LARGEST * largest);
        let mut order: Vec<usize> = (0..count)
            .filter(|&thing| sizes[thing].0 >= least)
            .collect();
        order.sort_by(|&a, &b| sizes[b].1.total_cmp(&sizes[a].1));
        order.truncate(MOST_THINGS);
        let mut taken = vec![false; mask.len()];
        let mut found = Vec::with_capacity(order.len());
        for (number, &thing) in order.iter().enumerate() {
            progress.set(0.4 + 0.6 * number as f64 / order.len() as f64);
            let thing = thing as u32;
            let rough: Vec<bool> = things.iter().map(|&other| other == Some(thing)).collect();
            // What is another thing already is not this one.
            let refused: Vec<bool> = things
                .iter()
                .zip(&taken)
                .map(|(other, &taken)| taken || other.is_some_and(|other| other != thing))
                .collect();
            let inside = self.cut_near(&rough, &refused, progress)?;
            taken
                .iter_mut()
                .zip(&inside)
                .for_each(|(taken, &inside)| *taken |= inside);
            let (size, prominence) = sizes[thing as usize];
            found.push(SalientObject {
                inside,
                prominence: prominence / size,
            });
        }
        progress.set(1.0);
        Ok(found)
    }

    /// The mask of a thing at the image's full size, soft along its outline.
    pub fn mask_of(&self, object: &SalientObject) -> GrayImage {
        self.guide.soften(&object.inside, &self.full)
    }

    /// The patches of all things, by saliency and colour; none where colour tells nothing apart.
    fn prominent(
        &self,
        saliency: &[f32],
        progress: &dyn Watch,
    ) -> Result<Option<Vec<bool>>, VisionError> {
        let patches = &self.superpixels.patches;
        let threshold = saliency::otsu(saliency, patches).clamp(THRESHOLDS.0, THRESHOLDS.1);
        let [_, extent, _] = EXTENTS;
        let hints = Hints {
            place: saliency
                .iter()
                .map(|&value| {
                    if value < BACKGROUND {
                        Place::Outside
                    } else {
                        Place::Open
                    }
                })
                .collect(),
            included: (0..patches.len() as u32)
                .filter(|&patch| saliency[patch as usize] >= threshold)
                .collect(),
            distance: saliency
                .iter()
                .map(|value| extent.reach * (1.0 - (value - threshold) / SLOPE))
                .collect(),
            refused: vec![false; patches.len()],
            samples: saliency.iter().map(|&value| value >= threshold).collect(),
        };
        match patch_cut::cut(&self.superpixels, &self.paths, &hints, extent, progress) {
            Ok((chosen, _)) => Ok(Some(chosen)),
            Err(VisionError::Unusable(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }
}
