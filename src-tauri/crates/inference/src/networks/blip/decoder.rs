//! Decoder of captions and answers: one token after the other, always the likeliest, as the
//! published configurations have it (one beam, at most 20 tokens).

use candle_core::{DType, Result, Tensor};
use candle_nn::VarBuilder;

use super::config::BlipTextConfig;
use super::text::{Memory, TextLayers};
use crate::kernels::{Activation, LayerNorm, Linear};
use crate::{InferenceError, Watch};

/// The layers that write, and the head that chooses the next token (BERT's for masked tokens).
pub(super) struct Decoder {
    layers: TextLayers,
    transform: Linear,
    norm: LayerNorm,
    output: Linear,
    start: u32,
    end: u32,
    longest: usize,
}

/// Text that was written, as tokens.
#[derive(Debug, Clone, PartialEq)]
pub struct Written {
    /// The tokens, without start and end.
    pub ids: Vec<u32>,
    /// How likely each of them and the end was together, from 0 to 1.
    pub probability: f64,
}

impl Decoder {
    /// `other`: the width of what it writes about.
    pub(super) fn new(config: &BlipTextConfig, other: usize, weights: &VarBuilder) -> Result<Self> {
        let (width, words) = (config.hidden_size, config.vocab_size);
        let layers = TextLayers::new(config, other, &weights.pp("bert"))?;
        let head = weights.pp("cls.predictions");
        // Saved before transformers 5, the output's matrix is a tensor of its own; since then it is
        // that of the embeddings.
        let matrix = if head.contains_tensor("decoder.weight") {
            head.get((words, width), "decoder.weight")?
        } else {
            layers.tokens().clone()
        };
        let (start, longest) = (
            config.bos_token_id,
            config.max_length.min(config.max_position_embeddings),
        );
        if start as usize >= words {
            candle_core::bail!("the token {start} that starts a text is none of {words}");
        }
        Ok(Self {
            layers,
            transform: Linear::new(width, width, &head.pp("transform.dense"))?,
            norm: LayerNorm::new(
                width,
                config.layer_norm_eps,
                &head.pp("transform.LayerNorm"),
            )?,
            output: Linear::from_tensors(&matrix, Some(head.get(words, "bias")?))?,
            start,
            end: config.sep_token_id,
            longest,
        })
    }

    /// Writes about `other`, `(1, rows, width of it)`: the hidden states of an image or of a
    /// question.
    pub(super) fn write(
        &self,
        other: &Tensor,
        watch: Watch,
    ) -> std::result::Result<Written, InferenceError> {
        let mut memory = self.layers.memory(other)?;
        let mut written = Written {
            ids: Vec::new(),
            probability: 1.0,
        };
        let (mut token, steps) = (self.start, self.longest.saturating_sub(1));
        for step in 0..steps {
            watch.at(step, steps)?;
            let (likeliest, probability) = likeliest(&self.logits(token, step, &mut memory)?)?;
            written.probability *= probability;
            if likeliest == self.end {
                break;
            }
            written.ids.push(likeliest);
            token = likeliest;
        }
        Ok(written)
    }

    /// The logits behind each of these tokens and the start before them, `(1 + ids, tokens)`.
    pub(super) fn all_logits(&self, other: &Tensor, ids: &[u32]) -> Result<Tensor> {
        let mut memory = self.layers.memory(other)?;
        let tokens = std::iter::once(&self.start).chain(ids).enumerate();
        let rows = tokens.map(|(step, token)| self.logits(*token, step, &mut memory)?.unsqueeze(0));
        Tensor::cat(&rows.collect::<Result<Vec<_>>>()?, 0)
    }

    /// The logits of what follows a token, `(tokens,)`.
    fn logits(&self, token: u32, step: usize, memory: &mut [Memory]) -> Result<Tensor> {
        let hidden = self.layers.forward(&[token], step, memory)?;
        let hidden = self
            .transform
            .forward_then(&hidden, None, Activation::Gelu)?;
        self.output
            .forward(&self.norm.forward(&hidden)?)?
            .flatten_all()
    }
}

/// The token with the largest logit, the first where several have it, and its probability.
fn likeliest(logits: &Tensor) -> std::result::Result<(u32, f64), InferenceError> {
    let logits: Vec<f32> = logits.to_dtype(DType::F32)?.to_vec1()?;
    let first = |best: (usize, f32), next: (usize, f32)| if next.1 > best.1 { next } else { best };
    let (token, largest) = logits
        .iter()
        .copied()
        .enumerate()
        .fold((0, f32::NEG_INFINITY), first);
    if logits.iter().any(|logit| logit.is_nan()) || !largest.is_finite() {
        let reason = "what it would say next cannot be told: its weights are damaged".to_owned();
        return Err(InferenceError::Candle(candle_core::Error::Msg(reason)));
    }
    let sum: f64 = logits
        .iter()
        .map(|logit| f64::from(logit - largest).exp())
        .sum();
    Ok((token as u32, 1.0 / sum))
}
