//! Audio of which some parts are louder, softer, silent, or a tone instead.

use std::f64::consts::TAU;

use super::Watch;
use super::audio_reader::{AudioSource, Block, SAMPLE_RATE};
use super::cut::Span;
use crate::MediaError;

/// Samples over which a part begins and ends (5 ms), so that it does not click.
const EDGE: f32 = 240.0;
/// The tone that stands for what nobody is to hear, in Hz, and how loud it is of full scale.
const TONE: (f64, f64) = (1_000.0, 0.1);

/// Replacement for a part of audio.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Replacement {
    /// The audio that was heard before, this many times as loud: silence at 0.
    Scaled(f32),
    /// A tone of 1 kHz.
    Tone,
}

/// Audio of which some parts are heard otherwise.
pub struct SegmentedGain<S> {
    source: S,
    /// The samples at which the parts begin and end, in order.
    parts: Vec<(f64, f64)>,
    instead: Replacement,
}

impl<S: AudioSource> SegmentedGain<S> {
    /// Wraps `source`, with `instead` of it in `spans` (in order, not overlapping).
    pub fn new(source: S, spans: &[Span], instead: Replacement) -> Self {
        let sample = |seconds: f64| seconds * f64::from(SAMPLE_RATE);
        Self {
            source,
            parts: spans
                .iter()
                .map(|span| (sample(span.start), sample(span.end)))
                .collect(),
            instead,
        }
    }

    /// Returns the share of the sample at `position` that lies within a part, from 0 to 1: all of
    /// it but at the edges, which lie outside, so that nothing of a part is heard.
    fn share(parts: &[(f64, f64)], position: i64) -> f32 {
        let position = position as f64;
        let inside = |(start, end): &(f64, f64)| {
            let outside = (start - position).max(position - end).max(0.0) as f32;
            (1.0 - outside / EDGE).max(0.0)
        };
        parts.iter().map(inside).fold(0.0, f32::max)
    }
}

impl<S: AudioSource> AudioSource for SegmentedGain<S> {
    fn next_block(&mut self, watch: &Watch) -> Result<Option<Block>, MediaError> {
        let Some(mut block) = self.source.next_block(watch)? else {
            return Ok(None);
        };
        // Of many parts only those near the block count.
        let near = |(start, end): &&(f64, f64)| {
            let (first, last) = (
                block.start as f64,
                (block.start + block.samples() as i64) as f64,
            );
            *start < last + f64::from(EDGE) && *end > first - f64::from(EDGE)
        };
        let parts: Vec<(f64, f64)> = self.parts.iter().filter(near).copied().collect();
        if parts.is_empty() {
            return Ok(Some(block));
        }
        let (start, instead) = (block.start, self.instead);
        for channel in &mut block.channels {
            for (sample, position) in channel.iter_mut().zip(start..) {
                let share = Self::share(&parts, position);
                let heard = match instead {
                    Replacement::Scaled(factor) => *sample * factor,
                    Replacement::Tone => {
                        let turn = position as f64 * TONE.0 / f64::from(SAMPLE_RATE);
                        ((turn.fract() * TAU).sin() * TONE.1) as f32
                    }
                };
                *sample += (heard - *sample) * share;
            }
        }
        Ok(Some(block))
    }

    fn is_mono(&self) -> bool {
        self.source.is_mono()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One second at half the full scale in blocks of 1000 samples.
    struct Even(i64);

    impl AudioSource for Even {
        fn next_block(&mut self, _: &Watch) -> Result<Option<Block>, MediaError> {
            if self.0 >= 48_000 {
                return Ok(None);
            }
            self.0 += 1000;
            Ok(Some(Block {
                start: self.0 - 1000,
                channels: [vec![0.5; 1000], vec![0.5; 1000]],
            }))
        }
    }

    fn heard(instead: Replacement) -> Vec<f32> {
        let spans = [
            Span {
                start: 0.2,
                end: 0.3,
            },
            Span {
                start: 0.6,
                end: 1.0,
            },
        ];
        let mut partly = SegmentedGain::new(Even(0), &spans, instead);
        let mut all = Vec::new();
        while let Some(block) = partly.next_block(&Watch::nobody()).unwrap() {
            assert_eq!(block.channels[0], block.channels[1]);
            all.extend(block.channels[0].iter().copied());
        }
        assert_eq!(all.len(), 48_000);
        all
    }

    #[test]
    fn parts_are_silent_and_the_rest_is_as_it_was() {
        let all = heard(Replacement::Scaled(0.0));
        assert!(all[9_600..=14_400].iter().all(|sample| sample.abs() < 1e-6));
        assert!(all[28_800..].iter().all(|sample| sample.abs() < 1e-6));
        let is_as_it_was = |sample: &f32| (sample - 0.5).abs() < 1e-6;
        assert!(
            all[..9_360].iter().all(is_as_it_was) && all[14_640..28_560].iter().all(is_as_it_was)
        );
        let step = all
            .windows(2)
            .map(|pair| (pair[0] - pair[1]).abs())
            .fold(0.0, f32::max);
        assert!(step < 0.01, "it does not click: {step}");
    }

    #[test]
    fn a_tone_stands_for_what_is_not_to_be_heard() {
        let all = heard(Replacement::Tone);
        let crossings = all[9_600..14_400]
            .windows(2)
            .filter(|pair| pair[0] < 0.0 && pair[1] >= 0.0);
        assert!(crossings.count().abs_diff(100) <= 1);
        let loudest = all[9_600..14_400]
            .iter()
            .fold(0.0_f32, |most, sample| most.max(sample.abs()));
        assert!((loudest - 0.1).abs() < 0.01, "{loudest}");
    }
}
