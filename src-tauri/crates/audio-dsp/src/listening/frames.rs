//! Measurements in each fiftieth of a second of an audio clip that streams by.

use std::collections::VecDeque;
use std::f32::consts::PI;
use std::sync::Arc;

use rustfft::num_complex::Complex32;
use rustfft::{Fft, FftPlanner};

/// Frames in a second.
pub(super) const RATE: f64 = 50.0;
/// The shortest window of a spectrum, in seconds: the next power of two in samples is taken.
const WINDOW: f32 = 0.06;
/// Frames after which a partial is looked for again: a tenth of a second.
const APART: usize = 5;
/// Maximum movement of a partial that stands still, as a share of its frequency (10 cents) and in
/// steps of the spectrum.
const STILL: (f32, f32) = (0.006, 0.1);
/// Range in which partials are looked for, in Hz.
const PARTIALS: (f32, f32) = (80.0, 5_000.0);
/// Range in which flatness is measured, in Hz.
const BROAD: (f32, f32) = (200.0, 8_000.0);
/// Factor by which a partial stands out of the median of its surroundings, and reach of these to
/// each side in steps.
const PROMINENCE: (f32, usize) = (10.0, 15);
/// Limits of the bands whose rise is felt as a beat, in Hz.
const BEAT_BANDS: [f32; 7] = [80.0, 250.0, 500.0, 1_000.0, 2_000.0, 4_000.0, 8_000.0];

/// One fiftieth of a second.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Frame {
    /// Mean square of the samples, 1 for a square wave at full scale.
    pub(super) power: f32,
    /// Half the number of zero crossings in a second: the frequency of a pure tone, in Hz.
    pub(super) crossings: f32,
    /// The geometric over the arithmetic mean of the spectrum's powers in dB: 0 and less, the
    /// flatter the nearer to 0.
    pub(super) flatness: f32,
    /// The share of the power that partials have, 0 to 1.
    pub(super) tonal: f32,
    /// The share of the power that partials have which stood at the same place a tenth of a second
    /// before, 0 to 1.
    pub(super) steady: f32,
    /// Rise of the logarithms of the bands' powers, on average; 0 where they fell.
    pub(super) rise: f32,
    /// Strength of each of the twelve notes of the scale, whatever the octave.
    pub(super) chroma: [f32; 12],
}

/// Measures frames.
pub struct FrameMeter {
    sample_rate: f32,
    fft: Arc<dyn Fft<f32>>,
    window: Vec<f32>,
    /// Samples from half a window before the next frame on.
    pending: Vec<f32>,
    /// Start of the next frame in `pending`, less half a window.
    next: f64,
    /// Frequencies of the partials of the last frames, the oldest first.
    partials: VecDeque<Vec<f32>>,
    bands: Option<[f32; 6]>,
    frames: Vec<Frame>,
}

impl FrameMeter {
    /// For an audio clip of that many samples in a second.
    pub fn new(sample_rate: u32) -> Self {
        let size = ((WINDOW * sample_rate as f32) as usize)
            .max(64)
            .next_power_of_two();
        Self {
            sample_rate: sample_rate as f32,
            fft: FftPlanner::new().plan_fft_forward(size),
            window: (0..size)
                .map(|i| 0.5 - 0.5 * (2.0 * PI * i as f32 / size as f32).cos())
                .collect(),
            // Silence before the audio, so that a window's middle is where its frame begins.
            pending: vec![0.0; size / 2],
            next: 0.0,
            partials: VecDeque::new(),
            bands: None,
            frames: Vec::new(),
        }
    }

    /// Takes the next samples, mono.
    pub fn add(&mut self, samples: &[f32]) {
        self.pending.extend(
            samples
                .iter()
                .map(|sample| if sample.is_finite() { *sample } else { 0.0 }),
        );
        let hop = f64::from(self.sample_rate) / RATE;
        while self.next as usize + self.window.len().max(hop as usize + self.window.len() / 2)
            <= self.pending.len()
        {
            let start = self.next as usize;
            self.next += hop;
            self.measure(start, (self.next as usize - start).max(1));
        }
        let used = (self.next as usize).min(self.pending.len());
        self.pending.drain(..used);
        self.next -= used as f64;
    }

