//! The hub's `config.json` of Qwen3. Fields that it leaves out have the values of Qwen3-4B.

use serde::Deserialize;

/// The layers.
#[derive(Debug, Clone, Deserialize)]
#[serde(default)]
pub struct Qwen3Config {
    /// Number of tokens.
    pub vocab_size: usize,
    /// Width of the hidden states.
    pub hidden_size: usize,
    /// Width inside the feed-forward layers.
    pub intermediate_size: usize,
    /// Number of layers; the last one is not read.
    pub num_hidden_layers: usize,
    /// Heads of the queries.
    pub num_attention_heads: usize,
    /// Heads of the keys and values; they divide those of the queries.
    pub num_key_value_heads: usize,
    /// Width of one head; all together may be wider or narrower than the hidden states.
    pub head_dim: usize,
    /// Added to the mean square in norms.
    pub rms_norm_eps: f64,
    /// The base of the rotations' wavelengths, where it stands by itself.
    pub rope_theta: Option<f64>,
    /// The same, as later files have it.
    pub rope_parameters: Option<RopeParameters>,
}

/// How places are told.
#[derive(Debug, Clone, Deserialize)]
pub struct RopeParameters {
    /// The base of the rotations' wavelengths.
    pub rope_theta: f64,
}

impl Qwen3Config {
    /// Returns the number of layers that are read: all but the last.
    pub(super) fn read_layers(&self) -> candle_core::Result<usize> {
        match self.num_hidden_layers {
            0 => candle_core::bail!("num_hidden_layers has to be above 0"),
            layers => Ok(layers - 1),
        }
    }

    /// The base of the rotations' wavelengths.
    pub(super) fn theta(&self) -> f64 {
        let later = self
            .rope_parameters
            .as_ref()
            .map(|parameters| parameters.rope_theta);
        self.rope_theta.or(later).unwrap_or(1_000_000.0)
    }
}

impl Default for Qwen3Config {
    fn default() -> Self {
        Self {
            vocab_size: 151_936,
            hidden_size: 2560,
            intermediate_size: 9728,
            num_hidden_layers: 36,
            num_attention_heads: 32,
            num_key_value_heads: 8,
            head_dim: 128,
            rms_norm_eps: 1e-6,
            rope_theta: None,
            rope_parameters: None,
        }
    }
}
