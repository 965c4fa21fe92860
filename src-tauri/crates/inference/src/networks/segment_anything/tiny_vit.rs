//! `TinyViT` (Wu et al. 2022, section 4 and appendix) as `MobileSAM` (Zhang et al. 2023) has it:
//! the last stage keeps the resolution of the one before, and a neck stands in the classifier's
//! place.
//!
//! Each convolution is followed by a batch normalisation, which is a part of its weights and bias
//! here.

use candle_core::{Result, Tensor};
use candle_nn::VarBuilder;

use super::config::TinyVitConfig;
use super::neck::Neck;
use crate::kernels::{
    Activation, Conv2d, DepthwiseConv3x3, Grid, HeadLayout, LayerNorm, Linear, PositionBias,
    windowed_attention,
};
use crate::{InferenceError, Watch};

#[derive(Debug, Clone)]
pub(super) struct TinyVit {
    first: Conv2d,
    second: Conv2d,
    convolutions: Vec<InvertedBottleneck>,
    stages: Vec<Stage>,
    neck: Neck,
}

/// Layers that bring the stage before to this one's size, and this one's blocks.
#[derive(Debug, Clone)]
struct Stage {
    merging: PatchMerging,
    blocks: Vec<Block>,
}

impl TinyVit {
    pub(super) fn new(config: &TinyVitConfig, output: usize, weights: &VarBuilder) -> Result<Self> {
        let (widths, stages) = (&config.widths, config.widths.len());
        if stages < 2
            || [&config.depths, &config.heads, &config.windows]
                .iter()
                .any(|list| list.len() != stages)
        {
            candle_core::bail!(
                "TinyViT needs at least two stages, and as many depths, heads and windows as widths"
            );
        }
        let embed = weights.pp("patch_embed.seq");
        let (weight, bias) = folded((widths[0] / 2, 3, 3), &embed.pp("0"))?;
        let first = Conv2d::new(&weight, Some(bias), 2, 1)?;
        let (weight, bias) = folded((widths[0], widths[0] / 2, 3), &embed.pp("2"))?;
        let second = Conv2d::new(&weight, Some(bias), 2, 1)?;
        let layer = |stage: usize| weights.pp(format!("layers.{stage}"));
        let bottleneck = |index: usize| {
            InvertedBottleneck::new(
                widths[0],
                widths[0] * config.expand_ratio,
                &layer(0).pp(format!("blocks.{index}")),
            )
        };
        let stage = |stage: usize| {
            let stride = if stage + 1 == stages { 1 } else { 2 };
            let merging = PatchMerging::new(
                widths[stage - 1],
                widths[stage],
                stride,
                &layer(stage - 1).pp("downsample"),
            )?;
            let block = |index: usize| {
                Block::new(config, stage, &layer(stage).pp(format!("blocks.{index}")))
            };
            Ok(Stage {
                merging,
                blocks: (0..config.depths[stage])
                    .map(block)
                    .collect::<Result<_>>()?,
            })
        };
        Ok(Self {
            first,
            second,
            convolutions: (0..config.depths[0])
                .map(bottleneck)
                .collect::<Result<_>>()?,
            stages: (1..stages).map(stage).collect::<Result<_>>()?,
            neck: Neck::new(widths[stages - 1], output, &weights.pp("neck"))?,
        })
    }

    pub(super) fn forward(
        &self,
        pixels: &Tensor,
        watch: Watch,
    ) -> std::result::Result<Tensor, InferenceError> {
        let blocks = self
            .stages
            .iter()
            .map(|stage| stage.blocks.len() + 1)
            .sum::<usize>();
        let steps = 1 + self.convolutions.len() + blocks + 1;
        let mut done = 0;
        let mut step = || {
            done += 1;
            watch.at(done, steps)
        };
        let mut x = self.second.forward(
            &self.first.forward(pixels, Activation::Gelu)?,
            Activation::None,
        )?;
        step()?;
        for block in &self.convolutions {
            x = block.forward(&x)?;
            step()?;
        }
        for stage in &self.stages {
            x = stage.merging.forward(&x)?;
            step()?;
            for block in &stage.blocks {
                x = block.forward(&x)?;
                step()?;
            }
        }
        let embedding = self.neck.forward(&x)?;
        step()?;
        Ok(embedding)
    }
}

/// A convolution's weights `(out, in, kernel, kernel)` and bias with the batch normalisation behind
/// it worked in.
fn folded(
    (output, input, kernel): (usize, usize, usize),
    weights: &VarBuilder,
) -> Result<(Tensor, Tensor)> {
    /// Of `PyTorch`'s batch normalisation.
    const EPSILON: f64 = 1e-5;
    let weight = weights.get((output, input, kernel, kernel), "c.weight")?;
    let norm = |name: &str| weights.get(output, &format!("bn.{name}"));
    let scale = (norm("weight")? / (norm("running_var")? + EPSILON)?.sqrt()?)?;
    let bias = (norm("bias")? - (norm("running_mean")? * &scale)?)?;
    Ok((
        weight.broadcast_mul(&scale.reshape((output, 1, 1, 1))?)?,
        bias,
    ))
}

/// A convolution of one by one, which is a linear layer.
fn folded_linear(input: usize, output: usize, weights: &VarBuilder) -> Result<Linear> {
    let (weight, bias) = folded((output, input, 1), weights)?;
    Linear::from_tensors(&weight.reshape((output, input))?, Some(bias))
}

