//! What the U-Net, the `ControlNet` and the autoencoder are made of, in channels-last.

use candle_core::{Result, Tensor};
use candle_nn::VarBuilder;

use crate::InferenceError;
use crate::operations::{Activation, Convolution, GroupNorm, Interpolation, Linear, interpolated};

/// Asks whether the work goes on.
pub(super) type Ask<'a> = &'a dyn Fn() -> std::result::Result<(), InferenceError>;

/// A residual block (Ho et al. 2020, appendix B): two convolutions behind group norms, the first moved by how noisy the
/// latents are, where that is known.
pub(super) struct Residual {
    first_norm: GroupNorm,
    first: Convolution,
    time: Option<Linear>,
    second_norm: GroupNorm,
    second: Convolution,
    /// Where the channels change.
    shortcut: Option<Convolution>,
}

impl Residual {
    /// `time`: the width of what says how noisy the latents are.
    pub(super) fn new(
        (input, output): (usize, usize),
        (groups, epsilon): (usize, f64),
        time: Option<usize>,
        weights: &VarBuilder,
    ) -> Result<Self> {
        let time = time.map(|width| Linear::new(width, output, &weights.pp("time_emb_proj"))).transpose()?;
        let shortcut =
            if input == output { None } else { Some(convolution(input, output, 1, &weights.pp("conv_shortcut"))?) };
        Ok(Self {
            first_norm: GroupNorm::new(groups, input, epsilon, &weights.pp("norm1"))?,
            first: convolution(input, output, 3, &weights.pp("conv1"))?,
            time,
            second_norm: GroupNorm::new(groups, output, epsilon, &weights.pp("norm2"))?,
            second: convolution(output, output, 3, &weights.pp("conv2"))?,
            shortcut,
        })
    }

    /// `(height, width, in)` to `(height, width, out)`; `time`, `(1, width)`.
    pub(super) fn forward(
        &self,
        x: &Tensor,
        time: Option<&Tensor>,
        ask: Ask,
    ) -> std::result::Result<Tensor, InferenceError> {
        let first = match (&self.time, time) {
            (Some(layer), Some(time)) => &self.first.shifted(&layer.forward(time)?.squeeze(0)?)?,
            _ => &self.first,
        };
        let normed = self.first_norm.forward_then(x, Activation::Silu)?;
        let inner = first.forward_asking(&normed, None, Activation::None, ask)?;
        // At the autoencoder's finest level each map takes hundreds of megabytes.
        drop(normed);
        let normed = self.second_norm.forward_then(&inner, Activation::Silu)?;
        drop(inner);
        let around = match &self.shortcut {
            None => x.clone(),
            Some(shortcut) => shortcut.forward(x, Activation::None)?,
        };
        self.second.forward_asking(&normed, Some(&around), Activation::None, ask)
    }
}

/// A convolution that keeps the size.
pub(super) fn convolution(input: usize, output: usize, kernel: usize, weights: &VarBuilder) -> Result<Convolution> {
    Convolution::same((input, output, kernel, 1), weights)
}

/// Twice as many places on each side, then a convolution.
pub(super) struct Enlarging(Convolution);

impl Enlarging {
    /// Reads `conv`.
    pub(super) fn new(channels: usize, weights: &VarBuilder) -> Result<Self> {
        Ok(Self(convolution(channels, channels, 3, &weights.pp("conv"))?))
    }

    /// To `size`, height and width.
    pub(super) fn forward(
        &self,
        x: &Tensor,
        size: (usize, usize),
        ask: Ask,
    ) -> std::result::Result<Tensor, InferenceError> {
        ask()?;
        self.0.forward_asking(&interpolated(x, size, Interpolation::Nearest)?, None, Activation::None, ask)
    }
}
