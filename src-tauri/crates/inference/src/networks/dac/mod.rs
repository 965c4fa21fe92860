//! The Descript audio codec (Kumar et al. 2023, "High-Fidelity Audio Compression with Improved
//! RVQGAN"): makes audio of codes, of 44.1 kHz 86 times a second one of each codebook. What the
//! codes stand for is added up, and convolutions make samples of it.

mod config;
mod decoder;

pub use self::config::DacConfig;
pub use self::decoder::DacDecoder;
