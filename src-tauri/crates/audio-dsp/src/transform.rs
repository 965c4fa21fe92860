//! Short-time spectra: from a windowed piece of an audio clip to its spectrum, and back.

use std::f32::consts::TAU;
use std::sync::Arc;

use patchbay_domain::Cancelled;
use patchbay_media::audio::AudioBuffer;
use realfft::{ComplexToReal, RealFftPlanner, RealToComplex};
use rustfft::num_complex::Complex32;

/// The shortest multiple of four of at least `size` that has no prime factors above 5: others
/// transform slowly.
pub(crate) fn fast_size(size: usize) -> usize {
    let is_fast = |size: usize| {
        let rest = [2, 3, 5].iter().fold(size, |rest, prime| {
            std::iter::successors(Some(rest), |rest| (rest % prime == 0).then(|| rest / prime))
                .last()
                .unwrap_or(rest)
        });
        rest == 1
    };
    // There is a power of two below twice the size.
    (size.max(16)..=2 * size.max(16))
        .find(|size| size % 4 == 0 && is_fast(*size))
        .unwrap_or(size)
}

/// Turns pieces of one length into spectra and back, with a Hann window on either way. Pieces that
/// follow each other by a quarter of their length or less add up to the audio again when each
/// sample is divided by the sum of [`Self::overlap`].
///
/// Phases are counted from the middle of a piece, so that neighbouring bins of a short event in the
/// middle agree.
#[derive(Clone)]
pub(crate) struct Transform {
    forward: Arc<dyn RealToComplex<f32>>,
    inverse: Arc<dyn ComplexToReal<f32>>,
    window: Arc<[f32]>,
    piece: Vec<f32>,
    scratch: Vec<Complex32>,
}

impl Transform {
    /// For pieces of `size` samples, which is a multiple of four.
    pub(crate) fn new(size: usize) -> Self {
        let mut planner = RealFftPlanner::new();
        let (forward, inverse) = (
            planner.plan_fft_forward(size),
            planner.plan_fft_inverse(size),
        );
        let scratch =
            vec![Complex32::default(); forward.get_scratch_len().max(inverse.get_scratch_len())];
        let window = (0..size)
            .map(|index| 0.5 - 0.5 * (TAU * index as f32 / size as f32).cos())
            .collect();
        Self {
            forward,
            inverse,
            window,
            piece: vec![0.0; size],
            scratch,
        }
    }

    /// The samples of a piece.
    pub(crate) fn size(&self) -> usize {
        self.window.len()
    }

    /// The bins of a spectrum: from 0 to half the sample rate.
    pub(crate) fn bins(&self) -> usize {
        self.size() / 2 + 1
    }

    /// The spectrum of the piece whose middle is at `middle`; silence lies around the samples.
    pub(crate) fn spectrum(&mut self, samples: &[f32], middle: isize, spectrum: &mut [Complex32]) {
        let half = self.size() / 2;
        let start = middle - half as isize;
        for (index, weight) in self.window.iter().enumerate() {
            let sample = usize::try_from(start + index as isize)
                .ok()
                .and_then(|at| samples.get(at))
                .copied();
            let rotated = if index < half {
                index + half
            } else {
                index - half
            };
            self.piece[rotated] = sample.unwrap_or(0.0) * weight;
        }
        // Only wrong lengths are refused.
        let done = self
            .forward
            .process_with_scratch(&mut self.piece, spectrum, &mut self.scratch);
        debug_assert!(done.is_ok());
    }

    /// The piece of a spectrum, windowed again. The spectrum is used up.
    pub(crate) fn samples(&mut self, spectrum: &mut [Complex32], piece: &mut [f32]) {
        let half = self.size() / 2;
        for edge in [0, spectrum.len() - 1] {
            spectrum[edge].im = 0.0;
        }
        let done = self
            .inverse
            .process_with_scratch(spectrum, &mut self.piece, &mut self.scratch);
        debug_assert!(done.is_ok());
        let scale = 1.0 / self.size() as f32;
        for (index, (sample, weight)) in piece.iter_mut().zip(self.window.iter()).enumerate() {
            let rotated = if index < half {
                index + half
            } else {
                index - half
            };
            *sample = self.piece[rotated] * weight * scale;
        }
    }

