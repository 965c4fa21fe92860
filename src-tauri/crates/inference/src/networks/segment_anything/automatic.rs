//! Masks of everything in an image (Kirillov et al. 2023, appendix B): a grid of points, each asked
//! for by itself; what the network doubts or what is unstable is left out, and what a better mask
//! covers already.

use super::model::{Embedding, SegmentAnything};
use super::postprocess::{self, Mask};
use super::prompt_encoder::PointKind;
use super::small_components;
use crate::{InferenceError, Watch};

/// Number of points that are asked for, and bounds on what is kept.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// Points of the grid's side.
    pub points_per_side: usize,
    /// Points that go through the decoder together; each takes about 30 MB while it does at full
    /// size.
    pub points_per_batch: usize,
    /// The least predicted intersection over union, from 0 to 1.
    pub least_score: f32,
    /// The least stability, from 0 to 1.
    pub least_stability: f32,
    /// Intersection over union of two masks' boxes from which only the better mask is kept, from 0
    /// to 1.
    pub suppression: f32,
    /// Holes and islands of fewer pixels are removed; 0 leaves all.
    pub least_area: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            points_per_side: 32,
            points_per_batch: 4,
            least_score: 0.88,
            least_stability: 0.95,
            suppression: 0.7,
            least_area: 100,
        }
    }
}

/// A mask that was found.
#[derive(Debug, Clone)]
pub struct Found {
    /// At the image's size; never empty.
    pub mask: Mask,
    /// The box around it: left, top, right, bottom, in pixels, all within.
    pub bounds: [u32; 4],
    /// How well it is thought to fit.
    pub score: f32,
    /// The point that it was found by, in pixels of the image.
    pub point: (f32, f32),
}

/// A mask that passed, at the decoder's resolution: an image's may be large, and most are
/// suppressed.
struct Kept {
    logits: Vec<f32>,
    bounds: [u32; 4],
    score: f32,
    point: (f32, f32),
}

impl SegmentAnything {
    /// All masks of an image, the best first.
    pub fn segment_everything(
        &self,
        embedding: &Embedding,
        settings: &Settings,
        watch: Watch,
    ) -> Result<Vec<Found>, InferenceError> {
        let points = grid(settings.points_per_side, embedding.placement.image);
        let batches = points.len().div_ceil(settings.points_per_batch.max(1));
        let mut kept = Vec::new();
        for (done, points) in points.chunks(settings.points_per_batch.max(1)).enumerate() {
            self.ask(embedding, points, settings, &mut kept)?;
            watch.at(done + 1, batches + 1)?;
        }
        kept.sort_by(|a, b| b.score.total_cmp(&a.score));
        let boxes: Vec<[u32; 4]> = kept.iter().map(|mask| mask.bounds).collect();
        let chosen = unsuppressed(&boxes, settings.suppression);
        let found = chosen.into_iter().map(|index| {
            let Kept {
                logits,
                bounds,
                score,
                point,
            } = &kept[index];
            Found {
                mask: self.upscaled(logits, embedding),
                bounds: *bounds,
                score: *score,
                point: *point,
            }
        });
        let found = without_small_components(found.collect(), settings);
        watch.at(1, 1)?;
        Ok(found)
    }

    fn ask(
        &self,
        embedding: &Embedding,
        points: &[(f32, f32)],
        settings: &Settings,
        kept: &mut Vec<Kept>,
    ) -> Result<(), InferenceError> {
        let prompt = |(x, y): &(f32, f32)| {
            let (x, y) = embedding.placement.of_point(*x, *y);
            vec![(x, y, PointKind::Include), (0.0, 0.0, PointKind::Padding)]
        };
        let prompts: Vec<_> = points.iter().map(prompt).collect();
        let (logits, scores) = self.decode(embedding, &prompts, None)?;
        for (index, scores) in scores.to_vec2::<f32>()?.iter().enumerate() {
            for (mask, score) in scores
                .iter()
                .enumerate()
                .skip(1)
                .filter(|(_, score)| **score > settings.least_score)
            {
                let logits = logits
                    .get(index)?
                    .get(mask)?
                    .flatten_all()?
                    .to_vec1::<f32>()?;
                let mask = self.upscaled(&logits, embedding);
                if let Some(bounds) = mask
                    .bounds
                    .filter(|_| mask.stability >= settings.least_stability)
                {
                    kept.push(Kept {
                        logits,
                        bounds,
                        score: *score,
                        point: points[index],
                    });
                }
            }
        }
        Ok(())
    }

