//! The network of both towers, and the model with its tokenizer.

use std::path::Path;

use candle_core::{D, DType, Device, Tensor};
use candle_nn::VarBuilder;
use image::RgbImage;

use super::config::ClipConfig;
use super::preprocess;
use super::text::TextTower;
use super::tokenizer::TextTokenizer;
use super::vision::VisionTower;
use crate::kernels::Linear;
use crate::models::weights::{self, Network};
use crate::{InferenceError, Watch};

/// Both towers with their projections.
pub struct ClipTowers {
    text: TextTower,
    text_projection: Linear,
    vision: VisionTower,
    visual_projection: Linear,
    /// Its logarithm is learnt.
    logit_scale: Tensor,
    side: u32,
    dtype: DType,
    device: Device,
}

impl Network for ClipTowers {
    type Config = ClipConfig;

    fn new(config: &ClipConfig, weights: VarBuilder) -> candle_core::Result<Self> {
        let (text, vision, shared) = (
            &config.text_config,
            &config.vision_config,
            config.projection_dim,
        );
        Ok(Self {
            text: TextTower::new(text, &weights.pp("text_model"))?,
            text_projection: Linear::without_bias(
                text.hidden_size,
                shared,
                &weights.pp("text_projection"),
            )?,
            vision: VisionTower::new(vision, "pre_layrnorm", &weights.pp("vision_model"))?,
            visual_projection: Linear::without_bias(
                vision.hidden_size,
                shared,
                &weights.pp("visual_projection"),
            )?,
            logit_scale: weights.get((), "logit_scale")?,
            side: vision.image_size as u32,
            dtype: weights.dtype(),
            device: weights.device().clone(),
        })
    }
}

impl ClipTowers {
    /// The embeddings of images, `(images, projection)`, of length 1. Takes pixels of shape
    /// `(images, 3, side, side)`.
    pub fn image_embeddings(
        &self,
        pixels: &Tensor,
        watch: Watch,
    ) -> Result<Tensor, InferenceError> {
        let hidden = self.vision.hidden(pixels, watch)?;
        let whole = self
            .vision
            .normalised(&hidden.narrow(1, 0, 1)?.squeeze(1)?)?;
        Ok(unit(&self.visual_projection.forward(&whole)?)?)
    }

    /// The embeddings of texts, `(texts, projection)`, of length 1. Takes the token ids of each of
    /// at least one text.
    pub fn text_embeddings(
        &self,
        texts: &[Vec<u32>],
        watch: Watch,
    ) -> Result<Tensor, InferenceError> {
        Ok(unit(
            &self
                .text_projection
                .forward(&self.text.pooled(texts, watch)?)?,
        )?)
    }

    /// How well images and texts fit each other, `(images, texts)`: cosines times the learnt scale.
    pub fn logits(&self, images: &Tensor, texts: &Tensor) -> candle_core::Result<Tensor> {
        images
            .matmul(&texts.t()?)?
            .broadcast_mul(&self.logit_scale.exp()?)
    }
}

/// Each row divided by its length.
pub(crate) fn unit(rows: &Tensor) -> candle_core::Result<Tensor> {
    rows.broadcast_div(&rows.sqr()?.sum_keepdim(D::Minus1)?.sqrt()?)
}

/// A CLIP model with its tokenizer.
pub struct Clip {
    towers: ClipTowers,
    tokenizer: TextTokenizer,
}

impl Clip {
    /// Reads a folder with `config.json`, `model.safetensors` and a tokenizer, as
    /// [`TextTokenizer::open`] takes it.
    pub fn open(folder: &Path, dtype: DType, device: &Device) -> Result<Self, InferenceError> {
        let config: ClipConfig = weights::config(&folder.join("config.json"))?;
        let tokenizer = TextTokenizer::open(folder, config.text_config.max_position_embeddings)?;
        Ok(Self {
            towers: weights::load(&config, &[folder.join("model.safetensors")], dtype, device)?,
            tokenizer,
        })
    }

    /// An image's embedding, `(1, projection)`, of length 1.
    pub fn image_embedding(
        &self,
        image: &RgbImage,
        watch: Watch,
    ) -> Result<Tensor, InferenceError> {
        let pixels = preprocess::pixels(
            image,
            self.towers.side,
            self.towers.dtype,
            &self.towers.device,
        )?;
        self.towers.image_embeddings(&pixels, watch)
    }

    /// The embeddings of texts, `(texts, projection)`, of length 1. At least one text; what a text
    /// has too much is cut off.
    pub fn text_embeddings(
        &self,
        texts: &[String],
        watch: Watch,
    ) -> Result<Tensor, InferenceError> {
        self.towers
            .text_embeddings(&self.tokenizer.ids(texts)?, watch)
    }

    /// How likely each label is what an image shows, in the labels' order; together they are 1.
    /// Labels are read as "a photo of a {label}.", as the paper has it (section 3.1.4).
    pub fn probabilities(
        &self,
        image: &RgbImage,
        labels: &[impl AsRef<str>],
        watch: Watch,
    ) -> Result<Vec<f32>, InferenceError> {
        let prompts: Vec<String> = labels
            .iter()
            .map(|label| format!("a photo of a {}.", label.as_ref()))
            .collect();
        let texts = self.text_embeddings(&prompts, watch.part(0.0, 0.8))?;
        let image = self.image_embedding(image, watch.part(0.8, 1.0))?;
        self.probabilities_of(&image, &texts)
    }

    /// How likely each text is what an image shows, from embeddings: `(1, projection)` and `(texts,
    /// projection)`. The embeddings of labels can be kept.
    pub fn probabilities_of(
        &self,
        image: &Tensor,
        texts: &Tensor,
    ) -> Result<Vec<f32>, InferenceError> {
        let logits = self.towers.logits(image, texts)?.to_dtype(DType::F32)?;
        Ok(candle_nn::ops::softmax_last_dim(&logits)?
            .flatten_all()?
            .to_vec1()?)
    }
}
