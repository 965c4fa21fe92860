//! Convolutions over time in channels-last, `(steps, channels)`: what a step's neighbours are
//! stands beside it in memory.

use candle_core::{Result, Tensor};
use candle_nn::VarBuilder;

use crate::kernels::{Activation, Linear};
use crate::networks::shared::weight_norm_conv::normalised;

/// A convolution that keeps the number of steps: what lies beyond the ends mirrors what lies before
/// them.
pub(super) struct SameConvolution {
    layer: Linear,
    kernel: usize,
}

impl SameConvolution {
    /// Reads `conv`, with weights of shape `(out, in, kernel)`. The kernel is odd.
    pub(super) fn new(
        (input, output, kernel): (usize, usize, usize),
        weights: &VarBuilder,
    ) -> Result<Self> {
        let weights = weights.pp("conv");
        let weight = normalised((output, input, kernel), &weights)?.permute((0, 2, 1))?;
        let layer = Linear::from_tensors(
            &weight.reshape((output, kernel * input))?,
            Some(weights.get(output, "bias")?),
        )?;
        Ok(Self { layer, kernel })
    }

    /// `activation(convolution(x) + added)`, where `added` has the result's shape.
    pub(super) fn forward(
        &self,
        x: &Tensor,
        added: Option<&Tensor>,
        activation: Activation,
    ) -> Result<Tensor> {
        let x = mirrored(x, self.kernel / 2)?;
        self.layer
            .over_neighbours(&x, self.kernel, added, activation)
    }
}

/// Steps with so many more at each end, which mirror those within. Where there are too few to be
/// mirrored, zeros stand behind them first, as in the published model.
fn mirrored(x: &Tensor, count: usize) -> Result<Tensor> {
    let (steps, device) = (x.dim(0)?, x.device());
    if count == 0 {
        return Ok(x.clone());
    }
    let x = x.pad_with_zeros(0, 0, (count + 1).saturating_sub(steps))?;
    let all = x.dim(0)? as u32;
    let picked = |steps: Vec<u32>| x.index_select(&Tensor::new(steps, device)?, 0);
    let before = picked((1..=count as u32).rev().collect())?;
    let behind = picked((0..count as u32).map(|step| all - 2 - step).collect())?;
    Tensor::cat(&[&before, &x, &behind], 0)?
        .narrow(0, 0, steps + 2 * count)?
        .contiguous()
}
