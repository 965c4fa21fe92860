//! Whisper (Radford et al. 2022, "Robust Speech Recognition via Large-Scale Weak Supervision"): writes down what is said in a sound
//! of any length, with times, in the language that is spoken. A transformer listens to a spectrogram of 30 seconds, another
//! writes; the next 30 seconds begin where what was written ends.

mod config;
mod decoder;
mod encoder;
mod rules;
mod segments;
mod spectrogram;
mod writing;

use std::path::Path;

use candle_core::{DType, Device, Tensor};
use candle_nn::VarBuilder;

pub use self::config::{GenerationConfig, WhisperConfig};
use self::decoder::Decoder;
use self::encoder::Encoder;
use self::segments::cut;
pub use self::spectrogram::{Listener, SAMPLE_RATE, Spectrogram};
use self::writing::Writer;
pub use self::writing::Written;
use crate::networks::clip::Words;
use crate::operations::Linear;
use crate::weights::{self, Network};
use crate::{InferenceError, Watch};

/// Steps of a spectrogram in a second.
const STEPS: f64 = 100.0;

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

    /// Writes what is heard in a window, in the language of a token where the model knows several.
    pub fn write(
        &self,
        heard: &Tensor,
        config: &GenerationConfig,
        language: Option<u32>,
        watch: Watch,
    ) -> Result<Written, InferenceError> {
        self.writer(config).write(heard, language, watch)
    }

    fn writer<'a>(&'a self, config: &'a GenerationConfig) -> Writer<'a> {
        Writer { decoder: &self.decoder, config, longest: self.longest }
    }
}

/// How a sound is transcribed.
#[derive(Debug, Clone, PartialEq)]
pub struct Options {
    /// The language that is spoken, as `en`; where it is not said, or is none that the model knows, it is told from the sound.
    pub language: Option<String>,
    /// A window is left out where it is likelier than this that nobody speaks, 0 to 1, and what was written is less likely than
    /// `least_log_probability`.
    pub no_speech: f64,
    /// The mean of the natural logarithms of how likely the tokens are.
    pub least_log_probability: f64,
}

impl Default for Options {
    /// As Whisper's authors have it (section 4.5).
    fn default() -> Self {
        Self { language: None, no_speech: 0.6, least_log_probability: -1.0 }
    }
}

/// What is said in a sound.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Transcript {
    /// The language, as `en`; none where nothing is said, or where the model knows English only.
    pub language: Option<String>,
    /// What is said, in the order of time.
    pub segments: Vec<Segment>,
}

/// A stretch of speech, a sentence or a part of one.
#[derive(Debug, Clone, PartialEq)]
pub struct Segment {
    /// Its beginning, in seconds.
    pub start: f64,
    /// Its end, in seconds; not before its beginning, but it may lie behind the sound's end.
    pub end: f64,
    /// Its tokens, times among them.
    pub ids: Vec<u32>,
    /// Its words.
    pub text: String,
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

    /// Writes down what is said in a sound.
    pub fn transcribe(
        &self,
        sound: &Spectrogram,
        options: &Options,
        watch: Watch,
    ) -> Result<Transcript, InferenceError> {
        let (network, writer) = (&self.network, self.network.writer(&self.generation));
        let (all, window) = (sound.steps(), self.config.window());
        let known = options.language.as_ref().map(|language| format!("<|{language}|>"));
        let mut language = known.and_then(|known| self.generation.lang_to_id.get(&known).copied());
        let mut segments = Vec::new();
        let (mut from, mut reported) = (0, 0.0);
        while from < all {
            let steps = window.min(all - from);
            // Windows overlap where the last one was not written to its end.
            let end = f64::max(reported, (from + steps) as f64 / all as f64);
            let watch = watch.part(reported, end);
            reported = end;
            watch.at(0, 1)?;
            if sound.is_silent(from) {
                from += steps;
                continue;
            }
            let heard = network.hear(&sound.window(from, network.dtype, &network.device)?, watch.part(0.0, 0.5))?;
            if language.is_none() {
                language = writer.language(&heard, watch.part(0.5, 0.55))?;
            }
            let written = writer.write(&heard, language, watch.part(0.55, 1.0))?;
            if written.no_speech > options.no_speech && written.mean_log_probability < options.least_log_probability {
                from += steps;
                continue;
            }
            let (stretches, covered) = cut(&written.ids, self.generation.first_time(), steps);
            for stretch in stretches {
                let seconds = |step: usize| (from + step) as f64 / STEPS;
                let (start, end) = (seconds(stretch.from), seconds(stretch.to.max(stretch.from)));
                let text = self.text(&stretch.ids)?;
                segments.push(Segment { start, end, ids: stretch.ids, text });
            }
            // What covers no time would be heard for ever.
            from += covered.max(1);
        }
        let language = language.filter(|_| !segments.is_empty());
        let language = language.and_then(|token| self.generation.language(token)).map(str::to_owned);
        Ok(Transcript { language, segments })
    }

    /// The words among tokens; older tokenizers do not know the times.
    fn text(&self, ids: &[u32]) -> Result<String, InferenceError> {
        let words: Vec<u32> = ids.iter().copied().filter(|id| *id < self.generation.eos_token_id).collect();
        self.words.text(&words)
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
