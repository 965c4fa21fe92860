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
    let mut dither = Dither::default();
    let spec = WavSpec {
        channels: sound.channels.len() as u16,
        sample_rate: sound.sample_rate,
        bits_per_sample,
        sample_format: HoundFormat::Int,
    };
    let mut writer = WavWriter::create(path, spec)?;
    // Whole frames at a time: a writer of single samples checks each of them.
    for start in (0..sound.frames()).step_by(BLOCK) {
        let end = sound.frames().min(start + BLOCK);
        match format {
            SampleFormat::Pcm16 => {
                let mut block = writer.get_i16_writer(((end - start) * sound.channels.len()) as u32);
                interleaved(sound, start..end, |sample| {
                    // Digital silence stays digital silence.
                    let noise = if sample == 0.0 { 0.0 } else { dither.next() };
                    block.write_sample(whole(sample * 32_767.0 + noise, 32_767.0) as i16);
                });
                block.flush()?;
            }
            SampleFormat::Pcm24 => {
                let mut written = Ok(());
                interleaved(sound, start..end, |sample| {
                    if written.is_ok() {
                        written = writer.write_sample(whole(sample * 8_388_607.0, 8_388_607.0));
                    }
                });
                written?;
            }
        }
    }
    writer.finalize()
}

/// Frames that are written at once.
const BLOCK: usize = 1 << 15;

/// Calls `write` with every sample of some frames, channel by channel in each frame.
fn interleaved(sound: &Sound, frames: std::ops::Range<usize>, mut write: impl FnMut(f32)) {
    for frame in frames {
        for channel in &sound.channels {
            write(channel[frame]);
        }
    }
}

/// The nearest whole number within full scale; what is not a number is 0.
fn whole(scaled: f32, largest: f32) -> i32 {
    // Cast towards zero, which is the floor of what is positive.
    let inside = if scaled.is_nan() { 0.0 } else { scaled.clamp(-largest - 1.0, largest) };
    (f64::from(inside) + f64::from(largest) + 1.5) as i32 - largest as i32 - 1
}

/// Triangular noise between -1 and 1, the same on every run: xorshift64 (Marsaglia, "Xorshift RNGs", 2003).
struct Dither(u64);

impl Default for Dither {
    fn default() -> Self {
        Self(0x9E37_79B9_7F4A_7C15)
    }
}

impl Dither {
    fn next(&mut self) -> f32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        // The difference of two uniform numbers, the upper and the lower half of one.
        let (upper, lower) = (self.0 >> 32, self.0 & 0xFFFF_FFFF);
        (upper as i64 - lower as i64) as f32 / (1_u64 << 32) as f32
    }
}
