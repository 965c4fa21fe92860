//! Attention of a single row to others, as writing token by token has it: bound by how fast keys
//! and values come out of memory, so that each thread reads those of some heads, row by row as they
//! lie, once.

use rayon::prelude::*;

use crate::kernels::simd_math::{dot, softmax, vectorised};

/// Rows of keys or values in memory, of one of a batch.
#[derive(Clone, Copy)]
pub(super) struct OwnRows<'a> {
    /// Begins with the first head of the first row.
    pub(super) values: &'a [f32],
    pub(super) count: usize,
    /// How far rows lie apart.
    pub(super) step: usize,
}

/// The mean of `values` for each head of a query, weighted by how `keys` fit; `mask` is added to
/// the scores of all heads, or of each its own. `width` is a head's, and `scale` what the scores
/// are multiplied by.
pub(super) fn attend_one(
    result: &mut [f32],
    query: &[f32],
    keys: OwnRows,
    values: OwnRows,
    mask: Option<&[f32]>,
    (width, scale): (usize, f32),
) {
    let count = keys.count;
    let heads = (result.len() / width.max(1)).div_ceil(rayon::current_num_threads());
    let parts = result.par_chunks_mut(heads * width).enumerate();
    parts.for_each_init(Vec::new, |scores, (part, result)| {
        let (first, channels) = (part * heads * width, result.len());
        let query = &query[first..first + channels];
        scores.resize(channels / width * count, 0.0);
        vectorised(|| {
            for row in 0..count {
                let key = &keys.values[row * keys.step + first..][..channels];
                for (head, (query, key)) in query
                    .chunks_exact(width)
                    .zip(key.chunks_exact(width))
                    .enumerate()
                {
                    scores[head * count + row] = scale * dot(query, key);
                }
            }
            for (head, scores) in scores.chunks_exact_mut(count).enumerate() {
                if let Some(mask) = mask {
                    let own = if mask.len() == count {
                        0
                    } else {
                        (part * heads + head) * count
                    };
                    scores
                        .iter_mut()
                        .zip(&mask[own..])
                        .for_each(|(score, mask)| *score += mask);
                }
                softmax(scores);
            }
            for row in 0..count {
                let value = &values.values[row * values.step + first..][..channels];
                let heads = result
                    .chunks_exact_mut(width)
                    .zip(value.chunks_exact(width));
                for (head, (result, value)) in heads.enumerate() {
                    let weight = scores[head * count + row];
                    result
                        .iter_mut()
                        .zip(value)
                        .for_each(|(sum, value)| *sum += weight * value);
                }
            }
        });
    });
}
