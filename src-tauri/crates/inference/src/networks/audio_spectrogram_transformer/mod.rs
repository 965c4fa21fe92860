//! The audio spectrogram transformer (Gong et al. 2021, "AST: Audio Spectrogram Transformer"):
//! which of many things, such as the 527 of `AudioSet`, are heard in a recording, and when. A
//! vision transformer looks at a spectrogram of some ten seconds at a time.

mod config;
mod layers;
mod model;
mod preprocess;

pub use self::config::{AudioSpectrogramTransformerConfig, PreprocessorConfig, SAMPLE_RATE};
pub use self::layers::AudioSpectrogramTransformerNetwork;
pub use self::model::{AudioSpectrogramTransformer, Heard};
pub use self::preprocess::{Listener, Spectrogram};
