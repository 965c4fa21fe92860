//! Depth of samples in bits, and the noise that hides that some are taken away.

use ffmpeg_next::codec::Id;
use ffmpeg_next::format::{Sample, sample};

use super::audio_format::AudioFormat;

/// How samples are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// Whole numbers of 16 bits.
    Bits16,
    /// Whole numbers of 24 bits.
    Bits24,
    /// Whole numbers of 32 bits.
    Bits32,
    /// Floating point numbers of 32 bits, which hold what is beyond full scale too.
    Float,
}

impl Depth {
    /// The depth of that name: `16`, `24`, `32` or `float`.
    pub fn read(name: &str) -> Option<Self> {
        match name {
            "16" => Some(Self::Bits16),
            "24" => Some(Self::Bits24),
            "32" => Some(Self::Bits32),
            "float" => Some(Self::Float),
            _ => None,
        }
    }

    /// The depth that a decoder's samples were stored in; 16 bits where a codec stores none.
    pub(super) fn of(decoder: &ffmpeg_next::decoder::Audio) -> Self {
        match decoder.id() {
            Id::PCM_S24LE | Id::PCM_S24BE => Self::Bits24,
            Id::PCM_S32LE | Id::PCM_S32BE => Self::Bits32,
            Id::PCM_F32LE | Id::PCM_F32BE | Id::PCM_F64LE | Id::PCM_F64BE => Self::Float,
            _ if matches!(decoder.format(), Sample::I32(_)) => Self::Bits24,
            _ => Self::Bits16,
        }
    }

    /// libav's encoder of a format that stores samples so, and the form in which it takes them; none where the format
    /// cannot.
    pub(super) fn encoder(self, format: AudioFormat) -> Option<(&'static str, Sample)> {
        let packed = sample::Type::Packed;
        let samples = match self {
            Self::Bits16 => Sample::I16(packed),
            Self::Bits24 | Self::Bits32 => Sample::I32(packed),
            Self::Float => Sample::F32(packed),
        };
        let encoder = match (format, self) {
            (AudioFormat::Flac, Self::Bits16 | Self::Bits24) => "flac",
            (AudioFormat::Aiff, Self::Bits16) => "pcm_s16be",
            (AudioFormat::Aiff, Self::Bits24) => "pcm_s24be",
            (AudioFormat::Aiff, Self::Bits32) => "pcm_s32be",
            (AudioFormat::Aiff, Self::Float) => "pcm_f32be",
            (AudioFormat::Wav | AudioFormat::Caf, Self::Bits16) => "pcm_s16le",
            (AudioFormat::Wav | AudioFormat::Caf, Self::Bits24) => "pcm_s24le",
            (AudioFormat::Wav | AudioFormat::Caf, Self::Bits32) => "pcm_s32le",
            (AudioFormat::Wav | AudioFormat::Caf, Self::Float) => "pcm_f32le",
            _ => return None,
        };
        Some((encoder, samples))
    }

    /// Its bits; of a floating point number those of its fraction.
    pub(super) fn bits(self) -> u32 {
        match self {
            Self::Bits16 => 16,
            Self::Bits24 | Self::Float => 24,
            Self::Bits32 => 32,
        }
    }
}

impl AudioFormat {
    /// Whether its files can store samples at that depth.
    pub fn holds(self, depth: Depth) -> bool {
        depth.encoder(self).is_some()
    }
}

/// Dither added to samples before bits are taken away, so that what is soft does not become
/// distortion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dither {
    /// Nothing: bits are rounded away.
    None,
    /// Triangular noise of one step.
    Triangular,
    /// The same with most of its noise where ears hear it least: above 5 kHz.
    HighPass,
}

impl Dither {
    /// The dither of that name: `none`, `triangular` or `high-pass`.
    pub fn read(name: &str) -> Option<Self> {
        match name {
            "none" => Some(Self::None),
            "triangular" => Some(Self::Triangular),
            "high-pass" => Some(Self::HighPass),
            _ => None,
        }
    }

    /// libav's filter that makes samples of so many bits with it.
    pub(super) fn filter(self, format: Sample, bits: u32) -> Option<String> {
        let method = match self {
            Self::None => return None,
            Self::Triangular => "triangular",
            Self::HighPass => "triangular_hp",
        };
        let name = format.name();
        Some(format!(
            "aresample=osf={name}:dither_method={method}:output_sample_bits={bits}"
        ))
    }
}
