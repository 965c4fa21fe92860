//! The neck that both image encoders end in (Li et al. 2022, "Exploring plain vision transformer
//! backbones", section 3).

use candle_core::{Result, Tensor};
use candle_nn::VarBuilder;

use crate::kernels::{Activation, Conv2d, LayerNorm, Linear};

/// Brings an encoder's channels to those of the prompts: two convolutions, each normalised.
#[derive(Debug, Clone)]
pub(super) struct Neck {
    project: Linear,
    first_norm: LayerNorm,
    mix: Conv2d,
    second_norm: LayerNorm,
}

impl Neck {
    pub(super) fn new(input: usize, output: usize, weights: &VarBuilder) -> Result<Self> {
        let mix = weights.get((output, output, 3, 3), "2.weight")?;
        Ok(Self {
            project: Linear::from_tensors(
                &weights
                    .get((output, input, 1, 1), "0.weight")?
                    .reshape((output, input))?,
                None,
            )?,
            first_norm: LayerNorm::new(output, 1e-6, &weights.pp("1"))?,
            mix: Conv2d::new(&mix, None, 1, 1)?,
            second_norm: LayerNorm::new(output, 1e-6, &weights.pp("3"))?,
        })
    }

    /// `(height, width, in)` to `(height, width, out)`.
    pub(super) fn forward(&self, x: &Tensor) -> Result<Tensor> {
        let x = self.first_norm.forward(&self.project.forward(x)?)?;
        self.second_norm
            .forward(&self.mix.forward(&x, Activation::None)?)
    }
}
