//! Audio: decoding to planar samples, writing WAV, resampling, and what is measured on it
//! (waveform, loudness).
//!
//! Everything holds samples as planar `f32` in -1..1, one vector for each channel, all of one
//! length.

mod decode;
mod loudness;
mod packets;
mod resample;
mod symphonia_decoder;
mod waveform;

pub use decode::{AudioFacts, Decoder, MAX_SAMPLES, probe, read, read_with, stream};
pub use loudness::{Loudness, Meter, loudness, streamed_loudness};
pub use resample::{StreamResampler, resample, resample_with};
pub use waveform::{Peaks, waveform};

pub use crate::audio_buffer::AudioBuffer;
pub use crate::audio_polarity::Polarity;
pub use crate::wav::{SampleFormat, WavFile, write_wav, write_wav_as};
