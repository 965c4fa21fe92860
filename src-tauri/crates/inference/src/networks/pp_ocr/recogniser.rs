//! Which letters a line has: the backbone's last map, squeezed to one row, through a small
//! transformer, and for each of its places the likeliest character (Du et al. 2022, sections 3.4
//! and 3.5).

use std::path::Path;

use candle_core::{D, DType, Device, Result, Tensor};
use candle_nn::VarBuilder;
use candle_nn::ops::{silu, softmax_last_dim};
use image::RgbImage;

use super::backbone::Backbone;
use super::config::{RecogniserConfig, RecogniserPreprocessing};
use super::layers::{folded, pointwise};
use super::output::Reading;
use super::{postprocess, preprocess};
use crate::kernels::DepthwiseConv2d;
use crate::kernels::{Activation, LayerNorm, Linear};
use crate::models::weights::{self, Network};
use crate::networks::shared::pre_norm_block::{PreNormLayer, check_heads};
use crate::{InferenceError, Watch};

/// Lines and places of the last map that become one.
const SQUEEZED: (usize, usize) = (3, 2);

/// Added to the variance in the layer norms of the blocks, as the published graph has it; the hub's
/// `config.json` names only that of the last norm.
const BLOCK_EPSILON: f64 = 1e-5;

/// The recogniser's layers.
pub struct RecogniserNetwork {
    backbone: Backbone,
    beside: Linear,
    entry: Linear,
    neighbours: DepthwiseConv2d,
    layers: Vec<PreNormLayer>,
    norm: LayerNorm,
    characters: Linear,
    dtype: DType,
    device: Device,
}

impl Network for RecogniserNetwork {
    type Config = RecogniserConfig;

    fn new(config: &RecogniserConfig, weights: VarBuilder) -> Result<Self> {
        let width = config.hidden_size;
        let last = config
            .backbone_config
            .block_configs
            .last()
            .and_then(|stage| stage.last());
        let Some((_, _, channels, _, _)) = last else {
            candle_core::bail!("the backbone has no blocks")
        };
        let encoder = weights.pp("head.encoder");
        let (around, kernel) = (encoder.pp("conv_block.2"), config.conv_kernel_size);
        let shape = (width, 1, kernel.0, kernel.1);
        let (weight, bias) = folded(
            shape,
            &around.pp("convolution"),
            &around.pp("normalization"),
        )?;
        let layer = |index: usize| layer(config, &encoder.pp(format!("svtr_block.{index}")));
        Ok(Self {
            backbone: Backbone::new(&config.backbone_config, &weights.pp("model.backbone"))?,
            beside: pointwise(*channels, width, &encoder.pp("conv_block.0"))?,
            entry: pointwise(*channels, width, &encoder.pp("conv_block.1"))?,
            neighbours: DepthwiseConv2d::new(&weight, bias, (1, 1))?,
            layers: (0..config.depth).map(layer).collect::<Result<_>>()?,
            norm: LayerNorm::new(width, config.layer_norm_eps, &encoder.pp("norm"))?,
            characters: Linear::new(width, config.head_out_channels, &weights.pp("head.head"))?,
            dtype: weights.dtype(),
            device: weights.device().clone(),
        })
    }
}

impl RecogniserNetwork {
    /// How likely each character is at each place of a line, `(places, characters)`, each row
    /// together 1. Takes pixels of shape `(48, width, 3)`.
    pub fn forward(
        &self,
        pixels: &Tensor,
        watch: Watch,
    ) -> std::result::Result<Tensor, InferenceError> {
        let maps = self.backbone.forward(pixels, watch.part(0.0, 0.8))?;
        let Some(map) = maps.last() else {
            return Err(InferenceError::Image("there is no line".to_owned()));
        };
        let row = squeezed(map)?;
        let beside = silu(&self.beside.forward(&row)?)?;
        let entered = silu(&self.entry.forward(&row)?)?;
        let entered = (&entered + silu(&self.neighbours.forward(&entered)?)?)?;
        let mut hidden = entered;
        for (index, layer) in self.layers.iter().enumerate() {
            watch.part(0.8, 1.0).at(index, self.layers.len())?;
            hidden = layer.forward(&hidden, None)?;
        }
        let hidden = (self.norm.forward(&hidden)? + beside)?;
        Ok(softmax_last_dim(
            &self.characters.forward(&hidden)?.squeeze(0)?,
        )?)
    }
}

