//! Effects on a sound: what a sentence asks for ([`request`]), and how it is done ([`apply`]).

pub(super) mod apply;
pub(super) mod request;

use crate::times::Part;

/// Something to do to a sound.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Effect {
    /// Keep these parts, in seconds, one after the other.
    Trim(Vec<Part>),
    /// Rise from silence over that many seconds.
    FadeIn(f64),
    /// Fall to silence over the last seconds.
    FadeOut(f64),
    /// Louder or softer by that many dB.
    Gain(f64),
    /// Bring to that loudness, in LUFS.
    Normalise(f64),
    /// Play backwards.
    Reverse,
    /// Repeat softer and softer, that many seconds apart.
    Echo(f64),
    /// Put in a room that rings for that many seconds.
    Reverb(f64),
}

impl Effect {
    /// What the result is called after it.
    pub(super) fn operation(&self) -> &'static str {
        match self {
            Self::Trim(_) => "trimmed",
            Self::FadeIn(_) | Self::FadeOut(_) => "faded",
            Self::Gain(decibels) if *decibels < 0.0 => "quieter",
            Self::Gain(_) => "louder",
            Self::Normalise(_) => "normalised",
            Self::Reverse => "reversed",
            Self::Echo(_) => "echo",
            Self::Reverb(_) => "reverb",
        }
    }
}
