//! Measures the loudness of a whole clip, and makes it as loud as wanted without clipping: a gain,
//! and a limiter for what would go beyond a true peak of -1 dB (EBU R 128).

use patchbay_domain::Cancelled;
use patchbay_media::audio::{AudioBuffer, Loudness, Meter};

use crate::Check;
use crate::limiter::limit;

/// Ceiling of samples where the curve between them is not measured: -1 dB.
pub const CEILING: f32 = 0.891;
/// Ceiling of the curve through the samples, in dB of full scale.
const TRUE_PEAK: f64 = -1.0;
/// Maximum number of times that an audio clip is limited until it has its loudness.
const PASSES: usize = 5;
/// Factor by which the loudness that is still missing is asked for again, as the limiter takes a
/// part of it too.
const AGAIN: f64 = 1.5;
/// Samples between two looks at whether to stop.
const BLOCK: usize = 1 << 15;

/// An audio clip whose level can be measured and changed, wherever it lies. `check` is called often
/// and stops the work.
pub trait Levelled {
    /// Error of measuring and changing it, besides [`Cancelled`].
    type Error: From<Cancelled>;

    /// The largest absolute sample.
    fn peak(&self) -> f32;

    /// Loudness of the clip; the true peak only where it is asked for.
    fn measured(&mut self, with_peak: bool, check: &Check) -> Result<Loudness, Self::Error>;

    /// Makes every sample louder or softer by that many dB.
    fn amplify(&mut self, decibels: f64, check: &Check) -> Result<(), Self::Error>;

    /// Holds every sample within ±`ceiling`.
    fn limit(&mut self, ceiling: f32, check: &Check) -> Result<(), Self::Error>;
}

impl Levelled for AudioBuffer {
    type Error = Cancelled;

    fn peak(&self) -> f32 {
        AudioBuffer::peak(self)
    }

    fn measured(&mut self, with_peak: bool, check: &Check) -> Result<Loudness, Cancelled> {
        measured(self, with_peak, check)
    }

    fn amplify(&mut self, decibels: f64, check: &Check) -> Result<(), Cancelled> {
        let factor = 10.0_f64.powf(decibels / 20.0) as f32;
        for block in self
            .channels
            .iter_mut()
            .flat_map(|channel| channel.chunks_mut(BLOCK))
        {
            check()?;
            for sample in block {
                *sample *= factor;
            }
        }
        Ok(())
    }

    fn limit(&mut self, ceiling: f32, check: &Check) -> Result<(), Cancelled> {
        limit(self, ceiling, check)
    }
}

/// The integrated loudness in LUFS; negative infinity for silence and for what is shorter than 0.4
/// s.
pub(crate) fn loudness(audio: &AudioBuffer, check: &Check) -> Result<f64, Cancelled> {
    Ok(measured(audio, false, check)?.integrated)
}

/// Brings an audio clip to a loudness in LUFS, with its true peak at -1 dB or less. What is too
/// short or too soft to be measured stays as it is, and the answer is no. `check` is called often
/// and stops it.
pub fn bring_to<S: Levelled>(audio: &mut S, target: f64, check: &Check) -> Result<bool, S::Error> {
    let mut ceiling = CEILING;
    // The limiter takes a little loudness away, and the curve between its samples goes a little
    // beyond: the next pass knows both.
    for pass in 0..PASSES {
        let now = audio.measured(true, check)?;
        let (missing, room) = (target - now.integrated, TRUE_PEAK - now.true_peak);
        if !missing.is_finite() || (missing.abs() < 0.1 && room > -0.01) {
            return Ok(missing.is_finite());
        }
        let gain = if pass == 0 {
            missing
        } else {
            (AGAIN * missing).clamp(-6.0, 6.0)
        };
        if gain <= room {
            return audio.amplify(gain, check).map(|()| true);
        }
        if pass > 0 && room < 0.0 {
            ceiling *= 10.0_f64.powf(room / 20.0) as f32;
        }
        audio.amplify(gain, check)?;
        audio.limit(ceiling, check)?;
    }
    let over = audio.measured(true, check)?.true_peak - TRUE_PEAK;
    if over > 0.0 {
        audio.amplify(-over, check)?;
    }
    Ok(true)
}

