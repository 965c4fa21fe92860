//! Attention of tokens to themselves and those before them, whose keys and values are kept in half
//! precision. Queries and weights are rounded to half precision too, as ggml does, so that answers
//! are those of other programs that read the same files.

use candle_core::{CpuStorage, Error, Result, Storage, Tensor};
use rayon::prelude::*;

use crate::kernels::half::{rounded, single};
use crate::kernels::matrix::{Matrix, multiply};
use crate::kernels::simd_math::{softmax, vectorised};
use crate::kernels::storage::with_values;

/// Tokens whose scores are made together: few enough that those behind them are not looked at in
/// vain.
const BLOCK: usize = 16;

/// Products of one token below which its heads are not shared among threads.
const LITTLE: usize = 1 << 16;

/// Each query's mean of the values, weighted by how its keys fit, `(tokens, heads · width)`.
///
/// `query` is `(heads, tokens, width)`; `keys` and `values` are `(key heads, room, width)`, of
/// which the first `len` rows count, those of the queries last. Several heads of queries share one
/// of keys. A query looks back over `window` tokens, its own among them.
pub fn cached_attention(
    query: &Tensor,
    [keys, values]: [&Tensor; 2],
    len: usize,
    window: Option<usize>,
) -> Result<Tensor> {
    let (heads, count, width) = query.dims3()?;
    let (key_heads, room, key_width) = keys.dims3()?;
    if keys.dims() != values.dims()
        || key_width != width
        || key_heads == 0
        || !heads.is_multiple_of(key_heads)
        || count > len
        || len > room
    {
        return Err(Error::Msg(format!(
            "{:?} queries do not fit {len} keys of {:?} and values of {:?}",
            query.dims(),
            keys.dims(),
            values.dims()
        )));
    }
    let result = with_values(query, |query| {
        with_halves(keys, |keys| {
            with_halves(values, |values| {
                let attention = Attention {
                    query,
                    keys,
                    values,
                    count,
                    len,
                    room,
                    width,
                    shared: heads / key_heads,
                    window: window.unwrap_or(usize::MAX),
                };
                Ok(attention.result(key_heads))
            })
        })
    })?;
    Tensor::from_vec(result, (count, heads * width), query.device())
}

struct Attention<'a> {
    query: &'a [f32],
    keys: &'a [gemm::f16],
    values: &'a [gemm::f16],
    count: usize,
    len: usize,
    room: usize,
    width: usize,
    /// Heads of queries that share one of keys.
    shared: usize,
    window: usize,
}

/// Room that blocks use after each other.
#[derive(Default)]
struct Scratch {
    queries: Vec<f32>,
    /// Keys, then values, in single precision.
    rows: Vec<f32>,
    scores: Vec<f32>,
    attended: Vec<f32>,
}

impl Attention<'_> {
    fn result(&self, key_heads: usize) -> Vec<f32> {
        let channels = self.shared * self.width;
        let mut result = vec![0.0; self.count * key_heads * channels];
        if self.count > 1 {
            result
                .par_chunks_mut(BLOCK * key_heads * channels)
                .enumerate()
                .for_each_init(Scratch::default, |scratch, (block, result)| {
                    for head in 0..key_heads {
                        let result = &mut result[head * channels..];
                        self.attend(scratch, head, block * BLOCK, (result, key_heads * channels));
                    }
                });
        } else if self.len * key_heads * channels < LITTLE {
            let mut scratch = Scratch::default();
            for (head, result) in result.chunks_mut(channels).enumerate() {
                self.attend(&mut scratch, head, 0, (result, channels));
            }
        } else {
            result.par_chunks_mut(channels).enumerate().for_each_init(
                Scratch::default,
                |scratch, (head, result)| {
                    self.attend(scratch, head, 0, (result, channels));
                },
            );
        }
        result
    }

    /// Writes what the queries of a block from `first` on see through one head of keys to rows that
    /// lie `step` apart.
    fn attend(
        &self,
        scratch: &mut Scratch,
        head: usize,
        first: usize,
        (result, step): (&mut [f32], usize),
    ) {
        let Self {
            count,
            width,
            shared,
            ..
        } = *self;
        let tokens = BLOCK.min(count - first);
        let before = self.len - count + first;
        // What the first query sees of the earliest and the last one of the latest.
        let from = (before + 1).saturating_sub(self.window);
        let seen = before + tokens - from;
        let rows = shared * tokens;
        scratch.queries.clear();
        for own in 0..shared {
            let start = ((head * shared + own) * count + first) * width;
            scratch
                .queries
                .extend(&self.query[start..start + tokens * width]);
        }
        let start = (head * self.room + from) * width;
        let held = start..start + seen * width;
        vectorised(|| {
            for value in &mut scratch.queries {
                *value = rounded(*value);
            }
            widen(&self.keys[held.clone()], &mut scratch.rows);
        });
        scratch.scores.resize(rows * seen, 0.0);
        let queries = Matrix::rows(&scratch.queries, rows, width, width);
        let keys = Matrix::rows(&scratch.rows, seen, width, width).transposed();
        let scale = 1.0 / (width as f32).sqrt();
        multiply(&mut scratch.scores, seen, queries, keys, scale);
        vectorised(|| {
            for (row, scores) in scratch.scores.chunks_exact_mut(seen).enumerate() {
                let end = before + row % tokens + 1;
                let start = end.saturating_sub(self.window).saturating_sub(from);
                let (earlier, scores) = scores.split_at_mut(start);
                let (scores, later) = scores.split_at_mut(end - from - start);
                softmax(scores);
                for weight in scores {
                    *weight = rounded(*weight);
                }
                earlier.fill(0.0);
                later.fill(0.0);
            }
            widen(&self.values[held], &mut scratch.rows);
        });
        scratch.attended.resize(rows * width, 0.0);
        let scores = Matrix::rows(&scratch.scores, rows, seen, seen);
        let values = Matrix::rows(&scratch.rows, seen, width, width);
        multiply(&mut scratch.attended, width, scores, values, 1.0);
        for (row, attended) in scratch.attended.chunks_exact(width).enumerate() {
            let (own, token) = (row / tokens, row % tokens);
            result[token * step + own * width..][..width].copy_from_slice(attended);
        }
    }
}

