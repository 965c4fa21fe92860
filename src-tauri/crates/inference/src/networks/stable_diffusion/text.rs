//! Text encoder for the U-Net: the hidden states of CLIP's tower that reads, at all of its
//! positions.

use std::path::Path;

use candle_core::{DType, Device, Result, Tensor};
use candle_nn::VarBuilder;

use super::super::clip::text::TextTower;
use super::super::clip::{TextConfig, TextTokenizer};
use crate::models::weights::{self, Network};
use crate::{InferenceError, Watch};

/// The text encoder of Stable Diffusion 1.5: CLIP ViT-L/14's.
pub struct TextEncoder {
    tower: TextTower,
    positions: usize,
}

impl Network for TextEncoder {
    type Config = TextConfig;

    fn new(config: &TextConfig, weights: VarBuilder) -> Result<Self> {
        let tower = TextTower::new(config, &weights.pp("text_model"))?;
        Ok(Self {
            tower,
            positions: config.max_position_embeddings,
        })
    }
}

impl TextEncoder {
    /// Reads the folder `text_encoder` of a model.
    pub fn open(
        folder: &Path,
        dtype: DType,
        device: &Device,
    ) -> std::result::Result<Self, InferenceError> {
        let config: TextConfig = weights::config(&folder.join("config.json"))?;
        let shorter = |name: &str| name.strip_prefix("text_model.").map(str::to_owned);
        weights::load_renamed(
            &config,
            &[weights::only_file(folder)?],
            dtype,
            device,
            shorter,
        )
    }

    /// Returns the number of tokens that it reads of a text, its start and end among them.
    pub fn positions(&self) -> usize {
        self.positions
    }

    /// Returns the hidden states of each text, `(texts, positions, width)`. A text that is too long
    /// is cut off; a shorter one is filled up with the token that ends it.
    pub fn read(
        &self,
        tokenizer: &TextTokenizer,
        texts: &[&str],
        watch: Watch,
    ) -> std::result::Result<Tensor, InferenceError> {
        let mut ids = tokenizer.ids(texts)?;
        for ids in &mut ids {
            let end = ids.last().copied().unwrap_or_default();
            ids.resize(self.positions, end);
        }
        self.tower.read(&ids, watch)
    }
}
