//! Attention of rows to others, or to each other (Vaswani et al. 2017, section 3.2).

use candle_core::{D, Error, Result, Tensor};
use rayon::prelude::*;

use super::decode::{OwnRows, attend_one};
use crate::kernels::matrix::{Matrix, multiply};
use crate::kernels::simd_math::{softmax, vectorised};
use crate::kernels::storage::{is_fused, with_optional, with_values};

/// Some columns of a tensor `(batch, rows, …)`: a part of what one product made.
#[derive(Debug, Clone, Copy)]
pub struct Columns<'a> {
    /// `(batch, rows, all columns)`; a batch of one serves all.
    pub tensor: &'a Tensor,
    /// The first column.
    pub from: usize,
}

/// The rows of a batch, and how far they lie apart.
struct Rows<'a> {
    values: &'a [f32],
    batch: usize,
    count: usize,
    step: usize,
}

impl Rows<'_> {
    fn matrix(
        &self,
        batch: usize,
        first: usize,
        rows: usize,
        column: usize,
        width: usize,
    ) -> Matrix<'_> {
        let start = (batch % self.batch * self.count + first) * self.step + column;
        Matrix::rows(&self.values[start..], rows, width, self.step)
    }

    /// Those of one of the batch, from a column on.
    fn of(&self, batch: usize, column: usize) -> OwnRows<'_> {
        let start = batch % self.batch * self.count * self.step + column;
        OwnRows {
            values: &self.values[start..],
            count: self.count,
            step: self.step,
        }
    }
}

/// Each query's mean of the values, weighted by how its keys fit: `channels` columns of each side,
/// in `heads` parts; gives `(batch, queries, channels)`.
pub fn cross_attention(
    query: Columns,
    key: Columns,
    value: Columns,
    channels: usize,
    heads: usize,
) -> Result<Tensor> {
    masked_attention(query, key, value, channels, heads, None)
}

/// The same with a mask of shape `(queries, keys)`, or `(heads, queries, keys)`, that is added to
/// the scores: nothing where a query may look, minus infinity where it may not.
pub fn masked_attention(
    query: Columns,
    key: Columns,
    value: Columns,
    channels: usize,
    heads: usize,
    mask: Option<&Tensor>,
) -> Result<Tensor> {
    let (batch, queries, _) = query.tensor.dims3()?;
    let batch = batch.max(key.tensor.dim(0)?).max(value.tensor.dim(0)?);
    let fits = |tensor: &Tensor| tensor.dim(0).is_ok_and(|own| own == 1 || own == batch);
    if ![query, key, value].iter().all(|side| fits(side.tensor))
        || key.tensor.dim(1)? != value.tensor.dim(1)?
    {
        return Err(Error::Msg(
            "attention's sides do not fit each other".to_owned(),
        ));
    }
    let keys = key.tensor.dim(1)?;
    if mask
        .is_some_and(|mask| ![&[queries, keys][..], &[heads, queries, keys]].contains(&mask.dims()))
    {
        return Err(Error::Msg(format!(
            "the mask of {queries} queries and {keys} keys has another shape"
        )));
    }
    let attention = Attention {
        query,
        key,
        value,
        batch,
        channels,
        heads,
    };
    if !is_fused(query.tensor) {
        return attention.by_tensors(mask);
    }
    let result = with_rows(query, |query| {
        with_rows(key, |key| {
            with_rows(value, |value| {
                with_optional(mask, |mask| {
                    if query.count == 1 && key.count > 0 {
                        return Ok(attention.decode([query, key, value], mask));
                    }
                    Ok(attention.prefill([query, key, value], mask))
                })
            })
        })
    })?;
    Tensor::from_vec(result, (batch, queries, channels), query.tensor.device())
}

/// The three sides, whose shapes fit each other.
struct Attention<'a> {
    query: Columns<'a>,
    key: Columns<'a>,
    value: Columns<'a>,
    batch: usize,
    /// Of all heads together.
    channels: usize,
    heads: usize,
}

