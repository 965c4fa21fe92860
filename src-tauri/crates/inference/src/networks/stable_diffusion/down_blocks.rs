//! The way down and the middle of the U-Net, which a `ControlNet` has too.

use candle_core::{DType, Result, Tensor};
use candle_nn::VarBuilder;

use super::config::UNetConfig;
use super::layers::{Ask, Residual, convolution};
use super::transformer::Transformer;
use crate::InferenceError;
use crate::kernels::{Activation, Conv2d, Linear};

/// A residual block with the transformer behind it, where it has one.
pub(super) struct ResidualAttention {
    pub(super) residual: Residual,
    pub(super) transformer: Option<Transformer>,
}

impl ResidualAttention {
    /// `index`: its place among the stages of `weights`.
    pub(super) fn new(
        (input, output): (usize, usize),
        attends: bool,
        config: &UNetConfig,
        index: usize,
        weights: &VarBuilder,
    ) -> Result<Self> {
        let norm = (config.norm_num_groups, config.norm_eps);
        let time = Some(time_width(config));
        let residual = Residual::new(
            (input, output),
            norm,
            time,
            &weights.pp(format!("resnets.{index}")),
        )?;
        let transformer = if attends {
            Some(transformer(output, config, index, weights)?)
        } else {
            None
        };
        Ok(Self {
            residual,
            transformer,
        })
    }

    pub(super) fn forward(
        &self,
        x: &Tensor,
        time: &Tensor,
        text: &Tensor,
        ask: Ask,
    ) -> std::result::Result<Tensor, InferenceError> {
        let x = self.residual.forward(x.clone(), Some(time), ask)?;
        match &self.transformer {
            None => Ok(x),
            Some(transformer) => transformer.forward(&x, text, ask),
        }
    }
}

fn transformer(
    width: usize,
    config: &UNetConfig,
    index: usize,
    weights: &VarBuilder,
) -> Result<Transformer> {
    let (heads, text) = (config.attention_head_dim, config.cross_attention_dim);
    Transformer::new(
        width,
        heads,
        text,
        config.norm_num_groups,
        &weights.pp(format!("attentions.{index}")),
    )
}

fn time_width(config: &UNetConfig) -> usize {
    4 * config.block_out_channels[0]
}

struct Level {
    stages: Vec<ResidualAttention>,
    /// Half of the size, at all levels but the last.
    smaller: Option<Conv2d>,
}

/// From latents to the coarsest level.
pub(super) struct DownBlocks {
    first: Conv2d,
    time: [Linear; 2],
    levels: Vec<Level>,
    middle: (ResidualAttention, Residual),
    /// Of the finest level.
    channels: usize,
    dtype: DType,
}

/// Output of the way down.
pub(super) struct DownBlocksOutput {
    /// The maps that the way up takes in, in the order of the way down.
    pub(super) kept: Vec<Tensor>,
    /// The coarsest map.
    pub(super) middle: Tensor,
}

impl DownBlocks {
    pub(super) fn new(config: &UNetConfig, weights: &VarBuilder) -> Result<Self> {
        check(config)?;
        let channels = &config.block_out_channels;
        let last = channels.len() - 1;
        let level = |index: usize| {
            let weights = weights.pp(format!("down_blocks.{index}"));
            let (before, output) = (channels[index.saturating_sub(1)], channels[index]);
            let stage = |stage: usize| {
                let input = if stage == 0 { before } else { output };
                ResidualAttention::new(
                    (input, output),
                    config.down_block_types[index].attends(),
                    config,
                    stage,
                    &weights,
                )
            };
            let smaller = &weights.pp("downsamplers.0.conv");
            Ok(Level {
                stages: (0..config.layers_per_block)
                    .map(stage)
                    .collect::<Result<_>>()?,
                smaller: if index == last {
                    None
                } else {
                    Some(Conv2d::same((output, output, 3, 2), smaller)?)
                },
            })
        };
        let (time, middle, width) = (
            weights.pp("time_embedding"),
            weights.pp("mid_block"),
            channels[last],
        );
        let norm = (config.norm_num_groups, config.norm_eps);
        let behind = Residual::new(
            (width, width),
            norm,
            Some(time_width(config)),
            &middle.pp("resnets.1"),
        )?;
        Ok(Self {
            first: convolution(config.in_channels, channels[0], 3, &weights.pp("conv_in"))?,
            time: [
                Linear::new(channels[0], time_width(config), &time.pp("linear_1"))?,
                Linear::new(time_width(config), time_width(config), &time.pp("linear_2"))?,
            ],
            levels: (0..=last).map(level).collect::<Result<_>>()?,
            middle: (
                ResidualAttention::new((width, width), true, config, 0, &middle)?,
                behind,
            ),
            channels: channels[0],
            dtype: weights.dtype(),
        })
    }

    /// Returns an embedding of how noisy the latents are, `(1, width)`: sines and cosines (Vaswani
    /// et al. 2017, section 3.5, the cosines first) through two layers, and the activation that
    /// stands before each of its uses.
    pub(super) fn time(&self, timestep: f64, like: &Tensor) -> Result<Tensor> {
        let half = self.channels / 2;
        let angles = (0..half)
            .map(|index| timestep * (-(index as f64) / half as f64 * 10_000_f64.ln()).exp());
        let angles: Vec<f64> = angles.collect();
        let values = angles
            .iter()
            .map(|angle| angle.cos() as f32)
            .chain(angles.iter().map(|angle| angle.sin() as f32));
        let values = Tensor::from_iter(values, like.device())?
            .unsqueeze(0)?
            .to_dtype(self.dtype)?;
        let inner = self.time[0].forward_then(&values, None, Activation::Silu)?;
        self.time[1].forward_then(&inner, None, Activation::Silu)
    }

    /// Takes latents and whatever stands beside them, `(height, width, in)`; `added`, where it is
    /// there, is added behind the first convolution.
    pub(super) fn forward(
        &self,
        sample: &Tensor,
        added: Option<&Tensor>,
        (time, text): (&Tensor, &Tensor),
        ask: Ask,
    ) -> std::result::Result<DownBlocksOutput, InferenceError> {
        let mut x = self.first.forward_then(sample, added, Activation::None)?;
        let mut kept = vec![x.clone()];
        for level in &self.levels {
            for stage in &level.stages {
                x = stage.forward(&x, time, text, ask)?;
                kept.push(x.clone());
            }
            if let Some(smaller) = &level.smaller {
                x = smaller.forward_asking(&x, None, Activation::None, ask)?;
                kept.push(x.clone());
            }
        }
        let x = self.middle.0.forward(&x, time, text, ask)?;
        Ok(DownBlocksOutput {
            kept,
            middle: self.middle.1.forward(x, Some(time), ask)?,
        })
    }
}

/// Refuses a configuration whose lists do not fit each other.
fn check(config: &UNetConfig) -> Result<()> {
    let levels = config.block_out_channels.len();
    if levels == 0 || config.down_block_types.len() != levels || config.layers_per_block == 0 {
        candle_core::bail!(
            "block_out_channels, down_block_types and layers_per_block do not fit each other"
        );
    }
    if config.time_cond_proj_dim.is_some() {
        candle_core::bail!(
            "time_cond_proj_dim has to be null: models that are told the guidance are not run yet"
        );
    }
    if config.addition_embed_type.is_some() {
        candle_core::bail!(
            "addition_embed_type has to be null: models larger than Stable Diffusion 2 are not run yet"
        );
    }
    Ok(())
}
