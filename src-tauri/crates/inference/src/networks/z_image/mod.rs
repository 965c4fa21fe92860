//! Z-Image (Z-Image Team 2025, "Z-Image: An Efficient Image Generation Foundation Model with
//! Single-Stream Diffusion Transformer"): images of what a text says, out of noise. Qwen3 reads the
//! text, a transformer in which text and image are one row of tokens says where the image lies from
//! noisy latents, a scheduler goes there step by step, and the autoencoder of Flux makes the image.
//! The distilled model, Z-Image-Turbo, takes eight steps and no guidance, which is what is done
//! here.

mod config;
mod generate;
mod layer;
mod model;
mod rotary_embedding;
mod scheduler;
mod transformer;

pub use self::config::{FlowConfig, TransformerConfig};
pub use self::generate::Request;
pub use self::model::ZImage;
pub use self::scheduler::FlowScheduler;
pub use self::transformer::{ReadText, Transformer};
