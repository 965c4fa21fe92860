//! DPM-Solver++ (Lu et al. 2022, "DPM-Solver++: Fast Solver for Guided Sampling of Diffusion
//! Probabilistic Models", algorithm 2: multistep of the second order, by midpoints) on the noise
//! levels of Karras et al. 2022 (equation 5, ρ = 7).

use candle_core::{Result, Tensor};

use super::{Levels, Scheduler, denoised};
use crate::networks::stable_diffusion::config::Prediction;

pub(super) struct DpmSolver {
    prediction: Prediction,
    timesteps: Vec<f64>,
    /// Noise for one of an image before each step, and nothing behind the last.
    sigmas: Vec<f64>,
    /// The latents without noise that the step before meant, and which step that was.
    before: Option<(usize, Tensor)>,
}

impl DpmSolver {
    pub(super) fn new(levels: &Levels, steps: usize) -> Self {
        const RHO: f64 = 7.0;
        let all = levels.sigmas();
        let (least, most) = (all[0].powf(1.0 / RHO), all[all.len() - 1].powf(1.0 / RHO));
        let ramp = |step: usize| {
            if steps == 1 {
                0.0
            } else {
                step as f64 / (steps - 1) as f64
            }
        };
        let sigmas: Vec<f64> = (0..steps)
            .map(|step| (most + ramp(step) * (least - most)).powf(RHO))
            .collect();
        let timesteps = sigmas.iter().map(|sigma| timestep(&all, *sigma)).collect();
        Self {
            prediction: levels.prediction,
            timesteps,
            sigmas: sigmas.into_iter().chain([0.0]).collect(),
            before: None,
        }
    }
}

/// The whole timestep of training whose logarithm of noise is nearest to `sigma`'s.
fn timestep(all: &[f64], sigma: f64) -> f64 {
    let above = all
        .partition_point(|own| *own <= sigma)
        .clamp(1, all.len() - 1);
    let (low, high) = (all[above - 1].ln(), all[above].ln());
    let further = ((sigma.max(1e-10).ln() - low) / (high - low)).clamp(0.0, 1.0);
    (above as f64 - 1.0 + further).round_ties_even()
}

/// The shares of image and noise.
fn shares(sigma: f64) -> (f64, f64) {
    let image = 1.0 / (sigma.powi(2) + 1.0).sqrt();
    (image, sigma * image)
}

impl Scheduler for DpmSolver {
    fn timesteps(&self) -> &[f64] {
        &self.timesteps
    }

    fn shares(&self, step: usize) -> (f64, f64) {
        shares(self.sigmas[step])
    }

    fn step(
        &mut self,
        step: usize,
        latents: &Tensor,
        predicted: &Tensor,
        _: Option<&Tensor>,
    ) -> Result<Tensor> {
        let (from, to) = (self.sigmas[step], self.sigmas[step + 1]);
        let clean = denoised(self.prediction, latents, predicted, shares(from))?;
        let before = self.before.replace((step, clean.clone()));
        let is_last = step + 1 == self.timesteps.len();
        let aim = match before {
            Some((earlier, before)) if !is_last && earlier + 1 == step => {
                // Steps in the logarithm of image over noise: this one, and the one before.
                let (own, last) = ((from / to).ln(), (self.sigmas[earlier] / from).ln());
                (&clean + ((&clean - before)? * (0.5 * own / last))?)?
            }
            _ => clean,
        };
        let ((_, noise_from), (image_to, noise_to)) = (shares(from), shares(to));
        // exp(-own) is the ratio of noise to image behind the step over that before it.
        (latents * (noise_to / noise_from))? + (aim * (image_to * (1.0 - to / from)))?
    }
}
