//! Normalisation by the root of the mean square (Zhang and Sennrich 2019) over the last dimension.

use candle_core::{Result, Tensor};
use candle_nn::VarBuilder;

/// Divides each row of `(…, width)` by the root of its mean square, then scales it.
#[derive(Debug, Clone)]
pub struct RmsNorm {
    weight: Tensor,
    epsilon: f32,
}

impl RmsNorm {
    /// Reads `weight`, `(width,)`; `epsilon` is added to the mean square.
    pub fn new(width: usize, epsilon: f64, weights: &VarBuilder) -> Result<Self> {
        let weight = weights.get(width, "weight")?;
        Ok(Self::from_tensor(weight, epsilon))
    }

    /// From what the rows are scaled by, `(width,)`.
    pub fn from_tensor(weight: Tensor, epsilon: f64) -> Self {
        Self {
            weight,
            epsilon: epsilon as f32,
        }
    }

    /// This norm with each value of its result multiplied by one of `scale`, `(width,)`.
    pub fn scaled(&self, scale: &Tensor) -> Result<Self> {
        Ok(Self {
            weight: (&self.weight * scale)?,
            epsilon: self.epsilon,
        })
    }

    /// `(…, width)` to the same.
    pub fn forward(&self, x: &Tensor) -> Result<Tensor> {
        candle_nn::ops::rms_norm(&x.contiguous()?, &self.weight, self.epsilon)
    }
}
