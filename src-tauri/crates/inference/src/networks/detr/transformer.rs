//! The transformer over the image and over what may be in it (Carion et al. 2020, section 3.2 and
//! appendix A.3): places are added to queries and keys in every layer, never to values, and layer
//! norms stand behind what they normalise.

use candle_core::{Result, Tensor};
use candle_nn::VarBuilder;

use super::config::DetrConfig;
use crate::kernels::{Activation, Columns, LayerNorm, Linear, cross_attention};
use crate::{InferenceError, Watch};

/// Added to the variance in layer norms.
pub(super) const EPSILON: f64 = 1e-5;

/// The layers over the image.
pub(super) struct Encoder(Vec<EncoderLayer>);

/// The layers over what may be in it.
pub(super) struct Decoder {
    layers: Vec<DecoderLayer>,
    norm: LayerNorm,
}

struct EncoderLayer {
    own: SelfAttention,
    feed: FeedForward,
}

struct DecoderLayer {
    own: SelfAttention,
    cross: CrossAttention,
    feed: FeedForward,
}

impl Encoder {
    pub(super) fn new(config: &DetrConfig, weights: &VarBuilder) -> Result<Self> {
        let layer = |index| {
            let weights = weights.pp(format!("layers.{index}"));
            Ok(EncoderLayer {
                own: SelfAttention::new(config.d_model, config.encoder_attention_heads, &weights)?,
                feed: FeedForward::new(config, config.encoder_ffn_dim, &weights)?,
            })
        };
        Ok(Self(
            (0..config.encoder_layers)
                .map(layer)
                .collect::<Result<_>>()?,
        ))
    }

    /// Takes the image and its places, `(1, places, width)` each, and gives what the image says at
    /// each.
    pub(super) fn forward(
        &self,
        image: Tensor,
        places: &Tensor,
        watch: Watch,
    ) -> std::result::Result<Tensor, InferenceError> {
        let mut hidden = image;
        for (index, layer) in self.0.iter().enumerate() {
            watch.at(index, self.0.len())?;
            hidden = layer.feed.forward(&layer.own.forward(&hidden, places)?)?;
        }
        Ok(hidden)
    }
}

impl Decoder {
    pub(super) fn new(config: &DetrConfig, weights: &VarBuilder) -> Result<Self> {
        let layer = |index| {
            let weights = weights.pp(format!("layers.{index}"));
            Ok(DecoderLayer {
                own: SelfAttention::new(config.d_model, config.decoder_attention_heads, &weights)?,
                cross: CrossAttention::new(
                    config.d_model,
                    config.decoder_attention_heads,
                    &weights,
                )?,
                feed: FeedForward::new(config, config.decoder_ffn_dim, &weights)?,
            })
        };
        Ok(Self {
            layers: (0..config.decoder_layers)
                .map(layer)
                .collect::<Result<_>>()?,
            norm: LayerNorm::new(config.d_model, EPSILON, &weights.pp("layernorm"))?,
        })
    }

    /// Returns the queries' hidden states, `(1, queries, width)`. Takes the encoder's output with
    /// its places, and the queries' own places.
    pub(super) fn forward(
        &self,
        memory: &Tensor,
        places: &Tensor,
        queries: &Tensor,
        watch: Watch,
    ) -> std::result::Result<Tensor, InferenceError> {
        let keys = (memory + places)?;
        let mut hidden = queries.zeros_like()?;
        for (index, layer) in self.layers.iter().enumerate() {
            watch.at(index, self.layers.len())?;
            hidden = layer.own.forward(&hidden, queries)?;
            hidden = layer.cross.forward(&hidden, queries, &keys, memory)?;
            hidden = layer.feed.forward(&hidden)?;
        }
        Ok(self.norm.forward(&hidden)?)
    }
}

/// Attention among the same tokens, with what goes in added and a layer norm behind.
struct SelfAttention {
    /// Queries and keys side by side.
    places: Linear,
    values: Linear,
    output: Linear,
    norm: LayerNorm,
    heads: usize,
}

