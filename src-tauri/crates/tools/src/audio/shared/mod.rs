//! What several tools on audio share; what works on samples alone lies in [`patchbay_audio_dsp`].
//!
//! - [`hearing`]: audio clips as models hear them; [`sampling`]: how models compose them

pub(crate) mod hearing;
pub(crate) mod sampling;
#[cfg(test)]
pub(crate) mod testing;
