//! Finds pauses in an audio clip: where it is far softer than its loud moments, for a while.

use patchbay_media::audio::AudioBuffer;

/// Windows a second in which the level is measured.
const WINDOWS: f64 = 50.0;
/// A pause lasts at least so many seconds.
const SHORTEST: f64 = 0.6;
/// Distance of a pause below the loud moments, in dB.
const BELOW: f32 = 32.0;
/// Levels below which audio is always a pause, and above which it never is, in dB of full scale.
const ALWAYS: f32 = -65.0;
const NEVER: f32 = -30.0;
/// The share of windows that are softer than the loud moments.
const LOUD: f64 = 0.9;

/// Listens to an audio clip block by block.
#[derive(Default)]
pub(super) struct Listener {
    /// The level of each window in dB of full scale.
    levels: Vec<f32>,
    /// Of the window that is not over yet: the sum of squares, and how many samples.
    energy: f64,
    samples: usize,
}

impl Listener {
    pub(super) fn hear(&mut self, block: &AudioBuffer) {
        let window = (f64::from(block.sample_rate) / WINDOWS).round().max(1.0) as usize;
        for frame in 0..block.frames() {
            let loudest = block.channels.iter().fold(0.0_f64, |most, channel| {
                most.max(f64::from(channel[frame]).powi(2))
            });
            self.energy += loudest;
            self.samples += 1;
            if self.samples == window {
                self.levels
                    .push(10.0 * ((self.energy / window as f64).max(1e-12).log10() as f32));
                (self.energy, self.samples) = (0.0, 0);
            }
        }
    }

    /// The middles of the pauses, in seconds; what is before the first audio or after the last is
    /// none.
    pub(super) fn pauses(&self) -> Vec<f64> {
        let mut sorted = self.levels.clone();
        sorted.sort_by(f32::total_cmp);
        let loud = sorted
            .get((sorted.len() as f64 * LOUD) as usize)
            .copied()
            .unwrap_or(ALWAYS);
        let limit = (loud - BELOW).clamp(ALWAYS, NEVER);
        let is_audio = |level: &f32| *level > limit;
        let sounding = self
            .levels
            .iter()
            .enumerate()
            .filter(|(_, level)| is_audio(level))
            .map(|(window, _)| window);
        let mut pauses = Vec::new();
        let mut before: Option<usize> = None;
        for window in sounding {
            if let Some(last) = before {
                let (from, to) = ((last + 1) as f64 / WINDOWS, window as f64 / WINDOWS);
                if to - from >= SHORTEST {
                    pauses.push(f64::midpoint(from, to));
                }
            }
            before = Some(window);
        }
        pauses
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audio::shared::testing::tone;

    #[test]
    fn pauses_between_audio_are_found_and_those_around_are_not() {
        let audio = tone(440.0, 1.0, 8000);
        let mut listener = Listener::default();
        let quiet = |seconds: f64| AudioBuffer::silence(8000, 1, (seconds * 8000.0) as usize);
        for block in [
            &quiet(1.0),
            &audio,
            &quiet(1.0),
            &audio,
            &quiet(0.2),
            &audio,
            &quiet(2.0),
        ] {
            listener.hear(block);
        }
        let pauses = listener.pauses();
        assert!(
            pauses.len() == 1 && (pauses[0] - 2.5).abs() < 0.05,
            "{pauses:?}"
        );
        assert!(Listener::default().pauses().is_empty());
    }
}
