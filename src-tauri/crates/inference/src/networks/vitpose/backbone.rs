//! The plain vision transformer (Dosovitskiy et al. 2021) of `ViTPose` (Xu et al. 2022, section
//! 3.1): patches that overlap the frame by two pixels, and no token for the whole, though its place
//! is added to every patch.

use candle_core::{Result, Tensor};
use candle_nn::VarBuilder;

use super::config::BackboneConfig;
use crate::kernels::{Activation, Conv2d, LayerNorm, Linear};
use crate::networks::shared::pre_norm_block::PreNormLayer;
use crate::{InferenceError, Watch};

/// Pixels of nothing around the crop.
const FRAME: usize = 2;

/// The vision transformer.
pub(super) struct Backbone {
    patches: Conv2d,
    /// `(patches, width)`.
    places: Tensor,
    layers: Vec<PreNormLayer>,
    norm: LayerNorm,
}

impl Backbone {
    pub(super) fn new(config: &BackboneConfig, weights: &VarBuilder) -> Result<Self> {
        let (width, patch) = (config.hidden_size, config.patch_size[0]);
        let [height, across] = config.image_size.map(|side| side / patch);
        let embeddings = weights.pp("embeddings");
        let projection = embeddings.pp("patch_embeddings.projection");
        let weight = projection.get((width, 3, patch, patch), "weight")?;
        let places = embeddings
            .get((1, height * across + 1, width), "position_embeddings")?
            .squeeze(0)?;
        let layer = |index| layer(config, &weights.pp(format!("encoder.layer.{index}")));
        Ok(Self {
            patches: Conv2d::new(&weight, Some(projection.get(width, "bias")?), patch, FRAME)?,
            places: places
                .narrow(0, 1, height * across)?
                .broadcast_add(&places.narrow(0, 0, 1)?)?,
            layers: (0..config.num_hidden_layers)
                .map(layer)
                .collect::<Result<_>>()?,
            norm: LayerNorm::new(width, config.layer_norm_eps, &weights.pp("layernorm"))?,
        })
    }

    /// The normalised hidden states, `(height / patch, width / patch, hidden)`. Takes pixels of
    /// shape `(height, width, 3)`.
    pub(super) fn forward(
        &self,
        pixels: &Tensor,
        watch: Watch,
    ) -> std::result::Result<Tensor, InferenceError> {
        let embedded = self.patches.forward(pixels, Activation::None)?;
        let shape = embedded.dims3()?;
        let mut hidden = (embedded.flatten(0, 1)? + &self.places)?.unsqueeze(0)?;
        for (index, layer) in self.layers.iter().enumerate() {
            watch.at(index, self.layers.len())?;
            hidden = layer.forward(&hidden, None)?;
        }
        Ok(self.norm.forward(&hidden)?.reshape(shape)?)
    }
}

/// Takes and gives `(1, patches, width)`.
fn layer(config: &BackboneConfig, weights: &VarBuilder) -> Result<PreNormLayer> {
    let (width, inner) = (config.hidden_size, config.hidden_size * config.mlp_ratio);
    let own = weights.pp("attention.attention");
    let norm = |name: &str| LayerNorm::new(width, config.layer_norm_eps, &weights.pp(name));
    Ok(PreNormLayer {
        attention_norm: norm("layernorm_before")?,
        attention: Linear::joined(width, &["query", "key", "value"], &own)?,
        output: Linear::new(width, width, &weights.pp("attention.output.dense"))?,
        feed_norm: norm("layernorm_after")?,
        up: Linear::new(width, inner, &weights.pp("mlp.fc1"))?,
        down: Linear::new(inner, width, &weights.pp("mlp.fc2"))?,
        heads: config.num_attention_heads,
        activation: Activation::Gelu,
    })
}
