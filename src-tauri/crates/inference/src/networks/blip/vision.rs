//! The tower that looks: a vision transformer (Dosovitskiy et al. 2021), whose patches are all
//! kept, since those who write look at each of them.

use candle_core::{Result, Tensor};
use candle_nn::VarBuilder;

use super::config::BlipVisionConfig;
use crate::kernels::{Activation, Conv2d, LayerNorm, Linear};
use crate::networks::shared::pre_norm_block::{PreNormLayer, check_heads};
use crate::{InferenceError, Watch};

/// A vision transformer with a layer norm behind its last layer.
pub(super) struct VisionTower {
    patches: Conv2d,
    whole: Tensor,
    positions: Tensor,
    layers: Vec<PreNormLayer>,
    final_norm: LayerNorm,
}

impl VisionTower {
    pub(super) fn new(config: &BlipVisionConfig, weights: &VarBuilder) -> Result<Self> {
        let (width, patch) = (config.hidden_size, config.patch_size);
        check_heads(width, config.num_attention_heads)?;
        if patch == 0 || config.image_size < patch {
            candle_core::bail!(
                "patches of {patch} pixels do not fit pictures of {}",
                config.image_size
            );
        }
        let side = config.image_size / patch;
        let embeddings = weights.pp("embeddings");
        let kernel = embeddings.get((width, 3, patch, patch), "patch_embedding.weight")?;
        let layer = |index: usize| layer(config, &weights.pp(format!("encoder.layers.{index}")));
        Ok(Self {
            patches: Conv2d::new(
                &kernel,
                Some(embeddings.get(width, "patch_embedding.bias")?),
                patch,
                0,
            )?,
            whole: embeddings.get((1, 1, width), "class_embedding")?,
            positions: embeddings.get((1, side * side + 1, width), "position_embedding")?,
            layers: (0..config.num_hidden_layers)
                .map(layer)
                .collect::<Result<_>>()?,
            final_norm: LayerNorm::new(
                width,
                config.layer_norm_eps,
                &weights.pp("post_layernorm"),
            )?,
        })
    }

    /// Returns the hidden states of an image, `(1, 1 + patches, width)`, the image's own token
    /// first. Takes pixels of shape
    /// `(1, 3, side, side)`.
    pub(super) fn forward(
        &self,
        pixels: &Tensor,
        watch: Watch,
    ) -> std::result::Result<Tensor, InferenceError> {
        let mut hidden = self.embedded(pixels)?;
        for (index, layer) in self.layers.iter().enumerate() {
            watch.at(index, self.layers.len())?;
            hidden = layer.forward(&hidden, None)?;
        }
        Ok(self.final_norm.forward(&hidden)?)
    }

    fn embedded(&self, pixels: &Tensor) -> Result<Tensor> {
        let image = pixels.squeeze(0)?.permute((1, 2, 0))?.contiguous()?;
        let patches = self
            .patches
            .forward(&image, Activation::None)?
            .flatten(0, 1)?
            .unsqueeze(0)?;
        Tensor::cat(&[&self.whole, &patches], 1)? + &self.positions
    }
}

fn layer(config: &BlipVisionConfig, weights: &VarBuilder) -> Result<PreNormLayer> {
    let (width, inner, epsilon) = (
        config.hidden_size,
        config.intermediate_size,
        config.layer_norm_eps,
    );
    let own = weights.pp("self_attn");
    Ok(PreNormLayer {
        attention_norm: LayerNorm::new(width, epsilon, &weights.pp("layer_norm1"))?,
        attention: Linear::new(width, 3 * width, &own.pp("qkv"))?,
        output: Linear::new(width, width, &own.pp("projection"))?,
        feed_norm: LayerNorm::new(width, epsilon, &weights.pp("layer_norm2"))?,
        up: Linear::new(width, inner, &weights.pp("mlp.fc1"))?,
        down: Linear::new(inner, width, &weights.pp("mlp.fc2"))?,
        heads: config.num_attention_heads,
        activation: Activation::Gelu,
    })
}
