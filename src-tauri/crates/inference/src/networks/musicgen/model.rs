//! The network of text encoder, decoder and codec, and the model with its tokenizer.

use std::path::Path;

use candle_core::{DType, Device, Tensor};
use candle_nn::VarBuilder;

use super::config::MusicGenConfig;
use super::decoder::Decoder;
use super::generate::{CodeGenerator, Options};
use super::sampling::Draw;
use crate::kernels::Linear;
use crate::models::weights::{self, Network};
use crate::networks::clip::TextTokenizer;
use crate::networks::encodec::{EncodecDecoder, newer_name};
use crate::networks::t5::T5Encoder;
use crate::{InferenceError, Watch};

/// The most tokens of a text that T5 was trained to read.
const LONGEST_TEXT: usize = 512;
/// Seconds that are composed in view of each other: as long as what the model was trained on.
const WINDOW: usize = 30;
/// Seconds at the end of a window that the next one goes on from.
const KEPT: usize = 10;
/// The shares of the work at whose ends the text is read and the codes are there.
const READ: f64 = 0.01;
const COMPOSED: f64 = 0.95;

/// The text encoder, the decoder and the codec.
pub struct MusicGenNetwork {
    text: T5Encoder,
    /// Brings what is read to the width of the layers that compose, where it has another.
    projection: Option<Linear>,
    decoder: Decoder,
    codec: EncodecDecoder,
    pad: u32,
    codebooks: usize,
}

impl Network for MusicGenNetwork {
    type Config = MusicGenConfig;

    fn new(config: &MusicGenConfig, weights: VarBuilder) -> candle_core::Result<Self> {
        config.check()?;
        let (from, to) = (config.text_encoder.d_model, config.decoder.hidden_size);
        let projection = if from == to {
            None
        } else {
            Some(Linear::new(from, to, &weights.pp("enc_to_dec_proj"))?)
        };
        Ok(Self {
            text: T5Encoder::new(&config.text_encoder, weights.pp("text_encoder"))?,
            projection,
            decoder: Decoder::new(&config.decoder, &weights.pp("decoder"))?,
            codec: EncodecDecoder::new(&config.audio_encoder, weights.pp("audio_encoder"))?,
            pad: config.decoder.pad_token_id,
            codebooks: config.decoder.num_codebooks,
        })
    }
}

impl MusicGenNetwork {
    /// Returns the hidden states that the layers that compose take of a text of these tokens, the
    /// end's among them: `(1, tokens, width)`.
    pub fn read(&self, ids: &[u32], watch: Watch) -> Result<Tensor, InferenceError> {
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

    /// The logits behind each of these frames, with the text and without it: `(2, frames,
    /// codebooks, codes)`. Each frame has a code of every codebook, as they stand beside each other
    /// in the delay pattern.
    pub fn logits(&self, text: &Tensor, frames: &[Vec<u32>]) -> Result<Tensor, InferenceError> {
        let mut memory = self.decoder.memory(text, true, frames.len())?;
        let hidden = self.decoder.write(frames, &mut memory, Watch::nobody())?;
        Ok(self.decoder.logits(&hidden)?)
    }

    /// Composes so many frames to a text; gives the codes of each codebook. The first are those of
    /// `prompt`, which has as many of each codebook, or no codebooks at all.
    pub fn compose(
        &self,
        text: &Tensor,
        prompt: &[Vec<u32>],
        frames: usize,
        options: &Options,
        draw: Draw,
        watch: Watch,
    ) -> Result<Vec<Vec<u32>>, InferenceError> {
        let nothing = vec![Vec::new(); self.codebooks];
        let prompt = if prompt.is_empty() { &nothing } else { prompt };
        let known = prompt.first().map_or(0, Vec::len);
        let is_code = |code: &u32| *code < self.pad;
        let fits = |codes: &Vec<u32>| codes.len() == known && codes.iter().all(is_code);
        if prompt.len() != self.codebooks || !prompt.iter().all(fits) || known > frames {
            let reason = format!(
                "a prompt of {known} frames does not fit {} codebooks and {frames} frames",
                self.codebooks
            );
            return Err(candle_core::Error::Msg(reason).into());
        }
        let generator = CodeGenerator {
            decoder: &self.decoder,
            options: *options,
            text,
            pad: self.pad,
        };
        generator.generate(prompt, frames, draw, watch)
    }

    /// The samples that codes make, about -1 to 1.
    pub fn decode_audio(
        &self,
        codes: &[Vec<u32>],
        watch: Watch,
    ) -> Result<Vec<f32>, InferenceError> {
        self.codec.decode(codes, watch)
    }
}

/// A `MusicGen` model with its tokenizer.
pub struct MusicGen {
    network: MusicGenNetwork,
    tokenizer: TextTokenizer,
    sample_rate: usize,
    frame_rate: usize,
}

impl MusicGen {
    /// Reads a folder with `config.json`, `model.safetensors` and `tokenizer.json`.
    pub fn open(folder: &Path, dtype: DType, device: &Device) -> Result<Self, InferenceError> {
        let config: MusicGenConfig = weights::config(&folder.join("config.json"))?;
        let files = [folder.join("model.safetensors")];
        Ok(Self {
            network: weights::load_renamed(&config, &files, dtype, device, newer_name)?,
            tokenizer: TextTokenizer::open(folder, LONGEST_TEXT)?,
            sample_rate: config.audio_encoder.sampling_rate,
            frame_rate: config.audio_encoder.frame_rate(),
        })
    }

    /// Samples a second of the music.
    pub fn sample_rate(&self) -> u32 {
        self.sample_rate as u32
    }

    /// Music to a text, one channel of at least `seconds`. What is longer than 30 seconds goes on
    /// from the last 10 of what there is. The same drawn numbers give the same music.
    pub fn play(
        &self,
        text: &str,
        seconds: f64,
        options: &Options,
        draw: Draw,
        watch: Watch,
    ) -> Result<Vec<f32>, InferenceError> {
        let ids = self.tokenizer.ids(&[text])?.concat();
        let text = self.network.read(&ids, watch.part(0.0, READ))?;
        let frames = (seconds * self.frame_rate as f64).ceil() as usize;
        let watch_codes = watch.part(READ, COMPOSED);
        let (window, kept) = (WINDOW * self.frame_rate, KEPT * self.frame_rate);
        let mut codes: Vec<Vec<u32>> = Vec::new();
        let mut there = 0;
        while there < frames {
            let from = there.saturating_sub(kept);
            let to = frames.min(from + window);
            let prompt: Vec<Vec<u32>> = codes.iter().map(|codes| codes[from..].to_vec()).collect();
            let watch = watch_codes.part(there as f64 / frames as f64, to as f64 / frames as f64);
            let composed =
                self.network
                    .compose(&text, &prompt, to - from, options, &mut *draw, watch)?;
            for (book, composed) in composed.into_iter().enumerate() {
                match codes.get_mut(book) {
                    None => codes.push(composed),
                    Some(codes) => codes.extend(&composed[there - from..]),
                }
            }
            there = to;
        }
        if codes.is_empty() {
            return Ok(Vec::new());
        }
        self.network.decode_audio(&codes, watch.part(COMPOSED, 1.0))
    }
}