/// `(lines, places, channels)` to `(1, places', channels)`: means of patches, of which there is one
/// line.
fn squeezed(map: &Tensor) -> Result<Tensor> {
    let (lines, places, channels) = map.dims3()?;
    let (down, across) = SQUEEZED;
    if lines != down || places < across {
        candle_core::bail!(
            "a line's map has {lines} by {places} places where {down} by at least {across} are needed"
        );
    }
    let kept = map.narrow(1, 0, places / across * across)?.contiguous()?;
    let patches = kept.reshape((down, places / across, across, channels))?;
    // Two sums, since a mean over dimensions that lie apart is slow.
    (patches.sum(2)?.sum_keepdim(0)? / (down * across) as f64)?.contiguous()
}

fn layer(config: &RecogniserConfig, weights: &VarBuilder) -> Result<PreNormLayer> {
    let (width, heads) = (config.hidden_size, config.num_attention_heads);
    check_heads(width, heads)?;
    let inner = (width as f64 * config.mlp_ratio) as usize;
    let norm = |name: &str| LayerNorm::new(width, BLOCK_EPSILON, &weights.pp(name));
    Ok(PreNormLayer {
        attention_norm: norm("layer_norm1")?,
        attention: Linear::new(width, 3 * width, &weights.pp("self_attn.qkv"))?,
        output: Linear::new(width, width, &weights.pp("self_attn.projection"))?,
        feed_norm: norm("layer_norm2")?,
        up: Linear::new(width, inner, &weights.pp("mlp.fc1"))?,
        down: Linear::new(inner, width, &weights.pp("mlp.fc2"))?,
        heads,
        activation: Activation::Silu,
    })
}

/// A recogniser with its characters.
pub struct TextRecogniser {
    network: RecogniserNetwork,
    preprocessing: RecogniserPreprocessing,
}

impl TextRecogniser {
    /// Reads a folder with `config.json`, `preprocessor_config.json` (which holds the characters)
    /// and `model.safetensors`.
    pub fn open(
        folder: &Path,
        dtype: DType,
        device: &Device,
    ) -> std::result::Result<Self, InferenceError> {
        let config: RecogniserConfig = weights::config(&folder.join("config.json"))?;
        let preprocessing = weights::config(&folder.join("preprocessor_config.json"))?;
        let network = weights::load(&config, &[folder.join("model.safetensors")], dtype, device)?;
        Ok(Self {
            network,
            preprocessing,
        })
    }

    /// Reads an image of one line, as [`line`](super::line) cuts it out.
    pub fn read(
        &self,
        line: &RgbImage,
        watch: Watch,
    ) -> std::result::Result<Reading, InferenceError> {
        let (dtype, device) = (self.network.dtype, &self.network.device);
        let pixels =
            preprocess::recogniser_pixels(line, self.preprocessing.max_image_width, dtype, device)?;
        self.read_pixels(&pixels, watch)
    }

    /// Reads a line as [`preprocess::recogniser_pixels`] gives it: `(48, width, 3)`.
    pub fn read_pixels(
        &self,
        pixels: &Tensor,
        watch: Watch,
    ) -> std::result::Result<Reading, InferenceError> {
        let likely = self.network.forward(pixels, watch)?;
        let best = likely.argmax(D::Minus1)?.to_vec1::<u32>()?;
        let scores = likely
            .max(D::Minus1)?
            .to_dtype(DType::F32)?
            .to_vec1::<f32>()?;
        Ok(postprocess::reading(
            &best,
            &scores,
            &self.preprocessing.character_list,
        ))
    }
}
