//! Whisper (Radford et al. 2022, "Robust Speech Recognition via Large-Scale Weak Supervision"):
//! writes down what is said in audio of any length, with times, in the language that is spoken. A
//! transformer listens to a spectrogram of 30 seconds, another writes; the next 30 seconds begin
//! where what was written ends.
//!
//! candle-transformers 0.11.1 lacks the keys of the tokens before, exact GELU, other widths than
//! four times and stopping: 30 seconds take its encoder 1.68 times ours at the base size
//! (docs/models.md).

mod alignment;
mod config;
mod decode;
mod decoder;
mod encoder;
mod logit_filters;
mod model;
mod postprocess;
mod preprocess;
mod projections;
mod transcription;
mod words;

pub use self::config::{GenerationConfig, WhisperConfig};
pub use self::decode::DecodedTokens;
pub use self::model::{Whisper, WhisperNetwork};
pub use self::preprocess::{Listener, SAMPLE_RATE, Spectrogram};
pub use self::transcription::{Options, Segment, Transcript};
pub use self::words::Word;
