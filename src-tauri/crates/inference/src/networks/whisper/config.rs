//! The hub's `config.json` and `generation_config.json` of a Whisper model. Fields that they leave
//! out have the values that transformers gives them, which are those of the tiny size.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::kernels::Activation;

/// The layers of a Whisper model.
#[derive(Debug, Clone, Deserialize)]
#[serde(default)]
pub struct WhisperConfig {
    /// Number of tokens, times and marks among them.
    pub vocab_size: usize,
    /// Bands of the spectrogram: 80, or 128 of the large models since the third version.
    pub num_mel_bins: usize,
    /// Width of the hidden states.
    pub d_model: usize,
    /// Number of layers that listen.
    pub encoder_layers: usize,
    /// Heads of their attention; they divide the width.
    pub encoder_attention_heads: usize,
    /// Width inside their feed-forward layers.
    pub encoder_ffn_dim: usize,
    /// Number of layers that write.
    pub decoder_layers: usize,
    /// Heads of their attention; they divide the width.
    pub decoder_attention_heads: usize,
    /// Width inside their feed-forward layers.
    pub decoder_ffn_dim: usize,
    /// Between the feed-forward layers, and behind the convolutions.
    pub activation_function: Activation,
    /// Number of a window's moments of 20 ms.
    pub max_source_positions: usize,
    /// The most tokens of a window's text, those that begin it among them.
    pub max_target_positions: usize,
}

impl Default for WhisperConfig {
    fn default() -> Self {
        Self {
            vocab_size: 51_865,
            num_mel_bins: 80,
            d_model: 384,
            encoder_layers: 4,
            encoder_attention_heads: 6,
            encoder_ffn_dim: 1536,
            decoder_layers: 4,
            decoder_attention_heads: 6,
            decoder_ffn_dim: 1536,
            activation_function: Activation::Gelu,
            max_source_positions: 1500,
            max_target_positions: 448,
        }
    }
}

impl WhisperConfig {
    /// Returns the number of a window's steps of the spectrogram, of 10 ms each.
    pub fn window(&self) -> usize {
        2 * self.max_source_positions
    }
}

/// How a Whisper model writes: the marks among its tokens, and which it never says. Tokens below
/// the end's are words, those behind `no_timestamps_token_id` times in steps of 20 ms.
#[derive(Debug, Clone, Deserialize)]
pub struct GenerationConfig {
    /// The token that begins what is written, `<|startoftranscript|>`.
    pub decoder_start_token_id: u32,
    /// The token that ends it, `<|endoftext|>`.
    pub eos_token_id: u32,
    /// The mark that no times are wanted, the last token before the times; the one before it says
    /// that nobody speaks.
    pub no_timestamps_token_id: u32,
    /// Tokens that are never said.
    #[serde(default)]
    pub suppress_tokens: Option<Vec<u32>>,
    /// Tokens that are not said first.
    #[serde(default)]
    pub begin_suppress_tokens: Option<Vec<u32>>,
    /// The largest time that can be said first, in steps of 20 ms.
    #[serde(default)]
    pub max_initial_timestamp_index: Option<u32>,
    /// The tokens of the languages, as `<|en|>`; none where the model knows English only.
    #[serde(default)]
    pub lang_to_id: BTreeMap<String, u32>,
    /// The tokens of what is to be done: `transcribe`, `translate`; none where the model knows
    /// English only.
    #[serde(default)]
    pub task_to_id: BTreeMap<String, u32>,
    /// The layers and heads whose attention tells when a token is said; those of the upper half where none are named.
    #[serde(default)]
    pub alignment_heads: Option<Vec<(usize, usize)>>,
    /// The most tokens of a window's text behind those that begin it.
    #[serde(default = "longest")]
    pub max_length: usize,
}

fn longest() -> usize {
    448
}

impl GenerationConfig {
    /// The token of the time at a window's start.
    pub fn first_time(&self) -> u32 {
        self.no_timestamps_token_id + 1
    }

    /// The mark before what was said earlier, `<|startofprev|>`.
    pub(super) fn before(&self) -> u32 {
        self.no_timestamps_token_id.saturating_sub(2)
    }

    /// The language that a token stands for, as `en`.
    pub fn language(&self, token: u32) -> Option<&str> {
        let found = self.lang_to_id.iter().find(|(_, own)| **own == token);
        found.map(|(name, _)| name.trim_start_matches("<|").trim_end_matches("|>"))
    }

    /// Refuses marks that a network of so many tokens does not have, or that stand in another order
    /// than Whisper's.
    pub(super) fn check(&self, tokens: usize) -> Result<(), String> {
        let named = [self.decoder_start_token_id, self.eos_token_id];
        let others = self.lang_to_id.values().chain(self.task_to_id.values());
        if let Some(token) = named
            .iter()
            .chain(others)
            .find(|token| **token >= self.no_timestamps_token_id)
        {
            return Err(format!(
                "the token {token} is no mark before no_timestamps_token_id"
            ));
        }
        if self.first_time() as usize >= tokens || self.no_timestamps_token_id == 0 {
            return Err(format!(
                "no_timestamps_token_id leaves no times among {tokens} tokens"
            ));
        }
        Ok(())
    }
}
