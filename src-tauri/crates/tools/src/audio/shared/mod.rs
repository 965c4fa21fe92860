//! Code that several tools on audio share; what works on samples alone lies in
//! [`patchbay_audio_dsp`].
//!
//! - [`spool`]: an audio clip on disk, while it is worked on; [`files`]: from a file and into one
//! - [`hearing`]: audio clips as models hear them; [`transcribing`]: what is said in them;
//!   [`wanted`]: words that are looked for in that; [`sampling`]: how models compose them
//! - [`speech`]: what stays of speech without some of its words
//! - [`cutting`]: parts of an audio clip; [`encoding`]: how it is to be encoded; [`apart`]: each track or channel of it;
//!   [`one_channel`]: two channels that become one; [`through`]: it after filters of libav's;
//!   [`joining`]: one after the other

pub(crate) mod apart;
pub(crate) mod cutting;
pub(crate) mod encoding;
pub(crate) mod files;
pub(crate) mod hearing;
pub(crate) mod joining;
pub(crate) mod one_channel;
pub(crate) mod sampling;
pub(crate) mod speech;
pub(crate) mod spool;
#[cfg(test)]
pub(crate) mod testing;
pub(crate) mod through;
pub(crate) mod transcribing;
pub(crate) mod wanted;
