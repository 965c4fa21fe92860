//! The layers, by candle-transformers, in single precision on every device: what the larger models
//! have between their layers is beyond half precision.

use candle_core::{DType, Device, Result, Tensor};
use candle_nn::{Activation, VarBuilder};
use candle_transformers::models::t5::{ActivationWithOptionalGating, Config, T5EncoderModel};

use super::config::{FeedForward, T5Config};
use crate::models::weights::Network;
use crate::{InferenceError, Watch};

/// Reads texts.
pub struct T5Encoder {
    model: T5EncoderModel,
    /// Number of tokens that it knows.
    known: usize,
    device: Device,
}

impl Network for T5Encoder {
    type Config = T5Config;

    /// Reads `shared` and `encoder`, as the hub's models have them.
    fn new(config: &T5Config, weights: VarBuilder) -> Result<Self> {
        let (kinds, farthest) = (
            config.relative_attention_num_buckets,
            config.relative_attention_max_distance,
        );
        if config.num_heads == 0 || config.d_kv == 0 || kinds < 4 || farthest <= kinds / 4 {
            candle_core::bail!(
                "num_heads and d_kv have to be above 0, relative_attention_num_buckets at least 4, and \
                 relative_attention_max_distance above its quarter"
            );
        }
        let device = weights.device().clone();
        let model = T5EncoderModel::load(named(weights.to_dtype(DType::F32)), &sizes(config))?;
        Ok(Self {
            model,
            known: config.vocab_size,
            device,
        })
    }
}

impl T5Encoder {
    /// Encodes a text, `(1, tokens, d_model)` in single precision. `ids` are all of its tokens, the
    /// end's among them.
    pub fn encode(&self, ids: &[u32], watch: Watch) -> std::result::Result<Tensor, InferenceError> {
        if let Some(id) = ids.iter().find(|id| **id as usize >= self.known) {
            return Err(InferenceError::Text(format!(
                "its token {id} is none of the {} that the model knows",
                self.known
            )));
        }
        if ids.is_empty() {
            return Err(InferenceError::Text("it has no tokens".to_owned()));
        }
        watch.at(0, 1)?;
        // It takes itself as mutable for the cache of its decoder, which an encoder has none of;
        // the copy shares the weights.
        Ok(self
            .model
            .clone()
            .forward(&Tensor::new(ids, &self.device)?.unsqueeze(0)?)?)
    }
}

/// The matrix of the embeddings by the name that the hub's files have it under, whichever of its
/// names is asked for.
fn named(weights: VarBuilder) -> VarBuilder {
    let before = weights.prefix();
    weights.rename_f(move |name| {
        let name = name
            .strip_prefix(&before)
            .map_or(name, |name| name.trim_start_matches('.'));
        if name == "encoder.embed_tokens.weight" {
            "shared.weight".to_owned()
        } else {
            name.to_owned()
        }
    })
}

fn sizes(config: &T5Config) -> Config {
    let feed_forward_proj = match config.feed_forward_proj {
        FeedForward::Relu => ActivationWithOptionalGating {
            gated: false,
            activation: Activation::Relu,
        },
        FeedForward::GatedGelu => ActivationWithOptionalGating {
            gated: true,
            activation: Activation::NewGelu,
        },
    };
    Config {
        vocab_size: config.vocab_size,
        d_model: config.d_model,
        d_kv: config.d_kv,
        d_ff: config.d_ff,
        num_layers: config.num_layers,
        num_heads: config.num_heads,
        relative_attention_num_buckets: config.relative_attention_num_buckets,
        relative_attention_max_distance: config.relative_attention_max_distance,
        layer_norm_epsilon: config.layer_norm_epsilon,
        feed_forward_proj,
        use_cache: false,
        ..Config::default()
    }
}
