//! `ConvNeXt` (Liu et al. 2022, "A `ConvNet` for the 2020s", section 2): four stages of blocks that
//! look around within each channel, then across the channels of each place. What each stage gives
//! is normalised for the decoder.

use candle_core::{Result, Tensor};
use candle_nn::VarBuilder;

use super::config::DdColorConfig;
use crate::kernels::DepthwiseConv2d;
use crate::kernels::{Activation, Conv2d, LayerNorm, Linear};
use crate::{InferenceError, Watch};

/// Added to the variance in layer norms.
const EPSILON: f64 = 1e-6;
/// Width inside blocks, as a multiple of the width outside.
const EXPANSION: usize = 4;
/// Side of the kernel that looks around.
const KERNEL: usize = 7;

/// The encoder.
pub(super) struct Encoder {
    stages: Vec<Stage>,
}

struct Stage {
    shrink: Conv2d,
    /// Of the first stage behind `shrink`, of the others before it.
    shrink_norm: LayerNorm,
    is_first: bool,
    blocks: Vec<Block>,
    /// Of what the decoder gets.
    norm: LayerNorm,
}

struct Block {
    around: DepthwiseConv2d,
    norm: LayerNorm,
    up: Linear,
    down: Linear,
}

impl Encoder {
    pub(super) fn new(config: &DdColorConfig, weights: &VarBuilder) -> Result<Self> {
        let (depths, widths) = config.stages()?;
        let stage = |index: usize| {
            let (is_first, width) = (index == 0, widths[index]);
            // The first stage takes colours by squares of four pixels, the others what was before
            // by squares of two.
            let (before, side) = if is_first {
                (3, 4)
            } else {
                (widths[index - 1], 2)
            };
            let entry = weights.pp(format!("downsample_layers.{index}"));
            let (shrink, norm) = if is_first { (0, 1) } else { (1, 0) };
            let (shrink, norm) = (entry.pp(shrink), entry.pp(norm));
            let block =
                |number: usize| Block::new(width, &weights.pp(format!("stages.{index}.{number}")));
            let weight = shrink.get((width, before, side, side), "weight")?;
            Ok(Stage {
                shrink: Conv2d::new(&weight, Some(shrink.get(width, "bias")?), side, 0)?,
                shrink_norm: LayerNorm::new(if is_first { width } else { before }, EPSILON, &norm)?,
                is_first,
                blocks: (0..depths[index]).map(block).collect::<Result<_>>()?,
                norm: LayerNorm::new(width, EPSILON, &weights.pp(format!("norm{index}")))?,
            })
        };
        Ok(Self {
            stages: (0..4).map(stage).collect::<Result<_>>()?,
        })
    }

    /// The normalised maps of the four stages, `(height, width, channels)` each: of a quarter of
    /// the pixels' size, and then of half that of the one before. Takes normalised colours,
    /// `(height, width, 3)`.
    pub(super) fn forward(
        &self,
        pixels: &Tensor,
        watch: Watch,
    ) -> std::result::Result<Vec<Tensor>, InferenceError> {
        let count = self.stages.iter().map(|stage| stage.blocks.len()).sum();
        let (mut map, mut done) = (pixels.clone(), 0);
        let mut maps = Vec::with_capacity(self.stages.len());
        for stage in &self.stages {
            map = stage.shrunk(&map)?;
            for block in &stage.blocks {
                watch.at(done, count)?;
                map = block.forward(&map)?;
                done += 1;
            }
            maps.push(stage.norm.forward(&map)?);
        }
        Ok(maps)
    }
}

impl Stage {
    fn shrunk(&self, map: &Tensor) -> Result<Tensor> {
        if self.is_first {
            return self
                .shrink_norm
                .forward(&self.shrink.forward(map, Activation::None)?);
        }
        self.shrink
            .forward(&self.shrink_norm.forward(map)?, Activation::None)
    }
}

impl Block {
    fn new(width: usize, weights: &VarBuilder) -> Result<Self> {
        let (around, inner) = (weights.pp("dwconv"), EXPANSION * width);
        let kernel = around.get((width, 1, KERNEL, KERNEL), "weight")?;
        // What a block gives is scaled by learnt factors, which its weights take in.
        let scale = weights.get(width, "gamma")?;
        Ok(Self {
            around: DepthwiseConv2d::new(&kernel, around.get(width, "bias")?, (1, 1))?,
            norm: LayerNorm::new(width, EPSILON, &weights.pp("norm"))?,
            up: Linear::new(width, inner, &weights.pp("pwconv1"))?,
            down: Linear::new(inner, width, &weights.pp("pwconv2"))?.scaled(&scale)?,
        })
    }

    fn forward(&self, map: &Tensor) -> Result<Tensor> {
        let seen = self.norm.forward(&self.around.forward(map)?)?;
        let inner = self.up.forward_then(&seen, None, Activation::Gelu)?;
        self.down.forward_then(&inner, Some(map), Activation::None)
    }
}
