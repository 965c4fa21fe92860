//! `ControlNet` (Zhang et al. 2023, "Adding Conditional Control to Text-to-Image Diffusion Models",
//! section 3): a second way down that sees an image to follow, and adds to what the U-Net's own way
//! down gives.

use candle_core::{Result, Tensor};
use candle_nn::VarBuilder;

use super::config::ControlNetConfig;
use super::down_blocks::DownBlocks;
use super::layers::convolution;
use super::unet::Residuals;
use crate::kernels::{Activation, Conv2d};
use crate::models::weights::Network;
use crate::{InferenceError, Watch};

/// A `ControlNet` for Stable Diffusion 1.5.
pub struct ControlNet {
    down_blocks: DownBlocks,
    /// From an image to the size of the latents.
    hint: Vec<Conv2d>,
    /// One for each map that is kept on the way down.
    kept: Vec<Conv2d>,
    middle: Conv2d,
}

impl Network for ControlNet {
    type Config = ControlNetConfig;

    fn new(config: &ControlNetConfig, weights: VarBuilder) -> Result<Self> {
        let down_blocks = DownBlocks::new(&config.unet, &weights)?;
        let channels = &config.unet.block_out_channels;
        let (inner, named) = (
            &config.conditioning_embedding_out_channels,
            weights.pp("controlnet_cond_embedding"),
        );
        let (Some(first), Some(last)) = (inner.first(), inner.last()) else {
            candle_core::bail!("conditioning_embedding_out_channels is empty");
        };
        let mut hint = vec![convolution(3, *first, 3, &named.pp("conv_in"))?];
        for (index, pair) in inner.windows(2).enumerate() {
            let block = |place: usize| named.pp(format!("blocks.{}", 2 * index + place));
            hint.push(convolution(pair[0], pair[0], 3, &block(0))?);
            hint.push(Conv2d::same((pair[0], pair[1], 3, 2), &block(1))?);
        }
        hint.push(convolution(*last, channels[0], 3, &named.pp("conv_out"))?);
        let mut kept = vec![channels[0]];
        for (level, own) in channels.iter().enumerate() {
            kept.extend(vec![
                *own;
                config.unet.layers_per_block
                    + usize::from(level + 1 < channels.len())
            ]);
        }
        let zero = |(index, channels): (usize, usize)| {
            convolution(
                channels,
                channels,
                1,
                &weights.pp(format!("controlnet_down_blocks.{index}")),
            )
        };
        let coarsest = channels[channels.len() - 1];
        Ok(Self {
            down_blocks,
            hint,
            kept: kept
                .into_iter()
                .enumerate()
                .map(zero)
                .collect::<Result<_>>()?,
            middle: convolution(coarsest, coarsest, 1, &weights.pp("controlnet_mid_block"))?,
        })
    }
}

impl ControlNet {
    /// Returns its features of an image to follow, `(height, width, channels)`. Takes `(8 height, 8
    /// width, 3)` of values from 0 to 1. They are the same at all timesteps.
    pub fn hint(
        &self,
        image: &Tensor,
        watch: Watch,
    ) -> std::result::Result<Tensor, InferenceError> {
        let ask = &|| watch.at(0, 1);
        let mut x = image.clone();
        for (index, layer) in self.hint.iter().enumerate() {
            let is_last = index + 1 == self.hint.len();
            x = layer.forward_asking(
                &x,
                None,
                if is_last {
                    Activation::None
                } else {
                    Activation::Silu
                },
                ask,
            )?;
        }
        Ok(x)
    }

    /// Returns what is added to the U-Net's maps, `strength` times (1 as trained). Takes what the
    /// U-Net takes, and a hint.
    pub fn forward(
        &self,
        sample: &Tensor,
        timestep: f64,
        text: &Tensor,
        (hint, strength): (&Tensor, f64),
        watch: Watch,
    ) -> std::result::Result<Residuals, InferenceError> {
        let ask = &|| watch.at(0, 1);
        let time = self.down_blocks.time(timestep, sample)?;
        let down = self
            .down_blocks
            .forward(sample, Some(hint), (&time, text), ask)?;
        let kept = down.kept.iter().zip(&self.kept);
        Ok(Residuals {
            kept: kept
                .map(|(map, layer)| layer.forward(map, Activation::None)? * strength)
                .collect::<Result<_>>()?,
            middle: (self.middle.forward(&down.middle, Activation::None)? * strength)?,
        })
    }
}
