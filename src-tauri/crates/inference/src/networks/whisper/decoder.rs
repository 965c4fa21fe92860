//! The layers that write: each token attends to those before it and to what was heard. Keys and
//! values of both are kept, so that a further token costs its own row alone.

use candle_core::{Result, Tensor};
use candle_nn::VarBuilder;

use super::alignment;
use super::config::WhisperConfig;
use super::projections::{EPSILON, joined};
use crate::kernels::{Activation, Columns, LayerNorm, Linear, cross_attention};
use crate::networks::shared::pre_norm_block::check_heads;
use crate::{InferenceError, Watch};

/// Embeddings, layers, and the choice of the next token, whose matrix is that of the embeddings.
pub(super) struct Decoder {
    tokens: Tensor,
    positions: Tensor,
    layers: Vec<Layer>,
    final_norm: LayerNorm,
    output: Linear,
}

/// Audio that was heard and text that was written, as the layers keep them.
pub(super) struct Memory {
    layers: Vec<LayerMemory>,
    written: usize,
}

/// Keys and values side by side, each `(1, rows, 2 * width)`.
struct LayerMemory {
    /// Of the text before; none at its start.
    written: Option<Tensor>,
    heard: Tensor,
}

struct Layer {
    own_norm: LayerNorm,
    /// Queries, keys and values side by side.
    own: Linear,
    own_output: Linear,
    heard_norm: LayerNorm,
    query: Linear,
    /// Keys and values side by side.
    heard: Linear,
    heard_output: Linear,
    feed_norm: LayerNorm,
    up: Linear,
    down: Linear,
    heads: usize,
    activation: Activation,
}

impl Decoder {
    pub(super) fn new(config: &WhisperConfig, weights: &VarBuilder) -> Result<Self> {
        let width = config.d_model;
        check_heads(width, config.decoder_attention_heads)?;
        let tokens = weights.get((config.vocab_size, width), "embed_tokens.weight")?;
        let layer = |index: usize| Layer::new(config, &weights.pp(format!("layers.{index}")));
        Ok(Self {
            positions: weights.get(
                (config.max_target_positions, width),
                "embed_positions.weight",
            )?,
            layers: (0..config.decoder_layers)
                .map(layer)
                .collect::<Result<_>>()?,
            final_norm: LayerNorm::new(width, EPSILON, &weights.pp("layer_norm"))?,
            output: Linear::from_tensors(&tokens, None)?,
            tokens,
        })
    }

    /// Returns what the layers attend to before anything is written. `heard` is `(1, window / 2,
    /// width)`.
    pub(super) fn memory(
        &self,
        heard: &Tensor,
        watch: Watch,
    ) -> std::result::Result<Memory, InferenceError> {
        let mut layers = Vec::with_capacity(self.layers.len());
        for (index, layer) in self.layers.iter().enumerate() {
            watch.at(index, self.layers.len())?;
            layers.push(LayerMemory {
                written: None,
                heard: layer.heard.forward(heard)?,
            });
        }
        Ok(Memory { layers, written: 0 })
    }

    /// Writes a token behind those before it; gives its hidden state, `(1, 1, width)`.
    pub(super) fn write(&self, token: u32, memory: &mut Memory) -> Result<Tensor> {
        self.write_looking(token, memory, &mut |_, _, _| Ok(()))
    }

    /// How heads look from tokens at what was heard, before any softening; `heads`: their layers and places in them.
    /// Gives `[head][token][moment]`.
    pub(super) fn looks(
        &self,
        ids: &[u32],
        memory: &mut Memory,
        heads: &[(usize, usize)],
    ) -> Result<Vec<Vec<Vec<f32>>>> {
        let mut looks = vec![Vec::with_capacity(ids.len()); heads.len()];
        for id in ids {
            self.write_looking(*id, memory, &mut |layer, query, heard| {
                let all = self.layers[layer].heads;
                for (looks, (_, head)) in looks
                    .iter_mut()
                    .zip(heads)
                    .filter(|(_, (of, head))| *of == layer && *head < all)
                {
                    looks.push(alignment::scores(query, heard, (*head, all))?);
                }
                Ok(())
            })?;
        }
        looks.retain(|looks| !looks.is_empty());
        Ok(looks)
    }

