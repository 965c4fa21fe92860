//! Multi-head attention (Vaswani et al. 2017, section 3.2) and the loading of its joined projections.

use candle_core::{Result, Tensor};
use candle_nn::{Linear, VarBuilder};

/// Several projections of the same width side by side, so that one large product makes them all: shape
/// `(parts * width, width)`.
pub(crate) fn joined(width: usize, parts: &[&str], weights: &VarBuilder) -> Result<Linear> {
    let matrices: Vec<Tensor> =
        parts.iter().map(|part| weights.get((width, width), &format!("{part}.weight"))).collect::<Result<_>>()?;
    let biases: Vec<Tensor> =
        parts.iter().map(|part| weights.get(width, &format!("{part}.bias"))).collect::<Result<_>>()?;
    Ok(Linear::new(Tensor::cat(&matrices, 0)?, Some(Tensor::cat(&biases, 0)?)))
}

/// `(batch, length, width)` as heads: `(batch, heads, length, width / heads)`.
pub(crate) fn heads(tensor: &Tensor, heads: usize) -> Result<Tensor> {
    let (batch, length, width) = tensor.dims3()?;
    tensor.reshape((batch, length, heads, width / heads))?.transpose(1, 2)?.contiguous()
}

/// What each query sees of the values: `softmax(q kᵀ / √d + mask) v`. Takes heads, gives `(batch, queries, width)`. The
/// mask is added to the scores and broadcast to `(batch, heads, queries, keys)`.
pub(crate) fn attend(query: &Tensor, key: &Tensor, value: &Tensor, mask: Option<&Tensor>) -> Result<Tensor> {
    let (batch, heads, length, size) = query.dims4()?;
    let query = (query * (size as f64).powf(-0.5))?;
    let scores = query.matmul(&key.transpose(2, 3)?)?;
    let scores = match mask {
        Some(mask) => scores.broadcast_add(mask)?,
        None => scores,
    };
    let seen = candle_nn::ops::softmax_last_dim(&scores)?.matmul(value)?;
    seen.transpose(1, 2)?.reshape((batch, length, heads * size))
}
