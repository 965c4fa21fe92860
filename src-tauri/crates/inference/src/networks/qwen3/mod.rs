//! Qwen3 (Yang et al. 2025, "Qwen3 Technical Report", section 2) as a reader of texts: what stands
//! behind its last layer but one, which models that make images are told of a text.

mod config;
mod encoder;

pub use self::config::Qwen3Config;
pub use self::encoder::Qwen3Encoder;
