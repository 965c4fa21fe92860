//! Decoding and encoding: images, audio, video. Everything from outside is hostile until checked:
//! sizes and types are looked at before anything is decoded, and a wrong file is an error that
//! names it.

pub mod audio;
mod audio_buffer;
mod audio_polarity;
mod boxes;
pub mod captured;
pub mod clean;
pub mod document;
mod error;
pub mod image;
pub mod inflate;
pub mod pdf;
mod probe;
pub mod regular;
mod riff;
mod text;
pub mod video;
mod wav;
pub mod xmp;

pub use error::MediaError;
pub use probe::{Facts, MediaKind, probe, promised_kind};
pub use text::{decoded, read_text};
