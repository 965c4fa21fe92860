//! Audio as Whisper takes it (Radford et al. 2022, section 2.2): the logarithm of its power in mel
//! bands, 25 ms at a time, every 10 ms. It is made of samples as they come, so that no more than
//! the spectrogram itself is kept.

use candle_core::{DType, Device, Result, Tensor};

use crate::audio::{BandPower, Scale, bands, hann};

/// Samples a second of what Whisper hears.
pub const SAMPLE_RATE: u32 = 16_000;
/// Samples of which one step's power is measured.
const FRAME: usize = 400;
/// Samples from one step to the next.
pub(super) const HOP: usize = 160;
/// Power below this counts as this.
const FLOOR: f32 = 1e-10;
/// Decades below the loudest at which all is the same.
const RANGE: f32 = 8.0;

/// Makes a spectrogram of audio that streams by.
pub struct Listener {
    power: BandPower,
    /// Samples that steps are still to be made of, mirrored at the recording's start.
    waiting: Vec<f32>,
    heard: usize,
    window: usize,
    values: Vec<f32>,
}

/// The spectrogram of a whole recording.
pub struct Spectrogram {
    bands: usize,
    window: usize,
    /// Steps that lie within the audio.
    steps: usize,
    /// The decimal logarithm of the power, band by band of step by step.
    values: Vec<f32>,
    loudest: f32,
}

impl Listener {
    /// For a spectrogram of so many bands, of which `window` steps are looked at together.
    pub fn new(bands_wanted: usize, window: usize) -> Self {
        let bands = bands(
            Scale::Slaney,
            bands_wanted,
            FRAME / 2 + 1,
            (0.0, f64::from(SAMPLE_RATE) / 2.0),
        );
        Self {
            power: BandPower::new(bands, hann(FRAME, FRAME), FRAME),
            waiting: Vec::new(),
            heard: 0,
            window,
            values: Vec::new(),
        }
    }

    /// Takes the next samples: one channel at [`SAMPLE_RATE`], -1 to 1 at full scale.
    pub fn hear(&mut self, samples: &[f32]) {
        const MIRRORED: usize = FRAME / 2;
        let was_begun = self.heard > MIRRORED;
        self.waiting.extend_from_slice(samples);
        self.heard += samples.len();
        if self.heard <= MIRRORED {
            return;
        }
        if !was_begun {
            let before: Vec<f32> = self.waiting[1..=MIRRORED].iter().rev().copied().collect();
            self.waiting.splice(0..0, before);
        }
        let mut from = 0;
        while from + FRAME <= self.waiting.len() {
            self.add_step(from);
            from += HOP;
        }
        self.waiting.drain(..from);
    }

    /// The spectrogram of all that was heard. What is shorter than a window is followed by silence
    /// up to its length.
    pub fn finish(mut self) -> Spectrogram {
        let (steps, whole) = (self.heard.div_ceil(HOP), self.window * HOP);
        if self.heard < whole {
            self.hear(&vec![0.0; whole - self.heard]);
        }
        // As many samples as stand behind the middle of the last step are mirrored at the end.
        let end = self.waiting.len().saturating_sub(1);
        let behind: Vec<f32> = self.waiting[end.saturating_sub(FRAME / 2)..end]
            .iter()
            .rev()
            .copied()
            .collect();
        self.hear(&behind);
        let made = (self.heard - behind.len()) / HOP;
        self.values.truncate(made * self.power.bands());
        let loudest = self.values.iter().copied().fold(FLOOR.log10(), f32::max);
        Spectrogram {
            bands: self.power.bands(),
            window: self.window,
            steps: steps.min(made),
            values: self.values,
            loudest,
        }
    }

    fn add_step(&mut self, from: usize) {
        for power in self.power.of(&self.waiting[from..from + FRAME]) {
            self.values.push(if power.is_finite() {
                power.max(FLOOR).log10()
            } else {
                FLOOR.log10()
            });
        }
    }
}

impl Spectrogram {
    /// Steps of 10 ms that lie within the audio.
    pub fn steps(&self) -> usize {
        self.steps
    }

    /// How loud a step is: the mean over the bands of the common logarithms of their power. Silence behind the end.
    pub fn loudness(&self, step: usize) -> f32 {
        let at = |step: usize| (step * self.bands).min(self.values.len());
        let values = &self.values[at(step)..at(step + 1)];
        if values.is_empty() {
            return FLOOR.log10();
        }
        values.iter().sum::<f32>() / values.len() as f32
    }

    /// Whether in the window that begins at a step nothing stands out of silence, so that there is
    /// nothing to hear.
    pub fn is_silent(&self, from: usize) -> bool {
        let silence = (self.loudest - RANGE).max(FLOOR.log10());
        self.window_values(from)
            .iter()
            .all(|value| *value <= silence)
    }

    /// The window that begins at a step, `(window, bands)`: about -1 to 1, and 0 behind the
    /// recording's end.
    pub fn window(&self, from: usize, dtype: DType, device: &Device) -> Result<Tensor> {
        let lowest = self.loudest - RANGE;
        let mut values: Vec<f32> = self
            .window_values(from)
            .iter()
            .map(|value| (value.max(lowest) + 4.0) / 4.0)
            .collect();
        values.resize(self.window * self.bands, 0.0);
        Tensor::from_vec(values, (self.window, self.bands), &Device::Cpu)?
            .to_device(device)?
            .to_dtype(dtype)
    }

    fn window_values(&self, from: usize) -> &[f32] {
        let at = |step: usize| (step * self.bands).min(self.values.len());
        &self.values[at(from)..at(from + self.window)]
    }
}
