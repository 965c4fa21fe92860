//! Local models on candle: which there are, getting them, keeping them in memory, running them.
//!
//! - [`registry`]: which models there are, the built-in ones and a person's own
//! - [`library`]: which of them are on disk, whole or by half; looking into them, removing and importing them
//! - [`download`]: getting them from a hub or a mirror
//! - [`Models`]: the models of a running program: which can run, and those that are in memory
//! - [`Outliner`]: outlines of what is pointed at, and the pictures that were looked at for it
//! - [`device`]: what they run on
//! - [`weights`]: a network's tensors out of its files, checked before use
//! - [`watch`]: how long work is followed and stopped
//! - [`pictures`]: pictures as networks take them
//! - [`labels`]: names of what can be in pictures and films
//! - [`detection`]: what detectors find
//! - [`networks`]: one module per network: its configuration, layers, what goes in and what comes out
//!
//! Nothing here knows a tool, a plan or a window. A tool's implementation asks for a model and calls its network.

pub mod detection;
pub mod device;
pub mod download;
mod embeddings;
mod error;
pub mod labels;
pub mod library;
mod mapped;
mod models;
pub mod networks;
mod operations;
mod outliner;
pub mod pictures;
pub mod registry;
mod sounds;
pub mod watch;
pub mod weights;

pub use candle_core::{DType, Device, Tensor};
pub use error::InferenceError;
pub use models::Models;
pub use outliner::Outliner;
pub use watch::Watch;

/// A number of bytes for people: `375 MB`.
pub fn size(bytes: u64) -> String {
    match bytes {
        0..1000 => format!("{bytes} bytes"),
        1000..1_000_000 => format!("{:.0} kB", bytes as f64 / 1e3),
        1_000_000..1_000_000_000 => format!("{:.0} MB", bytes as f64 / 1e6),
        _ => format!("{:.1} GB", bytes as f64 / 1e9),
    }
}
