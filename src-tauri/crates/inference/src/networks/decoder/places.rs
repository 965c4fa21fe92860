//! Places of tokens that are read together, and what they see from there.

use candle_core::{DType, Device, Result, Tensor};
use candle_nn::ops::softmax_last_dim;

use super::cache::{KeyValueCache, LayerCache};
use super::rotary::{Rotary, Turns};
use crate::kernels::cached_attention;

/// The places of tokens that are read together.
pub(super) struct Places<'a> {
    rotary: &'a Rotary,
    turns: Turns,
    /// How far back local layers look.
    window: Option<usize>,
    /// Masks added to the scores of layers that look back over everything, and of local ones.
    masks: [Option<Tensor>; 2],
}

impl<'a> Places<'a> {
    /// `count` tokens behind those of `cache`; `window`: how far back local layers look.
    pub(super) fn new(
        rotary: &'a Rotary,
        cache: &KeyValueCache,
        count: usize,
        window: Option<usize>,
        device: &Device,
    ) -> Result<Self> {
        let from = cache.len();
        let masks = if is_fused(cache.dtype(), device) {
            [None, None]
        } else {
            let mask = |window| mask(count, from + count, window, device);
            [mask(None)?, mask(window)?]
        };
        Ok(Self {
            turns: rotary.turns(from, count, device)?,
            window,
            masks,
            rotary,
        })
    }

    /// Turns `(heads, tokens, width)`.
    pub(super) fn turned(&self, x: &Tensor, is_local: bool) -> Result<Tensor> {
        self.rotary.forward(x, &self.turns, is_local)
    }

    /// Computes the attention of queries, `(heads, tokens, width)`, to a cache whose last tokens
    /// are theirs: `(tokens, heads · width)`.
    pub(super) fn attended(
        &self,
        query: &Tensor,
        cache: &LayerCache,
        is_local: bool,
    ) -> Result<Tensor> {
        let (held, len) = (cache.held()?, cache.len());
        if is_fused(held[0].dtype(), query.device()) {
            let window = self.window.filter(|_| is_local);
            return cached_attention(query, held, len, window);
        }
        by_tensors(query, held, len, self.masks[usize::from(is_local)].as_ref())
    }
}

/// Whether attention to keys and values of this type goes without candle's operations.
fn is_fused(dtype: DType, device: &Device) -> bool {
    dtype == DType::F16 && device.is_cpu()
}

fn by_tensors(
    query: &Tensor,
    [keys, values]: [&Tensor; 2],
    len: usize,
    mask: Option<&Tensor>,
) -> Result<Tensor> {
    let (heads, count, width) = query.dims3()?;
    let key_heads = keys.dim(0)?;
    let (keys, values) = (keys.narrow(1, 0, len)?, values.narrow(1, 0, len)?);
    // The heads of queries that share keys stand below each other.
    let rows = (key_heads, heads / key_heads * count, width);
    let query = (query * (width as f64).powf(-0.5))?.reshape(rows)?;
    let mut scores = query.matmul(&keys.t()?)?;
    if let Some(mask) = mask {
        scores = scores
            .reshape((heads, count, len))?
            .broadcast_add(mask)?
            .reshape((key_heads, heads / key_heads * count, len))?;
    }
    softmax_last_dim(&scores)?
        .matmul(&values)?
        .reshape((heads, count, width))?
        .transpose(0, 1)?
        .reshape((count, heads * width))
}

/// Returns the mask of what the last `count` of `len` tokens may look at: nothing (0) or minus
/// infinity is added to each score.
fn mask(
    count: usize,
    len: usize,
    window: Option<usize>,
    device: &Device,
) -> Result<Option<Tensor>> {
    let window = window.unwrap_or(len);
    if count == 1 && len <= window {
        return Ok(None);
    }
    let values = (0..count * len).map(|index| {
        let (row, column) = (len - count + index / len, index % len);
        if column <= row && row - column < window {
            0f32
        } else {
            f32::NEG_INFINITY
        }
    });
    let mask = Tensor::from_iter(values, &Device::Cpu)?.reshape((count, len))?;
    mask.to_device(device).map(Some)
}
