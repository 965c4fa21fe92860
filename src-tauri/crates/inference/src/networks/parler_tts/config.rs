//! The hub's `config.json` and `generation_config.json` of Parler-TTS. Fields that they leave out
//! have the values of the published small model.

use serde::Deserialize;

use crate::networks::dac::DacConfig;
use crate::networks::musicgen::DecoderConfig;
use crate::networks::t5::T5Config;

/// The most positions that memory is given for: eight times those of the published models.
const MOST_POSITIONS: usize = 32_768;

/// Configuration of the layers that read the voice's description, those that speak, and the codec
/// that makes the audio.
#[derive(Debug, Clone, Deserialize)]
pub struct ParlerTtsConfig {
    /// Number of tokens of what is to be said.
    pub vocab_size: usize,
    /// Whether what is to be said is followed like the description, rather than standing before the
    /// audio; not supported.
    #[serde(default)]
    pub prompt_cross_attention: bool,
    /// The layers that read the description.
    pub text_encoder: T5Config,
    /// The codec that decodes codes to audio.
    pub audio_encoder: DacConfig,
    /// The layers that speak.
    pub decoder: SpeakerConfig,
}

/// The layers that speak.
#[derive(Debug, Clone, Deserialize)]
pub struct SpeakerConfig {
    /// Those that they have in common with `MusicGen`'s.
    #[serde(flatten)]
    pub layers: DecoderConfig,
    /// The most tokens and steps together.
    #[serde(default = "positions")]
    pub max_position_embeddings: usize,
    /// Heads of keys and values, where they are not as many as of queries; not supported.
    #[serde(default)]
    pub num_key_value_heads: Option<usize>,
    /// The same where the description is followed.
    #[serde(default)]
    pub num_cross_attention_key_value_heads: Option<usize>,
    /// Whether positions turn queries and keys; not supported.
    #[serde(default)]
    pub rope_embeddings: bool,
    /// Whether the choices of all codebooks are one matrix; not supported.
    #[serde(default)]
    pub use_fused_lm_heads: bool,
}

fn positions() -> usize {
    4096
}

impl ParlerTtsConfig {
    /// Refuses what this module would compute otherwise than the network was trained, and sizes
    /// that do not fit each other.
    pub(super) fn check(&self) -> candle_core::Result<()> {
        let (decoder, layers, codec) = (&self.decoder, &self.decoder.layers, &self.audio_encoder);
        let all =
            |heads: Option<usize>| heads.is_none_or(|heads| heads == layers.num_attention_heads);
        let fits = [
            ("prompt_cross_attention", !self.prompt_cross_attention),
            (
                "decoder.num_key_value_heads",
                all(decoder.num_key_value_heads),
            ),
            (
                "decoder.num_cross_attention_key_value_heads",
                all(decoder.num_cross_attention_key_value_heads),
            ),
            (
                "decoder.max_position_embeddings",
                (1..=MOST_POSITIONS).contains(&decoder.max_position_embeddings),
            ),
            ("decoder.rope_embeddings", !decoder.rope_embeddings),
            ("decoder.use_fused_lm_heads", !decoder.use_fused_lm_heads),
            (
                "decoder.num_codebooks",
                layers.num_codebooks > 0 && layers.num_codebooks == codec.num_codebooks,
            ),
            (
                "decoder.vocab_size",
                layers.vocab_size > codec.codebook_size,
            ),
            (
                "decoder.hidden_size",
                layers.hidden_size >= 4 && layers.hidden_size.is_multiple_of(2),
            ),
        ];
        match fits.into_iter().find(|(_, fits)| !fits) {
            None => Ok(()),
            Some((field, _)) => {
                candle_core::bail!("{field} does not fit what a Parler-TTS model has here")
            }
        }
    }
}

/// How a Parler-TTS model speaks.
#[derive(Debug, Clone, Deserialize)]
pub struct GenerationConfig {
    /// Token that stands where a codebook has no code yet.
    pub decoder_start_token_id: u32,
    /// Token that ends a codebook, and that stands behind its end.
    pub eos_token_id: u32,
    /// The most steps of the audio, those in which not every codebook has a code among them.
    #[serde(default = "longest")]
    pub max_length: usize,
    /// Nothing ends before so many steps.
    #[serde(default)]
    pub min_new_tokens: usize,
}

fn longest() -> usize {
    2580
}

impl GenerationConfig {
    /// Refuses marks that layers do not have, and audio that is too short for every codebook.
    pub(super) fn check(&self, layers: &DecoderConfig) -> Result<(), String> {
        // The embeddings have one more than can be chosen.
        if self.decoder_start_token_id as usize > layers.vocab_size
            || self.eos_token_id as usize >= layers.vocab_size
        {
            return Err(
                "decoder_start_token_id or eos_token_id is beyond decoder.vocab_size".to_owned(),
            );
        }
        if self.decoder_start_token_id == self.eos_token_id {
            return Err("decoder_start_token_id and eos_token_id are the same".to_owned());
        }
        if self.max_length < 2 * layers.num_codebooks {
            return Err(format!(
                "max_length has to be at least {}",
                2 * layers.num_codebooks
            ));
        }
        Ok(())
    }
}
