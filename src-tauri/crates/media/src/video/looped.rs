//! A video over and over again: its file is read anew for each round, so that nothing of it is held
//! in memory.

use std::path::{Path, PathBuf};

use super::Watch;
use super::audio_reader::{AudioReader, AudioSource, Block, SAMPLE_RATE};
use super::frames::{Frame, FrameFormat, FrameReader, FrameSource};
use crate::MediaError;

/// Samples of silence that are given out at once.
const SILENCE: i64 = 4096;

/// The frames of a video over and over again.
pub struct LoopedFrames {
    path: PathBuf,
    name: String,
    reader: FrameReader,
    format: FrameFormat,
    /// How long a round is, in ticks.
    round: i64,
    /// Start of the round that is read, in ticks.
    begins: i64,
    /// End of the last round, in ticks.
    ends: i64,
}

impl LoopedFrames {
    /// The frames of a video of `round` seconds, from its start again whenever it is at its end,
    /// until `seconds` are full.
    ///
    /// # Errors
    /// The video cannot be opened.
    pub fn open(path: &Path, name: &str, round: f64, seconds: f64) -> Result<Self, MediaError> {
        let reader = FrameReader::open(path, name, u32::MAX)?;
        let format = reader.format();
        let ticks = |seconds: f64| (seconds / format.seconds(1)).round() as i64;
        Ok(Self {
            path: path.to_owned(),
            name: name.to_owned(),
            reader,
            format,
            round: ticks(round).max(1),
            begins: 0,
            ends: ticks(seconds),
        })
    }
}

impl FrameSource for LoopedFrames {
    fn format(&self) -> FrameFormat {
        self.format
    }

    fn expected_seconds(&self) -> f64 {
        self.format.seconds(self.ends)
    }

    fn next_frame(&mut self, watch: &Watch) -> Result<Option<Frame>, MediaError> {
        while self.begins < self.ends {
            let frame = self.reader.next_frame(watch)?;
            let Some(frame) = frame.filter(|frame| frame.time < self.round) else {
                self.begins += self.round;
                self.reader = FrameReader::open(&self.path, &self.name, u32::MAX)?;
                continue;
            };
            let time = self.begins + frame.time;
            if time >= self.ends {
                break;
            }
            let ends = self.begins + (frame.time + frame.duration).min(self.round);
            return Ok(Some(Frame {
                time,
                duration: ends.min(self.ends) - time,
                ..frame
            }));
        }
        Ok(None)
    }
}

/// Audio over and over again, without an end.
pub struct LoopedAudio {
    reader: AudioReader,
    /// How long a round is, in seconds.
    round: f64,
    /// Which round is read, from 0.
    number: u32,
    /// Number of samples given out.
    position: i64,
    /// Whether nothing is left of the audio in this round.
    is_spent: bool,
}

impl LoopedAudio {
    /// `reader`, which nothing was read of, from its start again every `round` seconds: cut to
    /// that, or followed by silence until then.
    pub fn new(reader: AudioReader, round: f64) -> Self {
        Self {
            reader,
            round: round.max(0.001),
            number: 0,
            position: 0,
            is_spent: false,
        }
    }

    /// Returns the end of the round that is read, in samples. It is counted from the start, so that
    /// rounds of a length between two samples do not add up to a delay.
    fn ends(&self) -> i64 {
        (self.round * f64::from(self.number + 1) * f64::from(SAMPLE_RATE)).round() as i64
    }
}

impl AudioSource for LoopedAudio {
    fn next_block(&mut self, watch: &Watch) -> Result<Option<Block>, MediaError> {
        loop {
            if self.position >= self.ends() {
                self.reader = self.reader.reopen()?;
                (self.number, self.is_spent) = (self.number + 1, false);
            }
            let left = self.ends() - self.position;
            let block = if self.is_spent {
                Some(Block::silence(self.position, left.min(SILENCE) as usize))
            } else {
                self.reader.next_block(watch)?
            };
            let Some(block) = block else {
                self.is_spent = true;
                continue;
            };
            let kept = block.samples().min(left as usize);
            let block = Block {
                start: self.position,
                ..block.part(0, kept)
            };
            self.position += kept as i64;
            return Ok(Some(block));
        }
    }

    fn is_mono(&self) -> bool {
        self.reader.is_mono()
    }
}
