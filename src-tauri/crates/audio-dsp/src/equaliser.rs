//! Equalising: parts of the spectrum louder or softer, by the filters of R. Bristow-Johnson's
//! “Audio EQ cookbook”.

use biquad::{Biquad, Coefficients, DirectForm2Transposed, Hertz, Type};
use patchbay_domain::Cancelled;
use patchbay_media::audio::AudioBuffer;
use patchbay_values::effects::{Band, Shape};

use crate::Check;

/// Samples between two looks at whether to stop.
const BLOCK: usize = 1 << 15;
/// The highest frequency that a filter may stand at, as a share of the sample rate.
const HIGHEST: f64 = 0.49;

/// The filter of a band at a sample rate; none where the rate has nothing for it to do.
fn filter(band: &Band, sample_rate: f64) -> Option<DirectForm2Transposed<f64>> {
    let kind = match band.shape {
        Shape::LowShelf => Type::LowShelf(band.gain),
        Shape::HighShelf => Type::HighShelf(band.gain),
        Shape::Peak => Type::PeakingEQ(band.gain),
        Shape::LowPass => Type::LowPass,
        Shape::HighPass => Type::HighPass,
        Shape::Notch => Type::Notch,
    };
    let beyond = band.frequency >= HIGHEST * sample_rate;
    if beyond && band.shape != Shape::HighPass {
        return None;
    }
    let frequency = band.frequency.clamp(1.0, HIGHEST * sample_rate);
    let (rate, frequency) = (
        Hertz::from_hz(sample_rate).ok()?,
        Hertz::from_hz(frequency).ok()?,
    );
    Coefficients::from_params(kind, rate, frequency, band.quality)
        .ok()
        .map(DirectForm2Transposed::new)
}

/// Lets an audio clip through all bands, one after the other. `check` is called often and stops it.
pub(crate) fn equalise(
    audio: &mut AudioBuffer,
    bands: &[Band],
    check: &Check,
) -> Result<(), Cancelled> {
    for channel in &mut audio.channels {
        let mut equaliser = Equaliser::new(bands, audio.sample_rate, 1);
        for block in channel.chunks_mut(BLOCK) {
            check()?;
            equaliser.run(0, block);
        }
    }
    Ok(())
}

/// The filters of all bands, for audio that streams by.
pub struct Equaliser(Vec<Vec<DirectForm2Transposed<f64>>>);

impl Equaliser {
    /// For so many channels of that many samples per second.
    pub fn new(bands: &[Band], sample_rate: u32, channels: usize) -> Self {
        let filters = || {
            bands
                .iter()
                .filter_map(|band| filter(band, f64::from(sample_rate)))
                .collect()
        };
        Self((0..channels).map(|_| filters()).collect())
    }

    /// Lets the next samples of a channel through.
    pub fn run(&mut self, channel: usize, samples: &mut [f32]) {
        for filter in &mut self.0[channel] {
            for sample in samples.iter_mut() {
                *sample = filter.run(f64::from(*sample)) as f32;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gain of a tone of that frequency, in dB.
    fn gain_at(frequency: f64, bands: &[Band]) -> f64 {
        let tone =
            |i: usize| (i as f64 * frequency * std::f64::consts::TAU / 48_000.0).sin() as f32 * 0.1;
        let mut audio = AudioBuffer {
            sample_rate: 48_000,
            channels: vec![(0..48_000).map(tone).collect()],
        };
        let power = |audio: &AudioBuffer| {
            audio.channels[0][24_000..]
                .iter()
                .map(|s| f64::from(s * s))
                .sum::<f64>()
        };
        let before = power(&audio);
        equalise(&mut audio, bands, &|| Ok(())).expect("nobody stops it");
        10.0 * (power(&audio) / before).log10()
    }

    #[test]
    fn bands_do_what_they_say_where_they_say() {
        let bass = [Band::new(Shape::LowShelf, 150.0, 6.0)];
        assert!((gain_at(40.0, &bass) - 6.0).abs() < 0.5 && gain_at(2_000.0, &bass).abs() < 0.2);
        let treble = [Band::new(Shape::HighShelf, 5_000.0, -9.0)];
        assert!(
            (gain_at(15_000.0, &treble) + 9.0).abs() < 0.6 && gain_at(300.0, &treble).abs() < 0.2
        );
        let peak = [Band::new(Shape::Peak, 1_000.0, 4.0)];
        assert!((gain_at(1_000.0, &peak) - 4.0).abs() < 0.1 && gain_at(60.0, &peak).abs() < 0.2);
        let steep = Band::steep(Shape::HighPass, 1_000.0);
        assert!(
            (gain_at(500.0, &steep) + 24.0).abs() < 1.0
                && (gain_at(1_000.0, &steep) + 3.0).abs() < 0.2
        );
    }

    #[test]
    fn what_the_rate_cannot_hold_is_left_alone() {
        let mut audio = AudioBuffer {
            sample_rate: 8_000,
            channels: vec![vec![0.5, -0.5, 0.25, 0.0]],
        };
        let before = audio.clone();
        equalise(
            &mut audio,
            &[Band::new(Shape::HighShelf, 12_000.0, 12.0)],
            &|| Ok(()),
        )
        .expect("nobody stops it");
        assert_eq!(audio, before);
    }
}
