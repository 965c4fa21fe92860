//! Interpretation of DETR's numbers: what was found and where, and which pixel belongs to which
//! segment.

use candle_core::{D, DType, Tensor};
use image::GrayImage;
use rayon::prelude::*;

use super::config::DetrConfig;
use crate::detection::{Area, Detection, surest_first};
use crate::{InferenceError, Watch};

/// The classes up to this number are things that can be counted, those behind it are stuff: COCO
/// panoptic's numbers.
const LAST_THING: usize = 90;
/// Score at and below which nothing is shown as a segment.
const SURE: f32 = 0.5;
/// From here on a mask times its score counts as its query's.
const OWN: f32 = 0.5;
/// A segment keeps more than this share of its own mask from the others, or is dropped.
const SEEN: f64 = 0.8;
/// Rows between two questions whether to go on.
const ROWS: usize = 64;

/// A part of an image.
#[derive(Debug, Clone)]
pub struct Segment {
    /// Its class.
    pub label: String,
    /// How sure the network is, from 0 to 1.
    pub score: f32,
    /// Whether it is a thing, one of several perhaps, or stuff such as sky, of which there is one
    /// segment.
    pub is_thing: bool,
    /// 255 where it is, 0 elsewhere; as large as the image.
    pub mask: GrayImage,
}

/// The classes' chances of each query, "nothing" last: `(queries, classes + 1)`.
fn chances(logits: &Tensor) -> candle_core::Result<Vec<Vec<f32>>> {
    candle_nn::ops::softmax(&logits.squeeze(0)?.to_dtype(DType::F32)?, D::Minus1)?.to_vec2()
}

/// The likeliest of some classes, the first of those that are as likely, and its chance.
fn likeliest(chances: &[f32]) -> (usize, f32) {
    let better = |best: (usize, f32), (class, chance): (usize, &f32)| {
        if *chance > best.1 {
            (class, *chance)
        } else {
            best
        }
    };
    chances
        .iter()
        .enumerate()
        .fold((0, f32::NEG_INFINITY), better)
}

/// Returns the detections with a score of more than `threshold`, the surest first. Takes the
/// chances of each query and the boxes `(1, queries, 4)`, as middles and sizes in shares of the
/// image.
pub(super) fn detections(
    config: &DetrConfig,
    logits: &Tensor,
    boxes: &Tensor,
    image: (u32, u32),
    threshold: f32,
) -> Result<Vec<Detection>, InferenceError> {
    let boxes = boxes.squeeze(0)?.to_dtype(DType::F32)?.to_vec2::<f32>()?;
    let mut found = Vec::new();
    for (chances, area) in chances(logits)?.iter().zip(&boxes) {
        let (class, score) = likeliest(&chances[..chances.len().saturating_sub(1)]);
        if let (true, [x, y, width, height]) = (score > threshold, area.as_slice()) {
            let area = Area::from_middle([*x, *y, *width, *height], image);
            found.push(Detection {
                label: config.label(class),
                score,
                area,
            });
        }
    }
    Ok(surest_first(found))
}

/// A query that found something.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sure {
    /// The query's number.
    pub query: usize,
    /// The class of what it found.
    pub class: usize,
    /// How sure the network is, from 0 to 1.
    pub score: f32,
}

/// The queries that found something with more than a half. Takes logits of shape `(1, queries,
/// classes + 1)`.
pub fn sure(logits: &Tensor) -> candle_core::Result<Vec<Sure>> {
    let mut sure = Vec::new();
    for (query, chances) in chances(logits)?.iter().enumerate() {
        let (class, score) = likeliest(chances);
        if class + 1 < chances.len() && score > SURE {
            sure.push(Sure {
                query,
                class,
                score,
            });
        }
    }
    Ok(sure)
}

