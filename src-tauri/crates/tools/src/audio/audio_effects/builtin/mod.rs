//! Built-in effects on an audio clip: [`apply`], and the files beside it.

pub(super) mod apply;
pub(super) mod levels;
pub(super) mod recorded;

use patchbay_values::effects::{Channels, Effect};

/// Word of the result's name after an effect on an audio clip of `length` seconds.
pub(super) fn operation(effect: &Effect, length: f64) -> &'static str {
    match effect {
        Effect::Trim(_) => "trimmed",
        Effect::Reverse => "reversed",
        Effect::Pitch(_) => "pitched",
        Effect::Tempo(rate) | Effect::Speed(rate) if rate.factor(length) < 1.0 => "slower",
        Effect::Tempo(_) | Effect::Speed(_) => "faster",
        Effect::Equalise(_) => "equalised",
        Effect::Compress(_) => "compressed",
        Effect::Width(width) if *width < 1.0 => "narrowed",
        Effect::Width(_) => "widened",
        Effect::Channels(Channels::Mono) => "mono",
        Effect::Channels(Channels::Stereo) => "stereo",
        Effect::Channels(_) => "channels",
        Effect::Echo(_) => "echo",
        Effect::Reverb(_) => "reverb",
        Effect::Gain(decibels) if *decibels < 0.0 => "quieter",
        Effect::Gain(_) => "louder",
        Effect::Normalise(_) => "normalised",
        Effect::FadeIn(_) | Effect::FadeOut(_) => "faded",
        Effect::SilenceBefore(_) | Effect::SilenceAfter(_) => "padded",
    }
}
