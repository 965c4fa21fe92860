//! One layer: each token looks at those before it, several heads of queries sharing one of keys and
//! values (Ainslie et al. 2023, "GQA"), then a gated feed-forward layer (Shazeer 2020, "GLU
//! Variants").

use std::io::{Read, Seek};

use candle_core::{Result, Tensor};

use super::cache::LayerCache;
use super::config::DecoderConfig;
use super::places::Places;
use super::weights::GgufWeights;
use crate::kernels::{Activation, QuantisedMatrix, RmsNorm, applied};

pub(super) struct Layer {
    attention_norm: RmsNorm,
    input: Projections,
    biases: Option<[Tensor; 3]>,
    query_norm: Option<RmsNorm>,
    key_norm: Option<RmsNorm>,
    output: QuantisedMatrix,
    attended_norm: Option<RmsNorm>,
    feed_norm: RmsNorm,
    feed: Projections,
    down: QuantisedMatrix,
    fed_norm: Option<RmsNorm>,
    query_heads: usize,
    key_heads: usize,
    head_width: usize,
    has_gelu: bool,
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
        let feeds = ["ffn_gate", "ffn_up"].map(|part| name(&format!("{part}.weight")));
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
            feed: Projections::gated(weights, &feeds)?,
            down: weights.matrix(&name("ffn_down.weight"))?,
            fed_norm: weights.optional_norm(&name("post_ffw_norm.weight"), epsilon)?,
            query_heads: config.query_heads,
            key_heads: config.key_heads,
            head_width: config.head_width,
            has_gelu: config.has_gelu(),
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
        let [gate, up] = self.feed.forward(&normed)?;
        let gate = if self.has_gelu {
            gate.gelu()?
        } else {
            applied(&gate, Activation::Silu)?
        };
        let mut fed = self.down.forward(&(gate * up)?)?;
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

/// Matrices of one input, in one tensor or one each.
enum Projections {
    Joined {
        matrix: QuantisedMatrix,
        widths: Vec<usize>,
    },
    Apart(Vec<QuantisedMatrix>),
}

impl Projections {
    fn new<R: Read + Seek>(
        weights: &mut GgufWeights<'_, R>,
        joined: &str,
        apart: &[String],
        widths: &[usize],
    ) -> Result<Self> {
        if weights.has(joined) {
            return Ok(Self::Joined {
                matrix: weights.matrix(joined)?,
                widths: widths.to_vec(),
            });
        }
        let matrices = apart.iter().map(|name| weights.matrix(name));
        Ok(Self::Apart(matrices.collect::<Result<_>>()?))
    }

    /// Gate and value of a feed-forward layer; files without a gate (Phi-3) have both in the other.
    fn gated<R: Read + Seek>(
        weights: &mut GgufWeights<'_, R>,
        names: &[String; 2],
    ) -> Result<Self> {
        let [gate, up] = names;
        if weights.has(gate) {
            let apart = vec![weights.matrix(gate)?, weights.matrix(up)?];
            return Ok(Self::Apart(apart));
        }
        let half = weights.rows(up)? / 2;
        Ok(Self::Joined {
            matrix: weights.matrix(up)?,
            widths: vec![half, half],
        })
    }

    /// The products, `(tokens, its width)` each.
    fn forward<const N: usize>(&self, x: &Tensor) -> Result<[Tensor; N]> {
        let products: Vec<Tensor> = match self {
            Self::Joined { matrix, widths } => {
                let all = matrix.forward(x)?;
                let mut from = 0;
                let parts = widths.iter().map(|width| {
                    let part = all.narrow(1, from, *width)?.contiguous();
                    from += width;
                    part
                });
                parts.collect::<Result<_>>()?
            }
            Self::Apart(matrices) => {
                let matrices: Vec<_> = matrices.iter().collect();
                QuantisedMatrix::forward_all(&matrices, x)?
            }
        };
        let found = products.len();
        <[Tensor; N]>::try_from(products)
            .map_err(|_| candle_core::Error::Msg(format!("{found} products instead of {N}")))
    }
}
