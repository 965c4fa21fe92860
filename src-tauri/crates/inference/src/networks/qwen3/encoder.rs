//! The layers: each token looks at those before it, with normed queries and keys that are turned by
//! where they stand (Su et al. 2021, "`RoFormer`", section 3.2), several heads of queries sharing
//! one of keys and values (Ainslie et al. 2023, "GQA").

use std::path::Path;

use candle_core::{DType, Device, Result, Tensor};
use candle_nn::VarBuilder;
use candle_nn::rotary_emb::rope;

use super::config::Qwen3Config;
use crate::kernels::{Activation, Columns, Linear, RmsNorm, masked_attention};
use crate::models::weights::{self, Network};
use crate::networks::shared::layers::Layers;
use crate::{InferenceError, Watch};

/// Reads texts.
pub struct Qwen3Encoder {
    tokens: Tensor,
    layers: Layers<Layer>,
    heads: Heads,
    theta: f64,
    /// The configuration of the layers.
    dtype: DType,
}

#[derive(Clone, Copy)]
struct Heads {
    queries: usize,
    keys: usize,
    width: usize,
}

impl Heads {
    fn of(config: &Qwen3Config) -> Result<Self> {
        let heads = Self {
            queries: config.num_attention_heads,
            keys: config.num_key_value_heads,
            width: config.head_dim,
        };
        if heads.queries == 0 || heads.keys == 0 || !heads.queries.is_multiple_of(heads.keys) {
            candle_core::bail!("num_key_value_heads has to divide num_attention_heads");
        }
        if heads.width == 0 || !heads.width.is_multiple_of(2) {
            candle_core::bail!("head_dim has to be even and above 0");
        }
        Ok(heads)
    }
}

/// Returns the place of a layer's tensors.
fn layer<'a>(weights: &VarBuilder<'a>, index: usize) -> VarBuilder<'a> {
    weights.pp(format!("layers.{index}"))
}

struct Layer {
    attention_norm: RmsNorm,
    query: Linear,
    key: Linear,
    value: Linear,
    query_norm: RmsNorm,
    key_norm: RmsNorm,
    output: Linear,
    feed_norm: RmsNorm,
    gate: Linear,
    up: Linear,
    down: Linear,
}

impl Network for Qwen3Encoder {
    type Config = Qwen3Config;

    /// Reads all layers but the last.
    fn new(config: &Qwen3Config, weights: VarBuilder) -> Result<Self> {
        let (heads, weights) = (Heads::of(config)?, weights.pp("model"));
        let layers = Layers::kept(config.read_layers()?, |index| {
            Layer::new(config, heads, &layer(&weights, index))
        })?;
        Self::with(config, layers, &weights, weights.dtype())
    }
}

impl Qwen3Encoder {
    /// Reads a folder with `config.json` and weights, of which each layer is brought to the device,
    /// as `dtype`, when it is its turn.
    pub fn open(
        folder: &Path,
        dtype: DType,
        device: &Device,
    ) -> std::result::Result<Self, InferenceError> {
        let config: Qwen3Config = weights::config(&folder.join("config.json"))?;
        // Files of the layers alone, without what writes on, lack the first part of the names.
        let shorter = |name: &str| name.strip_prefix("model.").map(str::to_owned);
        let files = weights::all_files(folder)?;
        let weights = weights::mapped::<Self>(&config, &files, dtype, device, shorter)?.pp("model");
        // Of the table of words a few rows are used: it keeps the dtype of the file.
        let stored = weights::stored(
            &files,
            &["model.embed_tokens.weight", "embed_tokens.weight"],
        )?
        .unwrap_or(dtype);
        let (own, whole, heads) = (config.clone(), weights.clone(), Heads::of(&config)?);
        let read = move |index| Layer::new(&own, heads, &layer(&whole, index));
        Ok(Self::with(
            &config,
            Layers::mapped(config.read_layers()?, read),
            &weights.to_dtype(stored),
            dtype,
        )?)
    }

    fn with(
        config: &Qwen3Config,
        layers: Layers<Layer>,
        words: &VarBuilder,
        dtype: DType,
    ) -> Result<Self> {
        let tokens = words.get(
            (config.vocab_size, config.hidden_size),
            "embed_tokens.weight",
        )?;
        Ok(Self {
            tokens,
            layers,
            heads: Heads::of(config)?,
            theta: config.theta(),
            dtype,
        })
    }

