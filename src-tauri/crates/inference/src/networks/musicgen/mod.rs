//! `MusicGen` (Copet et al. 2023, "Simple and Controllable Music Generation"): music that fits a
//! text. T5 reads the text, a transformer composes codes of audio, 50 frames a second, and
//! `EnCodec` makes the audio of them.

mod config;
pub(in crate::networks) mod decoder;
mod generate;
mod layer;
mod model;
mod sampling;

pub use self::config::{DecoderConfig, MusicGenConfig};
pub use self::generate::Options;
pub use self::model::{MusicGen, MusicGenNetwork};
pub use self::sampling::{Draw, Sampling};