    /// All frames: those of the last half window are measured as if silence followed.
    pub fn finish(mut self) -> Vec<Frame> {
        let rest = self
            .pending
            .len()
            .saturating_sub(self.window.len() / 2 + self.next as usize);
        let whole = (rest as f64 * RATE / f64::from(self.sample_rate)) as usize + self.frames.len();
        self.add(&vec![0.0; self.window.len()]);
        self.frames.truncate(whole);
        self.frames
    }

    fn measure(&mut self, start: usize, hop: usize) {
        let size = self.window.len();
        let samples = &self.pending[start + size / 2..start + size / 2 + hop];
        let power = samples.iter().map(|sample| sample * sample).sum::<f32>() / hop as f32;
        let signs = samples
            .windows(2)
            .filter(|pair| (pair[0] < 0.0) != (pair[1] < 0.0))
            .count();
        let crossings = signs as f32 * self.sample_rate / (2 * hop) as f32;
        let windowed = self.pending[start..start + size].iter().zip(&self.window);
        let mut spectrum: Vec<Complex32> = windowed
            .map(|(sample, weight)| Complex32::new(sample * weight, 0.0))
            .collect();
        self.fft.process(&mut spectrum);
        // So small a power that nothing is divided by nothing, and far below what anything recorded
        // has.
        let powers: Vec<f32> = spectrum[..size / 2]
            .iter()
            .map(|bin| bin.norm_sqr() + 1e-9)
            .collect();
        let step = self.sample_rate / size as f32;
        let range = |(low, high): (f32, f32)| {
            let high = high.min(0.45 * self.sample_rate);
            ((low / step) as usize).max(2)..((high / step) as usize).min(powers.len() - 3)
        };
        let partials = partials(&powers, range(PARTIALS), step);
        let total: f32 = powers[range(PARTIALS)].iter().sum();
        let (mut tonal, mut steady, mut chroma) = (0.0, 0.0, [0.0; 12]);
        let before = (self.partials.len() == APART)
            .then(|| self.partials.pop_front())
            .flatten()
            .unwrap_or_default();
        for &(frequency, power) in &partials {
            tonal += power;
            let near = before[before
                .partition_point(|other| *other < frequency)
                .saturating_sub(1)..]
                .iter()
                .take(2);
            if near
                .into_iter()
                .any(|other| (other - frequency).abs() < (STILL.0 * frequency).max(STILL.1 * step))
            {
                steady += power;
            }
            let note = (12.0 * (frequency / 440.0).log2()).round() as i32;
            chroma[note.rem_euclid(12) as usize] += power.sqrt();
        }
        self.partials
            .push_back(partials.iter().map(|partial| partial.0).collect());
        let bands: [f32; 6] = std::array::from_fn(|band| {
            let from = ((BEAT_BANDS[band] / step) as usize).min(powers.len() - 1);
            let to = ((BEAT_BANDS[band + 1] / step) as usize).clamp(from + 1, powers.len());
            // Seen against a floor that is far below full scale, so that rises out of silence have
            // a limit.
            (powers[from..to].iter().sum::<f32>() / (size * size) as f32 + 1e-9).ln()
        });
        let rise = self.bands.map_or(0.0, |before| {
            bands
                .iter()
                .zip(before)
                .map(|(now, before)| (now - before).max(0.0))
                .sum::<f32>()
                / bands.len() as f32
        });
        self.bands = Some(bands);
        self.frames.push(Frame {
            power,
            crossings,
            flatness: flatness(&powers[range(BROAD)]),
            tonal: (tonal / total).min(1.0),
            steady: (steady / total).min(1.0),
            rise,
            chroma,
        });
    }
}

