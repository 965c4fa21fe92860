//! Effects on an audio clip. The length of the audio need not be known: what depends on it is
//! worked out when the effect is done.

use super::limits::TEMPI;
use crate::times::TimeRanges;

/// Effect on an audio clip.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// Keep these parts, one after the other.
    Trim(TimeRanges),
    /// Play backwards.
    Reverse,
    /// Higher or lower by that many semitones, at the same tempo.
    Pitch(f64),
    /// Faster or slower, at the same pitch.
    Tempo(Rate),
    /// Faster or slower, with the pitch, as a tape.
    Speed(Rate),
    /// Other parts of the spectrum louder or softer.
    Equalise(Vec<Band>),
    /// Loud parts softer, then all of it as loud as before.
    Compress(Compressor),
    /// Wider or narrower between left and right by that factor: 1 changes nothing.
    Width(f64),
    /// Other channels.
    Channels(Channels),
    /// Repeat softer and softer, that many seconds apart.
    Echo(f64),
    /// Put in a room that rings for that many seconds.
    Reverb(f64),
    /// Louder or softer by that many dB.
    Gain(f64),
    /// Bring to that loudness, in LUFS.
    Normalise(f64),
    /// Rise from silence.
    FadeIn(Fade),
    /// Fall to silence.
    FadeOut(Fade),
    /// That many seconds of silence before it.
    SilenceBefore(f64),
    /// That many seconds of silence behind it.
    SilenceAfter(f64),
}

impl Effect {
    /// Returns the effect's place among others: cuts first, then what the audio is made of, rooms,
    /// loudness, fades, and silence around all of it.
    pub fn place(&self) -> u8 {
        match self {
            Self::Trim(_) => 0,
            Self::Reverse => 1,
            Self::Tempo(_) | Self::Speed(_) => 2,
            Self::Pitch(_) => 3,
            Self::Equalise(_) => 4,
            Self::Compress(_) => 5,
            Self::Width(_) | Self::Channels(_) => 6,
            Self::Echo(_) => 7,
            Self::Reverb(_) => 8,
            Self::Gain(_) => 9,
            Self::Normalise(_) => 10,
            Self::FadeIn(_) | Self::FadeOut(_) => 11,
            Self::SilenceBefore(_) | Self::SilenceAfter(_) => 12,
        }
    }
}

/// Change of the channels of an audio clip.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Channels {
    /// One channel out of all.
    Mono,
    /// Left and right out of more.
    Stereo,
    /// The left channel on both sides.
    Left,
    /// The right channel on both sides.
    Right,
    /// Left and right change places.
    Swapped,
}

impl Channels {
    /// Each with the name that it is written by.
    const NAMES: [(Self, &'static str); 5] = [
        (Self::Mono, "mono"),
        (Self::Stereo, "stereo"),
        (Self::Left, "left"),
        (Self::Right, "right"),
        (Self::Swapped, "swapped"),
    ];

    /// The one of that name; none where none has it.
    pub fn read(name: &str) -> Option<Self> {
        let (channels, _) = Self::NAMES.iter().find(|(_, own)| *own == name)?;
        Some(*channels)
    }

    /// The name that it is written by.
    pub fn name(self) -> &'static str {
        let named = Self::NAMES.iter().find(|(channels, _)| *channels == self);
        named.map_or("", |(_, name)| name)
    }
}

/// Rate at which an audio clip is to play.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Rate {
    /// A multiple of the speed before.
    Times(f64),
    /// The rate at which it lasts that many seconds.
    Lasting(f64),
}

impl Rate {
    /// Returns the factor by which an audio clip of `length` seconds becomes faster, within
    /// [`TEMPI`].
    pub fn factor(self, length: f64) -> f64 {
        let factor = match self {
            Self::Times(factor) => factor,
            Self::Lasting(seconds) => length / seconds.max(0.01),
        };
        factor.clamp(TEMPI.0, TEMPI.1)
    }
}

/// Length of a fade.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Fade {
    /// The usual length: two seconds, on a short clip a quarter of its length.
    Usual,
    /// That many seconds, at most as long as the audio.
    Over(f64),
}

impl Fade {
    /// The usual length where the audio is long enough, in seconds.
    pub const USUAL: f64 = 2.0;

    /// Returns the seconds that it lasts on an audio clip of `length` seconds.
    pub fn seconds(self, length: f64) -> f64 {
        match self {
            Self::Usual => Self::USUAL.min(length / 4.0),
            Self::Over(seconds) => seconds.min(length),
        }
    }
}

/// Settings by which an audio clip is compressed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Compressor {
    /// Decibels above the threshold that come out as one dB above it.
    pub ratio: f64,
    /// Threshold in dB of full scale; none for one that fits the audio.
    pub threshold: Option<f64>,
}

impl Compressor {
    /// The ratio where none is given.
    pub const USUAL_RATIO: f64 = 3.0;
}

/// Shape of a band of an equaliser.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// Everything below the frequency, louder or softer.
    LowShelf,
    /// Everything above the frequency, louder or softer.
    HighShelf,
    /// All around the frequency, louder or softer.
    Peak,
    /// Only the part below the frequency, 12 dB softer with each octave above.
    LowPass,
    /// Only the part above the frequency, 12 dB softer with each octave below.
    HighPass,
    /// Nothing at the frequency.
    Notch,
}

impl Shape {
    /// Each with the name that it is written by.
    pub(super) const NAMES: [(Self, &'static str); 6] = [
        (Self::LowShelf, "low shelf"),
        (Self::HighShelf, "high shelf"),
        (Self::Peak, "peak"),
        (Self::LowPass, "low pass"),
        (Self::HighPass, "high pass"),
        (Self::Notch, "notch"),
    ];

    /// The one of that name; none where none has it.
    pub fn read(name: &str) -> Option<Self> {
        let (shape, _) = Self::NAMES.iter().find(|(_, own)| *own == name)?;
        Some(*shape)
    }

    /// The name that it is written by.
    pub fn name(self) -> &'static str {
        let named = Self::NAMES.iter().find(|(shape, _)| *shape == self);
        named.map_or("", |(_, name)| name)
    }
}

/// One band of an equaliser.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Band {
    /// Shape of its change to the spectrum.
    pub shape: Shape,
    /// Frequency in Hz.
    pub frequency: f64,
    /// Gain in dB; 0 for passes and notches.
    pub gain: f64,
    /// Narrowness: the frequency over the width at -3 dB.
    pub quality: f64,
}

impl Band {
    /// The frequency of a band where none is given, in Hz.
    pub const MIDDLE: f64 = 1_000.0;

    /// A band of the usual width.
    pub fn new(shape: Shape, frequency: f64, gain: f64) -> Self {
        let quality = if shape == Shape::Peak {
            1.0
        } else {
            std::f64::consts::FRAC_1_SQRT_2
        };
        Self {
            shape,
            frequency,
            gain,
            quality,
        }
    }

    /// Returns the band that “bass” means.
    pub fn bass(gain: f64) -> Self {
        Self::new(Shape::LowShelf, 150.0, gain)
    }

    /// Returns the band that “treble” means.
    pub fn treble(gain: f64) -> Self {
        Self::new(Shape::HighShelf, 4_000.0, gain)
    }

    /// Two bands that together pass what is on one side and take away 24 dB with each octave on the
    /// other (Butterworth).
    pub fn steep(shape: Shape, frequency: f64) -> [Self; 2] {
        [0.541, 1.307].map(|quality| Self {
            shape,
            frequency,
            gain: 0.0,
            quality,
        })
    }
}
