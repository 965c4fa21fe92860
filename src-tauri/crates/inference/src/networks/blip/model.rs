//! The two networks, one that captions images and one that answers questions, and the models with
//! their tokenizers.

use std::path::Path;

use candle_core::{DType, Device, Tensor};
use candle_nn::VarBuilder;
use image::RgbImage;

use super::config::BlipConfig;
use super::decoder::{Decoder, Written};
use super::preprocess;
use super::text::TextLayers;
use super::vision::VisionTower;
use crate::models::weights::{self, Network};
use crate::networks::clip::TextTokenizer;
use crate::{InferenceError, Watch};

/// The tower that looks and the layers that write captions.
pub struct BlipCaptioner {
    vision: VisionTower,
    decoder: Decoder,
    input: Input,
}

/// The tower that looks, the layers that read questions and those that write answers.
pub struct BlipAnswerer {
    vision: VisionTower,
    reader: TextLayers,
    decoder: Decoder,
    input: Input,
}

/// Form in which images go in.
struct Input {
    side: u32,
    dtype: DType,
    device: Device,
}

impl Input {
    fn new(config: &BlipConfig, weights: &VarBuilder) -> Self {
        let side = config.vision_config.image_size as u32;
        Self {
            side,
            dtype: weights.dtype(),
            device: weights.device().clone(),
        }
    }

    fn pixels(&self, image: &RgbImage) -> Result<Tensor, InferenceError> {
        preprocess::pixels(image, self.side, self.dtype, &self.device)
    }
}

impl Network for BlipCaptioner {
    type Config = BlipConfig;

    fn new(config: &BlipConfig, weights: VarBuilder) -> candle_core::Result<Self> {
        let width = config.vision_config.hidden_size;
        Ok(Self {
            vision: VisionTower::new(&config.vision_config, &weights.pp("vision_model"))?,
            decoder: Decoder::new(&config.text_config, width, &weights.pp("text_decoder"))?,
            input: Input::new(config, &weights),
        })
    }
}

impl BlipCaptioner {
    /// Returns the hidden states of an image, `(1, 1 + patches, width)`. Takes pixels of shape `(1,
    /// 3, side, side)`.
    pub fn look(&self, pixels: &Tensor, watch: Watch) -> Result<Tensor, InferenceError> {
        self.vision.forward(pixels, watch)
    }

    /// Writes a caption for what is seen.
    pub fn write(&self, seen: &Tensor, watch: Watch) -> Result<Written, InferenceError> {
        self.decoder.write(seen, watch)
    }

    /// The logits behind each of these tokens and the start before them, `(1 + ids, tokens)`.
    pub fn logits(&self, seen: &Tensor, ids: &[u32]) -> Result<Tensor, InferenceError> {
        Ok(self.decoder.all_logits(seen, ids)?)
    }
}

impl Network for BlipAnswerer {
    type Config = BlipConfig;

    fn new(config: &BlipConfig, weights: VarBuilder) -> candle_core::Result<Self> {
        let (width, own) = (
            config.vision_config.hidden_size,
            config.text_config.hidden_size,
        );
        if width != own {
            candle_core::bail!(
                "who answers looks at questions of width {own} as at pictures of width {width}"
            );
        }
        Ok(Self {
            vision: VisionTower::new(&config.vision_config, &weights.pp("vision_model"))?,
            reader: TextLayers::new(&config.text_config, width, &weights.pp("text_encoder"))?,
            decoder: Decoder::new(&config.text_config, width, &weights.pp("text_decoder"))?,
            input: Input::new(config, &weights),
        })
    }
}

impl BlipAnswerer {
    /// Returns the hidden states of an image, `(1, 1 + patches, width)`. Takes pixels of shape `(1,
    /// 3, side, side)`.
    pub fn look(&self, pixels: &Tensor, watch: Watch) -> Result<Tensor, InferenceError> {
        self.vision.forward(pixels, watch)
    }

    /// A question as it is understood in view of what is seen, `(1, ids, width)`. Takes its token
    /// ids, its start and end among them, at most as many as there are positions.
    pub fn read(&self, ids: &[u32], seen: &Tensor) -> Result<Tensor, InferenceError> {
        let mut memory = self.reader.memory(seen)?;
        Ok(self.reader.forward(ids, 0, &mut memory)?)
    }

    /// Writes an answer to what was read.
    pub fn write(&self, question: &Tensor, watch: Watch) -> Result<Written, InferenceError> {
        self.decoder.write(question, watch)
    }
}

/// A BLIP model that writes captions, with its tokenizer.
pub struct Blip {
    network: BlipCaptioner,
    tokenizer: TextTokenizer,
}

impl Blip {
    /// Reads a folder with `config.json`, `model.safetensors` and `tokenizer.json`.
    pub fn open(folder: &Path, dtype: DType, device: &Device) -> Result<Self, InferenceError> {
        let (config, tokenizer) = described(folder)?;
        Ok(Self {
            network: weights::load(&config, &[folder.join("model.safetensors")], dtype, device)?,
            tokenizer,
        })
    }

    /// Describes an image in a few small-lettered words without an end mark: `a dog runs on a
    /// beach`.
    pub fn caption(&self, image: &RgbImage, watch: Watch) -> Result<String, InferenceError> {
        let seen = self
            .network
            .look(&self.network.input.pixels(image)?, watch.part(0.0, 0.5))?;
        self.tokenizer
            .text(&self.network.write(&seen, watch.part(0.5, 1.0))?.ids)
    }
}

/// Answer to a question about an image.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// One or a few small-lettered words: `yes`, `two`, `on the beach`.
    pub text: String,
    /// How likely it is among all answers, from 0 to 1.
    pub probability: f64,
}

/// A BLIP model that answers questions, with its tokenizer.
pub struct BlipVqa {
    network: BlipAnswerer,
    tokenizer: TextTokenizer,
}

impl BlipVqa {
    /// Reads a folder with `config.json`, `model.safetensors` and `tokenizer.json`.
    pub fn open(folder: &Path, dtype: DType, device: &Device) -> Result<Self, InferenceError> {
        let (config, tokenizer) = described(folder)?;
        Ok(Self {
            network: weights::load(&config, &[folder.join("model.safetensors")], dtype, device)?,
            tokenizer,
        })
    }

    /// Answers an English question about what an image shows. What a question has too much is cut
    /// off.
    pub fn answer(
        &self,
        image: &RgbImage,
        question: &str,
        watch: Watch,
    ) -> Result<Answer, InferenceError> {
        let ids = self.tokenizer.ids(&[question.trim()])?.concat();
        let seen = self
            .network
            .look(&self.network.input.pixels(image)?, watch.part(0.0, 0.6))?;
        let question = self.network.read(&ids, &seen)?;
        let written = self.network.write(&question, watch.part(0.7, 1.0))?;
        Ok(Answer {
            text: self.tokenizer.text(&written.ids)?,
            probability: written.probability,
        })
    }
}

fn described(folder: &Path) -> Result<(BlipConfig, TextTokenizer), InferenceError> {
    let config: BlipConfig = weights::config(&folder.join("config.json"))?;
    let tokenizer = TextTokenizer::open(folder, config.text_config.max_position_embeddings)?;
    Ok((config, tokenizer))
}