    fn upscaled(&self, logits: &[f32], embedding: &Embedding) -> Mask {
        postprocess::mask(
            logits,
            self.mask_size,
            self.image_size,
            &embedding.placement,
        )
    }
}

/// Masks without small holes and islands. Where a mask that had some now covers another's box, the
/// other is kept.
fn without_small_components(mut found: Vec<Found>, settings: &Settings) -> Vec<Found> {
    let mut changed = Vec::with_capacity(found.len());
    for found in &mut found {
        changed.push(small_components::remove(
            &mut found.mask.pixels,
            settings.least_area,
        ));
        found.bounds = small_components::bounds(&found.mask.pixels).unwrap_or(found.bounds);
        found.mask.bounds = Some(found.bounds);
    }
    let mut order: Vec<usize> = (0..found.len()).collect();
    order.sort_by_key(|index| changed[*index]);
    let boxes: Vec<[u32; 4]> = order.iter().map(|index| found[*index].bounds).collect();
    let mut stays = vec![false; found.len()];
    for place in unsuppressed(&boxes, settings.suppression) {
        stays[order[place]] = true;
    }
    let mut stays = stays.into_iter();
    found.retain(|_| stays.next().unwrap_or(false));
    found
}

/// Points in the middle of equal parts of an image, line by line.
fn grid(side: usize, image: (u32, u32)) -> Vec<(f32, f32)> {
    let at =
        |index: usize, length: u32| ((index as f64 + 0.5) / side as f64 * f64::from(length)) as f32;
    (0..side * side)
        .map(|index| (at(index % side, image.0), at(index / side, image.1)))
        .collect()
}

/// Those of the boxes, the best first, that no better one covers: intersection over union with it
/// above `most`.
fn unsuppressed(boxes: &[[u32; 4]], most: f32) -> Vec<usize> {
    let mut chosen: Vec<usize> = Vec::new();
    for (index, own) in boxes.iter().enumerate() {
        if chosen
            .iter()
            .all(|better| overlap(&boxes[*better], own) <= most)
        {
            chosen.push(index);
        }
    }
    chosen
}

/// Intersection over union of two boxes, measured between the middles of their corners' pixels.
fn overlap(a: &[u32; 4], b: &[u32; 4]) -> f32 {
    let area = |side: &[u32; 4]| f64::from(side[2] - side[0]) * f64::from(side[3] - side[1]);
    let width = f64::from(a[2].min(b[2])) - f64::from(a[0].max(b[0]));
    let height = f64::from(a[3].min(b[3])) - f64::from(a[1].max(b[1]));
    let common = width.max(0.0) * height.max(0.0);
    let all = area(a) + area(b) - common;
    if all > 0.0 {
        (common / all) as f32
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::{grid, unsuppressed};

    #[test]
    fn points_lie_in_the_middle_of_equal_parts() {
        assert_eq!(
            grid(2, (8, 4)),
            [(2.0, 1.0), (6.0, 1.0), (2.0, 3.0), (6.0, 3.0)]
        );
    }

    #[test]
    fn what_a_better_box_covers_is_left_out() {
        let boxes = [
            [0, 0, 10, 10],
            [0, 0, 10, 9],
            [0, 0, 10, 5],
            [20, 0, 30, 10],
        ];
        assert_eq!(unsuppressed(&boxes, 0.7), [0, 2, 3]);
        assert_eq!(unsuppressed(&boxes, 0.4), [0, 3]);
    }
}
