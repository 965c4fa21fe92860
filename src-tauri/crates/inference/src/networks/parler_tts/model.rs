//! The network of text encoder, decoder and codec, and the model with its tokenizers.

use std::path::Path;

use candle_core::{DType, Device, Tensor};
use candle_nn::VarBuilder;

use super::config::{GenerationConfig, ParlerTtsConfig};
use super::generate::CodeGenerator;
use crate::kernels::Linear;
use crate::models::weights::{self, Network};
use crate::networks::clip::TextTokenizer;
use crate::networks::dac::DacDecoder;
use crate::networks::encodec::newer_name;
use crate::networks::musicgen::decoder::Decoder;
use crate::networks::musicgen::{Draw, Sampling};
use crate::networks::t5::T5Encoder;
use crate::{InferenceError, Watch};

/// The most tokens of a description and of what is said.
const LONGEST_TEXT: usize = 512;
/// The share of the work at whose end the codes are there.
const SPOKEN: f64 = 0.8;

/// The text encoder, the decoder and the codec.
pub struct ParlerTtsNetwork {
    text: T5Encoder,
    /// Brings what is read to the width of the layers that speak, where it has another.
    projection: Option<Linear>,
    /// Embeddings of the tokens of what is said, for the layers that speak, `(tokens, width)`.
    words: Tensor,
    decoder: Decoder,
    codec: DacDecoder,
    positions: usize,
    codebooks: usize,
    codes: u32,
}

impl Network for ParlerTtsNetwork {
    type Config = ParlerTtsConfig;

    fn new(config: &ParlerTtsConfig, weights: VarBuilder) -> candle_core::Result<Self> {
        config.check()?;
        let layers = &config.decoder.layers;
        let (from, to) = (config.text_encoder.d_model, layers.hidden_size);
        let projection = if from == to {
            None
        } else {
            Some(Linear::new(from, to, &weights.pp("enc_to_dec_proj"))?)
        };
        Ok(Self {
            text: T5Encoder::new(&config.text_encoder, weights.pp("text_encoder"))?,
            projection,
            words: weights.get((config.vocab_size, to), "embed_prompts.weight")?,
            decoder: Decoder::new(layers, &weights.pp("decoder"))?,
            codec: DacDecoder::new(&config.audio_encoder, weights.pp("audio_encoder.model"))?,
            positions: config.decoder.max_position_embeddings,
            codebooks: layers.num_codebooks,
            codes: config.audio_encoder.codebook_size as u32,
        })
    }
}

impl ParlerTtsNetwork {
    /// Returns the hidden states that the layers that speak take of a description of these tokens,
    /// the end's among them: `(1, tokens, width)`.
    pub fn describe(&self, ids: &[u32], watch: Watch) -> Result<Tensor, InferenceError> {
        let (dtype, device) = self.decoder.dtype_and_device();
        let read = self
            .text
            .encode(ids, watch)?
            .to_dtype(dtype)?
            .to_device(device)?;
        Ok(match &self.projection {
            None => read,
            Some(projection) => projection.forward(&read)?,
        })
    }

    /// The logits behind each of these steps of what says these tokens: `(steps, codebooks,
    /// codes)`. Each step has a token of every codebook, as they stand beside each other in the
    /// delay pattern.
    pub fn logits(
        &self,
        described: &Tensor,
        ids: &[u32],
        steps: &[Vec<u32>],
    ) -> Result<Tensor, InferenceError> {
        let mut memory = self
            .decoder
            .memory(described, false, ids.len() + steps.len())?;
        let all = Tensor::cat(&[self.embedded(ids)?, self.decoder.embedded(steps)?], 0)?;
        let hidden = self.decoder.take(&all, &mut memory, Watch::nobody())?;
        Ok(self
            .decoder
            .logits(&hidden.narrow(1, ids.len(), steps.len())?)?
            .squeeze(0)?)
    }

