//! The residual network (He et al. 2016, table 1) that looks at the image first. Its batch norms
//! are frozen, and so are a part of the convolutions before them. The names are timm's, as in the
//! hub's files.

use candle_core::{Result, Tensor};
use candle_nn::VarBuilder;

use crate::kernels::{Activation, Conv2d, channels_last, max_pool_3x3};
use crate::{InferenceError, Watch};

/// Channels that come out of a block for each one inside.
const EXPANSION: usize = 4;
/// Channels of the first convolution.
const STEM: usize = 64;

/// A residual network of bottleneck blocks.
pub(super) struct Backbone {
    stem: Conv2d,
    stages: Vec<Vec<Block>>,
}

struct Block {
    narrow: Conv2d,
    middle: Conv2d,
    widen: Conv2d,
    /// Convolution on the way around the block; none unless the block changes the size.
    around: Option<Conv2d>,
}

impl Backbone {
    pub(super) fn new(
        layers: [usize; 4],
        channels: [usize; 4],
        weights: &VarBuilder,
    ) -> Result<Self> {
        let mut inputs = STEM;
        let mut stages = Vec::with_capacity(layers.len());
        for (stage, (blocks, inner)) in layers.into_iter().zip(channels).enumerate() {
            let weights = weights.pp(format!("layer{}", stage + 1));
            let mut made = Vec::with_capacity(blocks);
            for block in 0..blocks {
                let stride = if stage > 0 && block == 0 { 2 } else { 1 };
                made.push(Block::new(inputs, inner, stride, &weights.pp(block))?);
                inputs = inner * EXPANSION;
            }
            stages.push(made);
        }
        Ok(Self {
            stem: Conv2d::normalised((3, STEM, 7, 2), &weights.pp("conv1"), &weights.pp("bn1"))?,
            stages,
        })
    }

    /// Returns the maps of all stages, `(height, width, channels)` at a quarter, an eighth, a
    /// sixteenth and a thirty-second of the image's size. Takes pixels of shape `(1, 3, height,
    /// width)`.
    pub(super) fn forward(
        &self,
        pixels: &Tensor,
        watch: Watch,
    ) -> std::result::Result<Vec<Tensor>, InferenceError> {
        let blocks: usize = self.stages.iter().map(Vec::len).sum();
        let mut hidden = max_pool_3x3(
            &self
                .stem
                .forward(&channels_last(&pixels.squeeze(0)?)?, Activation::Relu)?,
        )?;
        let mut maps = Vec::with_capacity(self.stages.len());
        let mut done = 1;
        for stage in &self.stages {
            for block in stage {
                watch.at(done, blocks + 1)?;
                hidden = block.forward(&hidden)?;
                done += 1;
            }
            maps.push(hidden.clone());
        }
        Ok(maps)
    }
}

impl Block {
    fn new(inputs: usize, inner: usize, stride: usize, weights: &VarBuilder) -> Result<Self> {
        let part = |number: usize, shape| {
            Conv2d::normalised(
                shape,
                &weights.pp(format!("conv{number}")),
                &weights.pp(format!("bn{number}")),
            )
        };
        let outputs = inner * EXPANSION;
        let around = if stride != 1 || inputs != outputs {
            let weights = weights.pp("downsample");
            Some(Conv2d::normalised(
                (inputs, outputs, 1, stride),
                &weights.pp(0),
                &weights.pp(1),
            )?)
        } else {
            None
        };
        Ok(Self {
            narrow: part(1, (inputs, inner, 1, 1))?,
            middle: part(2, (inner, inner, 3, stride))?,
            widen: part(3, (inner, outputs, 1, 1))?,
            around,
        })
    }

    fn forward(&self, input: &Tensor) -> Result<Tensor> {
        let hidden = self.middle.forward(
            &self.narrow.forward(input, Activation::Relu)?,
            Activation::Relu,
        )?;
        let around = match &self.around {
            Some(around) => &around.forward(input, Activation::None)?,
            None => input,
        };
        self.widen
            .forward_then(&hidden, Some(around), Activation::Relu)
    }
}
