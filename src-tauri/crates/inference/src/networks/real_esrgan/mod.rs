//! Real-ESRGAN (Wang et al. 2021, "Real-ESRGAN: Training Real-World Blind Super-Resolution with
//! Pure Synthetic Data"): images made larger, with the detail that such images have. A compact
//! network that is quick, and the dense one of the paper.

mod compact;
mod config;
mod dense;
mod model;

pub use self::config::{Body, RealEsrganConfig};
pub use self::model::RealEsrgan;
