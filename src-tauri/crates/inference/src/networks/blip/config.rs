//! The hub's `config.json` of a BLIP model. Fields that it leaves out have the values that
//! transformers gives them, which are those of the base size.

use serde::Deserialize;

/// A BLIP model: the tower that looks, and what reads and writes.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct BlipConfig {
    /// The layers that read questions, and those that write.
    pub text_config: BlipTextConfig,
    /// The tower that looks.
    pub vision_config: BlipVisionConfig,
}

/// Between the feed-forward layers. No BLIP model has another, so that a file which names one is
/// refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HiddenActivation {
    /// `x · Φ(x)` with the error function.
    Gelu,
}

/// The layers that read questions, and those that write.
#[derive(Debug, Clone, Deserialize)]
#[serde(default)]
pub struct BlipTextConfig {
    /// Number of tokens: the tokenizer's, and behind them the one that starts what is written (and
    /// BLIP's mark of a question, which transformers does not use).
    pub vocab_size: usize,
    /// Width of the hidden states.
    pub hidden_size: usize,
    /// Width inside the feed-forward layers.
    pub intermediate_size: usize,
    /// Number of layers.
    pub num_hidden_layers: usize,
    /// Heads of the attention; they divide the width.
    pub num_attention_heads: usize,
    /// The most tokens of a question, its start and end among them.
    pub max_position_embeddings: usize,
    /// Between the feed-forward layers.
    pub hidden_act: HiddenActivation,
    /// Added to the variance in layer norms.
    pub layer_norm_eps: f64,
    /// The token that starts what is written, `[DEC]`.
    pub bos_token_id: u32,
    /// The token that ends it, `[SEP]`; `eos_token_id` of these files is not used.
    pub sep_token_id: u32,
    /// The most tokens that are written, the start among them.
    pub max_length: usize,
}

impl Default for BlipTextConfig {
    fn default() -> Self {
        Self {
            vocab_size: 30_524,
            hidden_size: 768,
            intermediate_size: 3072,
            num_hidden_layers: 12,
            num_attention_heads: 8,
            max_position_embeddings: 512,
            hidden_act: HiddenActivation::Gelu,
            layer_norm_eps: 1e-12,
            bos_token_id: 30_522,
            sep_token_id: 102,
            max_length: 20,
        }
    }
}

/// The tower that looks: a vision transformer (Dosovitskiy et al. 2021).
#[derive(Debug, Clone, Deserialize)]
#[serde(default)]
pub struct BlipVisionConfig {
    /// Width of the hidden states.
    pub hidden_size: usize,
    /// Width inside the feed-forward layers.
    pub intermediate_size: usize,
    /// Number of layers.
    pub num_hidden_layers: usize,
    /// Heads of the attention; they divide the width.
    pub num_attention_heads: usize,
    /// Side of the square images that go in, in pixels.
    pub image_size: usize,
    /// Side of the square patches that images are cut into, in pixels.
    pub patch_size: usize,
    /// Between the feed-forward layers.
    pub hidden_act: HiddenActivation,
    /// Added to the variance in layer norms.
    pub layer_norm_eps: f64,
}

impl Default for BlipVisionConfig {
    fn default() -> Self {
        Self {
            hidden_size: 768,
            intermediate_size: 3072,
            num_hidden_layers: 12,
            num_attention_heads: 12,
            image_size: 384,
            patch_size: 16,
            hidden_act: HiddenActivation::Gelu,
            layer_norm_eps: 1e-5,
        }
    }
}
