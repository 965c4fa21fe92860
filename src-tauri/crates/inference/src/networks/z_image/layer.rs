//! The transformer's layer: norms stand before and behind attention and feed-forward layers, and
//! where the layer knows how noisy the latents are, that scales what goes in and how much of what
//! comes out is added (Peebles and Xie 2023, "Scalable Diffusion Models with Transformers", section
//! 3.2).

use candle_core::{Result, Tensor};
use candle_nn::VarBuilder;

use super::config::TransformerConfig;
use super::rotary_embedding::RotaryEmbedding;
use crate::InferenceError;
use crate::kernels::{Activation, Columns, Linear, RmsNorm, cross_attention};

/// Asks whether the work goes on.
pub(super) type Ask<'a> = &'a dyn Fn() -> std::result::Result<(), InferenceError>;

/// Added to the mean square in the norms of queries and keys.
const HEAD_EPSILON: f64 = 1e-5;

pub(super) struct Layer {
    query: Linear,
    key: Linear,
    value: Linear,
    query_norm: RmsNorm,
    key_norm: RmsNorm,
    output: Linear,
    gate: Linear,
    up: Linear,
    down: Linear,
    norms: Norms,
    /// From how noisy the latents are to what its norms are scaled by.
    modulation: Option<Linear>,
    heads: usize,
}

/// Before and behind attention, before and behind the feed-forward layers.
struct Norms {
    attention: RmsNorm,
    seen: RmsNorm,
    feed: RmsNorm,
    fed: RmsNorm,
}

impl Layer {
    /// `modulated`: whether it knows how noisy the latents are.
    pub(super) fn new(
        config: &TransformerConfig,
        modulated: bool,
        weights: &VarBuilder,
    ) -> Result<Self> {
        let (width, heads) = (config.dim, config.n_heads);
        let (own, feed, inner) = (
            weights.pp("attention"),
            weights.pp("feed_forward"),
            config.inner(),
        );
        let plain = |input: usize, output: usize, weights: VarBuilder| {
            Linear::without_bias(input, output, &weights)
        };
        let norm = |name: &str| RmsNorm::new(width, config.norm_eps, &weights.pp(name));
        let head_norm = |name: &str| RmsNorm::new(width / heads, HEAD_EPSILON, &own.pp(name));
        let modulation = || {
            Linear::new(
                config.time_width(),
                4 * width,
                &weights.pp("adaLN_modulation.0"),
            )
        };
        Ok(Self {
            query: plain(width, width, own.pp("to_q"))?,
            key: plain(width, width, own.pp("to_k"))?,
            value: plain(width, width, own.pp("to_v"))?,
            query_norm: head_norm("norm_q")?,
            key_norm: head_norm("norm_k")?,
            output: plain(width, width, own.pp("to_out.0"))?,
            gate: plain(width, inner, feed.pp("w1"))?,
            up: plain(width, inner, feed.pp("w3"))?,
            down: plain(inner, width, feed.pp("w2"))?,
            norms: Norms {
                attention: norm("attention_norm1")?,
                seen: norm("attention_norm2")?,
                feed: norm("ffn_norm1")?,
                fed: norm("ffn_norm2")?,
            },
            modulation: modulated.then(modulation).transpose()?,
            heads,
        })
    }

    /// Takes and gives `(1, tokens, width)`. `time`, `(1, width)`, is how noisy the latents are; a
    /// layer that knows it needs it.
    pub(super) fn forward(
        &self,
        hidden: &Tensor,
        time: Option<&Tensor>,
        places: &RotaryEmbedding,
        ask: Ask,
    ) -> std::result::Result<Tensor, InferenceError> {
        let (_, tokens, width) = hidden.dims3()?;
        let norms = &self.norms_at(time)?;
        let all = in_parts(tokens, ask, |first, count| {
            let normed = norms.attention.forward(&hidden.narrow(1, first, count)?)?;
            let places = places.part(first, count)?;
            let turned = |layer: &Linear, norm: &RmsNorm| -> Result<Tensor> {
                let rows =
                    layer
                        .forward(&normed)?
                        .reshape((1, count, self.heads, width / self.heads))?;
                places
                    .turned(&norm.forward(&rows)?)?
                    .reshape((1, count, width))
            };
            let (query, key) = (
                turned(&self.query, &self.query_norm)?,
                turned(&self.key, &self.key_norm)?,
            );
            Ok(Tensor::cat(&[query, key, self.value.forward(&normed)?], 2)?)
        })?;
        in_parts(tokens, ask, |first, count| {
            let query = all.narrow(1, first, count)?.contiguous()?;
            let [query, key, value] = [(&query, 0), (&all, width), (&all, 2 * width)]
                .map(|(tensor, from)| Columns { tensor, from });
            let seen = self
                .output
                .forward(&cross_attention(query, key, value, width, self.heads)?)?;
            let hidden = (hidden.narrow(1, first, count)? + norms.seen.forward(&seen)?)?;
            ask()?;
            let normed = norms.feed.forward(&hidden)?;
            let gate = self.gate.forward_then(&normed, None, Activation::Silu)?;
            let inner = (gate * self.up.forward(&normed)?)?;
            ask()?;
            Ok((hidden + norms.fed.forward(&self.down.forward(&inner)?)?)?)
        })
    }

    /// Its norms, scaled by how noisy the latents are.
    fn norms_at(&self, time: Option<&Tensor>) -> Result<Norms> {
        let Norms {
            attention,
            seen,
            feed,
            fed,
        } = &self.norms;
        let Some(modulation) = &self.modulation else {
            let [attention, seen, feed, fed] = [attention, seen, feed, fed].map(Clone::clone);
            return Ok(Norms {
                attention,
                seen,
                feed,
                fed,
            });
        };
        let Some(time) = time else {
            candle_core::bail!("a layer that knows how noisy the latents are was not told")
        };
        let all = modulation.forward(time)?.squeeze(0)?;
        let width = all.dim(0)? / 4;
        let part = |index: usize| all.narrow(0, index * width, width)?.contiguous();
        Ok(Norms {
            attention: attention.scaled(&(part(0)? + 1.0)?)?,
            seen: seen.scaled(&part(1)?.tanh()?)?,
            feed: feed.scaled(&(part(2)? + 1.0)?)?,
            fed: fed.scaled(&part(3)?.tanh()?)?,
        })
    }
}

/// Applies `work` to a part of the tokens at a time, from the first of them on, and joins the
/// results one behind the other. Parts take less memory, and between them it is asked whether the
/// work goes on.
fn in_parts(
    tokens: usize,
    ask: Ask,
    work: impl Fn(usize, usize) -> std::result::Result<Tensor, InferenceError>,
) -> std::result::Result<Tensor, InferenceError> {
    /// Tokens for each thread: enough to make much of each weight that is brought near, a fifth of
    /// a second's work at full size.
    const EACH: usize = 128;
    let part = EACH * rayon::current_num_threads();
    let mut made = Vec::with_capacity(tokens.div_ceil(part));
    for first in (0..tokens).step_by(part) {
        ask()?;
        made.push(work(first, part.min(tokens - first))?);
    }
    Ok(if made.len() == 1 {
        made.swap_remove(0)
    } else {
        Tensor::cat(&made, 1)?
    })
}
