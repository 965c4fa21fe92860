//! The hub's `config.json` and `preprocessor_config.json` of an audio spectrogram transformer.
//! Fields that they leave out have the values of the published models.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::kernels::Activation;
use crate::networks::shared::pre_norm_block::check_heads;

/// Samples a second of what the network hears.
pub const SAMPLE_RATE: u32 = 16_000;
/// The most bands and steps of a window that memory is given for: many times those of the published
/// models.
const MOST_BANDS: usize = 1024;
const MOST_STEPS: usize = 32_768;

/// The layers of an audio spectrogram transformer.
#[derive(Debug, Clone, Deserialize)]
#[serde(default)]
pub struct AudioSpectrogramTransformerConfig {
    /// Width of the hidden states.
    pub hidden_size: usize,
    /// Number of layers.
    pub num_hidden_layers: usize,
    /// Heads of the attention; they divide the width.
    pub num_attention_heads: usize,
    /// Width inside the feed-forward layers.
    pub intermediate_size: usize,
    /// Between the feed-forward layers.
    pub hidden_act: Activation,
    /// Added to the variance in layer norms.
    pub layer_norm_eps: f64,
    /// Side of the square patches that the spectrogram is cut into.
    pub patch_size: usize,
    /// Whether queries, keys and values have a bias, as in all published models.
    pub qkv_bias: bool,
    /// Bands from one patch to the next.
    pub frequency_stride: usize,
    /// Steps from one patch to the next; as many as bands.
    pub time_stride: usize,
    /// Steps of a window, of 10 ms each.
    pub max_length: usize,
    /// Bands of the spectrogram.
    pub num_mel_bins: usize,
    /// The names of the classes by their number.
    pub id2label: BTreeMap<usize, String>,
}

impl Default for AudioSpectrogramTransformerConfig {
    fn default() -> Self {
        Self {
            hidden_size: 768,
            num_hidden_layers: 12,
            num_attention_heads: 12,
            intermediate_size: 3072,
            hidden_act: Activation::Gelu,
            layer_norm_eps: 1e-12,
            patch_size: 16,
            qkv_bias: true,
            frequency_stride: 10,
            time_stride: 10,
            max_length: 1024,
            num_mel_bins: 128,
            id2label: BTreeMap::new(),
        }
    }
}

impl AudioSpectrogramTransformerConfig {
    /// Returns the numbers of patches that a window is cut into: over the bands, and over the
    /// steps.
    pub(super) fn patches(&self) -> (usize, usize) {
        let along = |length: usize| (length - self.patch_size) / self.time_stride + 1;
        (along(self.num_mel_bins), along(self.max_length))
    }

    /// Refuses what this module would compute otherwise than the network was trained.
    pub(super) fn check(&self) -> candle_core::Result<()> {
        if self.patch_size == 0 || self.patch_size > self.num_mel_bins.min(self.max_length) {
            candle_core::bail!("patch_size does not fit num_mel_bins and max_length");
        }
        if self.num_mel_bins > MOST_BANDS || self.max_length > MOST_STEPS {
            candle_core::bail!(
                "num_mel_bins is above {MOST_BANDS}, or max_length above {MOST_STEPS}"
            );
        }
        if self.time_stride == 0 || self.time_stride != self.frequency_stride {
            candle_core::bail!("frequency_stride and time_stride have to be the same and above 0");
        }
        if !self.qkv_bias {
            candle_core::bail!("qkv_bias has to be true");
        }
        if !self.id2label.keys().copied().eq(0..self.id2label.len()) || self.id2label.is_empty() {
            candle_core::bail!("id2label has to name the classes from 0 on without a gap");
        }
        check_heads(self.hidden_size, self.num_attention_heads)
    }
}

/// How audio becomes what the layers take.
#[derive(Debug, Clone, Deserialize)]
#[serde(default)]
pub struct PreprocessorConfig {
    /// Bands of the spectrogram.
    pub num_mel_bins: usize,
    /// Steps of a window, of 10 ms each.
    pub max_length: usize,
    /// Samples a second, which have to be [`SAMPLE_RATE`].
    pub sampling_rate: u32,
    /// Whether the mean is taken away, and what is left divided by twice the deviation.
    pub do_normalize: bool,
    /// The mean of the logarithms of the power.
    pub mean: f32,
    /// Their standard deviation.
    pub std: f32,
}

impl Default for PreprocessorConfig {
    fn default() -> Self {
        Self {
            num_mel_bins: 128,
            max_length: 1024,
            sampling_rate: SAMPLE_RATE,
            do_normalize: true,
            mean: -4.267_739_3,
            std: 4.568_997_4,
        }
    }
}

impl PreprocessorConfig {
    /// Refuses what does not fit the layers, or what is not made here.
    pub(super) fn check(&self, layers: &AudioSpectrogramTransformerConfig) -> Result<(), String> {
        if (self.num_mel_bins, self.max_length) != (layers.num_mel_bins, layers.max_length) {
            return Err("num_mel_bins or max_length are not those of config.json".to_owned());
        }
        if self.sampling_rate != SAMPLE_RATE {
            return Err(format!("sampling_rate has to be {SAMPLE_RATE}"));
        }
        if !self.mean.is_finite() || !self.std.is_normal() {
            return Err("mean or std is no number to normalise with".to_owned());
        }
        Ok(())
    }
}