impl SelfAttention {
    fn new(width: usize, heads: usize, weights: &VarBuilder) -> Result<Self> {
        if heads == 0 || !width.is_multiple_of(heads) {
            candle_core::bail!("{heads} heads do not divide a width of {width}");
        }
        let own = weights.pp("self_attn");
        Ok(Self {
            places: Linear::joined(width, &["q_proj", "k_proj"], &own)?,
            values: Linear::new(width, width, &own.pp("v_proj"))?,
            output: Linear::new(width, width, &own.pp("out_proj"))?,
            norm: LayerNorm::new(width, EPSILON, &weights.pp("self_attn_layer_norm"))?,
            heads,
        })
    }

    fn forward(&self, hidden: &Tensor, places: &Tensor) -> Result<Tensor> {
        let width = hidden.dim(2)?;
        let both = self.places.forward(&(hidden + places)?)?;
        let part = |index: usize| Columns {
            tensor: &both,
            from: index * width,
        };
        let values = Columns {
            tensor: &self.values.forward(hidden)?,
            from: 0,
        };
        let seen = cross_attention(part(0), part(1), values, width, self.heads)?;
        self.norm.forward(
            &self
                .output
                .forward_then(&seen, Some(hidden), Activation::None)?,
        )
    }
}

/// Attention of queries to the image, with what goes in added and a layer norm behind.
struct CrossAttention {
    queries: Linear,
    keys: Linear,
    values: Linear,
    output: Linear,
    norm: LayerNorm,
    heads: usize,
}

impl CrossAttention {
    fn new(width: usize, heads: usize, weights: &VarBuilder) -> Result<Self> {
        let own = weights.pp("encoder_attn");
        Ok(Self {
            queries: Linear::new(width, width, &own.pp("q_proj"))?,
            keys: Linear::new(width, width, &own.pp("k_proj"))?,
            values: Linear::new(width, width, &own.pp("v_proj"))?,
            output: Linear::new(width, width, &own.pp("out_proj"))?,
            norm: LayerNorm::new(width, EPSILON, &weights.pp("encoder_attn_layer_norm"))?,
            heads,
        })
    }

    fn forward(
        &self,
        hidden: &Tensor,
        places: &Tensor,
        keys: &Tensor,
        values: &Tensor,
    ) -> Result<Tensor> {
        let query = Columns {
            tensor: &self.queries.forward(&(hidden + places)?)?,
            from: 0,
        };
        let key = Columns {
            tensor: &self.keys.forward(keys)?,
            from: 0,
        };
        let value = Columns {
            tensor: &self.values.forward(values)?,
            from: 0,
        };
        let seen = cross_attention(query, key, value, hidden.dim(2)?, self.heads)?;
        self.norm.forward(
            &self
                .output
                .forward_then(&seen, Some(hidden), Activation::None)?,
        )
    }
}

/// Two layers with an activation between, with what goes in added and a layer norm behind.
struct FeedForward {
    up: Linear,
    down: Linear,
    norm: LayerNorm,
    activation: Activation,
}

impl FeedForward {
    fn new(config: &DetrConfig, inner: usize, weights: &VarBuilder) -> Result<Self> {
        Ok(Self {
            up: Linear::new(config.d_model, inner, &weights.pp("fc1"))?,
            down: Linear::new(inner, config.d_model, &weights.pp("fc2"))?,
            norm: LayerNorm::new(config.d_model, EPSILON, &weights.pp("final_layer_norm"))?,
            activation: config.activation_function,
        })
    }

    fn forward(&self, hidden: &Tensor) -> Result<Tensor> {
        let inner = self.up.forward_then(hidden, None, self.activation)?;
        self.norm.forward(
            &self
                .down
                .forward_then(&inner, Some(hidden), Activation::None)?,
        )
    }
}
