//! The network of both towers and the heads, and the model with its tokenizer.

use std::path::Path;

use candle_core::{DType, Device, Tensor};
use candle_nn::VarBuilder;
use image::RgbImage;

use super::config::OwlVitConfig;
use super::heads::{BoxHead, ClassHead};
use super::postprocess;
use super::preprocess;
use crate::detection::Detection;
use crate::kernels::{LayerNorm, Linear};
use crate::models::weights::{self, Network};
use crate::networks::clip::text::{LARGEST, TextTower};
use crate::networks::clip::vision::VisionTower;
use crate::networks::clip::{TextConfig, TextTokenizer, VisionConfig, unit};
use crate::{InferenceError, Watch};

/// The towers with their heads.
pub struct OwlVitNetwork {
    text: TextTower,
    projection: Linear,
    vision: VisionTower,
    norm: LayerNorm,
    classes: ClassHead,
    boxes: BoxHead,
    side: u32,
    dtype: DType,
    device: Device,
}

impl Network for OwlVitNetwork {
    type Config = OwlVitConfig;

    fn new(config: &OwlVitConfig, weights: VarBuilder) -> candle_core::Result<Self> {
        let longest = config.text_config.max_position_embeddings;
        let text = config.text_config.rest.clone();
        let text = TextConfig {
            max_position_embeddings: longest,
            eos_token_id: LARGEST,
            ..text
        };
        let vision = VisionConfig {
            image_size: config.vision_config.image_size,
            ..config.vision_config.rest.clone()
        };
        let (towers, width) = (weights.pp("owlvit"), vision.hidden_size);
        Ok(Self {
            text: TextTower::new(&text, &towers.pp("text_model"))?,
            projection: Linear::without_bias(
                text.hidden_size,
                config.projection_dim,
                &towers.pp("text_projection"),
            )?,
            vision: VisionTower::new(&vision, "pre_layernorm", &towers.pp("vision_model"))?,
            norm: LayerNorm::new(width, vision.layer_norm_eps, &weights.pp("layer_norm"))?,
            classes: ClassHead::new(width, text.hidden_size, &weights.pp("class_head"))?,
            boxes: BoxHead::new(
                width,
                vision.image_size / vision.patch_size.max(1),
                &weights.pp("box_head"),
            )?,
            side: vision.image_size as u32,
            dtype: weights.dtype(),
            device: weights.device().clone(),
        })
    }
}

impl OwlVitNetwork {
    /// The embeddings of queries, `(queries, projection)`, of length 1. Takes the token ids of each
    /// of at least one query.
    pub fn text_embeddings(
        &self,
        queries: &[Vec<u32>],
        watch: Watch,
    ) -> Result<Tensor, InferenceError> {
        Ok(unit(
            &self
                .projection
                .forward(&self.text.pooled(queries, watch)?)?,
        )?)
    }

    /// Returns the hidden state of each patch, `(patches, width)`. Takes pixels of shape `(1, 3,
    /// side, side)`.
    pub fn patches(&self, pixels: &Tensor, watch: Watch) -> Result<Tensor, InferenceError> {
        let hidden = self
            .vision
            .normalised(&self.vision.hidden(pixels, watch)?)?
            .squeeze(0)?;
        let (whole, patches) = (
            hidden.narrow(0, 0, 1)?,
            hidden.narrow(0, 1, hidden.dim(0)? - 1)?,
        );
        Ok(self.norm.forward(&patches.broadcast_mul(&whole)?)?)
    }

    /// How well each patch fits each query, before the sigmoid, `(patches, queries)`, and in which
    /// box its thing is, as middle and size in shares of the image, `(patches, 4)`.
    pub fn heads(
        &self,
        patches: &Tensor,
        queries: &Tensor,
    ) -> Result<(Tensor, Tensor), InferenceError> {
        Ok((
            self.classes.forward(patches, queries)?,
            self.boxes.forward(patches)?,
        ))
    }
}

/// An OWL-ViT model with its tokenizer.
pub struct OwlVit {
    network: OwlVitNetwork,
    tokenizer: TextTokenizer,
}

impl OwlVit {
    /// Reads a folder with `config.json`, `model.safetensors` and a tokenizer, as
    /// [`TextTokenizer::open`] takes it.
    pub fn open(folder: &Path, dtype: DType, device: &Device) -> Result<Self, InferenceError> {
        let config: OwlVitConfig = weights::config(&folder.join("config.json"))?;
        let tokenizer = TextTokenizer::open(folder, config.text_config.max_position_embeddings)?;
        Ok(Self {
            network: weights::load(&config, &[folder.join("model.safetensors")], dtype, device)?,
            tokenizer,
        })
    }

    /// The things in an image that fit one of the queries with a score above `threshold` (from 0 to
    /// 1; 0.1 is usual), the surest first. A query is read as it is; its first words count, since
    /// few tokens are read. Each patch gives at most one thing, so that a thing can be found more
    /// than once.
    pub fn find(
        &self,
        image: &RgbImage,
        queries: &[String],
        threshold: f32,
        watch: Watch,
    ) -> Result<Vec<Detection>, InferenceError> {
        if queries.is_empty() {
            return Ok(Vec::new());
        }
        let network = &self.network;
        let words = network.text_embeddings(&self.tokenizer.ids(queries)?, watch.part(0.0, 0.2))?;
        let pixels = preprocess::pixels(image, network.side, network.dtype, &network.device)?;
        let patches = network.patches(&pixels, watch.part(0.2, 1.0))?;
        let (fits, boxes) = network.heads(&patches, &words)?;
        postprocess::detections(&fits, &boxes, queries, image.dimensions(), threshold)
    }
}
