//! Writing WAV files, 16-bit with dither or 24-bit.

use std::fs::File;
use std::io::BufWriter;
use std::ops::Range;
use std::path::{Path, PathBuf};

use hound::{SampleFormat as HoundFormat, WavSpec, WavWriter};

use crate::MediaError;
use crate::audio_buffer::AudioBuffer;

/// How samples are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SampleFormat {
    /// 16-bit whole numbers with triangular dither of one step (Lipshitz, Wannamaker and
    /// Vanderkooy, "Quantization and dither: a theoretical survey", 1992), so that quiet fades do
    /// not end in distortion.
    #[default]
    Pcm16,
    /// 24-bit whole numbers, for what is worked on further.
    Pcm24,
}

/// Writes audio as a 16-bit WAV file. Samples beyond full scale are clipped.
pub fn write_wav(audio: &AudioBuffer, path: &Path, name: &str) -> Result<(), MediaError> {
    write_wav_as(audio, path, name, SampleFormat::Pcm16)
}

/// Writes audio as a WAV file of that format. Samples beyond full scale are clipped; what is not a
/// number is silence. A half-written file is removed.
pub fn write_wav_as(
    audio: &AudioBuffer,
    path: &Path,
    name: &str,
    format: SampleFormat,
) -> Result<(), MediaError> {
    let mut file = WavFile::create(
        path,
        name,
        (audio.sample_rate, audio.channels.len()),
        format,
    )?;
    file.write(audio)?;
    file.finish()
}

/// A WAV file that is written block by block. It is whole once [`WavFile::finish`] says so; after
/// an error it is gone.
pub struct WavFile {
    writer: WavWriter<BufWriter<File>>,
    format: SampleFormat,
    dither: Dither,
    path: PathBuf,
    name: String,
}

impl WavFile {
    /// A file for audio of that sample rate and number of channels. `name` is what messages call
    /// it.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn create(
        path: &Path,
        name: &str,
        (sample_rate, channels): (u32, usize),
        format: SampleFormat,
    ) -> Result<Self, MediaError> {
        let bits_per_sample = match format {
            SampleFormat::Pcm16 => 16,
            SampleFormat::Pcm24 => 24,
        };
        let sample_format = HoundFormat::Int;
        let spec = WavSpec {
            channels: channels as u16,
            sample_rate,
            bits_per_sample,
            sample_format,
        };
        let writer =
            WavWriter::create(path, spec).map_err(|error| unwritable(error, path, name))?;
        Ok(Self {
            writer,
            format,
            dither: Dither::default(),
            path: path.to_owned(),
            name: name.to_owned(),
        })
    }

    /// Writes the next samples, with as many channels as were announced. Samples beyond full scale
    /// are clipped; what is not a number is silence.
    ///
    /// # Errors
    /// The disk is full.
    pub fn write(&mut self, audio: &AudioBuffer) -> Result<(), MediaError> {
        // Whole frames at a time: a writer of single samples checks each of them.
        for start in (0..audio.frames()).step_by(BLOCK) {
            let frames = start..audio.frames().min(start + BLOCK);
            self.write_frames(audio, frames)
                .map_err(|error| unwritable(error, &self.path, &self.name))?;
        }
        Ok(())
    }

    fn write_frames(&mut self, audio: &AudioBuffer, frames: Range<usize>) -> hound::Result<()> {
        match self.format {
            SampleFormat::Pcm16 => {
                let mut block = self
                    .writer
                    .get_i16_writer((frames.len() * audio.channels.len()) as u32);
                interleaved(audio, frames, |sample| {
                    // Digital silence stays digital silence.
                    let noise = if sample == 0.0 {
                        0.0
                    } else {
                        self.dither.next()
                    };
                    block.write_sample(whole(sample * 32_767.0 + noise, 32_767.0) as i16);
                });
                block.flush()
            }
            SampleFormat::Pcm24 => {
                let mut written = Ok(());
                interleaved(audio, frames, |sample| {
                    if written.is_ok() {
                        written = self
                            .writer
                            .write_sample(whole(sample * 8_388_607.0, 8_388_607.0));
                    }
                });
                written
            }
        }
    }

    /// Ends the file.
    ///
    /// # Errors
    /// The disk is full.
    pub fn finish(self) -> Result<(), MediaError> {
        let Self {
            writer, path, name, ..
        } = self;
        writer
            .finalize()
            .map_err(|error| unwritable(error, &path, &name))
    }
}

fn unwritable(error: hound::Error, path: &Path, name: &str) -> MediaError {
    // The error that counts is the one that stopped the writing.
    let _ = std::fs::remove_file(path);
    let reason = match error {
        hound::Error::IoError(error) => error.to_string(),
        other => other.to_string(),
    };
    MediaError::Unwritable {
        name: name.to_owned(),
        reason,
    }
}

/// Frames that are written at once.
const BLOCK: usize = 1 << 15;

/// Calls `write` with every sample of some frames, channel by channel in each frame.
fn interleaved(audio: &AudioBuffer, frames: Range<usize>, mut write: impl FnMut(f32)) {
    for frame in frames {
        for channel in &audio.channels {
            write(channel[frame]);
        }
    }
}

/// The nearest whole number within full scale; what is not a number is 0.
fn whole(scaled: f32, largest: f32) -> i32 {
    // Cast towards zero, which is the floor of what is positive.
    let inside = if scaled.is_nan() {
        0.0
    } else {
        scaled.clamp(-largest - 1.0, largest)
    };
    (f64::from(inside) + f64::from(largest) + 1.5) as i32 - largest as i32 - 1
}

/// Triangular noise between -1 and 1, the same on every run: xorshift64 (Marsaglia, "Xorshift
/// RNGs", 2003).
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
