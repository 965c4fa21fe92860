//! The tower that looks: patches of an image and one token for the whole of it go through the
//! encoder.

use candle_core::{Result, Tensor};
use candle_nn::VarBuilder;

use super::config::VisionConfig;
use super::encoder::{Encoder, Shape};
use crate::kernels::{Activation, Conv2d, LayerNorm, channels_last};
use crate::{InferenceError, Watch};

/// A vision transformer with a layer norm before its first layer and one behind its last.
pub(crate) struct VisionTower {
    /// Each patch's colours to the hidden width.
    patches: Conv2d,
    whole: Tensor,
    positions: Tensor,
    before: LayerNorm,
    encoder: Encoder,
    final_norm: LayerNorm,
}

impl VisionTower {
    /// `before`: how the files call the first layer norm, which is misspelled in CLIP's.
    pub(crate) fn new(config: &VisionConfig, before: &str, weights: &VarBuilder) -> Result<Self> {
        let (width, patch) = (config.hidden_size, config.patch_size);
        if patch == 0 || config.image_size < patch {
            candle_core::bail!(
                "patches of {patch} pixels do not fit pictures of {}",
                config.image_size
            );
        }
        let side = config.image_size / patch;
        let embeddings = weights.pp("embeddings");
        let shape = Shape {
            width,
            inner: config.intermediate_size,
            heads: config.num_attention_heads,
            layers: config.num_hidden_layers,
            activation: config.hidden_act,
            epsilon: config.layer_norm_eps,
        };
        let patches = embeddings.get((width, 3, patch, patch), "patch_embedding.weight")?;
        Ok(Self {
            patches: Conv2d::new(&patches, None, patch, 0)?,
            whole: embeddings.get(width, "class_embedding")?.unsqueeze(0)?,
            positions: embeddings.get((side * side + 1, width), "position_embedding.weight")?,
            before: LayerNorm::new(width, config.layer_norm_eps, &weights.pp(before))?,
            encoder: Encoder::new(&shape, &weights.pp("encoder"))?,
            final_norm: LayerNorm::new(
                width,
                config.layer_norm_eps,
                &weights.pp("post_layernorm"),
            )?,
        })
    }

    /// The hidden states behind the last layer, `(batch, 1 + patches, width)`, the image's own
    /// token first, not yet normalised. Takes pixels of shape `(batch, 3, side, side)`.
    pub(crate) fn hidden(
        &self,
        pixels: &Tensor,
        watch: Watch,
    ) -> std::result::Result<Tensor, InferenceError> {
        let hidden = self.embedded(pixels)?;
        self.encoder
            .forward(self.before.forward(&hidden)?, None, watch)
    }

    fn embedded(&self, pixels: &Tensor) -> Result<Tensor> {
        let tokens = |image: usize| {
            let patches = self
                .patches
                .forward(&channels_last(&pixels.get(image)?)?, Activation::None)?;
            Tensor::cat(&[&self.whole, &patches.flatten_to(1)?], 0)? + &self.positions
        };
        let images = (0..pixels.dim(0)?)
            .map(tokens)
            .collect::<Result<Vec<_>>>()?;
        Tensor::stack(&images, 0)
    }

    /// The last layer norm.
    pub(crate) fn normalised(&self, hidden: &Tensor) -> Result<Tensor> {
        self.final_norm.forward(hidden)
    }
}
