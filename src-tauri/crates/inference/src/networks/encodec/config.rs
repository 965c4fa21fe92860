//! The hub's `config.json` of `EnCodec`. Fields that it leaves out have the values that
//! transformers gives them, which are those of the model for 24 kHz.

use serde::Deserialize;

/// The layers that decode codes to audio.
#[derive(Debug, Clone, Deserialize)]
#[serde(default)]
pub struct EncodecConfig {
    /// Samples a second.
    pub sampling_rate: usize,
    /// Channels of the audio.
    pub audio_channels: usize,
    /// Kilobits a second that codes may take; the last says how many codebooks there are.
    pub target_bandwidths: Vec<f64>,
    /// Codes of each codebook.
    pub codebook_size: usize,
    /// Width of what a code stands for; that of the hidden states where it is not said.
    pub codebook_dim: Option<usize>,
    /// Width of what codes stand for together.
    pub hidden_size: usize,
    /// Channels of the layers next to the audio; twice as many for each ratio before.
    pub num_filters: usize,
    /// By how much each layer makes the steps more, the first first.
    pub upsampling_ratios: Vec<usize>,
    /// Steps that the first convolution sees, odd.
    pub kernel_size: usize,
    /// Samples that the last convolution sees, odd.
    pub last_kernel_size: usize,
    /// Steps that the residual layers see, odd.
    pub residual_kernel_size: usize,
    /// Residual layers of each ratio.
    pub num_residual_layers: usize,
    /// By how much residual layers are narrower within.
    pub compress: usize,
    /// Layers of the LSTM.
    pub num_lstm_layers: usize,
    /// Whether convolutions look back only.
    pub use_causal_conv: bool,
    /// Whether a convolution stands beside the residual layers.
    pub use_conv_shortcut: bool,
    /// How convolutions are normalised.
    pub norm_type: String,
    /// Padding beyond the ends.
    pub pad_mode: String,
}

impl Default for EncodecConfig {
    fn default() -> Self {
        Self {
            sampling_rate: 24_000,
            audio_channels: 1,
            target_bandwidths: vec![1.5, 3.0, 6.0, 12.0, 24.0],
            codebook_size: 1024,
            codebook_dim: None,
            hidden_size: 128,
            num_filters: 32,
            upsampling_ratios: vec![8, 5, 4, 2],
            kernel_size: 7,
            last_kernel_size: 7,
            residual_kernel_size: 3,
            num_residual_layers: 1,
            compress: 2,
            num_lstm_layers: 2,
            use_causal_conv: true,
            use_conv_shortcut: true,
            norm_type: "weight_norm".to_owned(),
            pad_mode: "reflect".to_owned(),
        }
    }
}

impl EncodecConfig {
    /// Samples that one code of each codebook makes.
    pub fn hop(&self) -> usize {
        self.upsampling_ratios.iter().product()
    }

    /// Returns the number of codes of each codebook in a second.
    pub fn frame_rate(&self) -> usize {
        self.sampling_rate.div_ceil(self.hop().max(1))
    }

    /// Returns the number of codebooks.
    pub fn codebooks(&self) -> usize {
        let bits = self.codebook_size.max(2).next_power_of_two().ilog2() as usize;
        let kilobits = self.target_bandwidths.last().copied().unwrap_or(0.0);
        (1000.0 * kilobits / (self.frame_rate() * bits).max(1) as f64) as usize
    }

    /// Refuses what is made for other models than `MusicGen`'s, and sizes that are none.
    pub(super) fn check(&self) -> candle_core::Result<()> {
        let fits = [
            ("use_causal_conv", !self.use_causal_conv),
            ("use_conv_shortcut", !self.use_conv_shortcut),
            ("norm_type", self.norm_type == "weight_norm"),
            ("pad_mode", self.pad_mode == "reflect"),
            ("audio_channels", self.audio_channels == 1),
            ("num_residual_layers", self.num_residual_layers == 1),
            ("hidden_size", self.hidden_size > 0),
            (
                "codebook_dim",
                self.codebook_dim
                    .is_none_or(|width| width == self.hidden_size),
            ),
            (
                "upsampling_ratios",
                self.upsampling_ratios.len() <= 8 && (1..=100_000).contains(&self.hop()),
            ),
            ("kernel_size", self.kernel_size % 2 == 1),
            ("last_kernel_size", self.last_kernel_size % 2 == 1),
            ("residual_kernel_size", self.residual_kernel_size % 2 == 1),
            ("compress", (1..=self.num_filters).contains(&self.compress)),
            ("target_bandwidths", self.codebooks() > 0),
        ];
        match fits.into_iter().find(|(_, fits)| !fits) {
            None => Ok(()),
            Some((field, _)) => {
                candle_core::bail!("{field} of EnCodec is not as the models of MusicGen have it")
            }
        }
    }
}
