//! Tools that work on or make films: one file for each, found by themselves; what takes more has a folder.
//!
//! - [`dubbing`]: a sound under a film
//! - [`stabilizing`]: steadies a film
//! - [`subtitles`]: words on a film

automod::dir!(pub(crate) "src/video");

mod dubbing;
mod stabilizing;
pub mod subtitles;
