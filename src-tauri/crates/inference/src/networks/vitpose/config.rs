//! The hub's `config.json` of a `ViTPose` model. Fields that it leaves out have the values of the
//! base model.

use serde::Deserialize;

/// Number of a person's key points, in COCO's order: nose, eyes, ears, shoulders, elbows, wrists,
/// hips, knees and ankles, of each pair the left one first.
pub const KEY_POINTS: usize = 17;

/// A `ViTPose` model.
#[derive(Debug, Clone, Deserialize)]
#[serde(default)]
pub struct VitPoseConfig {
    /// The vision transformer.
    pub backbone_config: BackboneConfig,
    /// Number of heat map places that a patch becomes along each side.
    pub scale_factor: usize,
    /// Whether the head is the simple one; the other is not supported.
    pub use_simple_decoder: bool,
}

/// The vision transformer.
#[derive(Debug, Clone, Deserialize)]
#[serde(default)]
pub struct BackboneConfig {
    /// Height and width of a person's crop, in pixels.
    pub image_size: [usize; 2],
    /// Height and width of a patch, in pixels; the two are the same.
    pub patch_size: [usize; 2],
    /// Width of the hidden states.
    pub hidden_size: usize,
    /// Number of layers.
    pub num_hidden_layers: usize,
    /// Heads of the attention; they divide the width.
    pub num_attention_heads: usize,
    /// Width inside the feed-forward layers, as a multiple of the width outside.
    pub mlp_ratio: usize,
    /// Between the feed-forward layers: `gelu`.
    pub hidden_act: String,
    /// Added to the variance in layer norms.
    pub layer_norm_eps: f64,
    /// Whether queries, keys and values have a bias, as in all published models.
    pub qkv_bias: bool,
    /// More than one in the models that know several data sets (`ViTPose++`), which are not
    /// supported.
    pub num_experts: usize,
    /// The layer whose states are used, counted from 1; where it is named, it is the last one.
    pub out_indices: Option<Vec<i64>>,
}

impl Default for VitPoseConfig {
    fn default() -> Self {
        Self {
            backbone_config: BackboneConfig::default(),
            scale_factor: 4,
            use_simple_decoder: true,
        }
    }
}

impl Default for BackboneConfig {
    fn default() -> Self {
        Self {
            image_size: [256, 192],
            patch_size: [16, 16],
            hidden_size: 768,
            num_hidden_layers: 12,
            num_attention_heads: 12,
            mlp_ratio: 4,
            hidden_act: "gelu".to_owned(),
            layer_norm_eps: 1e-12,
            qkv_bias: true,
            num_experts: 1,
            out_indices: None,
        }
    }
}

impl VitPoseConfig {
    /// Refuses what this module would compute otherwise than the network was trained.
    pub(super) fn check(&self) -> candle_core::Result<()> {
        let backbone = &self.backbone_config;
        let [height, width] = backbone.image_size;
        let patch = backbone.patch_size[0];
        let is_last = |layers: &Vec<i64>| {
            matches!(layers[..], [-1]) || layers[..] == [backbone.num_hidden_layers as i64]
        };
        let fits =
            patch > 4 && patch == backbone.patch_size[1] && height >= patch && width >= patch;
        let heads = backbone.num_attention_heads;
        let wrong = if !self.use_simple_decoder {
            "use_simple_decoder has to be true: take a model whose name ends with -simple"
        } else if backbone.num_experts != 1 {
            "num_experts has to be 1: ViTPose++ is not supported"
        } else if backbone.hidden_act != "gelu" || !backbone.qkv_bias {
            "hidden_act has to be gelu, and qkv_bias true"
        } else if !backbone.out_indices.as_ref().is_none_or(is_last) {
            "out_indices has to name the last layer"
        } else if !fits || self.scale_factor == 0 {
            "image_size, patch_size or scale_factor do not fit each other"
        } else if heads == 0 || !backbone.hidden_size.is_multiple_of(heads) {
            "num_attention_heads has to divide hidden_size"
        } else {
            return Ok(());
        };
        candle_core::bail!("{wrong}")
    }
}
