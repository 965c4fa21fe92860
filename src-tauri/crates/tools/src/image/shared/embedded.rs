//! Masks of what is pointed at by Segment Anything, where such a model is on this computer: the
//! image is embedded once, then each prompt costs the decoder alone.

use std::ops::ControlFlow;
use std::sync::Arc;

use image::DynamicImage;
use patchbay_domain::PointPrompt;
use patchbay_inference::networks::segment_anything::{
    self, Embedding, MaskLogits, MaskPrompt, Prompt,
};
use patchbay_inference::{Segmenter, Watch};
use patchbay_vision::pixels;
use patchbay_vision::pointing::{Candidate, CandidateKind};

use crate::{Progress, ToolError};

/// Maximum number of a prompt's masks that are answered.
const ANSWERED: usize = 3;

/// An image that a model has looked at.
#[derive(Debug, Clone)]
pub struct Embedded {
    outliner: Segmenter,
    embedding: Arc<Embedding>,
}

/// A candidate with what the next click needs of it.
#[derive(Debug, Clone)]
pub struct Outline {
    /// The mask.
    pub candidate: Candidate,
    /// Score of how well it fits; the largest is what is probably meant.
    pub score: f32,
    /// The mask as the decoder gave it, to be refined by a further click.
    pub logits: MaskLogits,
}

impl Embedded {
    /// Looks at an upright image. What other steps looked at lately is not looked at again.
    ///
    /// # Errors
    /// The model cannot be loaded or fails, or `progress` was cancelled.
    pub fn new(
        outliner: &Segmenter,
        image: &DynamicImage,
        progress: &Progress,
    ) -> Result<Self, ToolError> {
        let report = |fraction: f64| {
            progress.set(fraction);
            if progress.is_cancelled() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let shown = pixels::opaque(image.clone(), [1.0; 3]).into_rgb8();
        let embedding = outliner.embed(&shown, Watch::new(&report))?;
        Ok(Self {
            outliner: outliner.clone(),
            embedding,
        })
    }

    /// The model's name for people.
    pub fn model(&self) -> &str {
        self.outliner.name()
    }

    /// Returns what was pointed at, as at most three candidates from the smallest to the largest;
    /// none where the network finds nothing. `former` are the logits of what the clicks before
    /// meant.
    ///
    /// # Errors
    /// A point lies outside the image, or the model fails.
    pub fn segment(
        &self,
        prompt: &PointPrompt,
        former: Option<&MaskLogits>,
    ) -> Result<Vec<Outline>, ToolError> {
        let (width, height) = self.embedding.placement.image;
        let inside =
            |x: f32, y: f32| (0.0..width as f32).contains(&x) && (0.0..height as f32).contains(&y);
        if let Some(outside) = prompt.points.iter().find(|point| !inside(point.x, point.y)) {
            return Err(ToolError::Input(format!(
                "The point ({}, {}) is outside the picture, which is {width} x {height} pixels.",
                outside.x, outside.y
            )));
        }
        let prompt = Prompt {
            points: prompt
                .points
                .iter()
                .map(|point| (point.x, point.y, point.include))
                .collect(),
            bounding_box: prompt
                .bounding_box
                .map(|b| [b.x, b.y, b.x + b.width, b.y + b.height]),
            mask: former.map(|logits| MaskPrompt::Logits(logits.clone())),
        };
        let found = self
            .outliner
            .segment(&self.embedding, &prompt)?
            .into_iter()
            .take(ANSWERED);
        let outline = |found: segment_anything::Candidate| {
            let mask = found.mask.pixels;
            let covered = mask.iter().filter(|&&value| value > 127).count();
            let coverage = covered as f32 / mask.len().max(1) as f32;
            let candidate = Candidate {
                kind: CandidateKind::Object,
                mask,
                coverage,
            };
            Outline {
                candidate,
                score: found.score,
                logits: found.logits,
            }
        };
        let mut outlines: Vec<Outline> = found
            .map(outline)
            .filter(|outline| outline.candidate.coverage > 0.0)
            .collect();
        outlines.sort_by(|a, b| a.candidate.coverage.total_cmp(&b.candidate.coverage));
        let kinds = [
            CandidateKind::Part,
            CandidateKind::Object,
            CandidateKind::Whole,
        ];
        let first = usize::from(outlines.len() < ANSWERED);
        for (outline, kind) in outlines.iter_mut().zip(&kinds[first..]) {
            outline.candidate.kind = *kind;
        }
        Ok(outlines)
    }
}

/// Returns the outline that is probably meant.
pub fn best(outlines: &[Outline]) -> Option<&Outline> {
    outlines.iter().max_by(|a, b| a.score.total_cmp(&b.score))
}
