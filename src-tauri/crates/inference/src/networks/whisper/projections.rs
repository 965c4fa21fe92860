//! The projections of attention in both encoder and decoder.

use candle_core::Tensor;
use candle_nn::VarBuilder;

use crate::kernels::Linear;

/// Added to the variance in layer norms: `PyTorch`'s default.
pub(super) const EPSILON: f64 = 1e-5;

/// Several projections side by side, so that one large product makes them all. Those of keys have
/// no bias.
pub(super) fn joined(
    width: usize,
    parts: &[&str],
    weights: &VarBuilder,
) -> candle_core::Result<Linear> {
    let matrices = parts
        .iter()
        .map(|part| weights.get((width, width), &format!("{part}.weight")));
    let biases = parts.iter().map(|part| match *part {
        "k_proj" => Tensor::zeros(width, weights.dtype(), weights.device()),
        part => weights.get(width, &format!("{part}.bias")),
    });
    let matrix = Tensor::cat(&matrices.collect::<candle_core::Result<Vec<_>>>()?, 0)?;
    Linear::from_tensors(
        &matrix,
        Some(Tensor::cat(
            &biases.collect::<candle_core::Result<Vec<_>>>()?,
            0,
        )?),
    )
}
