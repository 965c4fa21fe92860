//! DETR (Carion et al. 2020, "End-to-End Object Detection with Transformers"): a residual network
//! and a transformer find a fixed number of things at once, without anchors and without
//! suppression; a head of its own makes masks of them.

mod backbone;
mod config;
mod mask_head;
mod model;
mod panoptic;
mod postprocess;
pub mod preprocess;
mod transformer;

pub use self::config::{BackboneConfig, DetrConfig, Stages};
pub use self::model::{DetrDetector, Found};
pub use self::panoptic::DetrSegmenter;
pub use self::postprocess::{Segment, Sure, segments, sure};
