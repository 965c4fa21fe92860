//! The half of the autoencoder that makes latents of an image.

use candle_core::{Result, Tensor};
use candle_nn::VarBuilder;

use super::super::config::AutoencoderConfig;
use super::super::layers::{Ask, Residual, convolution};
use super::blocks::{EPSILON, Middle, residual, through};
use crate::InferenceError;
use crate::kernels::{Activation, Conv2d, GroupNorm};

/// Levels of residual blocks, each but the last followed by a convolution to half the size.
pub(super) struct Encoder {
    first: Conv2d,
    levels: Vec<(Vec<Residual>, Option<Conv2d>)>,
    middle: Middle,
    norm: GroupNorm,
    last: Conv2d,
    moments: Option<Conv2d>,
}

impl Encoder {
    /// Reads `encoder` and `quant_conv`.
    pub(super) fn new(config: &AutoencoderConfig, weights: &VarBuilder) -> Result<Self> {
        let (channels, latents) = (&config.block_out_channels, 2 * config.latent_channels);
        let (moments, weights) = (weights.pp("quant_conv"), weights.pp("encoder"));
        let last = channels.len() - 1;
        let level = |index: usize| {
            let weights = weights.pp(format!("down_blocks.{index}"));
            let (before, output) = (channels[index.saturating_sub(1)], channels[index]);
            let block = |block: usize| {
                residual(
                    (if block == 0 { before } else { output }, output),
                    config,
                    block,
                    &weights,
                )
            };
            let smaller = weights.pp("downsamplers.0.conv");
            let smaller = || {
                Conv2d::new(
                    &smaller.get((output, output, 3, 3), "weight")?,
                    Some(smaller.get(output, "bias")?),
                    2,
                    0,
                )
            };
            let smaller = if index == last {
                None
            } else {
                Some(smaller()?)
            };
            Ok((
                (0..config.layers_per_block)
                    .map(block)
                    .collect::<Result<_>>()?,
                smaller,
            ))
        };
        Ok(Self {
            first: convolution(3, channels[0], 3, &weights.pp("conv_in"))?,
            levels: (0..=last).map(level).collect::<Result<_>>()?,
            middle: Middle::new(channels[last], config, &weights.pp("mid_block"))?,
            norm: GroupNorm::new(
                config.norm_num_groups,
                channels[last],
                EPSILON,
                &weights.pp("conv_norm_out"),
            )?,
            last: convolution(channels[last], latents, 3, &weights.pp("conv_out"))?,
            moments: (config.use_quant_conv)
                .then(|| convolution(latents, latents, 1, &moments))
                .transpose()?,
        })
    }

    /// An image, `(height, width, 3)`, to the means and the logarithms of variances of its latents,
    /// `(height / factor, width / factor, 2 * latents)`.
    pub(super) fn forward(
        &self,
        pixels: &Tensor,
        ask: Ask,
    ) -> std::result::Result<Tensor, InferenceError> {
        let mut x = self
            .first
            .forward_asking(pixels, None, Activation::None, ask)?;
        for (residuals, smaller) in &self.levels {
            for residual in residuals {
                x = residual.forward(x, None, ask)?;
            }
            if let Some(smaller) = smaller {
                // A line and a column of zeros behind the last.
                let padded = x.pad_with_zeros(0, 0, 1)?.pad_with_zeros(1, 0, 1)?;
                x = smaller.forward_asking(&padded, None, Activation::None, ask)?;
            }
        }
        let x = self
            .norm
            .forward_then(&self.middle.forward(&x, ask)?, Activation::Silu)?;
        Ok(through(
            self.moments.as_ref(),
            self.last.forward(&x, Activation::None)?,
        )?)
    }
}