    /// Writes a token, and shows each layer's number, its queries of what was heard and that.
    fn write_looking(
        &self,
        token: u32,
        memory: &mut Memory,
        look: &mut dyn FnMut(usize, &Tensor, &Tensor) -> Result<()>,
    ) -> Result<Tensor> {
        let (tokens, positions) = (self.tokens.dim(0)?, self.positions.dim(0)?);
        if token as usize >= tokens || memory.written >= positions {
            candle_core::bail!(
                "the token {token} of {tokens} cannot stand at place {} of {positions}",
                memory.written
            );
        }
        let row = |of: &Tensor, index: usize| of.narrow(0, index, 1);
        let embedded =
            (row(&self.tokens, token as usize)? + row(&self.positions, memory.written)?)?;
        let mut hidden = embedded.unsqueeze(0)?;
        for (index, (layer, memory)) in self.layers.iter().zip(&mut memory.layers).enumerate() {
            let written = layer.read_written(&hidden, memory)?;
            let query = layer.query(&written)?;
            look(index, &query, &memory.heard)?;
            hidden = layer.read_heard(&written, &query, &memory.heard)?;
        }
        memory.written += 1;
        Ok(hidden)
    }

    /// The logits of what follows a hidden state, `(tokens,)`.
    pub(super) fn logits(&self, hidden: &Tensor) -> Result<Tensor> {
        self.output
            .forward(&self.final_norm.forward(hidden)?)?
            .flatten_all()
    }
}

impl Layer {
    fn new(config: &WhisperConfig, weights: &VarBuilder) -> Result<Self> {
        let (width, inner) = (config.d_model, config.decoder_ffn_dim);
        let (own, heard) = (weights.pp("self_attn"), weights.pp("encoder_attn"));
        let norm = |name: &str| LayerNorm::new(width, EPSILON, &weights.pp(name));
        Ok(Self {
            own_norm: norm("self_attn_layer_norm")?,
            own: joined(width, &["q_proj", "k_proj", "v_proj"], &own)?,
            own_output: Linear::new(width, width, &own.pp("out_proj"))?,
            heard_norm: norm("encoder_attn_layer_norm")?,
            query: Linear::new(width, width, &heard.pp("q_proj"))?,
            heard: joined(width, &["k_proj", "v_proj"], &heard)?,
            heard_output: Linear::new(width, width, &heard.pp("out_proj"))?,
            feed_norm: norm("final_layer_norm")?,
            up: Linear::new(width, inner, &weights.pp("fc1"))?,
            down: Linear::new(inner, width, &weights.pp("fc2"))?,
            heads: config.decoder_attention_heads,
            activation: config.activation_function,
        })
    }

    /// Attention to the text before, which the token becomes a part of.
    fn read_written(&self, hidden: &Tensor, memory: &mut LayerMemory) -> Result<Tensor> {
        let width = hidden.dim(2)?;
        let own = self.own.forward(&self.own_norm.forward(hidden)?)?;
        let here = own.narrow(2, width, 2 * width)?;
        let all = match memory.written.take() {
            None => here.contiguous()?,
            Some(before) => Tensor::cat(&[&before, &here], 1)?,
        };
        let seen = self.attended(&own, &all)?;
        memory.written = Some(all);
        self.own_output
            .forward_then(&seen, Some(hidden), Activation::None)
    }

    /// Returns the queries for what was heard.
    fn query(&self, hidden: &Tensor) -> Result<Tensor> {
        self.query.forward(&self.heard_norm.forward(hidden)?)
    }

    /// Attention to what was heard, and the layers behind it.
    fn read_heard(&self, hidden: &Tensor, query: &Tensor, heard: &Tensor) -> Result<Tensor> {
        let seen = self.attended(query, heard)?;
        let hidden = self
            .heard_output
            .forward_then(&seen, Some(hidden), Activation::None)?;
        let inner =
            self.up
                .forward_then(&self.feed_norm.forward(&hidden)?, None, self.activation)?;
        self.down
            .forward_then(&inner, Some(&hidden), Activation::None)
    }

    /// Attention of the queries in the first columns of `query` to keys and values side by side.
    fn attended(&self, query: &Tensor, others: &Tensor) -> Result<Tensor> {
        let width = others.dim(2)? / 2;
        let part = |from: usize| Columns {
            tensor: others,
            from,
        };
        cross_attention(
            Columns {
                tensor: query,
                from: 0,
            },
            part(0),
            part(width),
            width,
            self.heads,
        )
    }
}