/// Frequency in Hz and power of what stands out of its surroundings, by frequency.
fn partials(powers: &[f32], range: std::ops::Range<usize>, step: f32) -> Vec<(f32, f32)> {
    let (prominence, reach) = PROMINENCE;
    let mut near = Vec::with_capacity(2 * reach + 1);
    let mut median = |at: usize| {
        near.clear();
        near.extend_from_slice(
            &powers[at.saturating_sub(reach)..(at + reach + 1).min(powers.len())],
        );
        let middle = near.len() / 2;
        *near.select_nth_unstable_by(middle, f32::total_cmp).1
    };
    range
        .filter(|&at| {
            powers[at] > powers[at - 1]
                && powers[at] >= powers[at + 1]
                && powers[at] > prominence * median(at)
        })
        .map(|at| {
            // The top of the parabola through the logarithms of three powers.
            let [left, middle, right] = [at - 1, at, at + 1].map(|at| powers[at].ln());
            let bend = left - 2.0 * middle + right;
            let aside = if bend < -1e-6 {
                (0.5 * (left - right) / bend).clamp(-0.5, 0.5)
            } else {
                0.0
            };
            (
                (at as f32 + aside) * step,
                powers[at - 2..=at + 2].iter().sum(),
            )
        })
        .collect()
}

/// The geometric over the arithmetic mean, in dB.
fn flatness(powers: &[f32]) -> f32 {
    if powers.is_empty() {
        return 0.0;
    }
    let count = powers.len() as f32;
    let (logs, sum) = powers.iter().fold((0.0, 0.0), |(logs, sum), power| {
        (logs + power.ln(), sum + power)
    });
    10.0 * (logs / count - (sum / count).ln()) / std::f32::consts::LN_10
}

#[cfg(test)]
mod tests {
    use patchbay_test_support::noise;

    use super::*;

    fn frames(sample_rate: u32, seconds: f32, sample: impl Fn(usize) -> f32) -> Vec<Frame> {
        let samples: Vec<f32> = (0..(sample_rate as f32 * seconds) as usize)
            .map(sample)
            .collect();
        let mut meter = FrameMeter::new(sample_rate);
        samples.chunks(777).for_each(|block| meter.add(block));
        meter.finish()
    }

    #[test]
    fn a_tone_is_tonal_steady_and_one_note() {
        for sample_rate in [8_000, 44_100, 96_000] {
            let frames = frames(sample_rate, 2.0, |i| {
                0.5 * (i as f32 * 2.0 * PI * 440.0 / sample_rate as f32).sin()
            });
            assert!(
                frames.len().abs_diff(100) <= 1,
                "{} at {sample_rate}",
                frames.len()
            );
            let frame = frames[50];
            assert!(
                (frame.power - 0.125).abs() < 0.01 && (frame.crossings - 440.0).abs() < 30.0,
                "{frame:?}"
            );
            assert!(
                frame.tonal > 0.95 && frame.steady > 0.95 && frame.flatness < -30.0,
                "{frame:?}"
            );
            assert!(frame.chroma[0] > 100.0 * frame.chroma[1..].iter().sum::<f32>());
        }
    }

    #[test]
    fn a_gliding_tone_is_tonal_but_not_steady() {
        // Half an octave in a second.
        let phase = |seconds: f32| {
            2.0 * PI * 300.0 * (2.0_f32.powf(seconds / 2.0) - 1.0) * 2.0 / std::f32::consts::LN_2
        };
        let frames = frames(16_000, 2.0, |i| 0.5 * phase(i as f32 / 16_000.0).sin());
        assert!(
            frames[50].tonal > 0.9 && frames[50].steady < 0.1,
            "{:?}",
            frames[50]
        );
    }

    #[test]
    fn hiss_is_flat_and_beats_rise() {
        let hiss = |i: usize| noise(i as u32, 7, 1_000) as f32 / 2_000.0;
        let even = frames(44_100, 1.0, hiss);
        assert!(
            even[25].flatness > -4.0 && even[25].tonal < 0.25,
            "{:?}",
            even[25]
        );
        let beats = frames(
            44_100,
            1.0,
            |i| if i % 22_050 < 4_000 { hiss(i) } else { 0.0 },
        );
        let rises: Vec<usize> = (5..50).filter(|&at| beats[at].rise > 2.0).collect();
        assert!(
            !rises.is_empty() && rises.iter().all(|at| (22..=26).contains(at)),
            "{rises:?}"
        );
    }
}
