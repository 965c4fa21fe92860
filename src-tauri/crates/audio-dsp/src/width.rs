//! Stereo width: what differs between left and right, louder or softer; a mono clip is spread
//! first.

use biquad::{Biquad, Coefficients, DirectForm2Transposed, Hertz, Type};
use patchbay_media::audio::AudioBuffer;

/// Below this many Hz the sides stay as they are: wide bass is weak on loudspeakers and lost in
/// mono.
const BASS: f64 = 150.0;
/// Delays that spread a mono clip, in seconds, and the share of each that comes back.
const SPREAD: [f64; 4] = [0.0113, 0.0079, 0.0047, 0.0029];
const FEEDBACK: f32 = 0.6;
/// Loudness of the spread part of a mono clip against it, for a width of 2.
const SPREAD_LEVEL: f32 = 0.6;

/// Makes an audio clip `width` times as wide (0 for mono on two channels, 1 for no change). What
/// both sides share stays as it is, so that a mono loudspeaker plays what it played before.
pub struct Widener {
    more: f32,
    high: Option<DirectForm2Transposed<f32>>,
    delays: [AllPass; 4],
}

impl Widener {
    /// For audio of that many samples per second.
    pub fn new(width: f64, sample_rate: u32) -> Self {
        let rate = f64::from(sample_rate);
        let delays = SPREAD.map(|seconds| AllPass::new((seconds * rate) as usize));
        Self {
            more: width as f32 - 1.0,
            high: high_pass(rate),
            delays,
        }
    }

    /// Widens the next samples; afterwards there are two channels.
    pub fn next(&mut self, audio: &mut AudioBuffer) {
        let is_mono = audio.channels.len() == 1;
        if audio.channels.len() != 2 {
            *audio = audio.to_stereo();
        }
        let [left, right] = audio.channels.as_mut_slice() else {
            return;
        };
        for (left, right) in left.iter_mut().zip(right) {
            let (middle, side) = ((*left + *right) * 0.5, (*left - *right) * 0.5);
            let spread = |sample, delay: &mut AllPass| delay.next(sample);
            let source = if is_mono {
                self.delays.iter_mut().fold(middle, spread)
            } else {
                side
            };
            let lifted = self
                .high
                .as_mut()
                .map_or(source, |filter| filter.run(source));
            let side = match is_mono {
                true => lifted * self.more.max(0.0) * SPREAD_LEVEL,
                false if self.more <= -1.0 => 0.0,
                false => side + lifted * self.more,
            };
            (*left, *right) = (middle + side, middle - side);
        }
    }
}

fn high_pass(rate: f64) -> Option<DirectForm2Transposed<f32>> {
    let (rate, bass) = (
        Hertz::from_hz(rate as f32).ok()?,
        Hertz::from_hz(BASS as f32).ok()?,
    );
    let coefficients =
        Coefficients::<f32>::from_params(Type::HighPass, rate, bass, biquad::Q_BUTTERWORTH_F32)
            .ok()?;
    Some(DirectForm2Transposed::new(coefficients))
}

/// An all-pass with a delay (M. R. Schroeder, “Natural sounding artificial reverberation”, 1962):
/// every frequency as loud as before, at another time.
struct AllPass {
    line: Vec<f32>,
    at: usize,
}

impl AllPass {
    fn new(delay: usize) -> Self {
        Self {
            line: vec![0.0; delay.max(1)],
            at: 0,
        }
    }

    fn next(&mut self, sample: f32) -> f32 {
        let delayed = self.line[self.at];
        let input = sample + delayed * FEEDBACK;
        self.line[self.at] = input;
        self.at = (self.at + 1) % self.line.len();
        delayed - input * FEEDBACK
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn power(samples: impl Iterator<Item = f32>) -> f32 {
        samples.map(|sample| sample * sample).sum()
    }

    /// The power of what both sides share, and of what differs.
    fn parts(audio: &AudioBuffer) -> (f32, f32) {
        let pairs = || audio.channels[0].iter().zip(&audio.channels[1]);
        (
            power(pairs().map(|(l, r)| (l + r) * 0.5)),
            power(pairs().map(|(l, r)| (l - r) * 0.5)),
        )
    }

    #[test]
    fn the_difference_grows_and_what_is_shared_stays() {
        let tone = |step: f32| {
            (0..48_000)
                .map(|i| (i as f32 * step).sin() * 0.3)
                .collect::<Vec<f32>>()
        };
        let mut audio = AudioBuffer {
            sample_rate: 48_000,
            channels: vec![tone(0.2), tone(0.3)],
        };
        let (shared, differs) = parts(&audio);
        Widener::new(2.0, 48_000).next(&mut audio);
        let (still, wider) = parts(&audio);
        assert!((still / shared - 1.0).abs() < 1e-3 && (wider / differs / 4.0 - 1.0).abs() < 0.02);
        Widener::new(0.0, 48_000).next(&mut audio);
        assert!(parts(&audio).1 < 1e-6);
    }

    #[test]
    fn mono_audio_is_spread() {
        let noise: Vec<f32> = (0..48_000_u32)
            .map(|i| (i.wrapping_mul(2_654_435_761) >> 16) as f32 / 65_536.0 - 0.5)
            .collect();
        let mut audio = AudioBuffer {
            sample_rate: 48_000,
            channels: vec![noise.clone()],
        };
        Widener::new(1.5, 48_000).next(&mut audio);
        let (shared, differs) = parts(&audio);
        assert!(
            (shared / power(noise.into_iter()) - 1.0).abs() < 1e-3,
            "mono is what it was"
        );
        assert!(differs / shared > 0.03, "{}", differs / shared);
    }
}
