//! Parler-TTS (Lyth and King 2024, "Natural language guidance of high-fidelity text-to-speech with
//! synthetic annotations"): says a text with a voice that is described in words. T5 reads the
//! description, a transformer that has the text before it speaks codes of audio, 86 frames a
//! second, and the Descript audio codec makes the audio of them.

mod config;
mod generate;
mod model;

pub use self::config::{GenerationConfig, ParlerTtsConfig, SpeakerConfig};
pub use self::model::{ParlerTts, ParlerTtsNetwork, Voice};
