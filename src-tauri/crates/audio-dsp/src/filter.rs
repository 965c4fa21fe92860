//! Filters: the state-variable filter of Zavalishin, "The Art of VA Filter Design", 2012, section
//! 4.

use std::f32::consts::PI;

/// Samples per second that filters count in: what videos have.
pub const RATE: u32 = 48_000;
/// The same as a number to calculate with.
pub(crate) const RATE_F: f32 = RATE as f32;

/// A resonant filter that gives low, band and high pass at once and may be swept.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Filter {
    first: f32,
    second: f32,
    gain: f32,
    damping: f32,
    scale: f32,
}

/// Outputs of a [`Filter`]: low, band and high pass.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Passed {
    pub low: f32,
    pub band: f32,
    pub high: f32,
}

impl Filter {
    /// A filter at `cutoff` Hz; `quality` is 0.707 without resonance, more with it.
    pub(crate) fn new(cutoff: f32, quality: f32) -> Self {
        let mut filter = Self::default();
        filter.tune(cutoff, quality);
        filter
    }

    /// Moves the cutoff, keeping the state.
    pub(crate) fn tune(&mut self, cutoff: f32, quality: f32) {
        self.gain = (PI * (cutoff / RATE_F).clamp(0.0005, 0.45)).tan();
        self.damping = 1.0 / quality.max(0.1);
        self.scale = 1.0 / (1.0 + self.gain * (self.gain + self.damping));
    }

    /// Takes the next sample.
    pub(crate) fn next(&mut self, input: f32) -> Passed {
        let high = (input - (self.gain + self.damping) * self.first - self.second) * self.scale;
        let band = self.gain * high + self.first;
        let low = self.gain * band + self.second;
        self.first = self.gain * high + band;
        self.second = self.gain * band + low;
        Passed { low, band, high }
    }
}

/// Lets a whole clip's resonances stand out: adds band-passed copies, `(frequency in Hz, quality,
/// gain)` each.
pub(crate) fn resonate(samples: &mut [f32], peaks: &[(f32, f32, f32)]) {
    let mut filters: Vec<(Filter, f32)> = peaks
        .iter()
        .map(|&(at, quality, gain)| (Filter::new(at, quality), gain / quality))
        .collect();
    for sample in samples {
        let dry = *sample;
        *sample += filters
            .iter_mut()
            .map(|(filter, gain)| filter.next(dry).band * *gain)
            .sum::<f32>();
    }
}
