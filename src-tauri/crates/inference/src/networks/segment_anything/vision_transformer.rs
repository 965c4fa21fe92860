//! The plain vision transformer (Dosovitskiy et al. 2021) as `ViTDet` changes it (Li et al. 2022,
//! "Exploring plain vision transformer backbones", section 3): attention within windows, a few
//! blocks that attend to everything, decomposed relative positions (Li et al. 2022, `MViTv2`,
//! section 4.1).

use candle_core::{Result, Tensor};
use candle_nn::VarBuilder;

use super::config::{PATCH, VisionTransformerConfig};
use super::neck::Neck;
use crate::kernels::{
    Activation, Conv2d, Grid, HeadLayout, LayerNorm, Linear, PositionBias, windowed_attention,
};
use crate::{InferenceError, Watch};

/// Of the encoder's layer normalisations.
const EPSILON: f64 = 1e-6;

#[derive(Debug, Clone)]
pub(super) struct VisionTransformer {
    embed: Conv2d,
    positions: Tensor,
    blocks: Vec<Block>,
    neck: Neck,
}

impl VisionTransformer {
    /// `grid`: places of an embedding's side.
    pub(super) fn new(
        config: &VisionTransformerConfig,
        grid: usize,
        output: usize,
        weights: &VarBuilder,
    ) -> Result<Self> {
        let width = config.width;
        let embed = weights.pp("patch_embed.proj");
        let weight = embed.get((width, 3, PATCH, PATCH), "weight")?;
        let block = |index: usize| {
            let window = if config.global_blocks.contains(&index) {
                grid
            } else {
                config.window
            };
            Block::new(config, window, &weights.pp(format!("blocks.{index}")))
        };
        Ok(Self {
            embed: Conv2d::new(&weight, Some(embed.get(width, "bias")?), PATCH, 0)?,
            positions: weights
                .get((1, grid, grid, width), "pos_embed")?
                .squeeze(0)?,
            blocks: (0..config.depth).map(block).collect::<Result<_>>()?,
            neck: Neck::new(width, output, &weights.pp("neck"))?,
        })
    }

    pub(super) fn forward(
        &self,
        pixels: &Tensor,
        watch: Watch,
    ) -> std::result::Result<Tensor, InferenceError> {
        let parts = self.blocks.len() as f64 + 1.0;
        let part = |index: usize| watch.part(index as f64 / parts, (index + 1) as f64 / parts);
        let mut x = (self.embed.forward(pixels, Activation::None)? + &self.positions)?;
        for (index, block) in self.blocks.iter().enumerate() {
            x = block.forward(&x, part(index))?;
        }
        let embedding = self.neck.forward(&x)?;
        watch.at(1, 1)?;
        Ok(embedding)
    }
}

#[derive(Debug, Clone)]
struct Block {
    attention_norm: LayerNorm,
    joined: Linear,
    /// Values with which a place beyond the image attends: windows are padded with zeros after they
    /// were normalised.
    beyond: Tensor,
    bias: PositionBias,
    project: Linear,
    mlp_norm: LayerNorm,
    expand: Linear,
    shrink: Linear,
    heads: usize,
    window: usize,
}

impl Block {
    fn new(config: &VisionTransformerConfig, window: usize, weights: &VarBuilder) -> Result<Self> {
        let (width, hidden) = (config.width, config.width * config.mlp_ratio);
        let (attention, mlp) = (weights.pp("attn"), weights.pp("mlp"));
        let relative = |name: &str| {
            relative_positions(&attention.get((2 * window - 1, width / config.heads), name)?)
        };
        let joined = attention.pp("qkv");
        let beyond = joined.get(3 * width, "bias")?;
        Ok(Self {
            attention_norm: LayerNorm::new(width, EPSILON, &weights.pp("norm1"))?,
            joined: Linear::from_tensors(
                &joined.get((3 * width, width), "weight")?,
                Some(beyond.clone()),
            )?,
            beyond,
            bias: PositionBias::Decomposed {
                vertical: relative("rel_pos_h")?,
                horizontal: relative("rel_pos_w")?,
            },
            project: Linear::new(width, width, &attention.pp("proj"))?,
            mlp_norm: LayerNorm::new(width, EPSILON, &weights.pp("norm2"))?,
            expand: Linear::new(width, hidden, &mlp.pp("lin1"))?,
            shrink: Linear::new(hidden, width, &mlp.pp("lin2"))?,
            heads: config.heads,
            window,
        })
    }

    /// Asks within too: at full size a block takes long.
    fn forward(&self, x: &Tensor, watch: Watch) -> std::result::Result<Tensor, InferenceError> {
        let (height, width, _) = x.dims3()?;
        let joined = self.joined.forward(&self.attention_norm.forward(x)?)?;
        watch.at(1, 4)?;
        let grid = Grid {
            height,
            width,
            window: self.window,
        };
        let attended = windowed_attention(
            &joined,
            &self.beyond,
            grid,
            self.heads,
            HeadLayout::ByKind,
            &self.bias,
        )?;
        watch.at(2, 4)?;
        let x = self
            .project
            .forward_then(&attended, Some(x), Activation::None)?;
        let hidden =
            self.expand
                .forward_then(&self.mlp_norm.forward(&x)?, None, Activation::Gelu)?;
        watch.at(3, 4)?;
        let x = self
            .shrink
            .forward_then(&hidden, Some(&x), Activation::None)?;
        watch.at(4, 4)?;
        Ok(x)
    }
}

/// Vectors by distance, `(2 · window - 1, width)`, as a table `(window, window, width)` of the
/// query's and the key's place.
fn relative_positions(by_distance: &Tensor) -> Result<Tensor> {
    let (distances, width) = by_distance.dims2()?;
    let window = distances.div_ceil(2);
    let distances: Vec<u32> = (0..window * window)
        .map(|pair| (pair / window + window - 1 - pair % window) as u32)
        .collect();
    let distances = Tensor::from_vec(distances, window * window, by_distance.device())?;
    by_distance
        .contiguous()?
        .index_select(&distances, 0)?
        .reshape((window, window, width))
}