    /// Factor that is left of a sample after both windows, at that place of a piece.
    pub(crate) fn overlap(&self, index: usize) -> f32 {
        self.window[index] * self.window[index]
    }
}

/// Changes the spectra of one piece, one for each channel; it is told the number of the piece.
pub(crate) type Change<'a> = dyn FnMut(usize, &mut [Vec<Complex32>]) -> Result<(), Cancelled> + 'a;

/// Works on a whole clip piece by piece, each a quarter of its length after the one before.
pub(crate) struct Overlapped(Transform);

impl Overlapped {
    /// In pieces of that transform, whose size is a multiple of four.
    pub(crate) fn new(transform: Transform) -> Self {
        Self(transform)
    }

    /// Lets `change` change the spectra of every piece, one for each channel; it is told the number
    /// of the piece, whose middle is that many quarters after the audio's start. Stops where it
    /// gives an error, which leaves the audio half done.
    pub(crate) fn process(
        mut self,
        audio: &mut AudioBuffer,
        change: &mut Change<'_>,
    ) -> Result<(), Cancelled> {
        let transform = &mut self.0;
        let (size, hop) = (transform.size(), transform.size() / 4);
        let weight = |at: usize| {
            (at..size)
                .step_by(hop)
                .map(|index| transform.overlap(index))
                .sum::<f32>()
        };
        let scale: Vec<f32> = (0..hop).map(|at| 1.0 / weight(at)).collect();
        let mut spectra = vec![vec![Complex32::default(); transform.bins()]; audio.channels.len()];
        let mut piece = vec![0.0; size];
        // What later pieces still lie over.
        let mut open = vec![vec![0.0; size]; audio.channels.len()];
        for number in -1..=(audio.frames().div_ceil(hop) + 1) as isize {
            let middle = number * hop as isize;
            for (channel, spectrum) in audio.channels.iter().zip(&mut spectra) {
                transform.spectrum(channel, middle, spectrum);
            }
            change(usize::try_from(number).unwrap_or(0), &mut spectra)?;
            let done = middle - 2 * hop as isize;
            for ((channel, spectrum), open) in
                audio.channels.iter_mut().zip(&mut spectra).zip(&mut open)
            {
                transform.samples(spectrum, &mut piece);
                open.iter_mut()
                    .zip(&piece)
                    .for_each(|(sum, sample)| *sum += sample);
                // No later piece reads what is done now, so that it can take the audio's place.
                let place = usize::try_from(done)
                    .ok()
                    .and_then(|start| channel.get_mut(start..))
                    .unwrap_or_default();
                for ((sample, sum), scale) in place.iter_mut().zip(&open[..hop]).zip(&scale) {
                    *sample = sum * scale;
                }
                open.rotate_left(hop);
                open[size - hop..].fill(0.0);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_changed_comes_back() {
        let samples: Vec<f32> = (0..10_007_u32)
            .map(|i| (i.wrapping_mul(2_654_435_761) >> 16) as f32 / 65_536.0 - 0.5)
            .collect();
        let before = AudioBuffer {
            sample_rate: 44_100,
            channels: vec![samples.clone(), samples],
        };
        let mut audio = before.clone();
        Overlapped::new(Transform::new(fast_size(1_000)))
            .process(&mut audio, &mut |_, _| Ok(()))
            .expect("nobody stops it");
        let pairs = audio
            .channels
            .iter()
            .flatten()
            .zip(before.channels.iter().flatten());
        assert!(pairs.clone().all(|(now, then)| (now - then).abs() < 1e-5));
        assert_eq!(audio.frames(), before.frames());
    }

    #[test]
    fn fast_sizes_have_small_factors() {
        assert_eq!(
            [fast_size(1_411), fast_size(2_048), fast_size(7)],
            [1_440, 2_048, 16]
        );
    }
}