    /// Says these tokens with a voice; gives the codes of each codebook.
    pub fn speak(
        &self,
        described: &Tensor,
        ids: &[u32],
        (generation, sampling): (&GenerationConfig, Sampling),
        draw: Draw,
        watch: Watch,
    ) -> Result<Vec<Vec<u32>>, InferenceError> {
        let Self {
            decoder,
            positions,
            codebooks,
            codes,
            ..
        } = self;
        let (positions, codebooks, codes) = (*positions, *codebooks, *codes);
        let generator = CodeGenerator {
            decoder,
            generation,
            sampling,
            described,
            positions,
            codebooks,
            codes,
        };
        generator.generate(&self.embedded(ids)?, draw, watch)
    }

    /// The samples that codes make, -1 to 1.
    pub fn decode_audio(
        &self,
        codes: &[Vec<u32>],
        watch: Watch,
    ) -> Result<Vec<f32>, InferenceError> {
        self.codec.decode(codes, watch)
    }

    fn embedded(&self, ids: &[u32]) -> Result<Tensor, InferenceError> {
        let known = self.words.dim(0)?;
        if let Some(id) = ids.iter().find(|id| **id as usize >= known) {
            return Err(InferenceError::Text(format!(
                "its token {id} is none of the {known} that the model knows"
            )));
        }
        Ok(self
            .words
            .index_select(&Tensor::new(ids, self.words.device())?, 0)?)
    }
}

/// A Parler-TTS model with its tokenizer.
pub struct ParlerTts {
    network: ParlerTtsNetwork,
    generation: GenerationConfig,
    tokenizer: TextTokenizer,
    sample_rate: u32,
}

/// A voice as a model keeps it, from its description.
pub struct Voice(Tensor);

impl ParlerTts {
    /// Codes as the model's authors choose them.
    pub const SAMPLING: Sampling = Sampling {
        top_k: 50,
        temperature: 1.0,
    };

    /// Reads a folder with `config.json`, `generation_config.json`, `model.safetensors` and
    /// `tokenizer.json`.
    pub fn open(folder: &Path, dtype: DType, device: &Device) -> Result<Self, InferenceError> {
        let config: ParlerTtsConfig = weights::config(&folder.join("config.json"))?;
        let path = folder.join("generation_config.json");
        let generation: GenerationConfig = weights::config(&path)?;
        generation
            .check(&config.decoder.layers)
            .map_err(|reason| InferenceError::File { path, reason })?;
        Ok(Self {
            network: weights::load_renamed(
                &config,
                &[folder.join("model.safetensors")],
                dtype,
                device,
                newer_name,
            )?,
            generation,
            tokenizer: TextTokenizer::open(folder, LONGEST_TEXT)?,
            sample_rate: config.audio_encoder.sampling_rate,
        })
    }

    /// Samples a second of what is said.
    pub fn sample_rate(&self) -> u32 {
        self.sample_rate
    }

    /// The voice that is described, as "Laura speaks slowly and clearly, very close to the
    /// microphone."
    pub fn voice(&self, description: &str, watch: Watch) -> Result<Voice, InferenceError> {
        Ok(Voice(self.network.describe(
            &self.tokenizer.ids(&[description])?.concat(),
            watch,
        )?))
    }

    /// Says a text, a sentence or two, with a voice: one channel, of at most half a minute. The
    /// same drawn numbers give the same audio.
    pub fn say(
        &self,
        text: &str,
        voice: &Voice,
        sampling: Sampling,
        draw: Draw,
        watch: Watch,
    ) -> Result<Vec<f32>, InferenceError> {
        let ids = self.tokenizer.ids(&[text])?.concat();
        let how = (&self.generation, sampling);
        let codes = self
            .network
            .speak(&voice.0, &ids, how, draw, watch.part(0.0, SPOKEN))?;
        self.network.decode_audio(&codes, watch.part(SPOKEN, 1.0))
    }
}
