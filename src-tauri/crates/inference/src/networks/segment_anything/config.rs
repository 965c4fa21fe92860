//! Sizes of the network. The published checkpoints come without a `config.json`:
//! [`Config::mobile_sam`] and [`Config::vit_b`] are theirs, and the registry can write others in
//! the same form.

use serde::Deserialize;

/// Pixels of the image's longest side that one place of an embedding stands for.
pub(super) const PATCH: usize = 16;

/// Everything that decides a network's shapes.
#[derive(Debug, Clone, Deserialize)]
#[serde(default)]
pub struct Config {
    /// Side of the square that an image is brought to, in pixels; a multiple of 16.
    pub image_size: usize,
    /// The image encoder.
    pub image_encoder: ImageEncoder,
    /// Channels of embeddings, prompts and the mask decoder.
    pub prompt_width: usize,
    /// Channels within the embedding of mask prompts.
    pub mask_channels: usize,
    /// Layers of the mask decoder's two-way transformer.
    pub decoder_depth: usize,
    /// Its attention heads.
    pub decoder_heads: usize,
    /// Hidden channels of its feed-forward layers.
    pub decoder_mlp_width: usize,
    /// By how much its cross attention is narrower than `prompt_width`.
    pub attention_downsample_rate: usize,
    /// Layers of the head that predicts how good a mask is.
    pub iou_head_depth: usize,
    /// Hidden channels of that head.
    pub iou_head_width: usize,
    /// Masks that are predicted for an ambiguous prompt, beside the one for any other.
    pub candidates: usize,
}

/// The image encoder's kind and sizes.
#[derive(Debug, Clone, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ImageEncoder {
    /// `TinyViT` as `MobileSAM` has it.
    TinyVit(TinyVitConfig),
    /// The plain vision transformer of the first publication.
    VisionTransformer(VisionTransformerConfig),
}

/// Sizes of `TinyViT` (Wu et al. 2022, section 4), a value for each of its stages.
#[derive(Debug, Clone, Deserialize)]
#[serde(default)]
pub struct TinyVitConfig {
    /// Channels.
    pub widths: Vec<usize>,
    /// Blocks.
    pub depths: Vec<usize>,
    /// Attention heads; the first stage has no attention.
    pub heads: Vec<usize>,
    /// Sides of the attention's windows, in places.
    pub windows: Vec<usize>,
    /// Hidden channels of feed-forward layers, as a multiple of their channels.
    pub mlp_ratio: usize,
    /// The same for the first stage's convolutions.
    pub expand_ratio: usize,
}

/// Sizes of the vision transformer (Li et al. 2022, `ViTDet`).
#[derive(Debug, Clone, Deserialize)]
#[serde(default)]
pub struct VisionTransformerConfig {
    /// Channels.
    pub width: usize,
    /// Blocks.
    pub depth: usize,
    /// Attention heads.
    pub heads: usize,
    /// Hidden channels of feed-forward layers, as a multiple of `width`.
    pub mlp_ratio: usize,
    /// Side of the attention's windows, in places.
    pub window: usize,
    /// The blocks that attend to the whole image instead.
    pub global_blocks: Vec<usize>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            image_size: 1024,
            image_encoder: ImageEncoder::TinyVit(TinyVitConfig::default()),
            prompt_width: 256,
            mask_channels: 16,
            decoder_depth: 2,
            decoder_heads: 8,
            decoder_mlp_width: 2048,
            attention_downsample_rate: 2,
            iou_head_depth: 3,
            iou_head_width: 256,
            candidates: 3,
        }
    }
}

impl Default for TinyVitConfig {
    fn default() -> Self {
        Self {
            widths: vec![64, 128, 160, 320],
            depths: vec![2, 2, 6, 2],
            heads: vec![2, 4, 5, 10],
            windows: vec![7, 7, 14, 7],
            mlp_ratio: 4,
            expand_ratio: 4,
        }
    }
}

impl Default for VisionTransformerConfig {
    fn default() -> Self {
        Self {
            width: 768,
            depth: 12,
            heads: 12,
            mlp_ratio: 4,
            window: 14,
            global_blocks: vec![2, 5, 8, 11],
        }
    }
}

impl Config {
    /// `MobileSAM`: `mobile_sam-tiny-vitt.safetensors`.
    pub fn mobile_sam() -> Self {
        Self::default()
    }

    /// SAM with its smallest encoder: `sam_vit_b_01ec64.safetensors`.
    pub fn vit_b() -> Self {
        Self {
            image_encoder: ImageEncoder::VisionTransformer(VisionTransformerConfig::default()),
            ..Self::default()
        }
    }

    /// Places of an embedding's side.
    pub(super) fn grid(&self) -> usize {
        self.image_size / PATCH
    }

    /// Side of the masks that the decoder gives, in pixels.
    pub(super) fn mask_size(&self) -> usize {
        4 * self.grid()
    }
}
