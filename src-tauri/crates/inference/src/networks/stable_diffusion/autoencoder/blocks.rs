//! Blocks of both halves of the autoencoder.

use candle_core::{Result, Tensor};
use candle_nn::VarBuilder;

use super::super::config::AutoencoderConfig;
use super::super::layers::{Ask, Residual};
use super::super::transformer::attended;
use crate::InferenceError;
use crate::kernels::{Activation, Conv2d, GroupNorm, Linear};

/// Added to the variance in all of its group norms.
pub(super) const EPSILON: f64 = 1e-6;

/// A convolution that some models lack.
pub(super) fn through(convolution: Option<&Conv2d>, x: Tensor) -> Result<Tensor> {
    convolution.map_or(Ok(x.clone()), |convolution| {
        convolution.forward(&x, Activation::None)
    })
}

/// A residual block of a level, `resnets.{index}`.
pub(super) fn residual(
    (input, output): (usize, usize),
    config: &AutoencoderConfig,
    index: usize,
    weights: &VarBuilder,
) -> Result<Residual> {
    let weights = weights.pp(format!("resnets.{index}"));
    Residual::new(
        (input, output),
        (config.norm_num_groups, EPSILON),
        None,
        &weights,
    )
}

/// Block at the coarsest level: places look at each other, with one head, between two residual
/// blocks.
pub(super) struct Middle {
    before: Residual,
    norm: GroupNorm,
    /// Queries, keys and values side by side.
    attention: Linear,
    output: Linear,
    after: Residual,
}

impl Middle {
    pub(super) fn new(
        width: usize,
        config: &AutoencoderConfig,
        weights: &VarBuilder,
    ) -> Result<Self> {
        let own = weights.pp("attentions.0");
        Ok(Self {
            before: residual((width, width), config, 0, weights)?,
            norm: GroupNorm::new(
                config.norm_num_groups,
                width,
                EPSILON,
                &own.pp("group_norm"),
            )?,
            attention: Linear::joined(width, &["to_q", "to_k", "to_v"], &own)?,
            output: Linear::new(width, width, &own.pp("to_out.0"))?,
            after: residual((width, width), config, 1, weights)?,
        })
    }

    pub(super) fn forward(
        &self,
        x: &Tensor,
        ask: Ask,
    ) -> std::result::Result<Tensor, InferenceError> {
        let x = self.before.forward(x.clone(), None, ask)?;
        let (height, across, width) = x.dims3()?;
        let rows =
            self.norm
                .forward_then(&x, Activation::None)?
                .reshape((1, height * across, width))?;
        let all = self.attention.forward(&rows)?;
        let seen = attended((&all, 0), (&all, width), (width, 1), ask)?
            .reshape((height, across, width))?;
        self.after.forward(
            self.output
                .forward_then(&seen, Some(&x), Activation::None)?,
            None,
            ask,
        )
    }
}
