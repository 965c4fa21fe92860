//! The layers that compose: each frame attends to those before it and to the text. Keys and values
//! of both are kept, so that a further frame costs its own row alone. With guidance there is a
//! second row, of the same frames without the text; it attends to nothing there, and both are made
//! at once, since the weights are read once.

use candle_core::{DType, Device, Result, Tensor};
use candle_nn::VarBuilder;

use super::config::{DecoderConfig, EPSILON};
use super::layer::{Layer, LayerMemory};
use crate::kernels::{LayerNorm, Linear};
use crate::networks::shared::pre_norm_block::check_heads;
use crate::{InferenceError, Watch};

/// Embeddings, layers, and the choice of the next codes.
pub(in crate::networks) struct Decoder {
    /// Of each codebook, `(codes + 1, width)`.
    codes: Vec<Tensor>,
    layers: Vec<Layer>,
    final_norm: LayerNorm,
    /// Those of all codebooks side by side.
    outputs: Linear,
    vocabulary: usize,
}

/// Composed frames, and the text that they follow, as the layers keep them.
pub(in crate::networks) struct Memory {
    layers: Vec<LayerMemory>,
    written: usize,
    capacity: usize,
    /// 2 with guidance, else 1.
    rows: usize,
}

impl Decoder {
    /// Reads `model.decoder` and `lm_heads`.
    pub(in crate::networks) fn new(config: &DecoderConfig, weights: &VarBuilder) -> Result<Self> {
        let (width, decoder) = (config.hidden_size, weights.pp("model.decoder"));
        check_heads(width, config.num_attention_heads)?;
        let codes = |book: usize| {
            decoder.get(
                (config.vocab_size + 1, width),
                &format!("embed_tokens.{book}.weight"),
            )
        };
        let output = |book: usize| {
            Linear::without_bias(
                width,
                config.vocab_size,
                &weights.pp(format!("lm_heads.{book}")),
            )
        };
        let layer = |index: usize| Layer::new(config, &decoder.pp(format!("layers.{index}")));
        let outputs = (0..config.num_codebooks)
            .map(output)
            .collect::<Result<Vec<_>>>()?;
        Ok(Self {
            codes: (0..config.num_codebooks)
                .map(codes)
                .collect::<Result<_>>()?,
            layers: (0..config.num_hidden_layers)
                .map(layer)
                .collect::<Result<_>>()?,
            final_norm: LayerNorm::new(width, EPSILON, &decoder.pp("layer_norm"))?,
            outputs: Linear::beside(&outputs)?,
            vocabulary: config.vocab_size,
        })
    }

    /// Returns what the layers attend to before anything is composed, with room for `capacity`
    /// frames.
    /// `text` is `(1, tokens, width)`.
    pub(in crate::networks) fn memory(
        &self,
        text: &Tensor,
        is_guided: bool,
        capacity: usize,
    ) -> Result<Memory> {
        let rows = if is_guided { 2 } else { 1 };
        let layers = self
            .layers
            .iter()
            .map(|layer| layer.memory(text, rows, capacity))
            .collect::<Result<_>>()?;
        Ok(Memory {
            layers,
            written: 0,
            capacity,
            rows,
        })
    }

    /// Takes frames behind those before them, each with a code of every codebook; gives the hidden
    /// state of each, `(rows, frames, width)`.
    pub(in crate::networks) fn write(
        &self,
        frames: &[Vec<u32>],
        memory: &mut Memory,
        watch: Watch,
    ) -> std::result::Result<Tensor, InferenceError> {
        self.take(&self.embedded(frames)?, memory, watch)
    }

    /// Returns the embeddings of frames, `(frames, width)`; each has a code of every codebook.
    pub(in crate::networks) fn embedded(&self, frames: &[Vec<u32>]) -> Result<Tensor> {
        let mut sum = Tensor::zeros(
            (frames.len(), self.codes[0].dim(1)?),
            self.codes[0].dtype(),
            self.codes[0].device(),
        )?;
        for (book, codes) in self.codes.iter().enumerate() {
            let ids: Vec<u32> = frames
                .iter()
                .map(|frame| frame.get(book).copied().unwrap_or(u32::MAX))
                .collect();
            sum = (sum + codes.index_select(&Tensor::new(ids, codes.device())?, 0)?)?;
        }
        Ok(sum)
    }

    /// The same as [`write`](Self::write) of what is `(frames, width)` already.
    pub(in crate::networks) fn take(
        &self,
        embedded: &Tensor,
        memory: &mut Memory,
        watch: Watch,
    ) -> std::result::Result<Tensor, InferenceError> {
        let (count, before) = (embedded.dim(0)?, memory.written);
        if count == 0 || before + count > memory.capacity {
            let reason = format!(
                "{count} frames do not fit behind {before} of {}",
                memory.capacity
            );
            return Err(candle_core::Error::Msg(reason).into());
        }
        let hidden = (self.positions(before, count)? + embedded)?.unsqueeze(0)?;
        let mut hidden = hidden.repeat((memory.rows, 1, 1))?;
        let mask = if count == 1 {
            None
        } else {
            Some(self.mask(before, count)?)
        };
        for (index, (layer, own)) in self.layers.iter().zip(&mut memory.layers).enumerate() {
            watch.at(index, self.layers.len())?;
            hidden = layer.forward(&hidden, own, before, mask.as_ref())?;
        }
        memory.written += count;
        Ok(hidden)
    }

    /// The logits of what follows hidden states `(rows, frames, width)`: `(rows, frames, codebooks,
    /// codes)`.
    pub(in crate::networks) fn logits(&self, hidden: &Tensor) -> Result<Tensor> {
        let (rows, frames, _) = hidden.dims3()?;
        let all = self.outputs.forward(&self.final_norm.forward(hidden)?)?;
        all.reshape((rows, frames, self.codes.len(), self.vocabulary))
    }

    /// Returns the position embeddings of frames: cosines, then sines of the same falling
    /// frequencies (Vaswani et al. 2017, section 3.5, side by side), `(frames, width)`.
    fn positions(&self, first: usize, count: usize) -> Result<Tensor> {
        let like = &self.codes[0];
        let half = like.dim(1)? / 2;
        let step = 10_000.0_f64.ln() / (half - 1) as f64;
        let frequencies: Vec<f32> = (0..half)
            .map(|index| (index as f32 * -step as f32).exp())
            .collect();
        let mut values = Vec::with_capacity(count * 2 * half);
        for place in first..first + count {
            values.extend(
                frequencies
                    .iter()
                    .map(|frequency| (place as f32 * frequency).cos()),
            );
            values.extend(
                frequencies
                    .iter()
                    .map(|frequency| (place as f32 * frequency).sin()),
            );
        }
        Tensor::from_vec(values, (count, 2 * half), &Device::Cpu)?
            .to_dtype(like.dtype())?
            .to_device(like.device())
    }

    /// Keeps each of `count` frames from attending to those behind it, `(count, before + count)`.
    fn mask(&self, before: usize, count: usize) -> Result<Tensor> {
        let like = &self.codes[0];
        let all = before + count;
        let values = (0..count * all).map(|pair| {
            if pair % all > before + pair / all {
                f32::NEG_INFINITY
            } else {
                0.0
            }
        });
        Tensor::from_iter(values, &Device::Cpu)?
            .reshape((count, all))?
            .to_dtype(like.dtype())?
            .to_device(like.device())
    }

    /// The dtype and the device of the weights.
    pub(in crate::networks) fn dtype_and_device(&self) -> (DType, &Device) {
        (self.codes[0].dtype(), self.codes[0].device())
    }
}
