//! The hub's `config.json` of a CLIP model. Fields that it leaves out have the values of CLIP
//! ViT-B/32.

use serde::Deserialize;

use crate::kernels::Activation;

/// A CLIP model: both towers, and the width of the space that they share.
#[derive(Debug, Clone, Deserialize)]
#[serde(default)]
pub struct ClipConfig {
    /// The tower that reads.
    pub text_config: TextConfig,
    /// The tower that looks.
    pub vision_config: VisionConfig,
    /// Width of the embeddings.
    pub projection_dim: usize,
}

impl Default for ClipConfig {
    fn default() -> Self {
        Self {
            text_config: TextConfig::default(),
            vision_config: VisionConfig::default(),
            projection_dim: 512,
        }
    }
}

/// The tower that reads.
#[derive(Debug, Clone, Deserialize)]
#[serde(default)]
pub struct TextConfig {
    /// Number of tokens.
    pub vocab_size: usize,
    /// Width of the hidden states.
    pub hidden_size: usize,
    /// Width inside the feed-forward layers.
    pub intermediate_size: usize,
    /// Number of layers.
    pub num_hidden_layers: usize,
    /// Heads of the attention; they divide the width.
    pub num_attention_heads: usize,
    /// The most tokens of a text, its start and end among them.
    pub max_position_embeddings: usize,
    /// Between the feed-forward layers.
    pub hidden_act: Activation,
    /// Added to the variance in layer norms.
    pub layer_norm_eps: f64,
    /// The token that ends a text. 2, which older files have, means the largest id of a text.
    pub eos_token_id: u32,
}

impl Default for TextConfig {
    fn default() -> Self {
        Self {
            vocab_size: 49_408,
            hidden_size: 512,
            intermediate_size: 2048,
            num_hidden_layers: 12,
            num_attention_heads: 8,
            max_position_embeddings: 77,
            hidden_act: Activation::QuickGelu,
            layer_norm_eps: 1e-5,
            eos_token_id: 49_407,
        }
    }
}

/// The tower that looks: a vision transformer (Dosovitskiy et al. 2021).
#[derive(Debug, Clone, Deserialize)]
#[serde(default)]
pub struct VisionConfig {
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
    pub hidden_act: Activation,
    /// Added to the variance in layer norms.
    pub layer_norm_eps: f64,
}

impl Default for VisionConfig {
    fn default() -> Self {
        Self {
            hidden_size: 768,
            intermediate_size: 3072,
            num_hidden_layers: 12,
            num_attention_heads: 12,
            image_size: 224,
            patch_size: 32,
            hidden_act: Activation::QuickGelu,
            layer_norm_eps: 1e-5,
        }
    }
}
