//! Audio in blocks of samples.

use super::Watch;
use crate::MediaError;

/// Samples per second of every [`Block`].
pub const SAMPLE_RATE: u32 = 48_000;
/// Some samples of audio, -1 to 1, left and right (equally many).
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Block {
    /// The first sample's position from the audio's start.
    pub start: i64,
    /// The samples: left, right.
    pub channels: [Vec<f32>; 2],
}

impl Block {
    /// Returns the number of samples in each channel.
    pub fn samples(&self) -> usize {
        self.channels[0].len()
    }

    /// Silence.
    pub fn silence(start: i64, samples: usize) -> Self {
        Self {
            start,
            channels: [vec![0.0; samples], vec![0.0; samples]],
        }
    }

    /// Only the samples from `first` up to `end`, counted within the block.
    #[must_use]
    pub fn part(mut self, first: usize, end: usize) -> Self {
        for channel in &mut self.channels {
            channel.truncate(end);
            channel.drain(..first.min(channel.len()));
        }
        self.start += first as i64;
        self
    }

    /// Makes every sample louder or softer by what `gain` says for its position.
    pub fn scale(&mut self, gain: impl Fn(i64) -> f32) {
        for channel in &mut self.channels {
            for (sample, position) in channel.iter_mut().zip(self.start..) {
                *sample *= gain(position);
            }
        }
    }
}

/// Audio to be pulled block by block at [`SAMPLE_RATE`]; each block begins where the one before it
/// ended.
pub trait AudioSource {
    /// The next block, never an empty one; none at the end.
    fn next_block(&mut self, watch: &Watch) -> Result<Option<Block>, MediaError>;

    /// Whether both channels are the same, because one was recorded: it is written as one, too.
    fn is_mono(&self) -> bool {
        false
    }
}
