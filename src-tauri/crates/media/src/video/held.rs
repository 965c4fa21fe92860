//! Frames that stand still for a while, with silence meanwhile.

use super::Watch;
use super::audio_reader::{AudioSource, Block, SAMPLE_RATE};
use super::cut::EDGE;
use super::frames::{Frame, FrameFormat, FrameSource};
use crate::MediaError;

/// Samples of silence that are given out at once.
const SILENCE: i64 = 4096;

/// Frames of which some are shown longer; what follows comes so much later.
pub struct HeldFrames<S> {
    source: S,
    /// The moments of the source whose frames are held, in ticks, in order.
    moments: Vec<i64>,
    /// Number of moments behind it.
    passed: usize,
    /// For how long each is held, in ticks.
    hold: i64,
    /// For how long one of the frames that stand for a held one is shown, in ticks.
    step: i64,
    /// By how many ticks what comes from the source is late.
    late: i64,
    /// The newest frame, with its time in the result.
    newest: Option<Frame>,
    /// Up to when the newest frame is shown again, in ticks of the result.
    until: i64,
}

impl<S: FrameSource> HeldFrames<S> {
    /// The frames of `source`, those shown at `moments` (seconds, in order) held for `seconds` each
    /// beyond their own time. What lies after the end means the last frame.
    pub fn new(source: S, moments: &[f64], seconds: f64) -> Self {
        let format = source.format();
        let ticks = |seconds: f64| (seconds / format.seconds(1)).round() as i64;
        let (frames, each) = format.rate;
        let step = ticks(f64::from(each) / f64::from(frames.max(1))).max(1);
        Self {
            source,
            moments: moments.iter().map(|moment| ticks(*moment)).collect(),
            passed: 0,
            hold: ticks(seconds),
            step,
            late: 0,
            newest: None,
            until: 0,
        }
    }

    /// The newest frame again, where it is still held.
    fn again(&mut self) -> Option<Frame> {
        let until = self.until;
        let frame = self.newest.as_mut()?;
        frame.time += frame.duration;
        let left = until - frame.time;
        if left <= 0 {
            self.newest = None;
            return None;
        }
        // What would be less than a half of one is a part of the one before.
        frame.duration = if left * 2 < self.step * 3 {
            left
        } else {
            self.step
        };
        Some(frame.clone())
    }
}

impl<S: FrameSource> FrameSource for HeldFrames<S> {
    fn format(&self) -> FrameFormat {
        self.source.format()
    }

    fn expected_seconds(&self) -> f64 {
        let held = self.hold * self.moments.len() as i64;
        self.source.expected_seconds() + self.format().seconds(held)
    }

    fn next_frame(&mut self, watch: &Watch) -> Result<Option<Frame>, MediaError> {
        watch.check()?;
        let shown = self.newest.clone();
        if let Some(again) = self.again() {
            return Ok(Some(again));
        }
        let Some(mut frame) = self.source.next_frame(watch)? else {
            // The moments that are left lie after the end.
            let left = (self.moments.len() - self.passed) as i64;
            self.passed = self.moments.len();
            self.until += self.hold * left;
            self.newest = shown.filter(|_| left > 0);
            return Ok(self.again());
        };
        let ends = frame.time + frame.duration;
        let reached = self.moments[self.passed..].iter();
        let count = reached.take_while(|moment| **moment < ends).count();
        frame.time += self.late;
        self.passed += count;
        self.late += self.hold * count as i64;
        self.until = ends + self.late;
        self.newest = Some(frame.clone());
        Ok(Some(frame))
    }
}

/// Audio with silence at some moments; what follows comes so much later.
pub struct HeldAudio<S> {
    source: S,
    /// The moments, in samples of the source, in order.
    moments: Vec<i64>,
    /// Number of moments behind it.
    passed: usize,
    /// How long each silence is, in samples.
    hold: i64,
    /// Number of samples of silence that come next.
    silent: i64,
    /// Position at which the source went on after a silence, in its samples.
    resumed: Option<i64>,
    rest: Option<Block>,
    given: i64,
}

impl<S: AudioSource> HeldAudio<S> {
    /// The audio of `source` with `seconds` of silence at each of `moments` (seconds, in order).
    pub fn new(source: S, moments: &[f64], seconds: f64) -> Self {
        let samples = |seconds: f64| (seconds * f64::from(SAMPLE_RATE)).round() as i64;
        Self {
            source,
            moments: moments.iter().map(|moment| samples(*moment)).collect(),
            passed: 0,
            hold: samples(seconds),
            silent: 0,
            resumed: None,
            rest: None,
            given: 0,
        }
    }

    fn silence(&mut self) -> Block {
        let silence = Block::silence(self.given, self.silent.min(SILENCE) as usize);
        self.silent -= silence.samples() as i64;
        self.given += silence.samples() as i64;
        silence
    }
}

impl<S: AudioSource> AudioSource for HeldAudio<S> {
    fn next_block(&mut self, watch: &Watch) -> Result<Option<Block>, MediaError> {
        loop {
            if self.silent > 0 {
                return Ok(Some(self.silence()));
            }
            let block = match self.rest.take() {
                Some(block) => block,
                None => match self.source.next_block(watch)? {
                    Some(block) => block,
                    None => return Ok(None),
                },
            };
            let next = self.moments.get(self.passed).copied();
            if let Some(at) = next.filter(|at| *at <= block.start) {
                (self.silent, self.passed) = (self.hold, self.passed + 1);
                self.resumed = (at > 0).then_some(block.start);
                self.rest = Some(block);
                continue;
            }
            let ends = block.start + block.samples() as i64;
            let mut kept = block;
            if let Some(at) = next.filter(|at| *at < ends) {
                let before = (at - kept.start) as usize;
                let all = kept.samples();
                self.rest = Some(kept.clone().part(before, all));
                kept = kept.part(0, before);
            }
            let resumed = self.resumed;
            kept.scale(|position| {
                let edge = |samples: i64| (samples as f32 / EDGE as f32).clamp(0.0, 1.0);
                let rise = resumed.map_or(1.0, |resumed| edge(position - resumed + 1));
                rise.min(next.map_or(1.0, |at| edge(at - position)))
            });
            kept.start = self.given;
            self.given += kept.samples() as i64;
            return Ok(Some(kept));
        }
    }

    fn is_mono(&self) -> bool {
        self.source.is_mono()
    }
}
