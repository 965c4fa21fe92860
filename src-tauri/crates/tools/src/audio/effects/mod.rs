//! Effects on a sound: what a sentence asks for ([`request`]), and how it is done ([`apply`] and the files beside it).

pub(super) mod apply;
mod compressor;
mod equaliser;
pub(super) mod request;
pub(super) mod spool;
mod width;

pub(in crate::audio) use compressor::{Compressor, compress};
pub(in crate::audio) use equaliser::{Band, Shape, equalise};

use patchbay_phrases::times::Part;

/// Something to do to a sound.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Effect {
    /// Keep these parts, in seconds, one after the other.
    Trim(Vec<Part>),
    /// Play backwards.
    Reverse,
    /// Higher or lower by that many semitones, at the same tempo.
    Pitch(f64),
    /// So many times as fast, at the same pitch.
    Tempo(f64),
    /// So many times as fast, with the pitch, as a tape.
    Speed(f64),
    /// Other parts of the spectrum louder or softer.
    Equalise(Vec<Band>),
    /// Loud parts softer, then all of it as loud as before.
    Compress(Compressor),
    /// So many times as wide between left and right: 1 changes nothing.
    Width(f64),
    /// One channel out of all.
    Mono,
    /// Repeat softer and softer, that many seconds apart.
    Echo(f64),
    /// Put in a room that rings for that many seconds.
    Reverb(f64),
    /// Louder or softer by that many dB.
    Gain(f64),
    /// Bring to that loudness, in LUFS.
    Normalise(f64),
    /// Rise from silence over that many seconds.
    FadeIn(f64),
    /// Fall to silence over the last seconds.
    FadeOut(f64),
}

impl Effect {
    /// What the result is called after it.
    pub(super) fn operation(&self) -> &'static str {
        match self {
            Self::Trim(_) => "trimmed",
            Self::Reverse => "reversed",
            Self::Pitch(_) => "pitched",
            Self::Tempo(factor) | Self::Speed(factor) if *factor < 1.0 => "slower",
            Self::Tempo(_) | Self::Speed(_) => "faster",
            Self::Equalise(_) => "equalised",
            Self::Compress(_) => "compressed",
            Self::Width(width) if *width < 1.0 => "narrowed",
            Self::Width(_) => "widened",
            Self::Mono => "mono",
            Self::Echo(_) => "echo",
            Self::Reverb(_) => "reverb",
            Self::Gain(decibels) if *decibels < 0.0 => "quieter",
            Self::Gain(_) => "louder",
            Self::Normalise(_) => "normalised",
            Self::FadeIn(_) | Self::FadeOut(_) => "faded",
        }
    }

    /// Where it stands among others: cuts first, then what the sound is made of, rooms, loudness and fades.
    fn place(&self) -> u8 {
        match self {
            Self::Trim(_) => 0,
            Self::Reverse => 1,
            Self::Tempo(_) | Self::Speed(_) => 2,
            Self::Pitch(_) => 3,
            Self::Equalise(_) => 4,
            Self::Compress(_) => 5,
            Self::Width(_) | Self::Mono => 6,
            Self::Echo(_) => 7,
            Self::Reverb(_) => 8,
            Self::Gain(_) => 9,
            Self::Normalise(_) => 10,
            Self::FadeIn(_) | Self::FadeOut(_) => 11,
        }
    }
}
