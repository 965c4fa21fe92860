//! A compressor: what is louder than a threshold is made softer, and then everything as loud as it
//! was before.
//!
//! Feed-forward, with a soft knee and a smoothed, decoupled level detector: D. Giannoulis, M.
//! Massberg and J. D. Reiss, “Digital dynamic range compressor design”, Journal of the Audio
//! Engineering Society 60, 2012, equations 4 and 17.

use patchbay_domain::Cancelled;
use patchbay_media::audio::AudioBuffer;
use patchbay_values::effects::Compressor;

use crate::Check;
use crate::levelling;

/// Attack and release times of the gain, in seconds.
const ATTACK: f32 = 0.008;
const RELEASE: f32 = 0.15;
/// Width of the knee, in dB.
const KNEE: f32 = 6.0;
/// Samples between two looks at whether to stop.
const BLOCK: usize = 1 << 15;
/// Distance of the default threshold below the loudness of the audio, in dB.
const BELOW_LOUDNESS: f64 = 4.0;

/// Compresses an audio clip; its loudness stays what it was. `check` is called often and stops it.
pub(crate) fn compress(
    audio: &mut AudioBuffer,
    compressor: &Compressor,
    check: &Check,
) -> Result<(), Cancelled> {
    let before = levelling::loudness(audio, check)?;
    let Some(mut squeeze) = Squeeze::new(compressor, before, audio.sample_rate) else {
        return Ok(());
    };
    for start in (0..audio.frames()).step_by(BLOCK) {
        check()?;
        let end = audio.frames().min(start + BLOCK);
        let mut block: Vec<&mut [f32]> = audio
            .channels
            .iter_mut()
            .map(|channel| &mut channel[start..end])
            .collect();
        squeeze.next(&mut block);
    }
    let lost = before - levelling::loudness(audio, check)?;
    if lost.is_finite() {
        levelling::gain(audio, lost, check)
    } else {
        Ok(())
    }
}

/// The gain of a compressor, for audio that streams by.
pub struct Squeeze {
    threshold: f32,
    slope: f32,
    attack: f32,
    release: f32,
    held: f32,
    smooth: f32,
}

impl Squeeze {
    /// For an audio clip of that loudness in LUFS; none where it is silence, or too short to be
    /// measured: there is nothing to even out.
    pub fn new(compressor: &Compressor, loudness: f64, sample_rate: u32) -> Option<Self> {
        let threshold = compressor.threshold.unwrap_or(loudness - BELOW_LOUDNESS);
        let per_sample = |seconds: f32| (-1.0 / (seconds * sample_rate as f32)).exp();
        threshold.is_finite().then(|| Self {
            threshold: threshold as f32,
            slope: 1.0 - 1.0 / compressor.ratio.max(1.0) as f32,
            attack: per_sample(ATTACK),
            release: per_sample(RELEASE),
            held: 0.0,
            smooth: 0.0,
        })
    }

    /// Returns the reduction of a level, both in dB.
    fn reduction(&self, level: f32) -> f32 {
        let over = level - self.threshold;
        if 2.0 * over.abs() <= KNEE {
            self.slope * (over + KNEE / 2.0).powi(2) / (2.0 * KNEE)
        } else {
            self.slope * over.max(0.0)
        }
    }

    /// Makes the next samples of all channels softer where they are loud.
    pub fn next(&mut self, channels: &mut [&mut [f32]]) {
        for index in 0..channels.first().map_or(0, |channel| channel.len()) {
            let peak = channels
                .iter()
                .map(|channel| channel[index].abs())
                .fold(0.0, f32::max);
            let wanted = self.reduction(20.0 * peak.max(1e-6).log10());
            self.held = wanted.max(self.release * self.held + (1.0 - self.release) * wanted);
            self.smooth = self.attack * self.smooth + (1.0 - self.attack) * self.held;
            let gain = 10.0_f32.powf(-self.smooth / 20.0);
            for channel in &mut *channels {
                channel[index] *= gain;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The level of the loud first and the soft second half of a tone, in dB.
    fn halves(audio: &AudioBuffer) -> (f64, f64) {
        let level = |part: &[f32]| {
            10.0 * (part.iter().map(|s| f64::from(s * s)).sum::<f64>() / part.len() as f64).log10()
        };
        (
            level(&audio.channels[0][48_000..90_000]),
            level(&audio.channels[0][144_000..186_000]),
        )
    }

    #[test]
    fn loud_and_soft_come_closer_by_the_ratio() {
        let level = |i: usize| if i < 96_000 { 0.5 } else { 0.05 };
        let tone: Vec<f32> = (0..192_000)
            .map(|i| (i as f32 * 0.13).sin() * level(i))
            .collect();
        let mut audio = AudioBuffer {
            sample_rate: 48_000,
            channels: vec![tone],
        };
        let before = levelling::loudness(&audio, &|| Ok(())).expect("measured");
        let compressor = Compressor {
            ratio: 4.0,
            threshold: Some(-40.0),
        };
        compress(&mut audio, &compressor, &|| Ok(())).expect("nobody stops it");
        let (loud, soft) = halves(&audio);
        assert!(
            (loud - soft - 5.0).abs() < 0.5,
            "20 dB become 5, not {}",
            loud - soft
        );
        let after = levelling::loudness(&audio, &|| Ok(())).expect("measured");
        assert!((after - before).abs() < 0.5, "{before} became {after}");
    }

    #[test]
    fn silence_stays_silence() {
        let mut audio = AudioBuffer::silence(44_100, 2, 50_000);
        compress(
            &mut audio,
            &Compressor {
                ratio: 3.0,
                threshold: None,
            },
            &|| Ok(()),
        )
        .expect("nothing to do");
        assert!(audio.peak().abs() < f32::MIN_POSITIVE);
    }
}
