//! One of the layers that compose. Both rows of guidance attend to what is kept of their own: they
//! stand beside each other as more heads.

use candle_core::{Result, Tensor};
use candle_nn::VarBuilder;

use super::config::{DecoderConfig, EPSILON};
use crate::kernels::{Activation, Columns, LayerNorm, Linear, masked_attention};

pub(super) struct Layer {
    own_norm: LayerNorm,
    /// Queries, keys and values side by side.
    own: Linear,
    own_output: Linear,
    text_norm: LayerNorm,
    query: Linear,
    /// Keys and values side by side.
    text: Linear,
    text_output: Linear,
    feed_norm: LayerNorm,
    up: Linear,
    down: Linear,
    heads: usize,
    activation: Activation,
}

/// Keys and values that a layer attends to.
pub(super) struct LayerMemory {
    /// Keys of all rows, then values of all rows, `(capacity, 2 · rows · width)`.
    written: Tensor,
    /// Keys and values side by side, `(1, tokens, 2 · width)`.
    text: Tensor,
}

impl Layer {
    pub(super) fn new(config: &DecoderConfig, weights: &VarBuilder) -> Result<Self> {
        let (width, inner) = (config.hidden_size, config.ffn_dim);
        let (own, text) = (weights.pp("self_attn"), weights.pp("encoder_attn"));
        let norm = |name: &str| LayerNorm::new(width, EPSILON, &weights.pp(name));
        let joined = |parts: &[&str], weights: &VarBuilder| {
            let parts = parts
                .iter()
                .map(|part| Linear::without_bias(width, width, &weights.pp(part)));
            Linear::beside(&parts.collect::<Result<Vec<_>>>()?)
        };
        Ok(Self {
            own_norm: norm("self_attn_layer_norm")?,
            own: joined(&["q_proj", "k_proj", "v_proj"], &own)?,
            own_output: Linear::without_bias(width, width, &own.pp("out_proj"))?,
            text_norm: norm("encoder_attn_layer_norm")?,
            query: Linear::without_bias(width, width, &text.pp("q_proj"))?,
            text: joined(&["k_proj", "v_proj"], &text)?,
            text_output: Linear::without_bias(width, width, &text.pp("out_proj"))?,
            feed_norm: norm("final_layer_norm")?,
            up: Linear::without_bias(width, inner, &weights.pp("fc1"))?,
            down: Linear::without_bias(inner, width, &weights.pp("fc2"))?,
            heads: config.num_attention_heads,
            activation: config.activation_function,
        })
    }

    /// Returns what is attended to before anything is written, with room for `capacity` frames.
    pub(super) fn memory(
        &self,
        text: &Tensor,
        rows: usize,
        capacity: usize,
    ) -> Result<LayerMemory> {
        let width = text.dim(2)?;
        let written = Tensor::zeros((capacity, 2 * rows * width), text.dtype(), text.device())?;
        Ok(LayerMemory {
            written,
            text: self.text.forward(text)?,
        })
    }

    /// Frames behind `before` others: `(rows, frames, width)` to the same.
    pub(super) fn forward(
        &self,
        hidden: &Tensor,
        memory: &mut LayerMemory,
        before: usize,
        mask: Option<&Tensor>,
    ) -> Result<Tensor> {
        let (rows, count, width) = hidden.dims3()?;
        let own = self.own.forward(&self.own_norm.forward(hidden)?)?;
        // Rows side by side: (frames, query or key or value, row, width).
        let own = own
            .reshape((rows, count, 3, width))?
            .permute((1, 2, 0, 3))?
            .contiguous()?;
        let own = own.reshape((count, 3 * rows * width))?;
        let kept = own
            .narrow(1, rows * width, 2 * rows * width)?
            .contiguous()?;
        memory.written.slice_set(&kept, 0, before)?;
        let all = memory.written.narrow(0, 0, before + count)?.unsqueeze(0)?;
        let own = own.unsqueeze(0)?;
        let part = |index: usize| Columns {
            tensor: &all,
            from: index * rows * width,
        };
        let query = Columns {
            tensor: &own,
            from: 0,
        };
        let seen = masked_attention(
            query,
            part(0),
            part(1),
            rows * width,
            rows * self.heads,
            mask,
        )?;
        let seen = seen.reshape((count, rows, width))?.transpose(0, 1)?;
        let hidden = self
            .own_output
            .forward_then(&seen, Some(hidden), Activation::None)?;
        let hidden = self.follow(&hidden, &memory.text)?;
        let inner =
            self.up
                .forward_then(&self.feed_norm.forward(&hidden)?, None, self.activation)?;
        self.down
            .forward_then(&inner, Some(&hidden), Activation::None)
    }

    /// Attends to the text in the first row. A second has no text: its keys and values are zero,
    /// and what it sees there is nothing.
    fn follow(&self, hidden: &Tensor, text: &Tensor) -> Result<Tensor> {
        let (rows, _, width) = hidden.dims3()?;
        let first = hidden.narrow(0, 0, 1)?.contiguous()?;
        let query = self.query.forward(&self.text_norm.forward(&first)?)?;
        let part = |from: usize| Columns { tensor: text, from };
        let seen = masked_attention(
            Columns {
                tensor: &query,
                from: 0,
            },
            part(0),
            part(width),
            width,
            self.heads,
            None,
        )?;
        let first = self
            .text_output
            .forward_then(&seen, Some(&first), Activation::None)?;
        if rows == 1 {
            return Ok(first);
        }
        Tensor::cat(&[&first, &hidden.narrow(0, 1, rows - 1)?], 0)
    }
}