fn folded_depthwise(
    channels: usize,
    stride: usize,
    weights: &VarBuilder,
) -> Result<DepthwiseConv3x3> {
    let (weight, bias) = folded((channels, 1, 3), weights)?;
    DepthwiseConv3x3::new(&weight, bias, stride)
}

/// The first stage's block (Howard et al. 2019, `MBConv`): wider, mixed with the neighbours,
/// narrower.
#[derive(Debug, Clone)]
struct InvertedBottleneck {
    expand: Linear,
    mix: DepthwiseConv3x3,
    project: Linear,
}

impl InvertedBottleneck {
    fn new(width: usize, hidden: usize, weights: &VarBuilder) -> Result<Self> {
        Ok(Self {
            expand: folded_linear(width, hidden, &weights.pp("conv1"))?,
            mix: folded_depthwise(hidden, 1, &weights.pp("conv2"))?,
            project: folded_linear(hidden, width, &weights.pp("conv3"))?,
        })
    }

    fn forward(&self, x: &Tensor) -> Result<Tensor> {
        let hidden = self.expand.forward_then(x, None, Activation::Gelu)?;
        let hidden = self.mix.forward(&hidden, Activation::Gelu)?;
        self.project
            .forward_then(&hidden, Some(x), Activation::Gelu)
    }
}

/// Halves the resolution, or keeps it, and changes the channels.
#[derive(Debug, Clone)]
struct PatchMerging {
    expand: Linear,
    mix: DepthwiseConv3x3,
    project: Linear,
}

impl PatchMerging {
    fn new(input: usize, output: usize, stride: usize, weights: &VarBuilder) -> Result<Self> {
        Ok(Self {
            expand: folded_linear(input, output, &weights.pp("conv1"))?,
            mix: folded_depthwise(output, stride, &weights.pp("conv2"))?,
            project: folded_linear(output, output, &weights.pp("conv3"))?,
        })
    }

    fn forward(&self, x: &Tensor) -> Result<Tensor> {
        let x = self.expand.forward_then(x, None, Activation::Gelu)?;
        self.project
            .forward(&self.mix.forward(&x, Activation::Gelu)?)
    }
}

/// Attention within windows, a convolution between their places, a feed-forward layer.
#[derive(Debug, Clone)]
struct Block {
    attention_norm: LayerNorm,
    joined: Linear,
    bias: PositionBias,
    project: Linear,
    local: DepthwiseConv3x3,
    mlp_norm: LayerNorm,
    expand: Linear,
    shrink: Linear,
    heads: usize,
    window: usize,
}

impl Block {
    fn new(config: &TinyVitConfig, stage: usize, weights: &VarBuilder) -> Result<Self> {
        let (width, heads, window) = (
            config.widths[stage],
            config.heads[stage],
            config.windows[stage],
        );
        let hidden = width * config.mlp_ratio;
        let (attention, mlp) = (weights.pp("attn"), weights.pp("mlp"));
        Ok(Self {
            attention_norm: LayerNorm::new(width, 1e-5, &attention.pp("norm"))?,
            joined: Linear::new(width, 3 * width, &attention.pp("qkv"))?,
            bias: distance_bias(heads, window, &attention)?,
            project: Linear::new(width, width, &attention.pp("proj"))?,
            local: folded_depthwise(width, 1, &weights.pp("local_conv"))?,
            mlp_norm: LayerNorm::new(width, 1e-5, &mlp.pp("norm"))?,
            expand: Linear::new(width, hidden, &mlp.pp("fc1"))?,
            shrink: Linear::new(hidden, width, &mlp.pp("fc2"))?,
            heads,
            window,
        })
    }

    fn forward(&self, x: &Tensor) -> Result<Tensor> {
        let (height, width, _) = x.dims3()?;
        let joined = self.joined.forward(&self.attention_norm.forward(x)?)?;
        // Windows are padded with zeros before they are normalised.
        let beyond = self.joined.forward_row(self.attention_norm.of_zeros())?;
        let grid = Grid {
            height,
            width,
            window: self.window,
        };
        let attended = windowed_attention(
            &joined,
            &beyond,
            grid,
            self.heads,
            HeadLayout::ByHead,
            &self.bias,
        )?;
        let x = self
            .project
            .forward_then(&attended, Some(x), Activation::None)?;
        let x = self.local.forward(&x, Activation::None)?;
        let hidden =
            self.expand
                .forward_then(&self.mlp_norm.forward(&x)?, None, Activation::Gelu)?;
        self.shrink
            .forward_then(&hidden, Some(&x), Activation::None)
    }
}

/// A learned value for each head and each distance downwards and sidewards (Graham et al. 2021,
/// `LeViT`, section 4.2), as a table of two places.
fn distance_bias(heads: usize, window: usize, weights: &VarBuilder) -> Result<PositionBias> {
    let places = window * window;
    let by_distance = weights.get((heads, places), "attention_biases")?;
    let apart = |a: usize, b: usize| {
        (a / window).abs_diff(b / window) * window + (a % window).abs_diff(b % window)
    };
    let distances: Vec<u32> = (0..places * places)
        .map(|pair| apart(pair / places, pair % places) as u32)
        .collect();
    let distances = Tensor::from_vec(distances, places * places, by_distance.device())?;
    let table = by_distance.contiguous()?.index_select(&distances, 1)?;
    Ok(PositionBias::Table(table.reshape((heads, places, places))?))
}
