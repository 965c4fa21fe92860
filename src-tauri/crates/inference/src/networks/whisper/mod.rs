//! Whisper (Radford et al. 2022, "Robust Speech Recognition via Large-Scale Weak Supervision"): writes down what is said in a sound
//! of any length, with times, in the language that is spoken. A transformer listens to a spectrogram of 30 seconds, another
//! writes; the next 30 seconds begin where what was written ends.
//!
//! candle-transformers 0.11.1 lacks the keys of the tokens before, exact GELU, other widths than four times and stopping: 30 seconds
//! take its encoder 1.68 times ours at the base size (docs/models.md).

mod config;
mod decoder;
mod encoder;
mod rules;
mod segments;
mod spectrogram;
mod transcription;
mod writing;

use std::path::Path;

use candle_core::{DType, Device, Tensor};
use candle_nn::VarBuilder;

pub use self::config::{GenerationConfig, WhisperConfig};
use self::decoder::Decoder;
use self::encoder::Encoder;
pub use self::spectrogram::{Listener, SAMPLE_RATE, Spectrogram};
pub use self::transcription::{Options, Segment, Transcript};
use self::writing::Writer;
pub use self::writing::Written;
use crate::kernels::Linear;
use crate::models::weights::{self, Network};
use crate::networks::clip::Words;
use crate::{InferenceError, Watch};

/// The layers that listen and those that write.
pub struct WhisperNetwork {
    encoder: Encoder,
    decoder: Decoder,
    dtype: DType,
    device: Device,
    longest: usize,
}

impl Network for WhisperNetwork {
    type Config = WhisperConfig;

    fn new(config: &WhisperConfig, weights: VarBuilder) -> candle_core::Result<Self> {
        if config.max_source_positions == 0 || config.num_mel_bins == 0 {
            candle_core::bail!("a model that hears no time (max_source_positions) or no bands (num_mel_bins) is none");
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
    /// What is heard in a window of a spectrogram, `(1, window / 2, width)`. Takes `(window, bands)`.
    pub fn hear(&self, window: &Tensor, watch: Watch) -> Result<Tensor, InferenceError> {
        self.encoder.forward(window, watch)
    }

    /// The logits behind each of these tokens, `(ids, tokens)`, in view of what is heard.
    pub fn logits(&self, heard: &Tensor, ids: &[u32]) -> Result<Tensor, InferenceError> {
        let mut memory = self.decoder.memory(heard, Watch::nobody())?;
        let rows = ids.iter().map(|id| self.decoder.logits(&self.decoder.write(*id, &mut memory)?));
        Ok(Tensor::stack(&rows.collect::<candle_core::Result<Vec<_>>>()?, 0)?)
    }

    /// Writes what is heard in a window, in the language of a token where the model knows several: ever the likeliest token.
    pub fn write(
        &self,
        heard: &Tensor,
        config: &GenerationConfig,
        language: Option<u32>,
        watch: Watch,
    ) -> Result<Written, InferenceError> {
        self.writer(config).write(heard, language, (0.0, &mut || 0.0), watch)
    }

    fn writer<'a>(&'a self, config: &'a GenerationConfig) -> Writer<'a> {
        Writer { decoder: &self.decoder, config, longest: self.longest }
    }
}

/// A Whisper model with its tokenizer.
pub struct Whisper {
    network: WhisperNetwork,
    config: WhisperConfig,
    generation: GenerationConfig,
    words: Words,
}

impl Whisper {
    /// Reads a folder with `config.json`, `generation_config.json`, `model.safetensors` and `tokenizer.json`.
    pub fn open(folder: &Path, dtype: DType, device: &Device) -> Result<Self, InferenceError> {
        let config: WhisperConfig = weights::config(&folder.join("config.json"))?;
        let path = folder.join("generation_config.json");
        let generation: GenerationConfig = weights::config(&path)?;
        generation.check(config.vocab_size).map_err(|reason| InferenceError::File { path, reason })?;
        let words = Words::open(folder, config.max_target_positions)?;
        let network = weights::load(&config, &[folder.join("model.safetensors")], dtype, device)?;
        Ok(Self { network, config, generation, words })
    }

    /// What makes the spectrogram that [`transcribe`](Self::transcribe) takes.
    pub fn listener(&self) -> Listener {
        Listener::new(self.config.num_mel_bins, self.config.window())
    }
}

/// Several projections side by side, so that one large product makes them all. Those of keys have no bias.
fn joined(width: usize, parts: &[&str], weights: &VarBuilder) -> candle_core::Result<Linear> {
    let matrices = parts.iter().map(|part| weights.get((width, width), &format!("{part}.weight")));
    let biases = parts.iter().map(|part| match *part {
        "k_proj" => Tensor::zeros(width, weights.dtype(), weights.device()),
        part => weights.get(width, &format!("{part}.bias")),
    });
    let matrix = Tensor::cat(&matrices.collect::<candle_core::Result<Vec<_>>>()?, 0)?;
    Linear::from_tensors(&matrix, Some(Tensor::cat(&biases.collect::<candle_core::Result<Vec<_>>>()?, 0)?))
}
