//! The model: text encoder, transformer and autoencoder, read from their folders.

use std::path::Path;

use candle_core::{DType, Device, Tensor};

use super::config::FlowConfig;
use super::transformer::Transformer;
use crate::models::weights;
use crate::networks::clip::TextTokenizer;
use crate::networks::qwen3::Qwen3Encoder;
use crate::networks::stable_diffusion::{Autoencoder, StableDiffusion};
use crate::{InferenceError, Watch};

/// The most tokens of a text, with those around it that say who speaks.
const LONGEST_TEXT: usize = 512;

/// A model with the folders `tokenizer`, `text_encoder`, `transformer`, `vae` and `scheduler`, as
/// the hub has it.
pub struct ZImage {
    pub(super) folder: std::path::PathBuf,
    pub(super) tokenizer: TextTokenizer,
    pub(super) transformer: Transformer,
    pub(super) autoencoder: Autoencoder,
    pub(super) flow: FlowConfig,
    pub(super) dtype: DType,
    pub(super) device: Device,
}

impl ZImage {
    /// Reads a model's folder. On a graphics card the transformer lies in the card's memory, in
    /// bf16 where f16 is asked for: what stands between its layers is beyond f16. On the processor
    /// its layers are read from the files when it is their turn, and so are the text encoder's
    /// everywhere.
    pub fn open(folder: &Path, dtype: DType, device: &Device) -> Result<Self, InferenceError> {
        let dtype = if device.is_cpu() || dtype != DType::F16 {
            dtype
        } else {
            DType::BF16
        };
        let path = folder.join("scheduler/scheduler_config.json");
        let flow: FlowConfig = weights::config(&path)?;
        flow.check()
            .map_err(|reason| InferenceError::File { path, reason })?;
        let transformer = Transformer::open(&folder.join("transformer"), dtype, device)?;
        let autoencoder = StableDiffusion::open_autoencoder(folder, dtype, device)?;
        if autoencoder.channels() != transformer.channels() {
            let (own, other) = (transformer.channels(), autoencoder.channels());
            return Err(InferenceError::File {
                path: folder.join("transformer/config.json"),
                reason: format!(
                    "its in_channels are {own}, and the latent_channels of vae/config.json {other}"
                ),
            });
        }
        let tokenizer = TextTokenizer::open(&folder.join("tokenizer"), LONGEST_TEXT)?;
        Ok(Self {
            folder: folder.to_owned(),
            tokenizer,
            transformer,
            autoencoder,
            flow,
            dtype,
            device: device.clone(),
        })
    }

    /// Returns the hidden states of a text, `(1, tokens, width)`: the layers of the text encoder,
    /// larger than all else that is in memory, are let go behind it.
    pub fn encode(&self, text: &str, watch: Watch) -> Result<Tensor, InferenceError> {
        watch.at(0, 2)?;
        let encoder =
            Qwen3Encoder::open(&self.folder.join("text_encoder"), self.dtype, &self.device)?;
        encoder.encode(&self.ids(text)?, watch.part(0.5, 1.0))
    }

    /// The tokens of a text as what a person says to Qwen3, which is about to answer; at most 512,
    /// the others are cut off.
    pub fn ids(&self, text: &str) -> Result<Vec<u32>, InferenceError> {
        let said = format!("<|im_start|>user\n{text}<|im_end|>\n<|im_start|>assistant\n");
        Ok(self.tokenizer.ids(&[said])?.concat())
    }
}
