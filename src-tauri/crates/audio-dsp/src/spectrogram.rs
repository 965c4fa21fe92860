//! Short-time spectra of an audio clip that streams by, gathered in as many columns as a drawing
//! has.

use std::f32::consts::PI;
use std::sync::Arc;

use rustfft::num_complex::Complex32;
use rustfft::{Fft, FftPlanner};

/// Columns of the drawing, and so of what is measured.
pub const COLUMNS: usize = 1_400;
/// Rows of the spectrogram.
pub const ROWS: usize = 560;

/// Samples of a window.
const WINDOW: usize = 4_096;
/// Windows of each column.
const OVERLAP: usize = 3;
/// Level that is drawn as nothing, in dB below a sine at full scale.
pub const FLOOR: f32 = -100.0;

/// Gathers spectra.
pub struct Spectrogram {
    fft: Arc<dyn Fft<f32>>,
    window: Vec<f32>,
    /// Samples that were not used up, and the position of the first of them in the audio.
    pending: Vec<f32>,
    position: f64,
    /// Start of the next window, and distance between windows, in samples.
    next: f64,
    hop: f64,
    columns: Vec<Vec<f32>>,
    taken: Vec<u32>,
    sample_rate: f32,
}

impl Spectrogram {
    /// For an audio clip of `seconds` length, in that many columns.
    pub fn new(seconds: f64, sample_rate: u32, columns: usize) -> Self {
        let frames = (seconds * f64::from(sample_rate)).max(1.0);
        let window: Vec<f32> = (0..WINDOW)
            .map(|i| 0.5 - 0.5 * (2.0 * PI * i as f32 / WINDOW as f32).cos())
            .collect();
        Self {
            fft: FftPlanner::new().plan_fft_forward(WINDOW),
            window,
            // Half a window of silence before the audio, so that a window's middle is where it is
            // drawn.
            pending: vec![0.0; WINDOW / 2],
            position: 0.0,
            next: 0.0,
            hop: (frames / (columns * OVERLAP) as f64).max(1.0),
            columns: vec![vec![0.0; WINDOW / 2]; columns],
            taken: vec![0; columns],
            sample_rate: sample_rate as f32,
        }
    }

    /// Takes the next samples, mono.
    pub fn add(&mut self, samples: &[f32]) {
        self.pending.extend_from_slice(samples);
        loop {
            let start = (self.next - self.position).max(0.0) as usize;
            if start + WINDOW > self.pending.len() {
                // What lies before the next window is not needed again.
                let used = start.min(self.pending.len());
                self.pending.drain(..used);
                self.position += used as f64;
                return;
            }
            self.measure(start);
            self.next += self.hop;
        }
    }

    /// The powers of every column, 0 to half the sample rate in equal steps, 1 for a sine at full
    /// scale.
    pub fn finish(mut self) -> Columns {
        // The last windows reach beyond the end.
        self.add(&vec![0.0; WINDOW / 2]);
        for index in 0..self.columns.len() {
            let count = self.taken[index];
            if count > 0 {
                self.columns[index]
                    .iter_mut()
                    .for_each(|power| *power /= count as f32);
            } else if index > 0 {
                let (before, after) = self.columns.split_at_mut(index);
                after[0].clone_from(&before[index - 1]);
            }
        }
        Columns {
            powers: self.columns,
            step: self.sample_rate / WINDOW as f32,
        }
    }

    fn measure(&mut self, start: usize) {
        let column = (self.next / (self.hop * OVERLAP as f64)) as usize;
        let column = column.min(self.columns.len() - 1);
        let windowed = self.pending[start..start + WINDOW].iter().zip(&self.window);
        let mut spectrum: Vec<Complex32> = windowed
            .map(|(sample, weight)| Complex32::new(sample * weight, 0.0))
            .collect();
        self.fft.process(&mut spectrum);
        // A sine at full scale has a quarter of the window's length in its bin.
        let scale = 1.0 / (WINDOW as f32 / 4.0).powi(2);
        for (power, bin) in self.columns[column].iter_mut().zip(&spectrum) {
            *power += bin.norm_sqr() * scale;
        }
        self.taken[column] += 1;
    }
}

/// Powers by column and frequency.
pub struct Columns {
    powers: Vec<Vec<f32>>,
    /// Hz from one power to the next.
    step: f32,
}

impl Columns {
    /// The level between two frequencies (in Hz) of a column, in dB, at least [`FLOOR`].
    pub fn level(&self, column: usize, low: f32, high: f32) -> f32 {
        let powers = &self.powers[column];
        let (from, to) = (low / self.step, high / self.step);
        let last = powers.len() - 1;
        let power = if to - from < 1.0 {
            // Between two bins: along the line from one to the other.
            let at = f32::midpoint(from, to).min(last as f32);
            let (below, part) = (at as usize, at.fract());
            powers[below] * (1.0 - part) + powers[(below + 1).min(last)] * part
        } else {
            powers[(from as usize).min(last)..=(to as usize).min(last)]
                .iter()
                .fold(0.0_f32, |peak, p| peak.max(*p))
        };
        (10.0 * power.max(1e-20).log10()).max(FLOOR)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tone_stands_where_and_when_it_sounds() {
        let rate = 48_000;
        let mut spectrogram = Spectrogram::new(4.0, rate, 100);
        let samples: Vec<f32> = (0..4 * rate)
            .map(|i| {
                if i >= 2 * rate {
                    ((i % 48) as f32 * 2.0 * PI / 48.0).sin()
                } else {
                    0.0
                }
            })
            .collect();
        for block in samples.chunks(1_000) {
            spectrogram.add(block);
        }
        let columns = spectrogram.finish();
        assert!(
            columns.level(75, 950.0, 1_050.0).abs() < 1.0,
            "{}",
            columns.level(75, 950.0, 1_050.0)
        );
        assert!(columns.level(75, 3_000.0, 4_000.0) < -80.0);
        assert!(columns.level(25, 950.0, 1_050.0) <= FLOOR);
    }
}
