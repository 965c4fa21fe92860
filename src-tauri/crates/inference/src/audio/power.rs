//! The power of stretches of audio in bands.

use std::sync::Arc;

use realfft::num_complex::Complex;
use realfft::{RealFftPlanner, RealToComplex};

use super::mel::Band;

/// Measures stretches of audio, all of the same length.
pub(crate) struct BandPower {
    bands: Vec<Band>,
    curve: Vec<f32>,
    transform: Arc<dyn RealToComplex<f32>>,
    frame: Vec<f32>,
    spectrum: Vec<Complex<f32>>,
    scratch: Vec<Complex<f32>>,
}

impl BandPower {
    /// For stretches of as many samples as `curve` has, each of which is multiplied with its value
    /// there. They are followed by nothing up to `length` samples, so that their spectrum has
    /// `length / 2 + 1` bins.
    pub(crate) fn new(bands: Vec<Band>, curve: Vec<f32>, length: usize) -> Self {
        let transform = RealFftPlanner::new().plan_fft_forward(length);
        Self {
            bands,
            curve,
            frame: transform.make_input_vec(),
            spectrum: transform.make_output_vec(),
            scratch: transform.make_scratch_vec(),
            transform,
        }
    }

    /// Returns the number of bands.
    pub(crate) fn bands(&self) -> usize {
        self.bands.len()
    }

    /// The power of a stretch in each band; not a number, or infinite, where a sample is.
    pub(crate) fn of(&mut self, samples: &[f32]) -> impl Iterator<Item = f32> + '_ {
        let (frame, behind) = self.frame.split_at_mut(self.curve.len());
        let samples = samples.iter().zip(&self.curve);
        frame
            .iter_mut()
            .zip(samples)
            .for_each(|(frame, (sample, curve))| *frame = sample * curve);
        behind.fill(0.0);
        self.transform
            .process_with_scratch(&mut self.frame, &mut self.spectrum, &mut self.scratch)
            .expect("the buffers are those that the transform made");
        self.bands.iter().map(|band| band.power(&self.spectrum))
    }
}

/// The window of Hann over so many samples: one wave of a cosine that `period` samples would hold.
pub(crate) fn hann(samples: usize, period: usize) -> Vec<f32> {
    let angle = |index: usize| std::f64::consts::TAU * index as f64 / period as f64;
    (0..samples)
        .map(|index| (0.5 - 0.5 * angle(index).cos()) as f32)
        .collect()
}
