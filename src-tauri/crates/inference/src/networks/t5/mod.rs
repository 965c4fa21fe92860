//! The encoder of T5 (Raffel et al. 2020, "Exploring the Limits of Transfer Learning with a Unified
//! Text-to-Text Transformer"): what a text says, for networks that follow texts (`MusicGen` those
//! of t5-base, Parler-TTS those of flan-t5). Words have no positions; instead attention knows how
//! far apart two of them stand. The layers are candle-transformers'.

mod config;
mod encoder;

pub use self::config::{FeedForward, T5Config};
pub use self::encoder::T5Encoder;
