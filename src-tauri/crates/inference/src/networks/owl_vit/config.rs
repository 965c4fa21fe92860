//! The hub's `config.json` of an OWL-ViT model: that of CLIP with other sizes. Fields that it
//! leaves out have the values of OWL-ViT B/32.

use serde::Deserialize;

use crate::networks::clip::{TextConfig, VisionConfig};

/// An OWL-ViT model.
#[derive(Debug, Clone, Deserialize)]
#[serde(default)]
pub struct OwlVitConfig {
    /// The tower that reads.
    pub text_config: OwlVitTextConfig,
    /// The tower that looks.
    pub vision_config: OwlVitVisionConfig,
    /// Width of the texts' embeddings.
    pub projection_dim: usize,
}

/// The tower that reads.
#[derive(Debug, Clone, Deserialize)]
pub struct OwlVitTextConfig {
    /// The most tokens of a query, its start and end among them.
    #[serde(default = "longest_query")]
    pub max_position_embeddings: usize,
    /// Fields that are as in CLIP.
    #[serde(flatten)]
    pub rest: TextConfig,
}

/// The tower that looks.
#[derive(Debug, Clone, Deserialize)]
pub struct OwlVitVisionConfig {
    /// Side of the square images that go in, in pixels.
    #[serde(default = "side")]
    pub image_size: usize,
    /// Fields that are as in CLIP.
    #[serde(flatten)]
    pub rest: VisionConfig,
}

fn longest_query() -> usize {
    16
}

fn side() -> usize {
    768
}

impl Default for OwlVitConfig {
    fn default() -> Self {
        Self {
            text_config: OwlVitTextConfig {
                max_position_embeddings: longest_query(),
                rest: TextConfig::default(),
            },
            vision_config: OwlVitVisionConfig {
                image_size: side(),
                rest: VisionConfig::default(),
            },
            projection_dim: 512,
        }
    }
}
