//! `DINOv2` (Oquab et al. 2023): a vision transformer that takes pictures of any size, its learnt places stretched to them.

use candle_core::{DType, Result, Tensor};
use candle_nn::{LayerNorm, Linear, Module, VarBuilder, layer_norm, linear};

use super::config::BackboneConfig;
use crate::layers::activation::Activation;
use crate::layers::attention::{attend, heads, joined};
use crate::layers::interpolation::{Interpolation, interpolated};
use crate::{InferenceError, Watch};

/// The vision transformer.
pub(super) struct Backbone {
    /// Each patch's colours to the hidden width.
    patches: Linear,
    whole: Tensor,
    whole_place: Tensor,
    /// The places of the patches as a map: `(1, width, side, side)`.
    places: Tensor,
    layers: Vec<Layer>,
    norm: LayerNorm,
    patch: usize,
    used: [usize; 4],
}

struct Layer {
    attention_norm: LayerNorm,
    /// Queries, keys and values side by side.
    attention: Linear,
    output: Linear,
    feed_norm: LayerNorm,
    up: Linear,
    down: Linear,
    heads: usize,
    activation: Activation,
}

impl Backbone {
    pub(super) fn new(config: &BackboneConfig, weights: &VarBuilder) -> Result<Self> {
        let (width, patch) = (config.hidden_size, config.patch_size);
        if patch == 0 || config.num_attention_heads == 0 || !width.is_multiple_of(config.num_attention_heads) {
            candle_core::bail!("patches of {patch} pixels or {} heads do not fit", config.num_attention_heads);
        }
        if config.out_indices.iter().any(|layer| *layer == 0 || *layer > config.num_hidden_layers) {
            candle_core::bail!("there are no layers {:?} among {}", config.out_indices, config.num_hidden_layers);
        }
        let side = config.image_size / patch;
        let embeddings = weights.pp("embeddings");
        let projection = embeddings.pp("patch_embeddings.projection");
        let patches = projection.get((width, 3, patch, patch), "weight")?.reshape((width, ()))?;
        let places = embeddings.get((1, side * side + 1, width), "position_embeddings")?;
        let map = places.narrow(1, 1, side * side)?.transpose(1, 2)?.contiguous()?.reshape((1, width, side, side))?;
        let layer = |index| Layer::new(config, &weights.pp(format!("encoder.layer.{index}")));
        Ok(Self {
            patches: Linear::new(patches, Some(projection.get(width, "bias")?)),
            whole: embeddings.get((1, 1, width), "cls_token")?,
            whole_place: places.narrow(1, 0, 1)?,
            places: map,
            layers: (0..config.num_hidden_layers).map(layer).collect::<Result<_>>()?,
            norm: layer_norm(width, config.layer_norm_eps, weights.pp("layernorm"))?,
            patch,
            used: config.out_indices,
        })
    }

    /// The normalised hidden states behind four layers as maps, `(1, width, height / patch, width / patch)`. Takes pixels of
    /// shape `(1, 3, height, width)`, multiples of the patches' side.
    pub(super) fn forward(&self, pixels: &Tensor, watch: Watch) -> std::result::Result<Vec<Tensor>, InferenceError> {
        let (_, _, height, width) = pixels.dims4()?;
        let (down, across) = (height / self.patch, width / self.patch);
        let mut hidden = self.embedded(pixels, down, across)?;
        let mut maps = Vec::with_capacity(self.used.len());
        for (index, layer) in self.layers.iter().enumerate() {
            watch.at(index, self.layers.len())?;
            hidden = layer.forward(&hidden)?;
            if self.used.contains(&(index + 1)) {
                let states = self.norm.forward(&hidden)?.narrow(1, 1, down * across)?;
                maps.push(states.transpose(1, 2)?.contiguous()?.reshape((1, (), down, across))?);
            }
        }
        Ok(maps)
    }

    fn embedded(&self, pixels: &Tensor, down: usize, across: usize) -> Result<Tensor> {
        let patch = self.patch;
        let squares = pixels.reshape((3, down, patch, across, patch))?.permute((1, 3, 0, 2, 4))?.reshape((
            1,
            down * across,
            3 * patch * patch,
        ))?;
        // Half a precision would move what lies between places.
        let places = interpolated(&self.places.to_dtype(DType::F32)?, (down, across), Interpolation::Cubic)?;
        let places = places.flatten_from(2)?.transpose(1, 2)?.to_dtype(pixels.dtype())?;
        let tokens = (self.patches.forward(&squares)? + places)?;
        Tensor::cat(&[&(&self.whole + &self.whole_place)?, &tokens], 1)
    }
}

impl Layer {
    fn new(config: &BackboneConfig, weights: &VarBuilder) -> Result<Self> {
        let width = config.hidden_size;
        let inner = width * config.mlp_ratio;
        let own = weights.pp("attention.attention");
        // What a layer gives is scaled by learnt factors (Touvron et al. 2021, section 2.1), which its weights take in.
        let scaled = |layer: Linear, scale: &str| -> Result<Linear> {
            let scale = weights.get(width, &format!("{scale}.lambda1"))?;
            let bias = layer.bias().map(|bias| bias * &scale).transpose()?;
            Ok(Linear::new(layer.weight().broadcast_mul(&scale.unsqueeze(1)?)?, bias))
        };
        Ok(Self {
            attention_norm: layer_norm(width, config.layer_norm_eps, weights.pp("norm1"))?,
            attention: joined(width, &["query", "key", "value"], &own)?,
            output: scaled(linear(width, width, weights.pp("attention.output.dense"))?, "layer_scale1")?,
            feed_norm: layer_norm(width, config.layer_norm_eps, weights.pp("norm2"))?,
            up: linear(width, inner, weights.pp("mlp.fc1"))?,
            down: scaled(linear(inner, width, weights.pp("mlp.fc2"))?, "layer_scale2")?,
            heads: config.num_attention_heads,
            activation: config.hidden_act,
        })
    }

    fn forward(&self, hidden: &Tensor) -> Result<Tensor> {
        let width = hidden.dim(2)?;
        let all = self.attention.forward(&self.attention_norm.forward(hidden)?)?;
        let part = |index: usize| heads(&all.narrow(2, index * width, width)?, self.heads);
        let seen = attend(&part(0)?, &part(1)?, &part(2)?, None)?;
        let hidden = (self.output.forward(&seen)? + hidden)?;
        let inner = self.up.forward(&self.feed_norm.forward(&hidden)?)?;
        self.down.forward(&self.activation.forward(&inner)?)? + hidden
    }
}
