//! Depth Anything V2 (Yang et al. 2024): how near each pixel of a single image is, by a vision
//! transformer and a dense prediction head.

mod backbone;
mod config;
mod head;
mod model;
pub mod preprocess;

pub use self::config::{BackboneConfig, DepthAnythingConfig};
pub use self::model::{DepthAnything, DepthMap};
