//! The tower that looks: patches of a picture and one token for the whole of it go through the encoder.

use candle_core::{Result, Tensor};
use candle_nn::{LayerNorm, Module, VarBuilder, layer_norm};

use super::config::VisionConfig;
use super::encoder::{Encoder, Shape};
use crate::{InferenceError, Watch};

/// A vision transformer with a layer norm before its first layer and one behind its last.
pub(crate) struct VisionTower {
    /// Each patch's colours to the hidden width: `(width, 3 * patch * patch)`.
    patches: Tensor,
    whole: Tensor,
    positions: Tensor,
    before: LayerNorm,
    encoder: Encoder,
    behind: LayerNorm,
    patch: usize,
}

impl VisionTower {
    /// `before`: how the files call the first layer norm, which is misspelled in CLIP's.
    pub(crate) fn new(config: &VisionConfig, before: &str, weights: &VarBuilder) -> Result<Self> {
        let (width, patch) = (config.hidden_size, config.patch_size);
        if patch == 0 || config.image_size < patch {
            candle_core::bail!("patches of {patch} pixels do not fit pictures of {}", config.image_size);
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
        Ok(Self {
            patches: embeddings.get((width, 3, patch, patch), "patch_embedding.weight")?.reshape((width, ()))?,
            whole: embeddings.get(width, "class_embedding")?.reshape((1, 1, width))?,
            positions: embeddings.get((side * side + 1, width), "position_embedding.weight")?,
            before: layer_norm(width, config.layer_norm_eps, weights.pp(before))?,
            encoder: Encoder::new(&shape, &weights.pp("encoder"))?,
            behind: layer_norm(width, config.layer_norm_eps, weights.pp("post_layernorm"))?,
            patch,
        })
    }

    /// The hidden states behind the last layer, `(batch, 1 + patches, width)`, the picture's own token first, not yet
    /// normalised. Takes pixels of shape `(batch, 3, side, side)`.
    pub(crate) fn hidden(&self, pixels: &Tensor, watch: Watch) -> std::result::Result<Tensor, InferenceError> {
        let hidden = self.embedded(pixels)?;
        self.encoder.forward(self.before.forward(&hidden)?, None, watch)
    }

    fn embedded(&self, pixels: &Tensor) -> Result<Tensor> {
        let (batch, channels, height, width) = pixels.dims4()?;
        let (patch, down, across) = (self.patch, height / self.patch, width / self.patch);
        // Patches do not overlap, so that their convolution is one product over cut-out squares.
        let squares = pixels
            .narrow(2, 0, down * patch)?
            .narrow(3, 0, across * patch)?
            .reshape((batch * channels, down, patch, across, patch))?
            .transpose(2, 3)?
            .reshape((batch, channels, down * across, patch * patch))?
            .transpose(1, 2)?
            .reshape((batch * down * across, channels * patch * patch))?;
        let tokens = squares.matmul(&self.patches.t()?)?.reshape((batch, down * across, ()))?;
        let whole = self.whole.broadcast_as((batch, 1, tokens.dim(2)?))?;
        Tensor::cat(&[&whole, &tokens], 1)?.broadcast_add(&self.positions)
    }

    /// The last layer norm.
    pub(crate) fn normalised(&self, hidden: &Tensor) -> Result<Tensor> {
        self.behind.forward(&hidden.contiguous()?)
    }
}
