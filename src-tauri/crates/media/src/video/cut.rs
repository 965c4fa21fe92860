//! Parts of a video one after the other, exact to the frame and to the sample, with frames and
//! audio in step.

use super::Watch;
use super::audio_reader::{AudioSource, Block, SAMPLE_RATE};
use super::frames::{Frame, FrameFormat, FrameSource};
use crate::MediaError;

/// Samples over which audio fades at a cut (5 ms), so that it does not click.
pub(super) const EDGE: i64 = SAMPLE_RATE as i64 / 200;

/// A part of a video in seconds from its start.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Span {
    /// Start in seconds.
    pub start: f64,
    /// End in seconds, after `start`.
    pub end: f64,
}

/// The spans in ticks, with how many ticks are kept before each.
fn ticks(spans: &[Span], per_second: f64) -> Vec<(i64, i64, i64)> {
    let mut kept = 0;
    let tick = |seconds: f64| (seconds * per_second).round() as i64;
    spans
        .iter()
        .map(|span| {
            let (start, end) = (tick(span.start), tick(span.end));
            let before = kept;
            kept += end - start;
            (start, end, before)
        })
        .collect()
}

/// The frames within some spans, which follow each other in time.
pub struct CutFrames<S> {
    source: S,
    spans: Vec<(i64, i64, i64)>,
    current: usize,
    seconds: f64,
}

impl<S: FrameSource> CutFrames<S> {
    /// Keeps only `spans` (in order, not overlapping) of `source`. A frame that is shown when a
    /// span begins is its first.
    pub fn new(source: S, spans: &[Span]) -> Self {
        let (numerator, denominator) = source.format().time_base;
        let spans_in_ticks = ticks(spans, f64::from(denominator) / f64::from(numerator));
        Self {
            source,
            spans: spans_in_ticks,
            current: 0,
            seconds: spans.iter().map(|span| span.end - span.start).sum(),
        }
    }
}

impl<S: FrameSource> FrameSource for CutFrames<S> {
    fn format(&self) -> FrameFormat {
        self.source.format()
    }

    fn expected_seconds(&self) -> f64 {
        self.seconds
    }

    fn next_frame(&mut self, watch: &Watch) -> Result<Option<Frame>, MediaError> {
        while self.current < self.spans.len() {
            let Some(frame) = self.source.next_frame(watch)? else {
                return Ok(None);
            };
            let ends = frame.time + frame.duration;
            while self
                .spans
                .get(self.current)
                .is_some_and(|(_, end, _)| *end <= frame.time)
            {
                self.current += 1;
            }
            let Some(&(start, end, before)) = self.spans.get(self.current) else {
                break;
            };
            if ends > start {
                let shown = frame.time.max(start)..ends.min(end);
                let time = before + shown.start - start;
                return Ok(Some(Frame {
                    time,
                    duration: shown.end - shown.start,
                    ..frame
                }));
            }
        }
        Ok(None)
    }
}

/// The audio within some spans.
pub struct CutAudio<S> {
    source: S,
    spans: Vec<(i64, i64, i64)>,
    current: usize,
    rest: Option<Block>,
}

impl<S: AudioSource> CutAudio<S> {
    /// Keeps only `spans` (in order, not overlapping) of `source`.
    pub fn new(source: S, spans: &[Span]) -> Self {
        Self {
            source,
            spans: ticks(spans, f64::from(SAMPLE_RATE)),
            current: 0,
            rest: None,
        }
    }
}

impl<S: AudioSource> AudioSource for CutAudio<S> {
    fn next_block(&mut self, watch: &Watch) -> Result<Option<Block>, MediaError> {
        while let Some(&(start, end, before)) = self.spans.get(self.current) {
            let block = match self.rest.take() {
                Some(block) => block,
                None => match self.source.next_block(watch)? {
                    Some(block) => block,
                    None => return Ok(None),
                },
            };
            let (first, last) = (block.start, block.start + block.samples() as i64);
            if last <= start {
                continue;
            }
            if first >= end {
                self.current += 1;
                self.rest = Some(block);
                continue;
            }
            if last > end {
                self.current += 1;
                self.rest = Some(block.clone());
            }
            let mut kept = block.part(
                (start - first).max(0) as usize,
                (end.min(last) - first) as usize,
            );
            kept.scale(|position| {
                let rise = if start > 0 {
                    (position - start + 1) as f32 / EDGE as f32
                } else {
                    1.0
                };
                rise.min((end - position) as f32 / EDGE as f32)
                    .clamp(0.0, 1.0)
            });
            kept.start += before - start;
            return Ok(Some(kept));
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
                .map(|n| n as f32 / 48_000.0)
                .collect();
            self.0 += 1000;
            Ok(Some(Block {
                start: self.0 - 1000,
                channels: [samples.clone(), samples],
            }))
        }
    }

    #[test]
    fn audio_is_cut_to_the_sample_and_joined_without_a_gap() {
        let spans = [
            Span {
                start: 0.1,
                end: 0.2,
            },
            Span {
                start: 0.5,
                end: 0.5 + 1.0 / 48.0,
            },
        ];
        let mut cut = CutAudio::new(Ramp(0), &spans);
        let mut joined = Vec::new();
        while let Some(block) = cut.next_block(&Watch::nobody()).unwrap() {
            assert_eq!(block.start, joined.len() as i64);
            assert!(block.samples() > 0);
            joined.extend(block.channels[0].iter().copied());
        }
        assert_eq!(joined.len(), 4800 + 1000);
        assert!(
            (joined[2400] - 7200.0 / 48_000.0).abs() < 1e-6,
            "the middle of the first part is as it was"
        );
        assert!(
            (joined[4800 + 500] - 24_500.0 / 48_000.0).abs() < 1e-6,
            "so is the middle of the second"
        );
        assert!(
            joined[0].abs() < 0.01 && joined[4799].abs() < 0.01,
            "the edges fade"
        );
    }
}
