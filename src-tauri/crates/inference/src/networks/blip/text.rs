//! The layers that read and write: BERT's (Devlin et al. 2019), with attention to something else,
//! an image or a question, between attention to the text itself and the feed-forward layers (Li et
//! al. 2022, section 3.1).

use candle_core::{Result, Tensor};
use candle_nn::VarBuilder;

use super::config::BlipTextConfig;
use crate::kernels::{Activation, Columns, LayerNorm, Linear, cross_attention};
use crate::networks::shared::pre_norm_block::check_heads;

/// Token embeddings and a stack of layers.
pub(super) struct TextLayers {
    tokens: Tensor,
    positions: Tensor,
    norm: LayerNorm,
    layers: Vec<Layer>,
}

/// Keys and values that one layer attends to, side by side, each `(1, rows, 2 * width)`.
pub(super) struct Memory {
    /// Of the text that was written before; none at its start.
    written: Option<Tensor>,
    /// Of the image or question.
    other: Tensor,
}

struct Layer {
    own: OwnAttention,
    other: OtherAttention,
    up: Linear,
    down: Linear,
    norm: LayerNorm,
}

struct OwnAttention {
    /// Queries, keys and values side by side.
    joined: Linear,
    output: Linear,
    norm: LayerNorm,
    heads: usize,
}

struct OtherAttention {
    query: Linear,
    /// Keys and values side by side.
    joined: Linear,
    output: Linear,
    norm: LayerNorm,
    heads: usize,
}

impl TextLayers {
    /// `other`: the width of what is attended to.
    pub(super) fn new(config: &BlipTextConfig, other: usize, weights: &VarBuilder) -> Result<Self> {
        let width = config.hidden_size;
        check_heads(width, config.num_attention_heads)?;
        let embeddings = weights.pp("embeddings");
        let layer =
            |index: usize| Layer::new(config, other, &weights.pp(format!("encoder.layer.{index}")));
        Ok(Self {
            tokens: embeddings.get((config.vocab_size, width), "word_embeddings.weight")?,
            positions: embeddings.get(
                (config.max_position_embeddings, width),
                "position_embeddings.weight",
            )?,
            norm: LayerNorm::new(width, config.layer_norm_eps, &embeddings.pp("LayerNorm"))?,
            layers: (0..config.num_hidden_layers)
                .map(layer)
                .collect::<Result<_>>()?,
        })
    }

    /// The embedding of each token, `(tokens, width)`.
    pub(super) fn tokens(&self) -> &Tensor {
        &self.tokens
    }

    /// Returns what the layers attend to before anything is written: `other` is `(1, rows, width of
    /// it)`.
    pub(super) fn memory(&self, other: &Tensor) -> Result<Vec<Memory>> {
        let of_layer = |layer: &Layer| {
            Ok(Memory {
                written: None,
                other: layer.other.joined.forward(other)?,
            })
        };
        self.layers.iter().map(of_layer).collect()
    }

    /// Hidden states of tokens, `(1, tokens, width)`, the first of which stands at `position`. They
    /// attend to each other and to what `memory` holds, which then holds them too; who writes gives
    /// one token after the other, so that each sees those before it.
    pub(super) fn forward(
        &self,
        ids: &[u32],
        position: usize,
        memory: &mut [Memory],
    ) -> Result<Tensor> {
        let ids_there = Tensor::new(ids, self.tokens.device())?;
        let hidden = (self.tokens.index_select(&ids_there, 0)?
            + self.positions.narrow(0, position, ids.len())?)?;
        let mut hidden = self.norm.forward(&hidden.unsqueeze(0)?)?;
        for (layer, memory) in self.layers.iter().zip(memory) {
            hidden = layer.forward(&hidden, memory)?;
        }
        Ok(hidden)
    }
}

impl Layer {
    fn new(config: &BlipTextConfig, other: usize, weights: &VarBuilder) -> Result<Self> {
        let (width, inner) = (config.hidden_size, config.intermediate_size);
        let (own, cross) = (weights.pp("attention"), weights.pp("crossattention"));
        let norm = |weights: &VarBuilder| {
            LayerNorm::new(
                width,
                config.layer_norm_eps,
                &weights.pp("output.LayerNorm"),
            )
        };
        let heads = config.num_attention_heads;
        Ok(Self {
            own: OwnAttention {
                joined: joined(width, width, &["query", "key", "value"], &own.pp("self"))?,
                output: Linear::new(width, width, &own.pp("output.dense"))?,
                norm: norm(&own)?,
                heads,
            },
            other: OtherAttention {
                query: Linear::new(width, width, &cross.pp("self.query"))?,
                joined: joined(other, width, &["key", "value"], &cross.pp("self"))?,
                output: Linear::new(width, width, &cross.pp("output.dense"))?,
                norm: norm(&cross)?,
                heads,
            },
            up: Linear::new(width, inner, &weights.pp("intermediate.dense"))?,
            down: Linear::new(inner, width, &weights.pp("output.dense"))?,
            norm: norm(weights)?,
        })
    }

    fn forward(&self, hidden: &Tensor, memory: &mut Memory) -> Result<Tensor> {
        let hidden = self.own.forward(hidden, &mut memory.written)?;
        let hidden = self.other.forward(&hidden, &memory.other)?;
        let inner = self.up.forward_then(&hidden, None, Activation::Gelu)?;
        self.norm.forward(
            &self
                .down
                .forward_then(&inner, Some(&hidden), Activation::None)?,
        )
    }
}

impl OwnAttention {
    fn forward(&self, hidden: &Tensor, written: &mut Option<Tensor>) -> Result<Tensor> {
        let width = hidden.dim(2)?;
        let joined = self.joined.forward(hidden)?;
        let here = joined.narrow(2, width, 2 * width)?;
        let all = match written.take() {
            None => here.contiguous()?,
            Some(before) => Tensor::cat(&[&before, &here], 1)?,
        };
        let part = |from| Columns { tensor: &all, from };
        let query = Columns {
            tensor: &joined,
            from: 0,
        };
        let seen = cross_attention(query, part(0), part(width), width, self.heads)?;
        *written = Some(all);
        self.norm.forward(
            &self
                .output
                .forward_then(&seen, Some(hidden), Activation::None)?,
        )
    }
}

impl OtherAttention {
    fn forward(&self, hidden: &Tensor, other: &Tensor) -> Result<Tensor> {
        let width = hidden.dim(2)?;
        let query = self.query.forward(hidden)?;
        let part = |from| Columns {
            tensor: other,
            from,
        };
        let seen = cross_attention(
            Columns {
                tensor: &query,
                from: 0,
            },
            part(0),
            part(width),
            width,
            self.heads,
        )?;
        self.norm.forward(
            &self
                .output
                .forward_then(&seen, Some(hidden), Activation::None)?,
        )
    }
}

/// Several projections side by side, so that one large product makes them all.
fn joined(input: usize, width: usize, parts: &[&str], weights: &VarBuilder) -> Result<Linear> {
    let read = |shape: &[usize], name: &str| {
        let parts = parts
            .iter()
            .map(|part| weights.get(shape, &format!("{part}.{name}")));
        Tensor::cat(&parts.collect::<Result<Vec<_>>>()?, 0)
    };
    Linear::from_tensors(
        &read(&[width, input], "weight")?,
        Some(read(&[width], "bias")?),
    )
}
