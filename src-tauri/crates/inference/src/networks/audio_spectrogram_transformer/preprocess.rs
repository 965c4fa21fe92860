//! Audio as the network takes it (Gong et al. 2021, section 2.1): Kaldi's filter bank, the natural
//! logarithm of the power in mel bands, 25 ms at a time, every 10 ms. It is made of samples as they
//! come.

use std::ops::Range;

use candle_core::{DType, Device, Result, Tensor};

use super::config::{PreprocessorConfig, SAMPLE_RATE};
use crate::audio::{BandPower, Scale, bands, hann};

/// Samples of which one step's power is measured.
const FRAME: usize = 400;
/// Samples from one step to the next.
const HOP: usize = 160;
/// Samples of the transform: Kaldi's are powers of two.
const TRANSFORM: usize = 512;
/// Lower edge of the lowest band, in hertz.
const LOWEST: f64 = 20.0;
/// Share of the sample before that is taken away from each, since speech is weak where it is high.
const EMPHASIS: f32 = 0.97;
/// Power below this counts as this.
const FLOOR: f32 = f32::EPSILON;

/// Makes a spectrogram of audio that streams by.
pub struct Listener {
    config: PreprocessorConfig,
    power: BandPower,
    /// Samples that steps are still to be made of.
    waiting: Vec<f32>,
    frame: Vec<f32>,
    values: Vec<f32>,
}

/// The spectrogram of a whole recording.
pub struct Spectrogram {
    config: PreprocessorConfig,
    /// The natural logarithm of the power, band by band of step by step.
    values: Vec<f32>,
}

impl Listener {
    /// For a spectrogram as `preprocessor_config.json` describes it.
    pub fn new(config: &PreprocessorConfig) -> Self {
        let range = (LOWEST, f64::from(SAMPLE_RATE) / 2.0);
        let bands = bands(Scale::Kaldi, config.num_mel_bins, TRANSFORM / 2 + 1, range);
        Self {
            config: config.clone(),
            power: BandPower::new(bands, hann(FRAME, FRAME - 1), TRANSFORM),
            waiting: Vec::new(),
            frame: Vec::with_capacity(FRAME),
            values: Vec::new(),
        }
    }

    /// Takes the next samples: one channel at [`SAMPLE_RATE`], -1 to 1 at full scale.
    pub fn hear(&mut self, samples: &[f32]) {
        self.waiting.extend_from_slice(samples);
        let mut from = 0;
        while from + FRAME <= self.waiting.len() {
            self.add_step(from);
            from += HOP;
        }
        self.waiting.drain(..from);
    }

    /// The spectrogram of all that was heard. What is left over, less than 25 ms, makes no step.
    pub fn finish(self) -> Spectrogram {
        Spectrogram {
            config: self.config,
            values: self.values,
        }
    }

    fn add_step(&mut self, from: usize) {
        let samples = &self.waiting[from..from + FRAME];
        let mean = samples.iter().sum::<f32>() / FRAME as f32;
        let before = samples.first().into_iter().chain(samples);
        self.frame.clear();
        self.frame.extend(
            samples
                .iter()
                .zip(before)
                .map(|(sample, before)| sample - mean - EMPHASIS * (before - mean)),
        );
        let powers = self.power.of(&self.frame);
        self.values.extend(powers.map(|power| {
            if power.is_finite() {
                power.max(FLOOR).ln()
            } else {
                FLOOR.ln()
            }
        }));
    }
}

impl Spectrogram {
    /// Steps of 10 ms that lie within the audio; none where it is shorter than 25 ms.
    pub fn steps(&self) -> usize {
        self.values.len() / self.config.num_mel_bins.max(1)
    }

    /// The windows that a recording is looked at in, by their steps: one behind the other, the last
    /// so that it ends where the audio does. None where the audio has no steps, and one that is
    /// shorter than the others where the audio is.
    pub fn windows(&self) -> Vec<Range<usize>> {
        let (steps, length) = (self.steps(), self.config.max_length);
        let starts = (0..steps)
            .step_by(length.max(1))
            .map(|start| start.min(steps.saturating_sub(length)));
        starts
            .map(|start| start..(start + length).min(steps))
            .collect()
    }

    /// Whether nothing sounds in these steps.
    pub fn is_silent(&self, steps: &Range<usize>) -> bool {
        self.values_of(steps)
            .iter()
            .all(|value| *value <= FLOOR.ln())
    }

    /// A window that begins and ends at these steps, `(max_length, bands)`; what it lacks has a
    /// power of 1.
    pub fn window(&self, steps: &Range<usize>, dtype: DType, device: &Device) -> Result<Tensor> {
        let PreprocessorConfig {
            num_mel_bins,
            max_length,
            do_normalize,
            mean,
            std,
            ..
        } = self.config;
        let mut values = self.values_of(steps).to_vec();
        values.resize(max_length * num_mel_bins, 0.0);
        if do_normalize {
            for value in &mut values {
                *value = (*value - mean) / (2.0 * std);
            }
        }
        Tensor::from_vec(values, (max_length, num_mel_bins), &Device::Cpu)?
            .to_device(device)?
            .to_dtype(dtype)
    }

    fn values_of(&self, steps: &Range<usize>) -> &[f32] {
        let at = |step: usize| (step * self.config.num_mel_bins).min(self.values.len());
        &self.values[at(steps.start)..at(steps.end)]
    }
}
