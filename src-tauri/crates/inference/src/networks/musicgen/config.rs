//! The hub's `config.json` of `MusicGen`. Fields that it leaves out have the values that
//! transformers gives them, which are those of the small size.

use serde::Deserialize;

use crate::kernels::Activation;
use crate::networks::encodec::EncodecConfig;
use crate::networks::t5::T5Config;

/// Added to the variance in layer norms: `PyTorch`'s default.
pub(super) const EPSILON: f64 = 1e-5;

/// Configuration of the layers that read the text, those that compose, and the codec that makes the
/// audio.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct MusicGenConfig {
    /// The layers that read the text.
    #[serde(default)]
    pub text_encoder: T5Config,
    /// The codec that decodes codes to audio.
    pub audio_encoder: EncodecConfig,
    /// The layers that compose.
    #[serde(default)]
    pub decoder: DecoderConfig,
}

/// The layers that compose.
#[derive(Debug, Clone, Deserialize)]
#[serde(default)]
pub struct DecoderConfig {
    /// Codes of each codebook.
    pub vocab_size: usize,
    /// Width of the hidden states, even.
    pub hidden_size: usize,
    /// Number of layers.
    pub num_hidden_layers: usize,
    /// Width inside the feed-forward layers.
    pub ffn_dim: usize,
    /// Heads of the attention; they divide the width.
    pub num_attention_heads: usize,
    /// Between the feed-forward layers.
    pub activation_function: Activation,
    /// Number of codebooks.
    pub num_codebooks: usize,
    /// Channels of the audio.
    pub audio_channels: usize,
    /// Token that stands where a codebook has no code, the one behind its codes.
    pub pad_token_id: u32,
}

impl Default for DecoderConfig {
    fn default() -> Self {
        Self {
            vocab_size: 2048,
            hidden_size: 1024,
            num_hidden_layers: 24,
            ffn_dim: 4096,
            num_attention_heads: 16,
            activation_function: Activation::Gelu,
            num_codebooks: 4,
            audio_channels: 1,
            pad_token_id: 2048,
        }
    }
}

impl MusicGenConfig {
    /// Refuses sizes that do not fit each other, and models of two channels.
    pub(super) fn check(&self) -> candle_core::Result<()> {
        let (decoder, codec) = (&self.decoder, &self.audio_encoder);
        let fits = [
            ("decoder.audio_channels", decoder.audio_channels == 1),
            (
                "decoder.num_codebooks",
                decoder.num_codebooks > 0 && decoder.num_codebooks == codec.codebooks(),
            ),
            (
                "decoder.vocab_size",
                decoder.vocab_size == codec.codebook_size,
            ),
            (
                "decoder.pad_token_id",
                decoder.pad_token_id as usize == decoder.vocab_size,
            ),
            (
                "decoder.hidden_size",
                decoder.hidden_size >= 4 && decoder.hidden_size.is_multiple_of(2),
            ),
        ];
        match fits.into_iter().find(|(_, fits)| !fits) {
            None => Ok(()),
            Some((field, _)) => {
                candle_core::bail!("{field} does not fit what a MusicGen model of one channel has")
            }
        }
    }
}
