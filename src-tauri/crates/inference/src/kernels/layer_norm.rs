//! Layer normalisation (Ba et al. 2016) over the last dimension.

use candle_core::{Result, Tensor};
use candle_nn::VarBuilder;
use rayon::prelude::*;

use super::simd_math::{sum, vectorised};
use super::{Activation, is_fused, with_values};

/// Rows that one task normalises.
const ROWS: usize = 64;

/// Normalises each row of `(…, width)`, then scales it and moves it. In channels-last this is
/// `LayerNorm2d` too.
#[derive(Debug, Clone)]
pub struct LayerNorm {
    weight: Tensor,
    bias: Tensor,
    epsilon: f32,
}

impl LayerNorm {
    /// Reads `weight` and `bias`, each of shape `(width,)`.
    pub fn new(width: usize, epsilon: f64, weights: &VarBuilder) -> Result<Self> {
        let (weight, bias) = (weights.get(width, "weight")?, weights.get(width, "bias")?);
        Ok(Self {
            weight,
            bias,
            epsilon: epsilon as f32,
        })
    }

    /// That without weights of its own: `weight`, `(width,)`, scales, and nothing moves.
    pub fn scaling(weight: Tensor, epsilon: f64) -> Result<Self> {
        let bias = weight.zeros_like()?;
        Ok(Self {
            weight,
            bias,
            epsilon: epsilon as f32,
        })
    }

    /// Returns the result for a row of zeros.
    pub fn of_zeros(&self) -> &Tensor {
        &self.bias
    }

    /// `(…, width)` to the same.
    pub fn forward(&self, x: &Tensor) -> Result<Tensor> {
        self.forward_then(x, Activation::None)
    }

    /// With an activation behind it.
    pub fn forward_then(&self, x: &Tensor, activation: Activation) -> Result<Tensor> {
        let x = &x.contiguous()?;
        if !is_fused(x) {
            let normed = candle_nn::ops::layer_norm(x, &self.weight, &self.bias, self.epsilon)?;
            return activation.of_tensor(&normed);
        }
        let width = self.weight.dim(0)?;
        let result = with_values(&self.weight, |weight| {
            with_values(&self.bias, |bias| {
                with_values(x, |values| {
                    let mut result = vec![0.0; values.len()];
                    let blocks = result
                        .par_chunks_mut(ROWS * width)
                        .zip(values.par_chunks(ROWS * width));
                    blocks.for_each(|(result, values)| {
                        for (result, row) in result.chunks_mut(width).zip(values.chunks(width)) {
                            vectorised(|| normalise(result, row, weight, bias, self.epsilon));
                        }
                        activation.finish(result, None, None, width);
                    });
                    Ok(result)
                })
            })
        })?;
        Tensor::from_vec(result, x.shape(), x.device())
    }
}

#[inline(always)]
fn normalise(result: &mut [f32], row: &[f32], weight: &[f32], bias: &[f32], epsilon: f32) {
    let width = row.len() as f32;
    let mean = sum(row, |value| value) / width;
    let variance = sum(row, |value| (value - mean) * (value - mean)) / width;
    let inverse = 1.0 / (variance + epsilon).sqrt();
    for (((result, value), weight), bias) in result.iter_mut().zip(row).zip(weight).zip(bias) {
        *result = (value - mean) * inverse * weight + bias;
    }
}
