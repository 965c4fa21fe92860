//! Playing audio on this computer by `rodio`: audio files and the audio of videos, alone or two to
//! be compared.
//!
//! ```text
//! file ─► AudioReader (patchbay-media) ─► feed ─► deck ─► source ─► rodio's mixer ─► device (or what a test records)
//! ```
//!
//! - `feed`: decodes a little ahead, from any place, around a loop, two files in step
//! - `deck`: what is ready to be heard, how far it was heard, how loud, which of two files
//! - `source`: the deck as a source of rodio, pulled by the device
//! - `output`: the devices
//! - `player`, `work`: the thread that holds all of them; what is asked goes in, how things stand
//!   comes out

mod deck;
mod feed;
mod output;
mod player;
mod source;
mod state;
mod work;

pub use output::{Device, DeviceOutput, Opened, Output, PlaybackError, devices};
pub use player::Player;
pub use source::DeckSource;
pub use state::{AudioFile, Control, Load, State};

/// Frames per second of everything that is played.
pub const RATE: u32 = patchbay_media::video::SAMPLE_RATE;
