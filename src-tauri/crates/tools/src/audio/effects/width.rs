//! Stereo width: what differs between left and right, louder or softer; a mono sound is spread first.

use biquad::{Biquad, Coefficients, DirectForm2Transposed, Hertz, Type};
use patchbay_media::audio::Sound;

use crate::ToolError;

/// Below this many Hz the sides stay as they are: wide bass is weak on loudspeakers and lost in mono.
const BASS: f64 = 150.0;
/// The delays that spread a mono sound, in seconds, and how much of each comes back.
const SPREAD: [f64; 4] = [0.0113, 0.0079, 0.0047, 0.0029];
const FEEDBACK: f32 = 0.6;
/// How loud the spread part of a mono sound is against it, for a width of 2.
const SPREAD_LEVEL: f32 = 0.6;
/// Samples between two looks at whether to stop.
const BLOCK: usize = 1 << 15;

/// Makes a sound `width` times as wide (0 for mono on two channels, 1 for no change). What both sides share stays as it
/// is, so that a mono loudspeaker plays what it played before. `check` is called often and stops it.
pub(super) fn widen(sound: &mut Sound, width: f64, check: &dyn Fn() -> Result<(), ToolError>) -> Result<(), ToolError> {
    let rate = f64::from(sound.sample_rate);
    let is_mono = sound.channels.len() == 1;
    if sound.channels.len() != 2 {
        *sound = sound.to_stereo();
    }
    let mut high = high_pass(rate);
    let mut delays = SPREAD.map(|seconds| AllPass::new((seconds * rate) as usize));
    let more = width as f32 - 1.0;
    let [left, right] = sound.channels.as_mut_slice() else { return Ok(()) };
    for (index, (left, right)) in left.iter_mut().zip(right).enumerate() {
        if index % BLOCK == 0 {
            check()?;
        }
        let (middle, side) = ((*left + *right) * 0.5, (*left - *right) * 0.5);
        let source = if is_mono { delays.iter_mut().fold(middle, |sample, delay| delay.next(sample)) } else { side };
        let lifted = high.as_mut().map_or(source, |filter| filter.run(source));
        let side = match is_mono {
            true => lifted * more.max(0.0) * SPREAD_LEVEL,
            false if more <= -1.0 => 0.0,
            false => side + lifted * more,
        };
        (*left, *right) = (middle + side, middle - side);
    }
    Ok(())
}

fn high_pass(rate: f64) -> Option<DirectForm2Transposed<f32>> {
    let (rate, bass) = (Hertz::from_hz(rate as f32).ok()?, Hertz::from_hz(BASS as f32).ok()?);
    let coefficients = Coefficients::<f32>::from_params(Type::HighPass, rate, bass, biquad::Q_BUTTERWORTH_F32).ok()?;
    Some(DirectForm2Transposed::new(coefficients))
}

/// An all-pass with a delay (M. R. Schroeder, “Natural sounding artificial reverberation”, 1962): every frequency as loud as
/// before, at another time.
struct AllPass {
    line: Vec<f32>,
    at: usize,
}

impl AllPass {
    fn new(delay: usize) -> Self {
        Self { line: vec![0.0; delay.max(1)], at: 0 }
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
    fn parts(sound: &Sound) -> (f32, f32) {
        let pairs = || sound.channels[0].iter().zip(&sound.channels[1]);
        (power(pairs().map(|(l, r)| (l + r) * 0.5)), power(pairs().map(|(l, r)| (l - r) * 0.5)))
    }

    #[test]
    fn the_difference_grows_and_what_is_shared_stays() {
        let tone = |step: f32| (0..48_000).map(|i| (i as f32 * step).sin() * 0.3).collect::<Vec<f32>>();
        let mut sound = Sound { sample_rate: 48_000, channels: vec![tone(0.2), tone(0.3)] };
        let (shared, differs) = parts(&sound);
        widen(&mut sound, 2.0, &|| Ok(())).expect("nobody stops it");
        let (still, wider) = parts(&sound);
        assert!((still / shared - 1.0).abs() < 1e-3 && (wider / differs / 4.0 - 1.0).abs() < 0.02);
        widen(&mut sound, 0.0, &|| Ok(())).expect("nobody stops it");
        assert!(parts(&sound).1 < 1e-6);
    }

    #[test]
    fn a_mono_sound_is_spread() {
        let noise: Vec<f32> =
            (0..48_000_u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 16) as f32 / 65_536.0 - 0.5).collect();
        let mut sound = Sound { sample_rate: 48_000, channels: vec![noise.clone()] };
        widen(&mut sound, 1.5, &|| Ok(())).expect("nobody stops it");
        let (shared, differs) = parts(&sound);
        assert!((shared / power(noise.into_iter()) - 1.0).abs() < 1e-3, "mono is what it was");
        assert!(differs / shared > 0.03, "{}", differs / shared);
    }
}
