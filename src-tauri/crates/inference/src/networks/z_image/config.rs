//! The hub's configurations of Z-Image's transformer and scheduler. Fields that they leave out have
//! the published model's values.

use serde::Deserialize;

/// `transformer/config.json`.
#[derive(Debug, Clone, Deserialize)]
#[serde(default)]
pub struct TransformerConfig {
    /// Sides of a patch, in latents; 2 alone is supported.
    pub all_patch_size: Vec<usize>,
    /// Frames of a patch; 1 alone is supported.
    pub all_f_patch_size: Vec<usize>,
    /// Channels of the latents.
    pub in_channels: usize,
    /// Width of the hidden states.
    pub dim: usize,
    /// Layers that image and text go through together.
    pub n_layers: usize,
    /// Layers that each of them goes through alone.
    pub n_refiner_layers: usize,
    /// Heads of the attention.
    pub n_heads: usize,
    /// Added to the mean square in the layers' norms.
    pub norm_eps: f64,
    /// Whether queries and keys are normed; supported where they are.
    pub qk_norm: bool,
    /// Width of what is read of a text.
    pub cap_feat_dim: usize,
    /// Width of what is read of images, which other models of the family take; refused.
    pub siglip_feat_dim: Option<usize>,
    /// The base of the rotations' wavelengths.
    pub rope_theta: f64,
    /// Factor on the time, from 0 (noise) to 1 (an image).
    pub t_scale: f64,
    /// Values of a head that tell each axis: the text's order, downwards, sidewards; each even,
    /// together a head's width.
    pub axes_dims: [usize; 3],
    /// Places of each axis.
    pub axes_lens: [usize; 3],
}

impl Default for TransformerConfig {
    fn default() -> Self {
        Self {
            all_patch_size: vec![2],
            all_f_patch_size: vec![1],
            in_channels: 16,
            dim: 3840,
            n_layers: 30,
            n_refiner_layers: 2,
            n_heads: 30,
            norm_eps: 1e-5,
            qk_norm: true,
            cap_feat_dim: 2560,
            siglip_feat_dim: None,
            rope_theta: 256.0,
            t_scale: 1000.0,
            axes_dims: [32, 48, 48],
            axes_lens: [1024, 512, 512],
        }
    }
}

impl TransformerConfig {
    /// Width inside the feed-forward layers.
    pub(super) fn inner(&self) -> usize {
        // As the authors round it.
        (self.dim as f64 / 3.0 * 8.0) as usize
    }

    /// Width of what a time is told by.
    pub(super) fn time_width(&self) -> usize {
        self.dim.min(256)
    }

    /// Refuses what is not built here, by its name.
    pub(super) fn check(&self) -> candle_core::Result<()> {
        if self.all_patch_size != [2] || self.all_f_patch_size != [1] {
            candle_core::bail!("all_patch_size has to be [2], and all_f_patch_size [1]");
        }
        if self.siglip_feat_dim.is_some() || !self.qk_norm {
            candle_core::bail!("siglip_feat_dim has to be missing, and qk_norm true");
        }
        if self.n_heads == 0 || !self.dim.is_multiple_of(self.n_heads) || self.in_channels == 0 {
            candle_core::bail!("n_heads has to divide dim, and in_channels to be above 0");
        }
        let head = self.dim / self.n_heads;
        if self.axes_dims.iter().sum::<usize>() != head
            || self.axes_dims.iter().any(|width| width % 2 != 0)
        {
            candle_core::bail!("axes_dims have to be even and together {head}, as wide as a head");
        }
        Ok(())
    }
}

/// `scheduler/scheduler_config.json`.
#[derive(Debug, Clone, Deserialize)]
#[serde(default)]
pub struct FlowConfig {
    /// Shift of the steps towards noise: how much longer they stay there, if that does not depend
    /// on the size.
    pub shift: f64,
    /// Whether it depends on the size.
    pub use_dynamic_shifting: bool,
    /// Patches of the smallest image of training.
    pub base_image_seq_len: f64,
    /// Patches of the largest.
    pub max_image_seq_len: f64,
    /// The logarithm of the smallest one's shift.
    pub base_shift: f64,
    /// The logarithm of the largest one's.
    pub max_shift: f64,
}

impl FlowConfig {
    /// Refuses what no steps can be made of, by its name.
    pub(super) fn check(&self) -> Result<(), String> {
        if !(self.shift > 0.0 && self.shift.is_finite()) {
            return Err("its shift has to be above 0".to_owned());
        }
        if self.use_dynamic_shifting && self.max_image_seq_len <= self.base_image_seq_len {
            return Err("its max_image_seq_len has to be above its base_image_seq_len".to_owned());
        }
        Ok(())
    }
}

impl Default for FlowConfig {
    fn default() -> Self {
        Self {
            shift: 3.0,
            use_dynamic_shifting: false,
            base_image_seq_len: 256.0,
            max_image_seq_len: 4096.0,
            base_shift: 0.5,
            max_shift: 1.15,
        }
    }
}
