//! An edit as a timeline, written for editing programs. No IO, no tool.
//!
//! - [`rate`]: frames a second as a fraction, timecodes
//! - [`media`]: the files that a timeline names
//! - [`sequence`]: shots in seconds, and what cutting, joining and fading makes of them
//! - [`timeline`]: a sequence in whole frames
//! - [`otio`], [`fcpxml`], [`edl`], [`command`]: the same timeline as text

pub mod command;
pub mod edl;
pub mod fcpxml;
pub mod media;
pub mod otio;
pub mod rate;
pub mod sequence;
#[cfg(test)]
mod testing;
pub mod timeline;

pub use media::Media;
pub use rate::Rate;
pub use sequence::{Cut, Sequence, Transition, TransitionKind};
pub use timeline::Timeline;