/// The segments that the masks of sure queries make of an image: one of each mask of which enough
/// is to be seen, and one of all masks of the same stuff. `masks`: `(queries, height, width)`, from
/// 0 to 1, of the same queries.
pub fn segments(
    config: &DetrConfig,
    sure: &[Sure],
    masks: &Tensor,
    size: (u32, u32),
    watch: Watch,
) -> Result<Vec<Segment>, InferenceError> {
    let scores: Vec<f32> = sure.iter().map(|sure| sure.score).collect();
    let Ownership { owners, kept } = ownership(masks, &scores, size, watch)?;
    let mut segments: Vec<(usize, Segment)> = Vec::new();
    let mut segment_of = vec![None; sure.len()];
    for (mask, Sure { class, score, .. }) in sure.iter().enumerate().filter(|(mask, _)| kept[*mask])
    {
        let is_thing = *class <= LAST_THING;
        let same = segments
            .iter()
            .position(|(other, _)| !is_thing && other == class);
        if let Some(same) = same {
            segments[same].1.score = segments[same].1.score.max(*score);
        } else {
            let (label, mask) = (config.label(*class), GrayImage::new(size.0, size.1));
            segments.push((
                *class,
                Segment {
                    label,
                    score: *score,
                    is_thing,
                    mask,
                },
            ));
        }
        segment_of[mask] = Some(same.unwrap_or(segments.len() - 1));
    }
    for (pixel, owner) in owners.iter().enumerate() {
        if let Some(segment) = segment_of[usize::from(*owner)] {
            segments[segment].1.mask.as_flat_samples_mut().samples[pixel] = 255;
        }
    }
    Ok(segments.into_iter().map(|(_, segment)| segment).collect())
}

/// Which of several masks each pixel belongs to.
struct Ownership {
    /// The mask's number at each pixel, row by row.
    owners: Vec<u16>,
    /// Whether enough of a mask is left to it.
    kept: Vec<bool>,
}

/// Each pixel is given to the mask that is strongest there, once each was made as large as the
/// image (bilinear, as `PyTorch` has it) and multiplied by its score. `masks`: `(masks, height,
/// width)`, from 0 to 1.
fn ownership(
    masks: &Tensor,
    scores: &[f32],
    (width, height): (u32, u32),
    watch: Watch,
) -> Result<Ownership, InferenceError> {
    let (count, down, across) = masks.dims3()?;
    let masks = masks
        .to_dtype(DType::F32)?
        .flatten_all()?
        .to_vec1::<f32>()?;
    let (width, height) = (width as usize, height as usize);
    let columns: Vec<_> = (0..width).map(|x| between(x, width, across)).collect();
    let mut owners = vec![0_u16; width * height];
    let mut areas = vec![(0_u64, 0_u64); count];
    for (band, rows) in owners.chunks_mut(ROWS * width.max(1)).enumerate() {
        watch.at(band * ROWS, height)?;
        let counted: Vec<Vec<(u64, u64)>> = rows
            .par_chunks_mut(width.max(1))
            .enumerate()
            .map(|(row, owners)| {
                let (above, below, lower) = between(band * ROWS + row, height, down);
                let mut best = vec![f32::NEG_INFINITY; width];
                let mut areas = vec![(0, 0); count];
                for mask in 0..count {
                    let plane = &masks[mask * down * across..][..down * across];
                    let (above, below) = (
                        &plane[above * across..][..across],
                        &plane[below * across..][..across],
                    );
                    for (x, (left, right, further)) in columns.iter().enumerate() {
                        let top = above[*left] + (above[*right] - above[*left]) * further;
                        let bottom = below[*left] + (below[*right] - below[*left]) * further;
                        let value = (top + (bottom - top) * lower) * scores[mask];
                        areas[mask].1 += u64::from(value >= OWN);
                        if value > best[x] {
                            best[x] = value;
                            owners[x] = mask as u16;
                        }
                    }
                }
                for owner in owners.iter() {
                    areas[usize::from(*owner)].0 += 1;
                }
                areas
            })
            .collect();
        for row in counted {
            areas
                .iter_mut()
                .zip(row)
                .for_each(|(sum, more)| *sum = (sum.0 + more.0, sum.1 + more.1));
        }
    }
    let kept = areas
        .iter()
        .map(|(left, own)| *left > 0 && *own > 0 && *left as f64 / *own as f64 > SEEN)
        .collect();
    Ok(Ownership { owners, kept })
}

/// The two places of a smaller row that a place of a larger one lies between, and how far it is to
/// the second.
fn between(place: usize, of: usize, smaller: usize) -> (usize, usize, f32) {
    let exact = ((place as f32 + 0.5) * (smaller as f32 / of as f32) - 0.5).max(0.0);
    let first = (exact as usize).min(smaller - 1);
    (first, (first + 1).min(smaller - 1), exact - first as f32)
}
