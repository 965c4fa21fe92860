//! Language models that write one token after the other, from GGUF files: Llama (Mistral and
//! `SmolLM2` too), Qwen2, Qwen3 and its mixture of experts, Phi-3, Gemma 3 and `SmolLM3`.
//!
//! One network for all families instead of candle-transformers' one each: those keep their keys and
//! values to themselves, so that a beginning that two prompts share could be neither kept nor saved,
//! and hold the embedding of all tokens in single precision (0.9 GB for 1.5 billion parameters).
//!
//! - `config`: what the file says of the layers
//! - `weights`: quantised tensors by their names in the file
//! - `layer`: attention, then `feed_forward`, by one `gated` layer or by `experts`; `projections`:
//!   what these multiply with
//! - `places`, `rotary`: what tokens see from where they stand, and how places are told
//! - `cache`: keys and values of what was read
//! - [`Decoder`]: all of it

mod cache;
mod config;
mod experts;
mod feed_forward;
mod gated;
mod layer;
mod places;
mod projections;
mod rotary;
#[cfg(test)]
mod tests;
mod weights;

pub use cache::KeyValueCache;
pub use config::{DecoderConfig, FAMILIES};

use std::io::{Read, Seek};

use candle_core::quantized::gguf_file::Content;
use candle_core::{DType, Device, Tensor};

use self::layer::Layer;
use self::places::Places;
use self::rotary::Rotary;
use self::weights::GgufWeights;
use crate::kernels::{QuantisedMatrix, RmsNorm};
use crate::{InferenceError, Watch};

/// Tokens that are read at once: enough to fill the processor, few enough to stop within half a
/// second on a small model.
const CHUNK: usize = 128;

/// Reads tokens and says how likely each token is to follow.
pub struct Decoder {
    config: DecoderConfig,
    tokens: QuantisedMatrix,
    layers: Vec<Layer>,
    rotary: Rotary,
    norm: RmsNorm,
    output: QuantisedMatrix,
    device: Device,
}

impl Decoder {
    /// Reads the layers of a GGUF file whose header is `content`.
    pub fn new<R: Read + Seek>(
        content: &Content,
        file: &mut R,
        device: &Device,
    ) -> candle_core::Result<Self> {
        let config = DecoderConfig::read(content)?;
        let mut weights = GgufWeights::new(content, file, device);
        let rotary = Rotary::new(&config, &mut weights)?;
        let tokens = weights.matrix("token_embd.weight")?;
        let output = if weights.has("output.weight") {
            weights.matrix("output.weight")?
        } else {
            tokens.clone()
        };
        let layers = (0..config.layers)
            .map(|index| Layer::new(&config, index, &mut weights))
            .collect::<candle_core::Result<_>>()?;
        Ok(Self {
            tokens,
            layers,
            rotary,
            norm: weights.norm("output_norm.weight", config.epsilon)?,
            output,
            device: device.clone(),
            config,
        })
    }

    /// Returns the file's configuration of the layers.
    pub fn config(&self) -> &DecoderConfig {
        &self.config
    }

    /// A cache that nothing was read into.
    pub fn cache(&self) -> KeyValueCache {
        // As precise as the matrices that made them.
        let dtype = if self.device.is_cpu() && self.output.is_quantised() {
            DType::F16
        } else {
            DType::F32
        };
        KeyValueCache::new(self.layers.len(), dtype)
    }

    /// Reads `ids` behind what `cache` holds, and returns the logits of the token that follows,
    /// `(tokens,)` in single precision. Nothing is read into the cache where it fails.
    pub fn read(
        &self,
        ids: &[u32],
        cache: &mut KeyValueCache,
        watch: Watch<'_>,
    ) -> Result<Tensor, InferenceError> {
        let before = cache.len();
        let chunks = ids.chunks(CHUNK).len();
        let mut read = || {
            let mut logits = None;
            for (index, chunk) in ids.chunks(CHUNK).enumerate() {
                let reached = |index| index as f64 / chunks as f64;
                let part = watch.part(reached(index), reached(index + 1));
                let hidden = self.hidden(chunk, cache, part)?;
                if index + 1 == chunks {
                    let last = hidden.narrow(0, chunk.len() - 1, 1)?;
                    logits = Some(self.logits(&last)?);
                }
            }
            logits.ok_or_else(|| candle_core::Error::Msg("there is nothing to read".into()).into())
        };
        let logits = read();
        if logits.is_err() {
            cache.truncate(before);
        }
        logits
    }

    /// Hidden states behind the last layer, `(tokens, width)`.
    fn hidden(
        &self,
        ids: &[u32],
        cache: &mut KeyValueCache,
        watch: Watch<'_>,
    ) -> Result<Tensor, InferenceError> {
        let from = cache.len();
        if from + ids.len() > self.config.context {
            return Err(candle_core::Error::Msg(format!(
                "{} tokens do not fit into the {} that this model can read",
                from + ids.len(),
                self.config.context
            ))
            .into());
        }
        let ids = Tensor::new(ids, &self.device)?;
        let mut hidden = self.tokens.rows(&ids)?.to_dtype(DType::F32)?;
        if let Some(scale) = self.config.embedding_scale {
            hidden = (hidden * scale)?;
        }
        let window = self.config.window;
        let places = Places::new(&self.rotary, cache, ids.dim(0)?, window, &self.device)?;
        for (index, layer) in self.layers.iter().enumerate() {
            watch.at(index, self.layers.len())?;
            let cache = cache.layer(index);
            // On one of rayon's threads, so that the many small steps need not wait for one each.
            hidden = rayon::scope(|_| layer.forward(&hidden, &places, cache))?;
        }
        Ok(hidden)
    }

    fn logits(&self, hidden: &Tensor) -> candle_core::Result<Tensor> {
        let normed = self.norm.forward(hidden)?;
        self.output.forward(&normed)?.squeeze(0)
    }
}
