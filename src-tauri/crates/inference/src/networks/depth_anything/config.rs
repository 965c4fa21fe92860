//! The hub's `config.json` of a Depth Anything model. Fields that it leaves out have the values of
//! the small model.

use serde::Deserialize;

use crate::kernels::Activation;

/// A Depth Anything model.
#[derive(Debug, Clone, Deserialize)]
#[serde(default)]
pub struct DepthAnythingConfig {
    /// The vision transformer.
    pub backbone_config: BackboneConfig,
    /// Channels that each of its four maps gets.
    pub neck_hidden_sizes: [usize; 4],
    /// Factor by which each of them becomes larger.
    pub reassemble_factors: [f64; 4],
    /// Channels while they are joined.
    pub fusion_hidden_size: usize,
    /// Channels before the last layer.
    pub head_hidden_size: usize,
    /// `relative`: nearness without a unit; `metric`: metres.
    pub depth_estimation_type: String,
    /// The farthest that a metric model can tell, in metres.
    pub max_depth: Option<f64>,
}

/// The vision transformer: `DINOv2`.
#[derive(Debug, Clone, Deserialize)]
#[serde(default)]
pub struct BackboneConfig {
    /// Width of the hidden states.
    pub hidden_size: usize,
    /// Number of layers.
    pub num_hidden_layers: usize,
    /// Heads of the attention; they divide the width.
    pub num_attention_heads: usize,
    /// Width inside the feed-forward layers, as a multiple of the width outside.
    pub mlp_ratio: usize,
    /// Between the feed-forward layers.
    pub hidden_act: Activation,
    /// Added to the variance in layer norms.
    pub layer_norm_eps: f64,
    /// Side of the square images that the places were learnt on, in pixels.
    pub image_size: usize,
    /// Side of the patches, in pixels.
    pub patch_size: usize,
    /// The layers, from 1 on, whose hidden states are used.
    pub out_indices: [usize; 4],
}

impl Default for DepthAnythingConfig {
    fn default() -> Self {
        Self {
            backbone_config: BackboneConfig::default(),
            neck_hidden_sizes: [48, 96, 192, 384],
            reassemble_factors: [4.0, 2.0, 1.0, 0.5],
            fusion_hidden_size: 64,
            head_hidden_size: 32,
            depth_estimation_type: "relative".to_owned(),
            max_depth: None,
        }
    }
}

impl Default for BackboneConfig {
    fn default() -> Self {
        Self {
            hidden_size: 384,
            num_hidden_layers: 12,
            num_attention_heads: 6,
            mlp_ratio: 4,
            hidden_act: Activation::Gelu,
            layer_norm_eps: 1e-6,
            image_size: 518,
            patch_size: 14,
            out_indices: [3, 6, 9, 12],
        }
    }
}
