//! Linear layers with what stands behind them.

use candle_core::{D, Result, Tensor};
use candle_nn::VarBuilder;
use rayon::prelude::*;

use super::matrix::{Matrix, multiply};
use super::row::multiply_row;
use super::{Activation, is_fused, with_optional, with_values};

/// A linear layer, `x · Wᵀ + b`: weights of shape `(out, in)`, a bias of shape `(out,)`.
#[derive(Debug, Clone)]
pub(crate) struct Linear {
    weight: Tensor,
    bias: Option<Tensor>,
}

impl Linear {
    /// From tensors that were made already.
    pub(crate) fn from_tensors(weight: Tensor, bias: Option<Tensor>) -> Self {
        Self { weight, bias }
    }

    /// Reads `weight` and `bias`.
    pub(crate) fn new(input: usize, output: usize, weights: &VarBuilder) -> Result<Self> {
        Ok(Self::from_tensors(weights.get((output, input), "weight")?, Some(weights.get(output, "bias")?)))
    }

    /// `(…, in)` to `(…, out)`.
    pub(crate) fn forward(&self, x: &Tensor) -> Result<Tensor> {
        self.forward_then(x, None, Activation::None)
    }

    /// `activation(layer(x) + added)`, where `added` has the result's shape.
    pub(crate) fn forward_then(&self, x: &Tensor, added: Option<&Tensor>, activation: Activation) -> Result<Tensor> {
        let (output, input) = self.weight.dims2()?;
        let mut shape = x.dims().to_vec();
        let rows = x.elem_count() / input;
        if shape.pop() != Some(input) {
            candle_core::bail!("a linear layer of {input} values got rows of {:?}", x.dims());
        }
        shape.push(output);
        if !is_fused(x) {
            let mut result = x.reshape((rows, input))?.matmul(&self.weight.t()?)?.reshape(shape)?;
            if let Some(bias) = &self.bias {
                result = result.broadcast_add(bias)?;
            }
            if let Some(added) = added {
                result = (result + added)?;
            }
            return activation.of_tensor(&result);
        }
        let result = with_values(x, |x| {
            with_values(&self.weight, |weight| {
                with_optional(self.bias.as_ref(), |bias| {
                    with_optional(added, |added| {
                        if rows == 1 {
                            return Ok(multiply_row(x, weight, bias, added, activation));
                        }
                        let weight = Matrix::rows(weight, output, input, input).transposed();
                        let block = block_rows(rows, output);
                        let mut result = vec![0.0; rows * output];
                        result.par_chunks_mut(block * output).enumerate().for_each(|(index, result)| {
                            let here = result.len() / output;
                            let x = Matrix::rows(&x[index * block * input..], here, input, input);
                            multiply(result, output, x, weight, 1.0);
                            let added = added.map(|added| &added[index * block * output..]);
                            activation.finish(result, bias, added, output);
                        });
                        Ok(result)
                    })
                })
            })
        })?;
        Tensor::from_vec(result, shape, x.device())
    }

    /// What the layer makes of one row, `(in,)` to `(out,)`.
    pub(crate) fn forward_row(&self, row: &Tensor) -> Result<Tensor> {
        self.forward(&row.unsqueeze(0)?)?.squeeze(D::Minus2)
    }
}

/// How many rows a task takes: enough that setting up the product does not count, and so few that the result is still in the
/// cache when it is finished and every thread has work.
pub(super) fn block_rows(rows: usize, width: usize) -> usize {
    /// Values of a block's result.
    const BLOCK: usize = 128 * 1024;
    let threads = rayon::current_num_threads();
    (BLOCK / width).max(64).min(rows.div_ceil(threads)).max(1)
}
