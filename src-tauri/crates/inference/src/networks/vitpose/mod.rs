//! `ViTPose` (Xu et al. 2022, "`ViTPose`: Simple Vision Transformer Baselines for Human Pose
//! Estimation"): where the joints of a person are. It looks at one person at a time, of whom it has
//! to be told where they are.

mod backbone;
mod config;
mod model;
pub mod postprocess;
pub mod preprocess;

pub use self::config::{BackboneConfig, KEY_POINTS, VitPoseConfig};
pub use self::model::VitPose;
pub use self::postprocess::KeyPoint;
