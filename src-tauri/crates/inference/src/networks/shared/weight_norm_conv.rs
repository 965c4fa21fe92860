//! Convolutions over time that several networks have in common, in channels-last, `(steps,
//! channels)`: their weights are normalised (Salimans and Kingma 2016, "Weight Normalization"), a
//! direction and a length, which are one matrix once they are read.

use candle_core::{Result, Tensor};
use candle_nn::VarBuilder;

use crate::kernels::{Activation, Linear};

/// A transposed convolution with a stride of `ratio` and a kernel of twice that: upsamples by
/// `ratio`.
pub(crate) struct ConvTranspose1d {
    layer: Linear,
    ratio: usize,
}

impl ConvTranspose1d {
    /// Reads weights of shape `(in, out, 2 · ratio)`, and `bias`.
    pub(crate) fn new(
        (input, output, ratio): (usize, usize, usize),
        weights: &VarBuilder,
    ) -> Result<Self> {
        let weight = normalised((input, output, 2 * ratio), weights)?;
        // What a step gives to its own places, and what to those of the next.
        let part = |from: usize| {
            weight
                .narrow(2, from, ratio)?
                .permute((2, 1, 0))?
                .reshape((ratio * output, input))
        };
        let weight = Tensor::cat(&[part(ratio)?, part(0)?], 1)?;
        let layer =
            Linear::from_tensors(&weight, Some(weights.get(output, "bias")?.repeat(ratio)?))?;
        Ok(Self { layer, ratio })
    }

    /// `(steps, in)` to `(ratio · steps, out)`. Of what reaches over the ends, half is cut off at
    /// each, of an odd number one more at the beginning.
    pub(crate) fn forward(&self, x: &Tensor) -> Result<Tensor> {
        let steps = x.dim(0)?;
        let pairs =
            self.layer
                .over_neighbours(&x.pad_with_zeros(0, 1, 1)?, 2, None, Activation::None)?;
        let all = pairs.reshape(((steps + 1) * self.ratio, ()))?;
        all.narrow(0, self.ratio - self.ratio / 2, steps * self.ratio)?
            .contiguous()
    }
}

/// Reads `weight_g` and `weight_v` as the matrix that they are.
pub(crate) fn normalised(shape: (usize, usize, usize), weights: &VarBuilder) -> Result<Tensor> {
    let (length, direction) = (
        weights.get((shape.0, 1, 1), "weight_g")?,
        weights.get(shape, "weight_v")?,
    );
    let own = direction.sqr()?.sum_keepdim((1, 2))?.sqrt()?;
    direction.broadcast_mul(&(length / own)?)
}
