//! The U-Net that says how much noise is in latents (Ronneberger et al. 2015; Rombach et al. 2022,
//! section 3.2), told how noisy they are and what a text says.

use candle_core::{Result, Tensor};
use candle_nn::VarBuilder;

use super::config::UNetConfig;
use super::down_blocks::{DownBlocks, ResidualAttention};
use super::layers::{Upsample, convolution};
use crate::kernels::{Activation, Conv2d, GroupNorm};
use crate::models::weights::Network;
use crate::{InferenceError, Watch};

/// A U-Net of Stable Diffusion 1.5 or of a model that was made out of it.
pub struct UNet {
    down_blocks: DownBlocks,
    levels: Vec<Level>,
    norm: GroupNorm,
    last: Conv2d,
    inputs: usize,
    outputs: usize,
    trained: usize,
}

struct Level {
    stages: Vec<ResidualAttention>,
    /// Twice the size, at all levels but the last.
    larger: Option<Upsample>,
}

/// Maps that a `ControlNet` adds to the output of the U-Net's way down.
pub struct Residuals {
    /// To the maps that the way up takes in, in the order of the way down.
    pub kept: Vec<Tensor>,
    /// To the coarsest map.
    pub middle: Tensor,
}

impl Network for UNet {
    type Config = UNetConfig;

    fn new(config: &UNetConfig, weights: VarBuilder) -> Result<Self> {
        let down_blocks = DownBlocks::new(config, &weights)?;
        let channels = &config.block_out_channels;
        if config.sample_size == 0 {
            candle_core::bail!("sample_size is 0");
        }
        if config.up_block_types.len() != channels.len() {
            candle_core::bail!("block_out_channels and up_block_types do not fit each other");
        }
        // The channels of the maps that are kept on the way down.
        let mut kept = vec![channels[0]];
        for (level, own) in channels.iter().enumerate() {
            kept.extend(vec![
                *own;
                config.layers_per_block
                    + usize::from(level + 1 < channels.len())
            ]);
        }
        let mut below = channels[channels.len() - 1];
        let mut levels = Vec::with_capacity(channels.len());
        for (index, output) in channels.iter().rev().enumerate() {
            let weights = weights.pp(format!("up_blocks.{index}"));
            let mut stages = Vec::with_capacity(config.layers_per_block + 1);
            for stage in 0..=config.layers_per_block {
                let input = below + kept.pop().unwrap_or_default();
                let attends = config.up_block_types[index].attends();
                stages.push(ResidualAttention::new(
                    (input, *output),
                    attends,
                    config,
                    stage,
                    &weights,
                )?);
                below = *output;
            }
            let is_last = index + 1 == channels.len();
            let larger = if is_last {
                None
            } else {
                Some(Upsample::new(*output, &weights.pp("upsamplers.0"))?)
            };
            levels.push(Level { stages, larger });
        }
        Ok(Self {
            down_blocks,
            levels,
            norm: GroupNorm::new(
                config.norm_num_groups,
                channels[0],
                config.norm_eps,
                &weights.pp("conv_norm_out"),
            )?,
            last: convolution(channels[0], config.out_channels, 3, &weights.pp("conv_out"))?,
            inputs: config.in_channels,
            outputs: config.out_channels,
            trained: config.sample_size,
        })
    }
}

impl UNet {
    /// The channels that go in, latents and what stands beside them.
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// The channels of the latents.
    pub fn latents(&self) -> usize {
        self.outputs
    }

    /// The side of the square latents that it was trained on.
    pub fn trained(&self) -> usize {
        self.trained
    }

    /// The noise in latents, or the velocity: takes latents and what stands beside them, `(height,
    /// width, inputs)`, of a timestep from 0 (an image) to 999 (noise), and what was read of a
    /// text, `(1, tokens, width)`; gives `(height, width, latents)`.
    pub fn forward(
        &self,
        sample: &Tensor,
        timestep: f64,
        text: &Tensor,
        residuals: Option<&Residuals>,
        watch: Watch,
    ) -> std::result::Result<Tensor, InferenceError> {
        let ask = &|| watch.at(0, 1);
        let time = self.down_blocks.time(timestep, sample)?;
        let down = self.down_blocks.forward(sample, None, (&time, text), ask)?;
        let (mut kept, mut x) = (down.kept, down.middle);
        if let Some(residuals) = residuals {
            if residuals.kept.len() != kept.len() {
                return Err(candle_core::Error::Msg(
                    "the ControlNet is made for another U-Net".to_owned(),
                )
                .into());
            }
            kept = kept
                .iter()
                .zip(&residuals.kept)
                .map(|(map, more)| map + more)
                .collect::<Result<_>>()?;
            x = (x + &residuals.middle)?;
        }
        for level in &self.levels {
            for stage in &level.stages {
                if let Some(map) = kept.pop() {
                    x = Tensor::cat(&[&x, &map], 2)?;
                }
                x = stage.forward(&x, &time, text, ask)?;
            }
            if let (Some(larger), Some(next)) = (&level.larger, kept.last()) {
                x = larger.forward(&x, (next.dim(0)?, next.dim(1)?), ask)?;
            }
        }
        let normed = self.norm.forward_then(&x, Activation::Silu)?;
        Ok(self.last.forward(&normed, Activation::None)?)
    }
}
