//! One layer: each token looks at those before it, several heads of queries sharing one of keys and
//! values (Ainslie et al. 2023, "GQA"), then a feed-forward layer.

use std::io::{Read, Seek};

use candle_core::{Result, Tensor};

use super::cache::LayerCache;
use super::config::DecoderConfig;
use super::feed_forward::FeedForward;
use super::places::Places;
use super::projections::Projections;
use super::weights::GgufWeights;
use crate::kernels::{QuantisedMatrix, RmsNorm};

pub(super) struct Layer {
    attention_norm: RmsNorm,
    input: Projections,
    biases: Option<[Tensor; 3]>,
    query_norm: Option<RmsNorm>,
    key_norm: Option<RmsNorm>,
    output: QuantisedMatrix,
    attended_norm: Option<RmsNorm>,
    feed_norm: RmsNorm,
    feed: FeedForward,
    fed_norm: Option<RmsNorm>,
    query_heads: usize,
    key_heads: usize,
    head_width: usize,
    turns: bool,
    is_local: bool,
}

impl Layer {
    pub(super) fn new<R: Read + Seek>(
        config: &DecoderConfig,
        index: usize,
        weights: &mut GgufWeights<'_, R>,
    ) -> Result<Self> {
        let name = |part: &str| format!("blk.{index}.{part}");
        let epsilon = config.epsilon;
        let keys = config.key_heads * config.head_width;
        let queries = config.query_heads * config.head_width;
        let inputs = ["attn_q", "attn_k", "attn_v"].map(|part| name(&format!("{part}.weight")));
        let biases = ["attn_q", "attn_k", "attn_v"].map(|part| name(&format!("{part}.bias")));
        let [query, key, value] = biases.map(|bias| weights.optional_values(&bias));
        Ok(Self {
            attention_norm: weights.norm(&name("attn_norm.weight"), epsilon)?,
            input: Projections::new(
                weights,
                &name("attn_qkv.weight"),
                &inputs,
                &[queries, keys, keys],
            )?,
            biases: match (query?, key?, value?) {
                (Some(query), Some(key), Some(value)) => Some([query, key, value]),
                _ => None,
            },
            query_norm: weights.optional_norm(&name("attn_q_norm.weight"), epsilon)?,
            key_norm: weights.optional_norm(&name("attn_k_norm.weight"), epsilon)?,
            output: weights.matrix(&name("attn_output.weight"))?,
            attended_norm: weights.optional_norm(&name("post_attention_norm.weight"), epsilon)?,
            feed_norm: weights.norm(&name("ffn_norm.weight"), epsilon)?,
            feed: FeedForward::new(config, index, weights)?,
            fed_norm: weights.optional_norm(&name("post_ffw_norm.weight"), epsilon)?,
            query_heads: config.query_heads,
            key_heads: config.key_heads,
            head_width: config.head_width,
            turns: config.turns(index),
            is_local: config.is_local(index),
        })
    }

    /// `(tokens, width)` to the same.
    pub(super) fn forward(
        &self,
        hidden: &Tensor,
        places: &Places<'_>,
        cache: &mut LayerCache,
    ) -> Result<Tensor> {
        let normed = self.attention_norm.forward(hidden)?;
        let mut attended = self.attend(&normed, places, cache)?;
        if let Some(norm) = &self.attended_norm {
            attended = norm.forward(&attended)?;
        }
        let hidden = (hidden + attended)?;
        let normed = self.feed_norm.forward(&hidden)?;
        let mut fed = self.feed.forward(&normed)?;
        if let Some(norm) = &self.fed_norm {
            fed = norm.forward(&fed)?;
        }
        hidden + fed
    }

    fn attend(
        &self,
        normed: &Tensor,
        places: &Places<'_>,
        cache: &mut LayerCache,
    ) -> Result<Tensor> {
        let (count, _) = normed.dims2()?;
        let [mut query, mut key, mut value] = self.input.forward(normed)?;
        if let Some([for_query, for_key, for_value]) = &self.biases {
            query = query.broadcast_add(for_query)?;
            key = key.broadcast_add(for_key)?;
            value = value.broadcast_add(for_value)?;
        }
        let heads = |rows: Tensor, heads: usize, norm: Option<&RmsNorm>| {
            let rows = rows.reshape((count, heads, self.head_width))?;
            let rows = match norm {
                Some(norm) => norm.forward(&rows)?,
                None => rows,
            };
            rows.transpose(0, 1)
        };
        let query = heads(query, self.query_heads, self.query_norm.as_ref())?;
        let key = heads(key, self.key_heads, self.key_norm.as_ref())?;
        let turned = |rows: Tensor| {
            if self.turns {
                places.turned(&rows, self.is_local)
            } else {
                rows.contiguous()
            }
        };
        cache.append(&turned(key)?, &heads(value, self.key_heads, None)?)?;
        let seen = places.attended(&turned(query)?, cache, self.is_local)?;
        self.output.forward(&seen)
    }
}
