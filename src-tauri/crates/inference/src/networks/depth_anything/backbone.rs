//! `DINOv2` (Oquab et al. 2023): a vision transformer that takes images of any size, its learnt
//! places stretched to them.

use candle_core::{DType, Result, Tensor};
use candle_nn::VarBuilder;

use super::config::BackboneConfig;
use crate::kernels::{
    Activation, Conv2d, Interpolation, LayerNorm, Linear, channels_last, interpolated,
};
use crate::networks::shared::pre_norm_block::PreNormLayer;
use crate::{InferenceError, Watch};

/// The vision transformer.
pub(super) struct Backbone {
    /// Each patch's colours to the hidden width.
    patches: Conv2d,
    /// The token for the whole image with its place: `(1, width)`.
    whole: Tensor,
    /// The places of the patches as a map: `(side, side, width)`.
    places: Tensor,
    layers: Vec<PreNormLayer>,
    norm: LayerNorm,
    patch: usize,
    used: [usize; 4],
}

impl Backbone {
    pub(super) fn new(config: &BackboneConfig, weights: &VarBuilder) -> Result<Self> {
        let (width, patch) = (config.hidden_size, config.patch_size);
        if patch == 0
            || config.num_attention_heads == 0
            || !width.is_multiple_of(config.num_attention_heads)
        {
            candle_core::bail!(
                "patches of {patch} pixels or {} heads do not fit",
                config.num_attention_heads
            );
        }
        if config
            .out_indices
            .iter()
            .any(|layer| *layer == 0 || *layer > config.num_hidden_layers)
        {
            candle_core::bail!(
                "there are no layers {:?} among {}",
                config.out_indices,
                config.num_hidden_layers
            );
        }
        let side = config.image_size / patch;
        let embeddings = weights.pp("embeddings");
        let projection = embeddings.pp("patch_embeddings.projection");
        let patches = projection.get((width, 3, patch, patch), "weight")?;
        let places = embeddings
            .get((1, side * side + 1, width), "position_embeddings")?
            .squeeze(0)?;
        let whole = embeddings.get((1, 1, width), "cls_token")?.squeeze(0)?;
        let layer = |index| layer(config, &weights.pp(format!("encoder.layer.{index}")));
        Ok(Self {
            patches: Conv2d::new(&patches, Some(projection.get(width, "bias")?), patch, 0)?,
            whole: (whole + places.narrow(0, 0, 1)?)?,
            places: places
                .narrow(0, 1, side * side)?
                .reshape((side, side, width))?,
            layers: (0..config.num_hidden_layers)
                .map(layer)
                .collect::<Result<_>>()?,
            norm: LayerNorm::new(width, config.layer_norm_eps, &weights.pp("layernorm"))?,
            patch,
            used: config.out_indices,
        })
    }

    /// The normalised hidden states behind four layers as maps, `(height / patch, width / patch,
    /// channels)`. Takes pixels of shape `(1, 3, height, width)`, multiples of the patches' side.
    pub(super) fn forward(
        &self,
        pixels: &Tensor,
        watch: Watch,
    ) -> std::result::Result<Vec<Tensor>, InferenceError> {
        let (_, _, height, width) = pixels.dims4()?;
        let (down, across) = (height / self.patch, width / self.patch);
        let mut hidden = self.embedded(pixels, down, across)?;
        let mut maps = Vec::with_capacity(self.used.len());
        for (index, layer) in self.layers.iter().enumerate() {
            watch.at(index, self.layers.len())?;
            hidden = layer.forward(&hidden, None)?;
            if self.used.contains(&(index + 1)) {
                let patches = hidden.narrow(1, 1, down * across)?;
                maps.push(self.norm.forward(&patches)?.reshape((down, across, ()))?);
            }
        }
        Ok(maps)
    }

    fn embedded(&self, pixels: &Tensor, down: usize, across: usize) -> Result<Tensor> {
        // Half a precision would move what lies between places.
        let places = interpolated(
            &self.places.to_dtype(DType::F32)?,
            (down, across),
            Interpolation::Cubic,
        )?;
        let pixels = channels_last(&pixels.squeeze(0)?)?;
        let places = places.to_dtype(pixels.dtype())?;
        let patches = self
            .patches
            .forward_then(&pixels, Some(&places), Activation::None)?;
        Tensor::cat(&[&self.whole, &patches.flatten_to(1)?], 0)?.unsqueeze(0)
    }
}

fn layer(config: &BackboneConfig, weights: &VarBuilder) -> Result<PreNormLayer> {
    let width = config.hidden_size;
    let inner = width * config.mlp_ratio;
    let own = weights.pp("attention.attention");
    // What a layer gives is scaled by learnt factors (Touvron et al. 2021, section 2.1), which its
    // weights take in.
    let scaled = |layer: Linear, scale: &str| {
        layer.scaled(&weights.get(width, &format!("{scale}.lambda1"))?)
    };
    Ok(PreNormLayer {
        attention_norm: LayerNorm::new(width, config.layer_norm_eps, &weights.pp("norm1"))?,
        attention: Linear::joined(width, &["query", "key", "value"], &own)?,
        output: scaled(
            Linear::new(width, width, &weights.pp("attention.output.dense"))?,
            "layer_scale1",
        )?,
        feed_norm: LayerNorm::new(width, config.layer_norm_eps, &weights.pp("norm2"))?,
        up: Linear::new(width, inner, &weights.pp("mlp.fc1"))?,
        down: scaled(
            Linear::new(inner, width, &weights.pp("mlp.fc2"))?,
            "layer_scale2",
        )?,
        heads: config.num_attention_heads,
        activation: config.hidden_act,
    })
}
