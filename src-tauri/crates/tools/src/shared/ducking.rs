//! Levels of music under a voice, as values say.

use patchbay_audio_dsp::duck::Under;

use crate::Inputs;

/// By the values `music_level` and `ducking`.
pub(crate) fn under(inputs: &Inputs) -> Under {
    let number = |name: &str| inputs.value(name).and_then(|value| value.parse().ok());
    Under {
        level: number("music_level"),
        depth: number("ducking"),
    }
}
