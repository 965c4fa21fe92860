//! PP-LCNetV4: a stem that quarters an image, then blocks that look around within each channel and
//! then across the channels of each place, as transformers' blocks do (Yu et al. 2022,
//! "`MetaFormer` Is Actually What You Need for Vision").

use candle_core::{Result, Tensor};
use candle_nn::VarBuilder;

use super::config::{BackboneConfig, Block as BlockConfig, Stride};
use super::layers::{ChannelWeights, folded, pointwise};
use crate::kernels::DepthwiseConv2d;
use crate::kernels::{Activation, Conv2d, Linear};
use crate::{InferenceError, Watch};

/// The rise of the gate that weighs channels.
const SLOPE: f64 = 1.0 / 6.0;

/// The backbone.
pub(super) struct Backbone {
    stem: Stem,
    stages: Vec<Vec<Block>>,
}

impl Backbone {
    pub(super) fn new(config: &BackboneConfig, weights: &VarBuilder) -> Result<Self> {
        let is_plain = config.stem_type == "large"
            && config.hidden_act == "relu"
            && !config.use_learnable_affine_block;
        if !is_plain {
            candle_core::bail!(
                "this backbone has another kind of stem or of activations than PP-OCRv6's small models"
            );
        }
        let weights = weights.pp("encoder");
        let stage = |(index, blocks): (usize, &Vec<BlockConfig>)| {
            let weights = weights.pp(format!("blocks.{index}.blocks"));
            let made = blocks.iter().enumerate();
            made.map(|(index, block)| Block::new(*block, config.reduction, &weights.pp(index)))
                .collect()
        };
        Ok(Self {
            stem: Stem::new(config, &weights.pp("convolution"))?,
            stages: config
                .block_configs
                .iter()
                .enumerate()
                .map(stage)
                .collect::<Result<_>>()?,
        })
    }

    /// Returns the map of each stage, `(height', width', channels)`, for pixels of shape `(height,
    /// width, 3)`.
    pub(super) fn forward(
        &self,
        pixels: &Tensor,
        watch: Watch,
    ) -> std::result::Result<Vec<Tensor>, InferenceError> {
        let blocks = self.stages.iter().map(Vec::len).sum::<usize>() + 1;
        watch.at(0, blocks)?;
        let mut hidden = self.stem.forward(pixels)?;
        let (mut maps, mut done) = (Vec::with_capacity(self.stages.len()), 1);
        for stage in &self.stages {
            for block in stage {
                watch.at(done, blocks)?;
                hidden = block.forward(&hidden)?;
                done += 1;
            }
            maps.push(hidden.clone());
        }
        Ok(maps)
    }
}

/// Five convolutions, two of them beside a maximum of neighbours.
struct Stem {
    first: Conv2d,
    second: [Conv2d; 2],
    third: Conv2d,
    fourth: Conv2d,
}

impl Stem {
    fn new(config: &BackboneConfig, weights: &VarBuilder) -> Result<Self> {
        let [input, inner, output] = config.stem_channels;
        let layer = |name: &str, input: usize, output: usize, kernel: usize, stride: usize| {
            let weights = weights.pp(name);
            let shape = (output, input, kernel, kernel);
            let (weight, bias) = folded(
                shape,
                &weights.pp("convolution"),
                &weights.pp("normalization"),
            )?;
            Conv2d::new(&weight, Some(bias), stride.max(1), (kernel - 1) / 2)
        };
        let strides = config.stem_strides;
        Ok(Self {
            first: layer("stem1", input, inner, 3, strides[0])?,
            second: [
                layer("stem2a", inner, inner / 2, 2, strides[1])?,
                layer("stem2b", inner / 2, inner, 2, strides[2])?,
            ],
            third: layer("stem3", 2 * inner, inner, 3, strides[3])?,
            fourth: layer("stem4", inner, output, 1, strides[4])?,
        })
    }

    fn forward(&self, pixels: &Tensor) -> Result<Tensor> {
        // Kernels of two by two reach beyond the lower and the right edge.
        let reaching = |x: &Tensor| {
            x.pad_with_zeros(0, 0, 1)?
                .pad_with_zeros(1, 0, 1)?
                .contiguous()
        };
        let first = reaching(&self.first.forward(pixels, Activation::Relu)?)?;
        let seen = self.second[0].forward(&first, Activation::Relu)?;
        let seen = self.second[1].forward(&reaching(&seen)?, Activation::Relu)?;
        let both = Tensor::cat(&[largest_of_four(&first)?, seen], 2)?;
        self.fourth.forward(
            &self.third.forward(&both, Activation::Relu)?,
            Activation::Relu,
        )
    }
}

/// The largest of each place and those below and right of it: `(height, width, channels)`, both
/// sides one shorter.
fn largest_of_four(x: &Tensor) -> Result<Tensor> {
    let (height, width, _) = x.dims3()?;
    let rows = x
        .narrow(0, 0, height - 1)?
        .maximum(&x.narrow(0, 1, height - 1)?)?;
    rows.narrow(1, 0, width - 1)?
        .contiguous()?
        .maximum(&rows.narrow(1, 1, width - 1)?.contiguous()?)
}

struct Block {
    around: DepthwiseConv2d,
    weights: Option<ChannelWeights>,
    up: Linear,
    down: Linear,
    adds: bool,
}

impl Block {
    fn new(
        (kernel, input, output, stride, weighs): BlockConfig,
        reduction: usize,
        weights: &VarBuilder,
    ) -> Result<Self> {
        let is_same = input == output && stride == Stride::Both(1);
        let shape = (input, 1, kernel, kernel);
        let around = weights.pp("token_conv");
        // Where a block keeps its shape, its branches and their normalisations were joined into one
        // convolution.
        let (weight, bias) = if is_same {
            (around.get(shape, "weight")?, around.get(input, "bias")?)
        } else {
            folded(
                shape,
                &around.pp("convolution"),
                &around.pp("normalization"),
            )?
        };
        let own = weights.pp("token_squeeze_excitation.convolutions");
        Ok(Self {
            around: DepthwiseConv2d::new(&weight, bias, stride.pair())?,
            weights: weighs
                .then(|| ChannelWeights::new(input, reduction, SLOPE, ["0", "2"], &own))
                .transpose()?,
            up: pointwise(input, 2 * input, &weights.pp("channel_conv1"))?,
            down: pointwise(2 * input, output, &weights.pp("channel_conv2"))?,
            adds: is_same,
        })
    }

    fn forward(&self, x: &Tensor) -> Result<Tensor> {
        let mut seen = self.around.forward(x)?;
        if let Some(weights) = &self.weights {
            seen = weights.forward(&seen)?;
        }
        let inner = self.up.forward_then(&seen, None, Activation::Gelu)?;
        self.down
            .forward_then(&inner, self.adds.then_some(&seen), Activation::None)
    }
}
