//! Tools that work on or make sound: one file for each, found by themselves; what takes more has a folder.
//!
//! - [`effects`]: effects on a sound
//! - [`listening`]: what kind of sound it is
//! - [`mixing`]: several sounds in one
//! - [`music`]: composes and plays
//! - [`picture`]: drawings of sound
//! - [`restoration`]: takes noise away
//! - [`speaking`]: speech from text
//! - [`stretch`]: tempo without pitch, and pitch without tempo

mod effects;
mod listening;
pub(crate) mod mixing;
pub(crate) mod music;
mod picture;
mod restoration;
pub(crate) mod speaking;
mod stretch;

automod::dir!(pub(crate) "src/audio");
