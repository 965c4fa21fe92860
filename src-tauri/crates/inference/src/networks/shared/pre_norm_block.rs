//! The layer that several networks' transformers are made of: layer norms stand before attention
//! and feed-forward layers (Xiong et al. 2020, "On Layer Normalization in the Transformer
//! Architecture"). Each network reads it under its own names.

use candle_core::{Result, Tensor};

use crate::kernels::{Activation, Columns, LayerNorm, Linear, masked_attention};

/// A layer that takes and gives `(batch, length, width)`.
pub(crate) struct PreNormLayer {
    pub(crate) attention_norm: LayerNorm,
    /// Queries, keys and values side by side.
    pub(crate) attention: Linear,
    pub(crate) output: Linear,
    pub(crate) feed_norm: LayerNorm,
    pub(crate) up: Linear,
    pub(crate) down: Linear,
    pub(crate) heads: usize,
    pub(crate) activation: Activation,
}

impl PreNormLayer {
    /// `mask`, where there is one, is added to the attention's scores.
    pub(crate) fn forward(&self, hidden: &Tensor, mask: Option<&Tensor>) -> Result<Tensor> {
        self.feed(&self.attend(hidden, mask)?)
    }

    /// The first half of [`forward`](Self::forward): the attention.
    pub(crate) fn attend(&self, hidden: &Tensor, mask: Option<&Tensor>) -> Result<Tensor> {
        let width = hidden.dim(2)?;
        let all = self
            .attention
            .forward(&self.attention_norm.forward(hidden)?)?;
        let part = |index: usize| Columns {
            tensor: &all,
            from: index * width,
        };
        let seen = masked_attention(part(0), part(1), part(2), width, self.heads, mask)?;
        self.output
            .forward_then(&seen, Some(hidden), Activation::None)
    }

    /// The second half: the feed-forward layers.
    pub(crate) fn feed(&self, hidden: &Tensor) -> Result<Tensor> {
        let inner =
            self.up
                .forward_then(&self.feed_norm.forward(hidden)?, None, self.activation)?;
        self.down
            .forward_then(&inner, Some(hidden), Activation::None)
    }
}

/// Refuses heads that do not divide a width.
pub(crate) fn check_heads(width: usize, heads: usize) -> Result<()> {
    if heads == 0 || !width.is_multiple_of(heads) {
        candle_core::bail!("{heads} heads do not divide a width of {width}");
    }
    Ok(())
}
