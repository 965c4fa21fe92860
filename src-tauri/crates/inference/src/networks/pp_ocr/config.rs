//! The hub's `config.json` and `preprocessor_config.json` of PP-OCRv6's detector and recogniser.
//! Fields that they leave out have the values of the small models.

use serde::Deserialize;

/// How far a window goes from one place to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Stride {
    /// As far down as across.
    Both(usize),
    /// Down and across.
    Each(usize, usize),
}

impl Stride {
    /// Down and across.
    pub(super) fn pair(self) -> (usize, usize) {
        match self {
            Self::Both(stride) => (stride, stride),
            Self::Each(down, across) => (down, across),
        }
    }
}

/// A block: its kernel's side, the channels that go in and come out, its stride, and whether it
/// weighs its channels.
pub type Block = (usize, usize, usize, Stride, bool);

/// PP-LCNetV4, the backbone of both.
#[derive(Debug, Clone, Deserialize)]
#[serde(default)]
pub struct BackboneConfig {
    /// Channels that go into the stem, inside it, and behind it.
    pub stem_channels: [usize; 3],
    /// Strides of the stem's five convolutions.
    pub stem_strides: [usize; 5],
    /// Only `large` is known here.
    pub stem_type: String,
    /// The blocks of each stage.
    pub block_configs: Vec<Vec<Block>>,
    /// By how much the layers that weigh channels are narrower than these.
    pub reduction: usize,
    /// Inside the stem; only `relu` is known here.
    pub hidden_act: String,
    /// Whether activations are scaled and moved by learnt numbers; not known here.
    pub use_learnable_affine_block: bool,
}

impl Default for BackboneConfig {
    /// The recogniser's.
    fn default() -> Self {
        let narrower = Stride::Each(2, 1);
        let same = |channels: usize, weighs: bool| (3, channels, channels, Stride::Both(1), weighs);
        let mut third = vec![(3, 96, 192, narrower, false)];
        third.extend([true, false, true, false, true, false].map(|weighs| same(192, weighs)));
        Self {
            stem_channels: [3, 48, 96],
            stem_strides: [2, 1, 1, 2, 1],
            stem_type: "large".to_owned(),
            block_configs: vec![
                vec![same(96, true)],
                vec![same(96, false), same(96, false)],
                third,
                vec![
                    (3, 192, 384, narrower, false),
                    same(384, true),
                    same(384, false),
                ],
            ],
            reduction: 4,
            hidden_act: "relu".to_owned(),
            use_learnable_affine_block: false,
        }
    }
}

/// The detector: where lines of text are.
#[derive(Debug, Clone, Deserialize)]
#[serde(default)]
pub struct DetectorConfig {
    /// The layers that look.
    pub backbone_config: BackboneConfig,
    /// By how much the layers that weigh channels are narrower than these.
    pub reduction: usize,
    /// Channels behind the neck.
    pub neck_out_channels: usize,
    /// How maps become larger; only `nearest` is known here.
    pub interpolate_mode: String,
    /// Sides of the head's three kernels; the last two are 2.
    pub kernel_list: [usize; 3],
    /// Side of the neck's wide kernels.
    pub dilated_kernel_size: usize,
}

impl Default for DetectorConfig {
    fn default() -> Self {
        let wider = |from: usize, to: usize| (3, from, to, Stride::Both(2), false);
        let same = |channels: usize, weighs: bool| (3, channels, channels, Stride::Both(1), weighs);
        let backbone = BackboneConfig {
            stem_channels: [3, 24, 48],
            block_configs: vec![
                vec![same(48, true), same(48, false)],
                vec![wider(48, 96), same(96, true), same(96, false)],
                vec![
                    wider(96, 192),
                    same(192, true),
                    same(192, false),
                    same(192, true),
                    same(192, false),
                ],
                vec![wider(192, 384), same(384, true), same(384, false)],
            ],
            ..BackboneConfig::default()
        };
        Self {
            backbone_config: backbone,
            reduction: 4,
            neck_out_channels: 96,
            interpolate_mode: "nearest".to_owned(),
            kernel_list: [3, 2, 2],
            dilated_kernel_size: 7,
        }
    }
}

/// The recogniser: which letters a line has.
#[derive(Debug, Clone, Deserialize)]
#[serde(default)]
pub struct RecogniserConfig {
    /// The layers that look.
    pub backbone_config: BackboneConfig,
    /// Width of the hidden states.
    pub hidden_size: usize,
    /// By how much feed-forward layers are wider.
    pub mlp_ratio: f64,
    /// Number of transformer layers.
    pub depth: usize,
    /// The characters, with one for none.
    pub head_out_channels: usize,
    /// Sides of the kernel that sees neighbours, down and across; odd.
    pub conv_kernel_size: (usize, usize),
    /// Heads of the attention; they divide the width.
    pub num_attention_heads: usize,
    /// Added to the variance in the layer norm behind the blocks.
    pub layer_norm_eps: f64,
}

impl Default for RecogniserConfig {
    fn default() -> Self {
        Self {
            backbone_config: BackboneConfig::default(),
            hidden_size: 120,
            mlp_ratio: 2.0,
            depth: 2,
            head_out_channels: 18_714,
            conv_kernel_size: (1, 7),
            num_attention_heads: 8,
            layer_norm_eps: 1e-6,
        }
    }
}

/// Content of a detector's `preprocessor_config.json`.
#[derive(Debug, Clone, Deserialize)]
#[serde(default)]
pub struct DetectorPreprocessing {
    /// The bound on a side, in pixels.
    pub limit_side_len: u32,
    /// Which side: `max` (the longer at most), `min` (the shorter at least), `resize_long` (the
    /// longer exactly).
    pub limit_type: String,
    /// No side is longer in the end, in pixels.
    pub max_side_limit: u32,
}

impl Default for DetectorPreprocessing {
    fn default() -> Self {
        Self {
            limit_side_len: 960,
            limit_type: "max".to_owned(),
            max_side_limit: 4000,
        }
    }
}

/// Content of a recogniser's `preprocessor_config.json`.
#[derive(Debug, Clone, Deserialize)]
pub struct RecogniserPreprocessing {
    /// The characters by their number; the first stands for none.
    pub character_list: Vec<String>,
    /// The widest line that goes in, in pixels.
    #[serde(default = "widest")]
    pub max_image_width: u32,
}

fn widest() -> u32 {
    3200
}
