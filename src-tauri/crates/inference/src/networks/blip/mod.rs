//! BLIP (Li et al. 2022, "BLIP: Bootstrapping Language-Image Pre-training for Unified
//! Vision-Language Understanding and Generation"): says in a sentence what an image shows, and
//! answers questions about it. A vision transformer looks; BERT's layers, which attend to what it
//! saw, read the question and write.
//!
//! candle-transformers 0.11.1 lacks questions, stopping between layers, and the image's keys kept
//! from token to token: an image takes 1.30 times ours at 384 px (docs/models.md).

mod config;
mod decoder;
mod model;
pub mod preprocess;
mod text;
mod vision;

pub use self::config::{BlipConfig, BlipTextConfig, BlipVisionConfig, HiddenActivation};
pub use self::decoder::Written;
pub use self::model::{Answer, Blip, BlipAnswerer, BlipCaptioner, BlipVqa};
