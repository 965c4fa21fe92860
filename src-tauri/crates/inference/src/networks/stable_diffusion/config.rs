//! The hub's configurations of the parts of Stable Diffusion. Fields that they leave out have the
//! values of version 1.5.

use serde::Deserialize;

/// `unet/config.json`, and what it has in common with a `ControlNet`'s `config.json`.
#[derive(Debug, Clone, Deserialize)]
#[serde(default)]
pub struct UNetConfig {
    /// Channels that go in: 4 of the latents; 4 more of an image to edit, or 5 of a mask and what
    /// it leaves of an image.
    pub in_channels: usize,
    /// Channels that come out.
    pub out_channels: usize,
    /// The side of the square latents that it was trained on.
    pub sample_size: usize,
    /// Channels of each level, the finest first.
    pub block_out_channels: Vec<usize>,
    /// Kinds of the levels of the way down.
    pub down_block_types: Vec<Block>,
    /// Kinds of the levels of the way up, the coarsest first.
    pub up_block_types: Vec<Block>,
    /// Residual blocks of each level of the way down; the way up has one more.
    pub layers_per_block: usize,
    /// Width of what is read of a text.
    pub cross_attention_dim: usize,
    /// Heads of each attention, whatever the name says; they divide the channels.
    pub attention_head_dim: usize,
    /// Groups of the group norms; they divide the channels.
    pub norm_num_groups: usize,
    /// Added to the variance in the group norms of residual blocks.
    pub norm_eps: f64,
    /// Width of an embedding of the guidance, which distilled models take (Luo et al. 2023, section
    /// 4.2); refused.
    pub time_cond_proj_dim: Option<usize>,
    /// Kind of what else is embedded beside the step, as larger models do; refused.
    pub addition_embed_type: Option<String>,
}

impl Default for UNetConfig {
    fn default() -> Self {
        Self {
            in_channels: 4,
            out_channels: 4,
            sample_size: 64,
            block_out_channels: vec![320, 640, 1280, 1280],
            down_block_types: vec![
                Block::AttendingDown,
                Block::AttendingDown,
                Block::AttendingDown,
                Block::Down,
            ],
            up_block_types: vec![
                Block::Up,
                Block::AttendingUp,
                Block::AttendingUp,
                Block::AttendingUp,
            ],
            layers_per_block: 2,
            cross_attention_dim: 768,
            attention_head_dim: 8,
            norm_num_groups: 32,
            norm_eps: 1e-5,
            time_cond_proj_dim: None,
            addition_embed_type: None,
        }
    }
}

/// Kind of a level, by the hub's names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Block {
    /// Residual blocks, then fewer places.
    #[serde(rename = "DownBlock2D")]
    Down,
    /// Residual blocks, each with a transformer behind it, then fewer places.
    #[serde(rename = "CrossAttnDownBlock2D")]
    AttendingDown,
    /// Residual blocks, then more places.
    #[serde(rename = "UpBlock2D")]
    Up,
    /// Residual blocks, each with a transformer behind it, then more places.
    #[serde(rename = "CrossAttnUpBlock2D")]
    AttendingUp,
}

impl Block {
    /// Whether transformers stand behind its residual blocks.
    pub(super) fn attends(self) -> bool {
        matches!(self, Self::AttendingDown | Self::AttendingUp)
    }
}

/// A `ControlNet`'s `config.json`.
#[derive(Debug, Clone, Deserialize)]
#[serde(default)]
pub struct ControlNetConfig {
    /// The half of a U-Net that it is.
    #[serde(flatten)]
    pub unet: UNetConfig,
    /// Channels of the layers that bring an image to the latents' size, which is halved between
    /// them.
    pub conditioning_embedding_out_channels: Vec<usize>,
}

impl Default for ControlNetConfig {
    fn default() -> Self {
        Self {
            unet: UNetConfig::default(),
            conditioning_embedding_out_channels: vec![16, 32, 96, 256],
        }
    }
}

/// `vae/config.json`.
#[derive(Debug, Clone, Deserialize)]
#[serde(default)]
pub struct AutoencoderConfig {
    /// Channels of the latents.
    pub latent_channels: usize,
    /// Channels of each level, the finest first; between levels the size is halved.
    pub block_out_channels: Vec<usize>,
    /// Residual blocks of each level of the encoder; the decoder has one more.
    pub layers_per_block: usize,
    /// Groups of the group norms; they divide the channels.
    pub norm_num_groups: usize,
    /// Factor on latents for the network that takes noise away.
    pub scaling_factor: f64,
    /// Number taken off latents before that; 0 if it is missing.
    pub shift_factor: Option<f64>,
    /// Whether a convolution stands behind the encoder.
    pub use_quant_conv: bool,
    /// Whether a convolution stands before the decoder.
    pub use_post_quant_conv: bool,
}

impl Default for AutoencoderConfig {
    fn default() -> Self {
        Self {
            latent_channels: 4,
            block_out_channels: vec![128, 256, 512, 512],
            layers_per_block: 2,
            norm_num_groups: 32,
            scaling_factor: 0.18215,
            shift_factor: None,
            use_quant_conv: true,
            use_post_quant_conv: true,
        }
    }
}

/// `scheduler/scheduler_config.json`: how noise was added in training.
#[derive(Debug, Clone, Deserialize)]
#[serde(default)]
pub struct DiffusionConfig {
    /// Steps from an image to noise.
    pub num_train_timesteps: usize,
    /// The first step's variance.
    pub beta_start: f64,
    /// The last step's variance.
    pub beta_end: f64,
    /// How the variances between lie.
    pub beta_schedule: BetaSchedule,
    /// Quantity that the network was trained to predict.
    pub prediction_type: Prediction,
    /// Added to the timesteps of DDIM.
    pub steps_offset: usize,
}

impl Default for DiffusionConfig {
    fn default() -> Self {
        Self {
            num_train_timesteps: 1000,
            beta_start: 0.000_85,
            beta_end: 0.012,
            beta_schedule: BetaSchedule::ScaledLinear,
            prediction_type: Prediction::Epsilon,
            steps_offset: 1,
        }
    }
}

/// How the variances of training lie between the first and the last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BetaSchedule {
    /// Evenly.
    Linear,
    /// Their square roots evenly.
    ScaledLinear,
}

/// Quantity that a network was trained to predict from noisy latents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Prediction {
    /// The noise in them (Ho et al. 2020, equation 14).
    Epsilon,
    /// The velocity (Salimans and Ho 2022, section 4).
    VPrediction,
}
