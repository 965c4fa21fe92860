//! Audio made as long as a video: cut, or played again with a crossfade, and faded out at the end.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};

use super::Watch;
use super::audio_reader::{AudioReader, AudioSource, Block, SAMPLE_RATE};
use crate::MediaError;

/// Samples given out at once.
const CHUNK: usize = 4096;
/// The longest crossfade from the audio's end to its start, in seconds.
const CROSSFADE: f64 = 1.0;

/// Continuation of audio that is shorter than what it is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shortfall {
    /// It is played again, the end crossfading into the start.
    Repeat,
    /// Silence.
    Silence,
}

/// An audio file at a length of its own.
pub struct FittedAudio {
    path: PathBuf,
    name: String,
    reader: AudioReader,
    shortfall: Shortfall,
    /// Samples read and not yet given out: the end is kept back for the crossfade.
    queue: [VecDeque<f32>; 2],
    overlap: usize,
    ended: bool,
    position: i64,
    length: i64,
    fade: i64,
}

impl FittedAudio {
    /// The audio of a file (or video) at `seconds` of length, faded out over the last `fade`
    /// seconds where it is cut or repeated.
    pub fn open(
        path: &Path,
        name: &str,
        seconds: f64,
        fade: f64,
        shortfall: Shortfall,
    ) -> Result<Self, MediaError> {
        let reader = AudioReader::open(path, name)?;
        let samples = |seconds: f64| (seconds * f64::from(SAMPLE_RATE)).round() as i64;
        let overlap = match shortfall {
            Shortfall::Repeat => samples((reader.seconds() / 4.0).clamp(0.0, CROSSFADE)) as usize,
            Shortfall::Silence => 0,
        };
        // Audio that ends by itself within a video has its own ending.
        let ends_by_itself = shortfall == Shortfall::Silence && reader.seconds() <= seconds;
        let fade = if ends_by_itself {
            0
        } else {
            samples(fade.min(seconds / 2.0))
        };
        Ok(Self {
            path: path.to_owned(),
            name: name.to_owned(),
            reader,
            shortfall,
            queue: Default::default(),
            overlap,
            ended: false,
            position: 0,
            length: samples(seconds),
            fade,
        })
    }

    /// Reads until `wanted` samples wait, or the audio is at its end for good.
    fn fill(&mut self, wanted: usize, watch: &Watch) -> Result<(), MediaError> {
        while self.queue[0].len() < wanted && !self.ended {
            match self.reader.next_block(watch)? {
                Some(block) => self.append(&block),
                None if self.shortfall == Shortfall::Repeat => self.repeat(watch)?,
                None => self.ended = true,
            }
        }
        Ok(())
    }

    fn append(&mut self, block: &Block) {
        for (queue, samples) in self.queue.iter_mut().zip(&block.channels) {
            queue.extend(samples);
        }
    }

    /// Begins again: what is still queued crossfades with the start, at equal power.
    fn repeat(&mut self, watch: &Watch) -> Result<(), MediaError> {
        self.reader = AudioReader::open(&self.path, &self.name)?;
        let tail = std::mem::take(&mut self.queue);
        while self.queue[0].len() < tail[0].len() {
            let Some(block) = self.reader.next_block(watch)? else {
                break;
            };
            self.append(&block);
        }
        let length = tail[0].len() as f32;
        for (queue, tail) in self.queue.iter_mut().zip(&tail) {
            for (index, (sample, old)) in queue.iter_mut().zip(tail).enumerate() {
                let angle = (index as f32 + 0.5) / length * std::f32::consts::FRAC_PI_2;
                *sample = (*sample * angle.sin() + old * angle.cos()).clamp(-1.0, 1.0);
            }
        }
        Ok(())
    }
}

impl AudioSource for FittedAudio {
    fn next_block(&mut self, watch: &Watch) -> Result<Option<Block>, MediaError> {
        let wanted = (self.length - self.position).clamp(0, CHUNK as i64) as usize;
        if wanted == 0 {
            return Ok(None);
        }
        self.fill(wanted + self.overlap, watch)?;
        let mut block = Block::silence(self.position, wanted);
        for (queue, samples) in self.queue.iter_mut().zip(&mut block.channels) {
            let ready = queue.len().min(wanted);
            for (sample, queued) in samples.iter_mut().zip(queue.drain(..ready)) {
                *sample = queued;
            }
        }
        let (length, fade) = (self.length, self.fade);
        block.scale(|position| match length - position {
            left if left < fade => {
                let share = left as f32 / fade as f32;
                // A raised cosine: no corner where the fade begins or ends.
                0.5 - 0.5 * (share * std::f32::consts::PI).cos()
            }
            _ => 1.0,
        });
        self.position += wanted as i64;
        Ok(Some(block))
    }
}
