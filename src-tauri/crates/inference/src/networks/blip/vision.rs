//! The tower that looks: a vision transformer (Dosovitskiy et al. 2021), whose patches are all kept, since those who write
//! look at each of them.

use candle_core::{Result, Tensor};
use candle_nn::VarBuilder;

use super::config::{BlipVisionConfig, divided};
use crate::operations::{Activation, Columns, Convolution, LayerNorm, Linear, cross_attention};
use crate::{InferenceError, Watch};

/// A vision transformer with a layer norm behind its last layer.
pub(super) struct VisionTower {
    patches: Convolution,
    whole: Tensor,
    positions: Tensor,
    layers: Vec<Layer>,
    behind: LayerNorm,
}

struct Layer {
    attention_norm: LayerNorm,
    /// Queries, keys and values side by side.
    joined: Linear,
    output: Linear,
    feed_norm: LayerNorm,
    up: Linear,
    down: Linear,
    heads: usize,
}

impl VisionTower {
    pub(super) fn new(config: &BlipVisionConfig, weights: &VarBuilder) -> Result<Self> {
        let (width, patch) = (config.hidden_size, config.patch_size);
        divided(width, config.num_attention_heads)?;
        if patch == 0 || config.image_size < patch {
            candle_core::bail!("patches of {patch} pixels do not fit pictures of {}", config.image_size);
        }
        let side = config.image_size / patch;
        let embeddings = weights.pp("embeddings");
        let kernel = embeddings.get((width, 3, patch, patch), "patch_embedding.weight")?;
        let layer = |index: usize| Layer::new(config, &weights.pp(format!("encoder.layers.{index}")));
        Ok(Self {
            patches: Convolution::new(&kernel, Some(embeddings.get(width, "patch_embedding.bias")?), patch, 0)?,
            whole: embeddings.get((1, 1, width), "class_embedding")?,
            positions: embeddings.get((1, side * side + 1, width), "position_embedding")?,
            layers: (0..config.num_hidden_layers).map(layer).collect::<Result<_>>()?,
            behind: LayerNorm::new(width, config.layer_norm_eps, &weights.pp("post_layernorm"))?,
        })
    }

    /// What is seen, `(1, 1 + patches, width)`, the picture's own token first. Takes pixels of shape `(1, 3, side, side)`.
    pub(super) fn forward(&self, pixels: &Tensor, watch: Watch) -> std::result::Result<Tensor, InferenceError> {
        let mut hidden = self.embedded(pixels)?;
        for (index, layer) in self.layers.iter().enumerate() {
            watch.at(index, self.layers.len())?;
            hidden = layer.forward(&hidden)?;
        }
        Ok(self.behind.forward(&hidden)?)
    }

    fn embedded(&self, pixels: &Tensor) -> Result<Tensor> {
        let picture = pixels.squeeze(0)?.permute((1, 2, 0))?.contiguous()?;
        let patches = self.patches.forward(&picture, Activation::None)?.flatten(0, 1)?.unsqueeze(0)?;
        Tensor::cat(&[&self.whole, &patches], 1)? + &self.positions
    }
}

impl Layer {
    fn new(config: &BlipVisionConfig, weights: &VarBuilder) -> Result<Self> {
        let (width, inner, epsilon) = (config.hidden_size, config.intermediate_size, config.layer_norm_eps);
        let own = weights.pp("self_attn");
        Ok(Self {
            attention_norm: LayerNorm::new(width, epsilon, &weights.pp("layer_norm1"))?,
            joined: Linear::new(width, 3 * width, &own.pp("qkv"))?,
            output: Linear::new(width, width, &own.pp("projection"))?,
            feed_norm: LayerNorm::new(width, epsilon, &weights.pp("layer_norm2"))?,
            up: Linear::new(width, inner, &weights.pp("mlp.fc1"))?,
            down: Linear::new(inner, width, &weights.pp("mlp.fc2"))?,
            heads: config.num_attention_heads,
        })
    }

    fn forward(&self, hidden: &Tensor) -> Result<Tensor> {
        let width = hidden.dim(2)?;
        let joined = self.joined.forward(&self.attention_norm.forward(hidden)?)?;
        let part = |index: usize| Columns { tensor: &joined, from: index * width };
        let seen = cross_attention(part(0), part(1), part(2), width, self.heads)?;
        let hidden = self.output.forward_then(&seen, Some(hidden), Activation::None)?;
        let inner = self.up.forward_then(&self.feed_norm.forward(&hidden)?, None, Activation::Gelu)?;
        self.down.forward_then(&inner, Some(&hidden), Activation::None)
    }
}