    /// Encodes a text of these tokens: returns the hidden states behind the last layer but one,
    /// `(1, tokens, hidden_size)`.
    pub fn encode(&self, ids: &[u32], watch: Watch) -> std::result::Result<Tensor, InferenceError> {
        let (known, dtype, device) = (self.tokens.dim(0)?, self.dtype, self.tokens.device());
        if let Some(id) = ids.iter().find(|id| **id as usize >= known) {
            return Err(InferenceError::Text(format!(
                "its token {id} is none of the {known} that the model knows"
            )));
        }
        if ids.is_empty() {
            return Err(InferenceError::Text("it has no tokens".to_owned()));
        }
        let count = ids.len();
        let turns = self.turns(count, device)?;
        let later = |pair: usize| {
            if pair % count > pair / count {
                f32::NEG_INFINITY
            } else {
                0.0
            }
        };
        let mask = Tensor::from_iter((0..count * count).map(later), &Device::Cpu)?
            .reshape((count, count))?;
        let mask = mask.to_device(device)?.to_dtype(dtype)?;
        let mut hidden = self
            .tokens
            .index_select(&Tensor::new(ids, device)?, 0)?
            .unsqueeze(0)?
            .to_dtype(dtype)?;
        for index in 0..self.layers.len() {
            watch.at(index, self.layers.len())?;
            let layer = self.layers.get(index)?;
            watch.at(index, self.layers.len())?;
            hidden = layer.forward(&hidden, &turns, &mask, self.heads)?;
        }
        Ok(hidden)
    }

    /// Cosines and sines of the turns of each place, `(places, width / 2)` in single precision.
    fn turns(&self, places: usize, device: &Device) -> Result<(Tensor, Tensor)> {
        let half = self.heads.width / 2;
        let angle = |index: usize| {
            let slower = self.theta.powf(-((index % half) as f64) / half as f64);
            (index / half) as f64 * slower
        };
        let of = |function: fn(f64) -> f64| {
            let values = (0..places * half).map(|index| function(angle(index)) as f32);
            Tensor::from_iter(values, &Device::Cpu)?
                .reshape((places, half))?
                .to_device(device)
        };
        Ok((of(f64::cos)?, of(f64::sin)?))
    }
}

impl Layer {
    fn new(config: &Qwen3Config, heads: Heads, weights: &VarBuilder) -> Result<Self> {
        let (width, inner) = (config.hidden_size, config.intermediate_size);
        let (own, feed) = (weights.pp("self_attn"), weights.pp("mlp"));
        let norm =
            |width: usize, weights: VarBuilder| RmsNorm::new(width, config.rms_norm_eps, &weights);
        Ok(Self {
            attention_norm: norm(width, weights.pp("input_layernorm"))?,
            query: Linear::without_bias(width, heads.queries * heads.width, &own.pp("q_proj"))?,
            key: Linear::without_bias(width, heads.keys * heads.width, &own.pp("k_proj"))?,
            value: Linear::without_bias(width, heads.keys * heads.width, &own.pp("v_proj"))?,
            query_norm: norm(heads.width, own.pp("q_norm"))?,
            key_norm: norm(heads.width, own.pp("k_norm"))?,
            output: Linear::without_bias(heads.queries * heads.width, width, &own.pp("o_proj"))?,
            feed_norm: norm(width, weights.pp("post_attention_layernorm"))?,
            gate: Linear::without_bias(width, inner, &feed.pp("gate_proj"))?,
            up: Linear::without_bias(width, inner, &feed.pp("up_proj"))?,
            down: Linear::without_bias(inner, width, &feed.pp("down_proj"))?,
        })
    }

    fn forward(
        &self,
        hidden: &Tensor,
        turns: &(Tensor, Tensor),
        mask: &Tensor,
        heads: Heads,
    ) -> Result<Tensor> {
        let (_, count, _) = hidden.dims3()?;
        let (width, all) = (heads.width, heads.queries * heads.width);
        let normed = self.attention_norm.forward(hidden)?;
        let turned = |rows: Tensor, norm: &RmsNorm, own: usize| -> Result<Tensor> {
            let rows = norm
                .forward(&rows.reshape((1, count, own, width))?)?
                .transpose(1, 2)?
                .contiguous()?;
            let turned = rope(&rows.to_dtype(DType::F32)?, &turns.0, &turns.1)?;
            turned
                .to_dtype(hidden.dtype())?
                .transpose(1, 2)?
                .contiguous()
        };
        // Each head of keys and values stands beside itself for all heads of queries that it
        // serves.
        let shared = |rows: Tensor| {
            let shape = (1, count, heads.keys, heads.queries / heads.keys, width);
            rows.reshape((1, count, heads.keys, 1, width))?
                .broadcast_as(shape)?
                .contiguous()?
                .reshape((1, count, all))
        };
        let query = turned(
            self.query.forward(&normed)?,
            &self.query_norm,
            heads.queries,
        )?
        .reshape((1, count, all))?;
        let key = shared(turned(
            self.key.forward(&normed)?,
            &self.key_norm,
            heads.keys,
        )?)?;
        let value = shared(self.value.forward(&normed)?)?;
        let [query, key, value] = [&query, &key, &value].map(|tensor| Columns { tensor, from: 0 });
        let seen = masked_attention(query, key, value, all, heads.queries, Some(mask))?;
        let hidden = self
            .output
            .forward_then(&seen, Some(hidden), Activation::None)?;
        let normed = self.feed_norm.forward(&hidden)?;
        let gate = self.gate.forward_then(&normed, None, Activation::Silu)?;
        self.down.forward_then(
            &(gate * self.up.forward(&normed)?)?,
            Some(&hidden),
            Activation::None,
        )
    }
}
