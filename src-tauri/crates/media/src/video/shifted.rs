//! Audio that is heard later or earlier.

use super::Watch;
use super::audio_reader::{AudioSource, Block, SAMPLE_RATE};
use crate::MediaError;

/// Samples of silence that are given out at once.
const SILENCE: i64 = 4_096;

/// Audio after some silence, or without its start.
pub struct ShiftedAudio<S> {
    source: S,
    /// By how many samples it is later; negative: earlier.
    by: i64,
    /// Samples given out.
    given: i64,
}

impl<S: AudioSource> ShiftedAudio<S> {
    /// Delays `source` by `seconds`: it comes earlier if that is negative, and what would be heard
    /// before the start is left out.
    pub fn new(source: S, seconds: f64) -> Self {
        Self {
            source,
            by: (seconds * f64::from(SAMPLE_RATE)).round() as i64,
            given: 0,
        }
    }
}

impl<S: AudioSource> AudioSource for ShiftedAudio<S> {
    fn next_block(&mut self, watch: &Watch) -> Result<Option<Block>, MediaError> {
        if self.given < self.by {
            watch.check()?;
            let silence = Block::silence(self.given, SILENCE.min(self.by - self.given) as usize);
            self.given += silence.samples() as i64;
            return Ok(Some(silence));
        }
        while let Some(mut block) = self.source.next_block(watch)? {
            let skipped = (-self.by - block.start).clamp(0, block.samples() as i64) as usize;
            if skipped == block.samples() {
                continue;
            }
            if skipped > 0 {
                let end = block.samples();
                block = block.part(skipped, end);
            }
            block.start += self.by;
            self.given = block.start + block.samples() as i64;
            return Ok(Some(block));
        }
        Ok(None)
    }

    fn is_mono(&self) -> bool {
        self.source.is_mono()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One second of a ramp in blocks of 1000 samples.
    struct Ramp(i64);

    impl AudioSource for Ramp {
        fn next_block(&mut self, _: &Watch) -> Result<Option<Block>, MediaError> {
            if self.0 >= 48_000 {
                return Ok(None);
            }
            let samples: Vec<f32> = (self.0..self.0 + 1000)
                .map(|place| place as f32 / 48_000.0)
                .collect();
            self.0 += 1000;
            Ok(Some(Block {
                start: self.0 - 1000,
                channels: [samples.clone(), samples],
            }))
        }
    }

    fn heard(seconds: f64) -> Vec<f32> {
        let mut shifted = ShiftedAudio::new(Ramp(0), seconds);
        let mut all = Vec::new();
        while let Some(block) = shifted.next_block(&Watch::nobody()).unwrap() {
            assert_eq!(block.start, all.len() as i64);
            assert!(block.samples() > 0);
            all.extend(block.channels[0].iter().copied());
        }
        all
    }

    #[test]
    fn audio_is_later_or_earlier_to_the_sample() {
        let later = heard(0.25);
        assert_eq!(later.len(), 60_000);
        assert!(later[..12_000].iter().all(|sample| *sample == 0.0));
        assert!((later[12_000 + 24_000] - 0.5).abs() < 1e-6);
        let earlier = heard(-0.25);
        assert_eq!(earlier.len(), 36_000);
        assert!((earlier[0] - 0.25).abs() < 1e-6 && (earlier[12_000] - 0.5).abs() < 1e-6);
        assert_eq!(heard(-2.0), [0.0_f32; 0]);
        assert_eq!(heard(0.0).len(), 48_000);
    }
}