/// Makes an audio clip louder or softer by that many dB; what that drives beyond full scale is held
/// back.
pub fn gain<S: Levelled>(audio: &mut S, decibels: f64, check: &Check) -> Result<(), S::Error> {
    let before = f64::from(audio.peak());
    audio.amplify(decibels, check)?;
    let is_beyond = decibels > 0.0 && before * 10.0_f64.powf(decibels / 20.0) > f64::from(CEILING);
    if is_beyond {
        audio.limit(CEILING, check)
    } else {
        Ok(())
    }
}

/// Makes an audio clip louder and softer along `curve`, which has a value in dB every `spacing`
/// samples and stays at its last one: straight between its points, and the gain straight within 64
/// samples.
pub(crate) fn follow(
    audio: &mut AudioBuffer,
    curve: &[f32],
    spacing: f64,
    check: &Check,
) -> Result<(), Cancelled> {
    let gain = |frame: usize| {
        let place = frame as f64 / spacing;
        let (index, part) = (place as usize, place.fract() as f32);
        let of = |index: usize| curve.get(index).or(curve.last()).copied().unwrap_or(0.0);
        10.0_f32.powf((of(index) * (1.0 - part) + of(index + 1) * part) / 20.0)
    };
    for start in (0..audio.frames()).step_by(64) {
        if start % BLOCK == 0 {
            check()?;
        }
        let (from, to) = (gain(start), gain(start + 64));
        for channel in &mut audio.channels {
            for (index, sample) in channel.iter_mut().skip(start).take(64).enumerate() {
                *sample *= from + (to - from) * index as f32 / 64.0;
            }
        }
    }
    Ok(())
}

/// Fades out over the last `length` samples.
pub(crate) fn fade_out(audio: &mut AudioBuffer, length: usize) {
    for channel in &mut audio.channels {
        for (step, sample) in channel.iter_mut().rev().take(length).enumerate() {
            *sample *= fade_level(step, length);
        }
    }
}

/// Factor that is left of a sample `step` samples away from where a fade of `length` samples is
/// silent: a quarter of a sine's square.
pub fn fade_level(step: usize, length: usize) -> f32 {
    (step as f32 / length as f32 * std::f32::consts::FRAC_PI_2)
        .sin()
        .powi(2)
}

fn measured(audio: &AudioBuffer, with_peak: bool, check: &Check) -> Result<Loudness, Cancelled> {
    let mut meter = Meter::new(audio.channels.len() as u32, audio.sample_rate, with_peak);
    for from in (0..audio.frames()).step_by(BLOCK) {
        check()?;
        let to = (from + BLOCK).min(audio.frames());
        meter.add(
            &audio
                .channels
                .iter()
                .map(|channel| &channel[from..to])
                .collect::<Vec<_>>(),
        );
    }
    Ok(meter.measure())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loudness_is_reached_under_the_true_peak() {
        // Clicks over a soft tone need the limiter.
        let click = |i: usize| if i % 12_000 < 40 { 0.9 } else { 0.0 };
        let tone: Vec<f32> = (0..192_000)
            .map(|i| (i as f32 * 0.09).sin() * 0.1 + click(i))
            .collect();
        for target in [-16.0, -30.0] {
            let mut audio = AudioBuffer {
                sample_rate: 48_000,
                channels: vec![tone.clone(), tone.clone()],
            };
            bring_to(&mut audio, target, &|| Ok(())).expect("nobody stops it");
            let now = measured(&audio, true, &|| Ok(())).expect("measured");
            assert!(
                (now.integrated - target).abs() < 0.5,
                "{now:?} for {target}"
            );
            assert!(now.true_peak <= -0.99, "{now:?}");
        }
    }

    #[test]
    fn silence_is_left_alone() {
        let mut audio = AudioBuffer::silence(48_000, 1, 48_000);
        bring_to(&mut audio, -16.0, &|| Ok(())).expect("nothing to do");
        assert!(audio.peak().abs() < f32::MIN_POSITIVE);
    }
}