/// Numbers in single precision.
#[inline(always)]
fn widen(halves: &[gemm::f16], singles: &mut Vec<f32>) {
    singles.resize(halves.len(), 0.0);
    for (value, half) in singles.iter_mut().zip(halves) {
        *value = single(half.to_bits());
    }
}

/// Calls `work` with the values of a contiguous tensor in half precision on the CPU.
fn with_halves<R>(tensor: &Tensor, work: impl FnOnce(&[gemm::f16]) -> Result<R>) -> Result<R> {
    let (storage, layout) = tensor.storage_and_layout();
    match (&*storage, layout.contiguous_offsets()) {
        (Storage::Cpu(CpuStorage::F16(values)), Some((start, end))) => work(&values[start..end]),
        _ => Err(Error::Msg(
            "keys and values have to be contiguous, in half precision and on the CPU".to_owned(),
        )),
    }
}

#[cfg(test)]
mod tests {
    use candle_core::{DType, Device, Result, Tensor};

    use super::cached_attention;
    use crate::kernels::testing::{apart, draws, wide};

    /// By candle's operations in double precision.
    fn expected(query: &Tensor, pair: [&Tensor; 2], len: usize, window: usize) -> Result<Tensor> {
        let (heads, count, width) = query.dims3()?;
        let shared = heads / pair[0].dim(0)?;
        let [keys, values] = pair.map(|rows| {
            let rows = wide(&rows.narrow(1, 0, len)?)?;
            let rows = rows.unsqueeze(1)?.repeat((1, shared, 1, 1))?;
            rows.reshape((heads, len, width))
        });
        let mask = (0..count * len).map(|index| {
            let (row, column) = (len - count + index / len, index % len);
            if column <= row && row - column < window {
                0.0
            } else {
                f64::NEG_INFINITY
            }
        });
        let mask = Tensor::from_iter(mask, &Device::Cpu)?.reshape((1, count, len))?;
        let scores = (wide(query)?.matmul(&keys?.t()?)? / (width as f64).sqrt())?;
        let weights = candle_nn::ops::softmax(&scores.broadcast_add(&mask)?, 2)?;
        weights
            .matmul(&values?)?
            .transpose(0, 1)?
            .reshape((count, heads * width))
    }

    #[test]
    fn tokens_see_what_stands_before_them() -> Result<()> {
        let mut random = draws(5);
        for (heads, key_heads, count, len, window) in [
            (4, 2, 1, 1, None),
            (6, 2, 1, 300, None),
            (6, 1, 5, 40, None),
            (3, 3, 40, 40, None),
            (4, 2, 37, 100, Some(9)),
            (4, 2, 1, 900, Some(64)),
        ] {
            let query = (random(&[heads, count, 32]) * 4.0)?;
            // What stands behind the rows that count is of no meaning.
            let rows = [(); 2].map(|()| random(&[key_heads, len + 7, 32]).to_dtype(DType::F16));
            let [keys, values] = rows;
            let pair = [&keys?, &values?];
            let found = cached_attention(&query, pair, len, window)?;
            let expected = expected(&query, pair, len, window.unwrap_or(len))?;
            // Queries up to 4 and weights are rounded by a share of 2⁻¹¹: scores of 32 products
            // over √32 are off by 4 · √32 / 2¹¹ at most, values up to 1 by twice that and more.
            let apart = apart(&found, &expected)?;
            assert!(
                apart < 0.023 + 1e-3,
                "{heads} {count} {len} {window:?}: {apart}"
            );
        }
        Ok(())
    }

    #[test]
    fn sides_that_do_not_fit_are_refused() -> Result<()> {
        let rows = |shape: (usize, usize, usize)| Tensor::zeros(shape, DType::F16, &Device::Cpu);
        let query = draws(1)(&[4, 2, 8]);
        let (keys, more) = (rows((2, 5, 8))?, rows((3, 5, 8))?);
        assert!(cached_attention(&query, [&keys, &keys], 5, None).is_ok());
        for (pair, len) in [
            ([&keys, &more], 5),
            ([&more, &more], 5),
            ([&keys, &keys], 6),
            ([&keys, &keys], 1),
        ] {
            assert!(cached_attention(&query, pair, len, None).is_err());
        }
        assert!(cached_attention(&query, [&query, &query], 2, None).is_err());
        Ok(())
    }
}
