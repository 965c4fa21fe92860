//! Holds samples under a ceiling without distortion: the gain falls before a peak comes and
//! recovers after it.

use std::collections::VecDeque;

use patchbay_domain::Cancelled;
use patchbay_media::audio::AudioBuffer;

use crate::Check;

/// Time that the limiter looks ahead, in seconds.
const AHEAD: f32 = 0.005;
/// Time in which the gain recovers, in seconds.
const RECOVERY: f32 = 0.1;
/// The samples between two looks at whether to stop.
const BLOCK: usize = 1 << 15;

/// Holds all samples of an audio clip within ±`ceiling`, both sides by the same gain. `check` is
/// called often and stops it.
pub(crate) fn limit(audio: &mut AudioBuffer, ceiling: f32, check: &Check) -> Result<(), Cancelled> {
    let mut limiter = Limiter::new(audio.sample_rate, ceiling);
    let (frames, mut done) = (audio.frames(), 0);
    for start in (0..frames + limiter.delay()).step_by(BLOCK) {
        check()?;
        let of =
            |channel: &Vec<f32>| channel[start.min(frames)..(start + BLOCK).min(frames)].to_vec();
        let mut block: Vec<Vec<f32>> = audio.channels.iter().map(of).collect();
        let length = BLOCK.min(frames + limiter.delay() - start);
        for channel in &mut block {
            channel.resize(length, 0.0);
        }
        limiter.next(&mut block);
        let made = block.first().map_or(0, Vec::len);
        for (channel, samples) in audio.channels.iter_mut().zip(&block) {
            channel[done..done + made].copy_from_slice(samples);
        }
        done += made;
    }
    Ok(())
}

/// A limiter for audio that streams by: it gives the samples that it was given [`Limiter::delay`]
/// samples before.
pub struct Limiter {
    ceiling: f32,
    span: usize,
    recovery: f32,
    /// The least gain wanted within the time looked ahead, the earliest first.
    least: VecDeque<(usize, f32)>,
    window: VecDeque<f32>,
    sum: f64,
    held: f32,
    ahead: usize,
    waiting: Vec<VecDeque<f32>>,
    /// Whether nothing had to be held yet.
    is_idle: bool,
}

impl Limiter {
    /// A limiter that holds samples within ±`ceiling`.
    pub fn new(sample_rate: u32, ceiling: f32) -> Self {
        let span = ((AHEAD * sample_rate as f32) as usize).max(1);
        Self {
            ceiling,
            span,
            recovery: 1.0 - (-1.0 / (RECOVERY * sample_rate as f32)).exp(),
            least: VecDeque::new(),
            window: std::iter::repeat_n(1.0, span).collect(),
            sum: span as f64,
            held: 1.0,
            ahead: 0,
            waiting: Vec::new(),
            is_idle: true,
        }
    }

    /// Number of samples of silence that have to follow an audio clip until its last one comes out.
    pub fn delay(&self) -> usize {
        self.span
    }

    /// Takes the next samples of each channel, and leaves those in their place that are done: fewer
    /// at the beginning.
    pub fn next(&mut self, channels: &mut [Vec<f32>]) {
        self.waiting.resize(channels.len(), VecDeque::new());
        self.is_idle &= channels
            .iter()
            .flatten()
            .all(|sample| sample.abs() <= self.ceiling);
        if self.is_idle {
            return self.pass(channels);
        }
        let mut done = 0;
        for index in 0..channels.first().map_or(0, Vec::len) {
            let peak = channels
                .iter()
                .map(|channel| channel[index].abs())
                .fold(0.0, f32::max);
            let smooth = self.gain(if peak > self.ceiling {
                self.ceiling / peak
            } else {
                1.0
            });
            for (channel, waiting) in channels.iter_mut().zip(&mut self.waiting) {
                waiting.push_back(channel[index]);
                if waiting.len() > self.span
                    && let Some(sample) = waiting.pop_front()
                {
                    channel[done] = (sample * smooth).clamp(-self.ceiling, self.ceiling);
                }
            }
            done += usize::from(self.ahead > self.span);
        }
        for channel in channels.iter_mut() {
            channel.truncate(done);
        }
    }

    /// Gives samples back as they are: what [`Self::next`] does where all gains are 1.
    fn pass(&mut self, channels: &mut [Vec<f32>]) {
        self.ahead += channels.first().map_or(0, Vec::len);
        self.least = VecDeque::from([(self.ahead.saturating_sub(1), 1.0)]);
        for (channel, waiting) in channels.iter_mut().zip(&mut self.waiting) {
            waiting.extend(channel.drain(..));
            channel.extend(waiting.drain(..waiting.len().saturating_sub(self.span)));
        }
    }

    /// The gain for the sample that is as far back as is looked ahead, given what the newest wants.
    fn gain(&mut self, wanted: f32) -> f32 {
        while self.least.back().is_some_and(|(_, later)| *later >= wanted) {
            self.least.pop_back();
        }
        self.least.push_back((self.ahead, wanted));
        while self
            .least
            .front()
            .is_some_and(|(at, _)| at + self.span < self.ahead)
        {
            self.least.pop_front();
        }
        let target = self.least.front().map_or(1.0, |(_, gain)| *gain);
        self.held = target.min(self.held + (target - self.held) * self.recovery);
        self.sum += f64::from(self.held) - f64::from(self.window.pop_front().unwrap_or(1.0));
        self.window.push_back(self.held);
        self.ahead += 1;
        (self.sum / self.span as f64) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_needs_no_holding_passes_block_by_block_as_it_is() {
        let soft: Vec<f32> = (0..5_000).map(|i| (i as f32 * 0.05).sin() * 0.5).collect();
        let mut limiter = Limiter::new(8_000, 0.8);
        let mut came = Vec::new();
        for block in soft
            .chunks(777)
            .chain([vec![0.0; limiter.delay()].as_slice()])
        {
            let mut block = vec![block.to_vec()];
            limiter.next(&mut block);
            came.append(&mut block[0]);
        }
        assert_eq!(came, soft);
        // What comes behind it is held as without it.
        let mut loud = vec![vec![2.0; 400]];
        limiter.next(&mut loud);
        assert!(
            loud[0][limiter.delay()..]
                .iter()
                .all(|sample| (sample - 0.8).abs() < 0.01)
        );
    }

    #[test]
    fn the_ceiling_holds_without_steps() {
        // It gets loud where the tone crosses zero, at 318 half turns.
        let loud = |i: usize| {
            if i as f32 * 0.05 > 318.0 * std::f32::consts::PI {
                2.5
            } else {
                0.5
            }
        };
        let tone: Vec<f32> = (0..48_000)
            .map(|i| (i as f32 * 0.05).sin() * loud(i))
            .collect();
        let mut audio = AudioBuffer {
            sample_rate: 48_000,
            channels: vec![tone.clone(), tone.clone()],
        };
        limit(&mut audio, 0.84, &|| Ok(())).expect("nobody stops it");
        assert!(audio.peak() <= 0.84);
        assert!(
            (audio.channels[0][10_000] - tone[10_000]).abs() < 1e-4,
            "what is quiet enough is left alone"
        );
        let steepest = audio.channels[0]
            .windows(2)
            .map(|pair| (pair[1] - pair[0]).abs())
            .fold(0.0, f32::max);
        assert!(steepest < 0.1, "a step of {steepest}");
    }
}
