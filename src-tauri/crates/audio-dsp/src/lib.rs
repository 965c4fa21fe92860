//! Audio algorithms of the tools, without a model: samples, numbers and words in; samples and
//! numbers out.
//!
//! - [`levelling`], [`limiter`], [`compressor`]: how loud an audio clip is, and what holds it there
//! - [`equaliser`], `filter`, [`reverb`], [`width`], [`stretch`]: effects
//! - [`resampling`], [`spectrogram`], `transform`: other rates, and spectra
//! - [`listening`]: what kind of sound it is; [`speech_activity`]: where somebody speaks;
//!   [`silence`]: where nothing is heard; [`duck`]:
//!   how far one audio clip makes room for another
//! - [`alignment`]: when one recording of something begins in another one
//! - [`cleaning`], [`mixing`]: recordings cleaned, and laid over each other
//! - [`music`]: composed and played from words
//!
//! Long work hears a [`Report`] or a [`Check`]: how far it is, and whether it is to stop.

pub mod alignment;
pub mod cleaning;
pub mod compressor;
pub mod duck;
pub mod equaliser;
mod filter;
pub mod levelling;
pub mod limiter;
pub mod listening;
pub mod mixing;
pub mod music;
pub mod resampling;
pub mod reverb;
pub mod silence;
pub mod spectrogram;
pub mod speech_activity;
pub mod stretch;
#[cfg(test)]
mod testing;
mod transform;
mod watch;
pub mod width;

pub use watch::{Check, Report};
