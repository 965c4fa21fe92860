//! HED (Xie and Tu 2015, "Holistically-Nested Edge Detection"): where things end, as soft edges.
//! Five blocks of VGG-16, each at half the size of the one before, say where they see edges; what
//! they say is averaged. The tensors have the names of `ControlNet`'s annotator (Zhang et al.
//! 2023).

mod config;
mod model;
mod postprocess;
pub mod preprocess;

pub use self::config::HedConfig;
pub use self::model::Hed;
pub use self::postprocess::{EdgeMap, STROKE};
