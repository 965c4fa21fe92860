//! The transformers of the U-Net (Rombach et al. 2022, section 3.3 and appendix E.2.1): places look
//! at each other and at what was read of the text.

use candle_core::{Result, Tensor};
use candle_nn::VarBuilder;

use super::layers::{Ask, convolution};
use crate::InferenceError;
use crate::kernels::{Activation, Columns, Conv2d, GroupNorm, LayerNorm, Linear, cross_attention};
use crate::networks::shared::pre_norm_block::check_heads;

/// Queries that attend at a time, so that the scores of a large image need little memory wherever
/// they are computed.
const QUERIES: usize = 1024;

/// A map's transformer of one layer, with what goes in added to what comes out.
pub(super) struct Transformer {
    norm: GroupNorm,
    input: Conv2d,
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
    value: Linear,
    gate: Linear,
    down: Linear,
    output: Conv2d,
    heads: usize,
}

impl Transformer {
    /// `text`: the width of what is read of a text.
    pub(super) fn new(
        width: usize,
        heads: usize,
        text: usize,
        groups: usize,
        weights: &VarBuilder,
    ) -> Result<Self> {
        check_heads(width, heads)?;
        let layer = weights.pp("transformer_blocks.0");
        let norm = |name: &str| LayerNorm::new(width, 1e-5, &layer.pp(name));
        let plain = |input: usize, name: &str| Linear::without_bias(input, width, &layer.pp(name));
        let inner = 4 * width;
        // GEGLU (Shazeer 2020, equation 6): the first half of the rows gives values, the second
        // their gates.
        let up = layer.pp("ff.net.0.proj");
        let (weight, bias) = (
            up.get((2 * inner, width), "weight")?,
            up.get(2 * inner, "bias")?,
        );
        let half = |from: usize| {
            Linear::from_tensors(
                &weight.narrow(0, from, inner)?,
                Some(bias.narrow(0, from, inner)?.contiguous()?),
            )
        };
        Ok(Self {
            norm: GroupNorm::new(groups, width, 1e-6, &weights.pp("norm"))?,
            input: convolution(width, width, 1, &weights.pp("proj_in"))?,
            own_norm: norm("norm1")?,
            own: Linear::beside(&[
                plain(width, "attn1.to_q")?,
                plain(width, "attn1.to_k")?,
                plain(width, "attn1.to_v")?,
            ])?,
            own_output: Linear::new(width, width, &layer.pp("attn1.to_out.0"))?,
            text_norm: norm("norm2")?,
            query: plain(width, "attn2.to_q")?,
            text: Linear::beside(&[plain(text, "attn2.to_k")?, plain(text, "attn2.to_v")?])?,
            text_output: Linear::new(width, width, &layer.pp("attn2.to_out.0"))?,
            feed_norm: norm("norm3")?,
            value: half(0)?,
            gate: half(inner)?,
            down: Linear::new(inner, width, &layer.pp("ff.net.2"))?,
            output: convolution(width, width, 1, &weights.pp("proj_out"))?,
            heads,
        })
    }

    /// Takes and gives `(height, width, channels)`; `text`, `(1, tokens, width)`.
    pub(super) fn forward(
        &self,
        x: &Tensor,
        text: &Tensor,
        ask: Ask,
    ) -> std::result::Result<Tensor, InferenceError> {
        ask()?;
        let (height, across, width) = x.dims3()?;
        let normed = self.norm.forward_then(x, Activation::None)?;
        let hidden =
            self.input
                .forward(&normed, Activation::None)?
                .reshape((1, height * across, width))?;
        let all = self.own.forward(&self.own_norm.forward(&hidden)?)?;
        let seen = attended((&all, 0), (&all, width), (width, self.heads), ask)?;
        let hidden = self
            .own_output
            .forward_then(&seen, Some(&hidden), Activation::None)?;
        let query = self.query.forward(&self.text_norm.forward(&hidden)?)?;
        let seen = attended(
            (&query, 0),
            (&self.text.forward(text)?, 0),
            (width, self.heads),
            ask,
        )?;
        let hidden = self
            .text_output
            .forward_then(&seen, Some(&hidden), Activation::None)?;
        let normed = self.feed_norm.forward(&hidden)?;
        let gate = self.gate.forward_then(&normed, None, Activation::Gelu)?;
        let inner = (self.value.forward(&normed)? * gate)?;
        ask()?;
        let hidden = self
            .down
            .forward_then(&inner, Some(&hidden), Activation::None)?;
        Ok(self.output.forward_then(
            &hidden.reshape((height, across, width))?,
            Some(x),
            Activation::None,
        )?)
    }
}

/// Computes the attention of the queries, a part of the queries at a time. Queries stand in the
/// columns from `query.1` on, keys from `key.1` on, values behind them; `width` columns each, in
/// `heads` parts.
pub(super) fn attended(
    query: (&Tensor, usize),
    key: (&Tensor, usize),
    (width, heads): (usize, usize),
    ask: Ask,
) -> std::result::Result<Tensor, InferenceError> {
    let rows = query.0.dim(1)?;
    let mut parts = Vec::with_capacity(rows.div_ceil(QUERIES));
    for first in (0..rows).step_by(QUERIES) {
        ask()?;
        let part = query
            .0
            .narrow(1, first, QUERIES.min(rows - first))?
            .contiguous()?;
        let query = Columns {
            tensor: &part,
            from: query.1,
        };
        let values = Columns {
            tensor: key.0,
            from: key.1 + width,
        };
        parts.push(cross_attention(
            query,
            Columns {
                tensor: key.0,
                from: key.1,
            },
            values,
            width,
            heads,
        )?);
    }
    Ok(if parts.len() == 1 {
        parts.swap_remove(0)
    } else {
        Tensor::cat(&parts, 1)?
    })
}
