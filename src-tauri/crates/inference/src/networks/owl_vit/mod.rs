//! OWL-ViT (Minderer et al. 2022, "Simple Open-Vocabulary Object Detection with Vision
//! Transformers"): CLIP's towers, of which the one that looks keeps its patches, so that each of
//! them can tell which words it shows, and where.

mod config;
mod heads;
mod model;
pub mod postprocess;
pub mod preprocess;

pub use self::config::{OwlVitConfig, OwlVitTextConfig, OwlVitVisionConfig};
pub use self::model::{OwlVit, OwlVitNetwork};