impl Attention<'_> {
    /// Channels of one head.
    fn width(&self) -> usize {
        self.channels / self.heads
    }

    /// Returns the factor on the products of queries and keys.
    fn scale(&self) -> f32 {
        1.0 / (self.width() as f32).sqrt()
    }

    /// By candle's operations, which any device and type does.
    fn by_tensors(&self, mask: Option<&Tensor>) -> Result<Tensor> {
        let Self {
            batch,
            channels,
            heads,
            ..
        } = *self;
        let width = self.width();
        let part = |side: Columns| {
            let (own, rows, _) = side.tensor.dims3()?;
            let part = side
                .tensor
                .narrow(2, side.from, channels)?
                .reshape((own, rows, heads, width))?
                .transpose(1, 2)?;
            part.broadcast_as((batch, heads, rows, width))?.contiguous()
        };
        let scores = (part(self.query)?.matmul(&part(self.key)?.t()?)? * f64::from(self.scale()))?;
        let scores = if let Some(mask) = mask {
            scores.broadcast_add(mask)?
        } else {
            scores
        };
        let attended = candle_nn::ops::softmax_last_dim(&scores)?.matmul(&part(self.value)?)?;
        attended.transpose(1, 2)?.flatten_from(D::Minus2)
    }

    /// For a single query of each of the batch, `(batch, channels)`.
    fn decode(&self, [query, key, value]: [&Rows; 3], mask: Option<&[f32]>) -> Vec<f32> {
        let channels = self.channels;
        let mut result = vec![0.0; self.batch * channels];
        for (index, result) in result.chunks_exact_mut(channels).enumerate() {
            let own = query.of(index, self.query.from).values;
            let (keys, values) = (
                key.of(index, self.key.from),
                value.of(index, self.value.from),
            );
            attend_one(
                result,
                &own[..channels],
                keys,
                values,
                mask,
                (self.width(), self.scale()),
            );
        }
        result
    }

    /// For any number of queries, `(batch, queries, channels)`: blocks of them, whose scores stay
    /// in the cache.
    fn prefill(&self, [query, key, value]: [&Rows; 3], mask: Option<&[f32]>) -> Vec<f32> {
        let (channels, width, scale) = (self.channels, self.width(), self.scale());
        let (queries, keys) = (query.count, key.count);
        let block = queries.div_ceil(rayon::current_num_threads()).min(256);
        let mut result = vec![0.0; self.batch * queries * channels];
        let blocks = result
            .par_chunks_mut(queries * channels)
            .enumerate()
            .flat_map(|(index, rows)| {
                rows.par_chunks_mut(block * channels)
                    .enumerate()
                    .map(move |(part, rows)| (index, part * block, rows))
            });
        blocks.for_each_init(Vec::new, |scores, (index, first, result)| {
            let here = result.len() / channels;
            scores.resize(here * keys, 0.0);
            for head in 0..self.heads {
                let at = |side: Columns| side.from + head * width;
                let own = query.matrix(index, first, here, at(self.query), width);
                let others = key.matrix(index, 0, keys, at(self.key), width);
                multiply(scores, keys, own, others.transposed(), scale);
                vectorised(|| {
                    for (query, scores) in scores.chunks_exact_mut(keys).enumerate() {
                        if let Some(mask) = mask {
                            let own = if mask.len() == queries * keys {
                                0
                            } else {
                                head * queries
                            };
                            let mask = &mask[(own + first + query) * keys..][..keys];
                            scores
                                .iter_mut()
                                .zip(mask)
                                .for_each(|(score, mask)| *score += mask);
                        }
                        softmax(scores);
                    }
                });
                let scores = Matrix::rows(scores, here, keys, keys);
                let values = value.matrix(index, 0, keys, at(self.value), width);
                multiply(&mut result[head * width..], channels, scores, values, 1.0);
            }
        });
        result
    }
}

fn with_rows<R>(side: Columns, work: impl FnOnce(&Rows) -> Result<R>) -> Result<R> {
    let (batch, count, step) = side.tensor.dims3()?;
    with_values(side.tensor, |values| {
        work(&Rows {
            values,
            batch,
            count,
            step,
        })
    })
}

#[cfg(test)]
mod tests {
    use candle_core::{Device, Result, Tensor};

    use super::{Columns, masked_attention};
    use crate::kernels::testing::{apart, attention_bound, draws, wide};

    #[test]
    fn fused_attention_gives_what_candle_gives() -> Result<()> {
        let mut random = draws(1);
        for (queries, keys) in [
            ((3, 7), (1, 20)),
            ((1, 20), (3, 7)),
            ((2, 5), (2, 5)),
            ((3, 1), (1, 20)),
            ((2, 1), (2, 5)),
        ] {
            let (query, key) = (
                random(&[queries.0, queries.1, 12]),
                random(&[keys.0, keys.1, 12]),
            );
            let run = |query: &Tensor, key: &Tensor, mask: Option<&Tensor>| {
                let part = |tensor, from| Columns { tensor, from };
                masked_attention(part(query, 0), part(key, 4), part(key, 8), 4, 2, mask)
            };
            let mask = (0..2 * queries.1 * keys.1).map(|pair| {
                if pair % 3 == 0 {
                    f32::NEG_INFINITY
                } else {
                    0.0
                }
            });
            let by_head = Tensor::from_iter(mask, &Device::Cpu)?.reshape((2, queries.1, keys.1))?;
            let mut seen = Vec::new();
            for mask in [None, Some(&by_head.get(0)?), Some(&by_head)] {
                let found = wide(&run(&query, &key, mask)?)?;
                let expected = run(
                    &wide(&query)?,
                    &wide(&key)?,
                    mask.map(wide).transpose()?.as_ref(),
                )?;
                // A score is the sum of two products up to 1, divided by the root of two.
                let bound = attention_bound(3, std::f64::consts::SQRT_2, keys.1);
                let apart = apart(&found, &expected)?;
                assert!(apart < bound, "{queries:?} {keys:?}: {apart}");
                seen.push(found);
            }
            for pair in seen.windows(2) {
                assert!(apart(&pair[0], &pair[1])? > 1e-3);
            }
        }
        Ok(())
    }
}
