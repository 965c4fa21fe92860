//! From clicks, boxes and rough masks to masks, and to what stands out without any of them; without
//! a model, by graph cut.
//!
//! An image is prepared once ([`Prepared::new`]: a working copy of at most 1024 pixels, its
//! patches of even colour and the ways between them); each prompt is then answered fast
//! ([`Prepared::segment`]) with three candidates of different extent. In order: [`working_copy`],
//! [`superpixels`], [`geodesic`] distances from the clicks, [`patch_cut`] with its [`color_model`]s
//! and [`max_flow`], [`outline`], for a box alone [`box_cut`], and the soft edge of
//! [`guided`](crate::matting::guided) at full size. [`rough`] begins with a mask
//! instead ([`Prepared::refine`]), [`salient`] with nothing ([`Prepared::objects`]: by
//! [`saliency`], parted by [`split`]); [`interest`] is the middle of what stands out. [`by_model`]
//! does the same by Segment Anything.

mod box_cut;
mod color_model;
mod geodesic;
pub mod interest;
mod outline;
mod patch_cut;
mod prompt;
mod rough;
mod saliency;
mod salient;
mod split;
mod superpixels;

#[cfg(test)]
mod tests;

use image::{DynamicImage, GrayImage, RgbImage};
use patchbay_domain::PointPrompt;
use rayon::prelude::*;

use self::geodesic::Paths;
use self::patch_cut::{EXTENTS, Extent};
use self::prompt::Reading;
pub use self::salient::SalientObject;
use self::superpixels::Superpixels;
use crate::matting::guided::Guide;
use crate::working_copy::WorkingCopy;
use crate::{VisionError, Watch};

/// Extent of a thing that a candidate covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum CandidateKind {
    /// The part that looks just like the place that was clicked.
    Part,
    /// The thing around it: what is usually meant.
    Object,
    /// Everything that hangs together with it and stands out from the background.
    Whole,
}

/// One answer to a prompt.
#[derive(Debug, Clone)]
pub struct Candidate {
    /// Extent of the thing that it covers.
    pub kind: CandidateKind,
    /// The mask at the image's full upright size: 255 inside, 0 outside, between along soft edges.
    pub mask: GrayImage,
    /// The share of the image that it covers, from 0 to 1.
    pub coverage: f32,
}

/// Meaning of a prompt for a patch or pixel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Inside,
    Outside,
    Open,
}

/// An image that is ready to be pointed at. It may be kept for as long as the image is in view and
/// shared between threads; it takes about 3 bytes for each pixel of the image and 60 MB for the
/// working copy.
pub struct Prepared {
    full: RgbImage,
    copy: WorkingCopy,
    superpixels: Superpixels,
    paths: Paths,
    guide: Guide,
}

impl Prepared {
    /// Prepares an upright image. Where `progress` is cancelled on the way the rest is skipped;
    /// [`Self::segment`] then answers [`VisionError::Cancelled`] as long as it is given the same
    /// `progress`.
    pub fn new(image: &DynamicImage, progress: &dyn Watch) -> Self {
        let full = image.to_rgb8();
        let copy = WorkingCopy::new(&full);
        progress.set(0.3);
        let (superpixels, guide) = rayon::join(
            || Superpixels::new(&copy, progress),
            || Guide::new(&copy.rgb),
        );
        let paths = Paths::new(&superpixels);
        progress.set(1.0);
        Self {
            full,
            copy,
            superpixels,
            paths,
            guide,
        }
    }

    /// The image's size in pixels, `(width, height)`: prompts are given in these, and masks have
    /// this size.
    pub fn size(&self) -> (u32, u32) {
        self.full.dimensions()
    }

    /// Returns what was pointed at, as three candidates from the smallest to the largest, each
    /// within the next. Points and boxes are in pixels of the full image.
    ///
    /// # Errors
    /// Nothing was pointed at, a point or the box lies outside the image, the image is of one
    /// colour, or `progress` was cancelled.
    pub fn segment(
        &self,
        prompt: &PointPrompt,
        progress: &dyn Watch,
    ) -> Result<Vec<Candidate>, VisionError> {
        let reading = Reading::new(prompt, self)?;
        progress.set(0.1);
        let cuts: Vec<_> = EXTENTS
            .par_iter()
            .map(|&extent| self.cut(&reading, extent, progress))
            .collect();
        let mut masks = cuts.into_iter().collect::<Result<Vec<_>, _>>()?;
        // What the smaller candidate has, the larger one has too.
        for index in 1..masks.len() {
            let (smaller, larger) = masks.split_at_mut(index);
            larger[0]
                .iter_mut()
                .zip(&smaller[index - 1])
                .for_each(|(larger, smaller)| *larger |= smaller);
        }
        progress.set(0.7);
        let candidates: Vec<Candidate> = masks
            .par_iter()
            .zip(EXTENTS)
            .map(|(inside, extent)| Candidate {
                kind: extent.kind,
                mask: self.guide.soften(inside, &self.full),
                coverage: inside.iter().filter(|&&inside| inside).count() as f32
                    / inside.len() as f32,
            })
            .collect();
        progress.set(1.0);
        if progress.is_cancelled() {
            Err(VisionError::Cancelled)
        } else {
            Ok(candidates)
        }
    }

    /// The pixels of the working copy that one candidate covers.
    fn cut(
        &self,
        reading: &Reading,
        extent: Extent,
        progress: &dyn Watch,
    ) -> Result<Vec<bool>, VisionError> {
        let (chosen, models) = patch_cut::cut(
            &self.superpixels,
            &self.paths,
            &reading.hints,
            extent,
            progress,
        )?;
        let rough: Vec<bool> = self
            .superpixels
            .labels
            .iter()
            .map(|&label| chosen[label as usize])
            .collect();
        let band = (0.6 * self.superpixels.step).ceil() as usize;
        let mut fine = outline::refine(&self.copy, &rough, &models, band, &reading.sure, |_| 0.0);
        if let Some(bounds) = reading
            .only_box()
            .filter(|_| extent.kind == CandidateKind::Object)
        {
            fine = self.settle_in_box(fine, bounds, &reading.sure, progress)?;
        }
        outline::drop_whiskers(&mut fine, self.copy.width, self.copy.height, &reading.sure);
        reading.keep_connected(&mut fine, self.copy.width, self.copy.height);
        Ok(fine)
    }
}
