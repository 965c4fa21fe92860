//! The half of the autoencoder that makes an image of latents.

use candle_core::{Result, Tensor};
use candle_nn::VarBuilder;

use super::super::config::AutoencoderConfig;
use super::super::layers::{Ask, Residual, Upsample, convolution};
use super::blocks::{EPSILON, Middle, residual, through};
use crate::InferenceError;
use crate::kernels::{Activation, Conv2d, GroupNorm};

/// Levels of residual blocks, each but the last followed by an upsampling to twice the size.
pub(super) struct Decoder {
    latents: Option<Conv2d>,
    first: Conv2d,
    middle: Middle,
    levels: Vec<(Vec<Residual>, Option<Upsample>)>,
    norm: GroupNorm,
    last: Conv2d,
}

impl Decoder {
    /// Reads `decoder` and `post_quant_conv`.
    pub(super) fn new(config: &AutoencoderConfig, weights: &VarBuilder) -> Result<Self> {
        let channels: Vec<usize> = config.block_out_channels.iter().rev().copied().collect();
        let (latents, weights) = (weights.pp("post_quant_conv"), weights.pp("decoder"));
        let last = channels.len() - 1;
        let level = |index: usize| {
            let weights = weights.pp(format!("up_blocks.{index}"));
            let (before, output) = (channels[index.saturating_sub(1)], channels[index]);
            let block = |block: usize| {
                residual(
                    (if block == 0 { before } else { output }, output),
                    config,
                    block,
                    &weights,
                )
            };
            let larger = if index == last {
                None
            } else {
                Some(Upsample::new(output, &weights.pp("upsamplers.0"))?)
            };
            Ok((
                (0..=config.layers_per_block)
                    .map(block)
                    .collect::<Result<_>>()?,
                larger,
            ))
        };
        Ok(Self {
            latents: (config.use_post_quant_conv)
                .then(|| convolution(config.latent_channels, config.latent_channels, 1, &latents))
                .transpose()?,
            first: convolution(
                config.latent_channels,
                channels[0],
                3,
                &weights.pp("conv_in"),
            )?,
            middle: Middle::new(channels[0], config, &weights.pp("mid_block"))?,
            levels: (0..=last).map(level).collect::<Result<_>>()?,
            norm: GroupNorm::new(
                config.norm_num_groups,
                channels[last],
                EPSILON,
                &weights.pp("conv_norm_out"),
            )?,
            last: convolution(channels[last], 3, 3, &weights.pp("conv_out"))?,
        })
    }

    /// Latents, `(height, width, latents)`, to an image, `(height * factor, width * factor, 3)`.
    pub(super) fn forward(
        &self,
        latents: &Tensor,
        ask: Ask,
    ) -> std::result::Result<Tensor, InferenceError> {
        let x = self.first.forward(
            &through(self.latents.as_ref(), latents.clone())?,
            Activation::None,
        )?;
        let mut x = self.middle.forward(&x, ask)?;
        for (residuals, larger) in &self.levels {
            for residual in residuals {
                x = residual.forward(x, None, ask)?;
            }
            if let Some(larger) = larger {
                x = larger.forward(&x, (2 * x.dim(0)?, 2 * x.dim(1)?), ask)?;
            }
        }
        let x = self.norm.forward_then(&x, Activation::Silu)?;
        self.last.forward_asking(&x, None, Activation::None, ask)
    }
}
