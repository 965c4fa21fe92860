//! The tower that reads: each token sees those before it, and what stands at a text's end is the
//! text.

use candle_core::{DType, Result, Tensor};
use candle_nn::VarBuilder;

use super::config::TextConfig;
use super::encoder::{Encoder, Shape};
use crate::kernels::LayerNorm;
use crate::{InferenceError, Watch};

/// Stands for the largest id of a text where a configuration names the token that ends it, as older
/// ones do.
pub(crate) const LARGEST: u32 = 2;

/// Texts that go through the tower together.
const BATCH: usize = 32;

/// A transformer over tokens with a causal mask.
pub(crate) struct TextTower {
    tokens: Tensor,
    positions: Tensor,
    encoder: Encoder,
    final_norm: LayerNorm,
    end: u32,
}

impl TextTower {
    pub(crate) fn new(config: &TextConfig, weights: &VarBuilder) -> Result<Self> {
        let width = config.hidden_size;
        let embeddings = weights.pp("embeddings");
        let shape = Shape {
            width,
            inner: config.intermediate_size,
            heads: config.num_attention_heads,
            layers: config.num_hidden_layers,
            activation: config.hidden_act,
            epsilon: config.layer_norm_eps,
        };
        Ok(Self {
            tokens: embeddings.get((config.vocab_size, width), "token_embedding.weight")?,
            positions: embeddings.get(
                (config.max_position_embeddings, width),
                "position_embedding.weight",
            )?,
            encoder: Encoder::new(&shape, &weights.pp("encoder"))?,
            final_norm: LayerNorm::new(
                width,
                config.layer_norm_eps,
                &weights.pp("final_layer_norm"),
            )?,
            end: config.eos_token_id,
        })
    }

    /// Returns an embedding of each text, `(texts, width)`: the normalised hidden state at its end.
    /// Takes the token ids of each of at least one text, at most as many as there are positions.
    pub(crate) fn pooled(
        &self,
        texts: &[Vec<u32>],
        watch: Watch,
    ) -> std::result::Result<Tensor, InferenceError> {
        if texts.is_empty() {
            return Err(InferenceError::Text("there is none".to_owned()));
        }
        let share = |done: usize| done as f64 / texts.len() as f64;
        let mut pooled = Vec::with_capacity(texts.len().div_ceil(BATCH));
        for (index, batch) in texts.chunks(BATCH).enumerate() {
            let done = index * BATCH;
            pooled.push(self.batch(batch, watch.part(share(done), share(done + batch.len())))?);
        }
        Ok(Tensor::cat(&pooled, 0)?)
    }

    /// Returns the hidden state of each token, `(texts, tokens, width)`, normalised. Takes the
    /// token ids of texts of the same length.
    pub(crate) fn read(
        &self,
        texts: &[Vec<u32>],
        watch: Watch,
    ) -> std::result::Result<Tensor, InferenceError> {
        Ok(self.final_norm.forward(&self.hidden(texts, watch)?)?)
    }

    fn batch(
        &self,
        texts: &[Vec<u32>],
        watch: Watch,
    ) -> std::result::Result<Tensor, InferenceError> {
        let hidden = self.hidden(texts, watch)?;
        let (texts_there, length, width) = hidden.dims3()?;
        let ends = texts
            .iter()
            .enumerate()
            .map(|(text, ids)| (text * length + end_of(ids, self.end)) as u32);
        let ends = Tensor::from_iter(ends, self.tokens.device())?;
        let pooled = hidden
            .reshape((texts_there * length, width))?
            .index_select(&ends, 0)?;
        Ok(self.final_norm.forward(&pooled)?)
    }

    /// Returns the hidden states of texts; padding of a shorter one stands behind its end, which
    /// cannot see it.
    fn hidden(
        &self,
        texts: &[Vec<u32>],
        watch: Watch,
    ) -> std::result::Result<Tensor, InferenceError> {
        let length = texts.iter().map(Vec::len).max().unwrap_or(0).max(1);
        let padded = texts.iter().flat_map(|text| {
            text.iter()
                .copied()
                .chain(std::iter::repeat_n(0, length - text.len()))
        });
        let ids = Tensor::from_iter(padded, self.tokens.device())?;
        let hidden = self
            .tokens
            .index_select(&ids, 0)?
            .reshape((texts.len(), length, ()))?;
        let hidden = hidden.broadcast_add(&self.positions.narrow(0, 0, length)?)?;
        let mask = causal(length, hidden.dtype(), &hidden)?;
        self.encoder.forward(hidden, Some(&mask), watch)
    }
}

/// Returns the position at which a text ends.
fn end_of(ids: &[u32], end: u32) -> usize {
    let end = if end == LARGEST {
        ids.iter().copied().max().unwrap_or(0)
    } else {
        end
    };
    ids.iter().position(|id| *id == end).unwrap_or(0)
}

/// Nothing where a token may look, minus infinity where it may not: `(length, length)`.
fn causal(length: usize, dtype: DType, like: &Tensor) -> Result<Tensor> {
    let values = (0..length).flat_map(|row| {
        (0..length).map(move |column| if column > row { f32::NEG_INFINITY } else { 0.0 })
    });
    Tensor::from_iter(values, like.device())?
        .reshape((length, length))?
        .to_dtype(dtype)
}
