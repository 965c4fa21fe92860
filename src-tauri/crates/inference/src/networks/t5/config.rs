//! The hub's `config.json` of T5. Fields that it leaves out have the values that transformers gives
//! them, which are those of t5-small.

use serde::Deserialize;

/// The layers of the encoder.
#[derive(Debug, Clone, Deserialize)]
#[serde(default)]
pub struct T5Config {
    /// Number of tokens.
    pub vocab_size: usize,
    /// Width of the hidden states.
    pub d_model: usize,
    /// Width of one head of the attention; all together may be wider or narrower than the hidden
    /// states.
    pub d_kv: usize,
    /// Width inside the feed-forward layers.
    pub d_ff: usize,
    /// Number of layers.
    pub num_layers: usize,
    /// Heads of the attention.
    pub num_heads: usize,
    /// Number of kinds of distance between words.
    pub relative_attention_num_buckets: usize,
    /// The distance, in words, from which on all are of one kind.
    pub relative_attention_max_distance: usize,
    /// Added to the mean square in norms.
    pub layer_norm_epsilon: f64,
    /// Of which kind the feed-forward layers are.
    pub feed_forward_proj: FeedForward,
}

impl Default for T5Config {
    fn default() -> Self {
        Self {
            vocab_size: 32_128,
            d_model: 512,
            d_kv: 64,
            d_ff: 2048,
            num_layers: 6,
            num_heads: 8,
            relative_attention_num_buckets: 32,
            relative_attention_max_distance: 128,
            layer_norm_epsilon: 1e-6,
            feed_forward_proj: FeedForward::Relu,
        }
    }
}

/// The kinds of feed-forward layers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FeedForward {
    /// Two layers with the positive part between them: the first version's.
    Relu,
    /// A layer times the GELU of another, and one behind them (Shazeer 2020, "GLU Variants Improve
    /// Transformer"): version 1.1's and flan-t5's.
    GatedGelu,
}
