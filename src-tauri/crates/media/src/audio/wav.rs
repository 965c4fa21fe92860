//! Writing WAV files, 16-bit with dither or 24-bit.

use std::path::Path;

use hound::{SampleFormat as HoundFormat, WavSpec, WavWriter};

use super::Sound;
use crate::MediaError;

/// How samples are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SampleFormat {
    /// 16-bit whole numbers with triangular dither of one step (Lipshitz, Wannamaker and Vanderkooy, "Quantization and
    /// dither: a theoretical survey", 1992), so that quiet fades do not end in distortion.
    #[default]
    Pcm16,
    /// 24-bit whole numbers, for what is worked on further.
    Pcm24,
}

/// Writes a sound as a 16-bit WAV file. Samples beyond full scale are clipped.
pub fn write_wav(sound: &Sound, path: &Path, name: &str) -> Result<(), MediaError> {
    write_wav_as(sound, path, name, SampleFormat::Pcm16)
}

/// Writes a sound as a WAV file of that format. Samples beyond full scale are clipped; what is not a number is silence.
/// A half-written file is removed.
pub fn write_wav_as(sound: &Sound, path: &Path, name: &str, format: SampleFormat) -> Result<(), MediaError> {
    write(sound, path, format).map_err(|error| {
        // The error that counts is the one that stopped the writing.
        let _ = std::fs::remove_file(path);
        let reason = match error {
            hound::Error::IoError(error) => error.to_string(),
            other => other.to_string(),
        };
        MediaError::Unwritable { name: name.to_owned(), reason }
    })
}

fn write(sound: &Sound, path: &Path, format: SampleFormat) -> hound::Result<()> {
    let bits_per_sample = match format {
        SampleFormat::Pcm16 => 16,
        SampleFormat::Pcm24 => 24,
    };
    let spec = WavSpec {
        channels: sound.channels.len() as u16,
        sample_rate: sound.sample_rate,
        bits_per_sample,
        sample_format: HoundFormat::Int,
    };
    let largest = f64::from((1_u32 << (bits_per_sample - 1)) - 1);
    let mut dither = Dither::default();
    let mut writer = WavWriter::create(path, spec)?;
    for frame in 0..sound.frames() {
        for channel in &sound.channels {
            let sample = f64::from(channel[frame]);
            // Digital silence stays digital silence.
            let noise = if format == SampleFormat::Pcm16 && sample != 0.0 { dither.next() } else { 0.0 };
            let scaled = if sample.is_nan() { 0.0 } else { sample * largest + noise };
            writer.write_sample(scaled.round().clamp(-largest - 1.0, largest) as i32)?;
        }
    }
    writer.finalize()
}

/// Triangular noise between -1 and 1, the same on every run: xorshift64 (Marsaglia, "Xorshift RNGs", 2003).
struct Dither(u64);

impl Default for Dither {
    fn default() -> Self {
        Self(0x9E37_79B9_7F4A_7C15)
    }
}

impl Dither {
    fn next(&mut self) -> f64 {
        self.uniform() - self.uniform()
    }

    fn uniform(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }
}
