//! What several tools on sound share.
//!
//! - [`listening`]: what kind of sound it is; [`speech_activity`]: where somebody speaks
//! - [`levelling`] and [`limiter`]: how loud it is; [`duck`]: how far one sound makes room for
//!   another
//! - [`equaliser`], [`compressor`], [`filter`], [`reverb`]: effects; [`transform`]: spectra
//! - [`hearing`]: sounds as models hear them; [`sampling`]: how models compose them

pub(crate) mod compressor;
pub(crate) mod duck;
pub(crate) mod equaliser;
pub(crate) mod filter;
pub(crate) mod hearing;
pub(crate) mod levelling;
pub(crate) mod limiter;
pub(crate) mod listening;
pub(crate) mod resampling;
pub(crate) mod reverb;
pub(crate) mod sampling;
pub(crate) mod speech_activity;
#[cfg(test)]
pub(crate) mod testing;
pub(crate) mod transform;
