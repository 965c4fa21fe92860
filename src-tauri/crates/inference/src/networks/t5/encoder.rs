//! The layers, in single precision on every device: what the larger models have between their layers is beyond half precision.

use candle_core::{DType, Device, Result, Tensor};
use candle_nn::{Module, RmsNorm, VarBuilder, rms_norm};

use super::config::{FeedForward, T5Config};
use crate::operations::{Activation, Columns, Linear, masked_attention};
use crate::weights::Network;
use crate::{InferenceError, Watch};

/// Reads texts.
pub struct T5Encoder {
    tokens: Tensor,
    /// What each head adds to its scores for each kind of distance, `(kinds, heads)`.
    distances: Tensor,
    layers: Vec<Layer>,
    behind: RmsNorm,
    heads: usize,
    /// Width of all heads together.
    inner: usize,
    farthest: usize,
}

struct Layer {
    attention_norm: RmsNorm,
    /// Queries, keys and values side by side.
    attention: Linear,
    output: Linear,
    feed_norm: RmsNorm,
    /// What `up` is multiplied by, where the layers are gated.
    gate: Option<Linear>,
    up: Linear,
    down: Linear,
}

impl Network for T5Encoder {
    type Config = T5Config;

    /// Reads `shared` and `encoder`, as the hub's models have them.
    fn new(config: &T5Config, weights: VarBuilder) -> Result<Self> {
        let (kinds, farthest) = (config.relative_attention_num_buckets, config.relative_attention_max_distance);
        if config.num_heads == 0 || config.d_kv == 0 || kinds < 4 || farthest <= kinds / 4 {
            candle_core::bail!(
                "num_heads and d_kv have to be above 0, relative_attention_num_buckets at least 4, and \
                 relative_attention_max_distance above its quarter"
            );
        }
        let weights = weights.to_dtype(DType::F32);
        let encoder = weights.pp("encoder");
        let layer = |index: usize| Layer::new(config, &encoder.pp(format!("block.{index}.layer")));
        Ok(Self {
            tokens: weights.get((config.vocab_size, config.d_model), "shared.weight")?,
            distances: encoder
                .get((kinds, config.num_heads), "block.0.layer.0.SelfAttention.relative_attention_bias.weight")?,
            layers: (0..config.num_layers).map(layer).collect::<Result<_>>()?,
            behind: rms_norm(config.d_model, config.layer_norm_epsilon, encoder.pp("final_layer_norm"))?,
            heads: config.num_heads,
            inner: config.num_heads * config.d_kv,
            farthest,
        })
    }
}

impl T5Encoder {
    /// What a text says, `(1, tokens, d_model)` in single precision. `ids` are all of its tokens, the end's among them.
    pub fn encode(&self, ids: &[u32], watch: Watch) -> std::result::Result<Tensor, InferenceError> {
        let known = self.tokens.dim(0)?;
        if let Some(id) = ids.iter().find(|id| **id as usize >= known) {
            return Err(InferenceError::Text(format!("its token {id} is none of the {known} that the model knows")));
        }
        if ids.is_empty() {
            return Err(InferenceError::Text("it has no tokens".to_owned()));
        }
        let bias = self.bias(ids.len())?;
        let mut hidden = self.tokens.index_select(&Tensor::new(ids, self.tokens.device())?, 0)?.unsqueeze(0)?;
        for (index, layer) in self.layers.iter().enumerate() {
            watch.at(index, self.layers.len())?;
            hidden = layer.forward(&hidden, &bias, self.inner, self.heads)?;
        }
        Ok(self.behind.forward(&hidden)?)
    }

    /// What is added to the scores of a text of so many tokens, `(heads, tokens, tokens)`.
    fn bias(&self, count: usize) -> Result<Tensor> {
        let kinds = self.distances.dim(0)?;
        let distance = |pair: usize| (pair % count) as i64 - (pair / count) as i64;
        let pairs = (0..count * count).map(|pair| kind_of(distance(pair), kinds, self.farthest));
        let pairs = Tensor::from_iter(pairs, &Device::Cpu)?.to_device(self.distances.device())?;
        self.distances.index_select(&pairs, 0)?.t()?.contiguous()?.reshape((self.heads, count, count))
    }
}

/// The kind of a distance in words (Raffel et al. 2020, section 2.1): half of them for words behind; in each half, one for each
/// of the nearest, the others ever wider, up to the farthest.
fn kind_of(distance: i64, kinds: usize, farthest: usize) -> u32 {
    let half = kinds / 2;
    let nearest = half / 2;
    let (side, steps) = (if distance > 0 { half } else { 0 }, distance.unsigned_abs() as usize);
    if steps < nearest {
        return (side + steps) as u32;
    }
    // In single precision, where the authors round too.
    let (beyond, most) = (steps as f32 / nearest as f32, (farthest as f64 / nearest as f64).ln() as f32);
    let wider = (beyond.ln() / most * (half - nearest) as f32) as usize;
    (side + (nearest + wider).min(half - 1)) as u32
}

impl Layer {
    fn new(config: &T5Config, weights: &VarBuilder) -> Result<Self> {
        let (width, inner) = (config.d_model, config.num_heads * config.d_kv);
        let (attention, feed) = (weights.pp("0.SelfAttention"), weights.pp("1.DenseReluDense"));
        let part = |name: &str| attention.get((inner, width), &format!("{name}.weight"));
        // Attention divides by this; T5's does not.
        let query = (part("q")? * (config.d_kv as f64).sqrt())?;
        let norm = |place: usize| rms_norm(width, config.layer_norm_epsilon, weights.pp(format!("{place}.layer_norm")));
        let up = |name: &str| Linear::without_bias(width, config.d_ff, &feed.pp(name));
        let (gate, up) = match config.feed_forward_proj {
            FeedForward::Relu => (None, up("wi")?),
            FeedForward::GatedGelu => (Some(up("wi_0")?), up("wi_1")?),
        };
        Ok(Self {
            attention_norm: norm(0)?,
            attention: Linear::from_tensors(&Tensor::cat(&[query, part("k")?, part("v")?], 0)?, None)?,
            output: Linear::without_bias(inner, width, &attention.pp("o"))?,
            feed_norm: norm(1)?,
            gate,
            up,
            down: Linear::without_bias(config.d_ff, width, &feed.pp("wo"))?,
        })
    }

    fn forward(&self, hidden: &Tensor, bias: &Tensor, inner: usize, heads: usize) -> Result<Tensor> {
        let all = self.attention.forward(&self.attention_norm.forward(hidden)?)?;
        let part = |index: usize| Columns { tensor: &all, from: index * inner };
        let seen = masked_attention(part(0), part(1), part(2), inner, heads, Some(bias))?;
        let hidden = self.output.forward_then(&seen, Some(hidden), Activation::None)?;
        let normed = self.feed_norm.forward(&hidden)?;
        let fed = match &self.gate {
            None => self.up.forward_then(&normed, None, Activation::Relu)?,
            Some(gate) => {
                let gate = gate.forward_then(&normed, None, Activation::ApproximateGelu)?;
                (gate * self.up.forward(&normed)?)?
            }
        };
        self.down.forward_then(&fed, Some(&hidden), Activation::None)
    }
}
