//! Levels of music under a voice, as values say.

use patchbay_audio_dsp::duck::Under;

use crate::{Inputs, ToolError};

/// By the values `music_level` and `ducking`.
///
/// # Errors
/// A value is no number.
pub(crate) fn under(inputs: &Inputs) -> Result<Under, ToolError> {
    Ok(Under {
        level: inputs.number("music_level")?,
        depth: inputs.number("ducking")?,
    })
}
