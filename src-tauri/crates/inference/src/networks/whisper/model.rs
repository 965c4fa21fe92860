//! The network of encoder and decoder, and the model with its tokenizer.

use std::path::Path;

use candle_core::{DType, Device, Tensor};
use candle_nn::VarBuilder;

use super::config::{GenerationConfig, WhisperConfig};
use super::decode::{DecodedTokens, TokenDecoder};
use super::decoder::Decoder;
use super::encoder::Encoder;
use super::preprocess::Listener;
use crate::models::weights::{self, Network};
use crate::networks::clip::TextTokenizer;
use crate::{InferenceError, Watch};

/// The layers that listen and those that write.
pub struct WhisperNetwork {
    pub(super) encoder: Encoder,
    pub(super) decoder: Decoder,
    pub(super) dtype: DType,
    pub(super) device: Device,
    pub(super) longest: usize,
}

impl Network for WhisperNetwork {
    type Config = WhisperConfig;

    fn new(config: &WhisperConfig, weights: VarBuilder) -> candle_core::Result<Self> {
        if config.max_source_positions == 0 || config.num_mel_bins == 0 {
            candle_core::bail!(
                "a model that hears no time (max_source_positions) or no bands (num_mel_bins) is none"
            );
        }
        Ok(Self {
            encoder: Encoder::new(config, &weights.pp("model.encoder"))?,
            decoder: Decoder::new(config, &weights.pp("model.decoder"))?,
            dtype: weights.dtype(),
            device: weights.device().clone(),
            longest: config.max_target_positions,
        })
    }
}

impl WhisperNetwork {
    /// Returns the hidden states of a window of a spectrogram, `(1, window / 2, width)`. Takes
    /// `(window, bands)`.
    pub fn hear(&self, window: &Tensor, watch: Watch) -> Result<Tensor, InferenceError> {
        self.encoder.forward(window, watch)
    }

    /// The logits behind each of these tokens, `(ids, tokens)`, in view of what is heard.
    pub fn logits(&self, heard: &Tensor, ids: &[u32]) -> Result<Tensor, InferenceError> {
        let mut memory = self.decoder.memory(heard, Watch::nobody())?;
        let rows = ids
            .iter()
            .map(|id| self.decoder.logits(&self.decoder.write(*id, &mut memory)?));
        Ok(Tensor::stack(
            &rows.collect::<candle_core::Result<Vec<_>>>()?,
            0,
        )?)
    }

    /// Writes what is heard in a window, in the language of a token where the model knows several:
    /// ever the likeliest token.
    pub fn write(
        &self,
        heard: &Tensor,
        config: &GenerationConfig,
        language: Option<u32>,
        watch: Watch,
    ) -> Result<DecodedTokens, InferenceError> {
        self.token_decoder(config, &[])
            .write(heard, language, (0.0, &mut || 0.0), watch)
    }

    pub(super) fn token_decoder<'a>(
        &'a self,
        config: &'a GenerationConfig,
        prompt: &'a [u32],
    ) -> TokenDecoder<'a> {
        TokenDecoder {
            prompt,
            decoder: &self.decoder,
            config,
            longest: self.longest,
        }
    }
}

/// A Whisper model with its tokenizer.
pub struct Whisper {
    pub(super) network: WhisperNetwork,
    pub(super) config: WhisperConfig,
    pub(super) generation: GenerationConfig,
    pub(super) tokenizer: TextTokenizer,
}

impl Whisper {
    /// Reads a folder with `config.json`, `generation_config.json`, `model.safetensors` and
    /// `tokenizer.json`.
    pub fn open(folder: &Path, dtype: DType, device: &Device) -> Result<Self, InferenceError> {
        let config: WhisperConfig = weights::config(&folder.join("config.json"))?;
        let path = folder.join("generation_config.json");
        let generation: GenerationConfig = weights::config(&path)?;
        generation
            .check(config.vocab_size)
            .map_err(|reason| InferenceError::File { path, reason })?;
        let tokenizer = TextTokenizer::open(folder, config.max_target_positions)?;
        let network = weights::load(&config, &[folder.join("model.safetensors")], dtype, device)?;
        Ok(Self {
            network,
            config,
            generation,
            tokenizer,
        })
    }

    /// Returns a listener, which makes the spectrogram that [`transcribe`](Self::transcribe) takes.
    pub fn listener(&self) -> Listener {
        Listener::new(self.config.num_mel_bins, self.config.window())
    }
}
