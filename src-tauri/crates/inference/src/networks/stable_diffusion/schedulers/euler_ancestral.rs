//! Euler's method along the noise levels, each step going further down than its level and back up
//! with noise drawn anew (Karras et al. 2022, "Elucidating the Design Space of Diffusion-Based
//! Generative Models", algorithm 2 with all of the noise).

use candle_core::{Result, Tensor};

use super::{Levels, Scheduler, between, denoised};
use crate::networks::stable_diffusion::config::Prediction;

pub(super) struct EulerAncestral {
    prediction: Prediction,
    timesteps: Vec<f64>,
    /// Noise for one of an image before each step, and nothing behind the last.
    sigmas: Vec<f64>,
}

impl EulerAncestral {
    pub(super) fn new(levels: &Levels, steps: usize) -> Self {
        let last = (levels.count() - 1) as f64;
        let place = |step: usize| {
            if steps == 1 {
                0.0
            } else {
                last * step as f64 / (steps - 1) as f64
            }
        };
        let timesteps: Vec<f64> = (0..steps).rev().map(place).collect();
        let all = levels.sigmas();
        let sigmas = timesteps
            .iter()
            .map(|timestep| between(&all, *timestep))
            .chain([0.0])
            .collect();
        Self {
            prediction: levels.prediction,
            timesteps,
            sigmas,
        }
    }
}

impl Scheduler for EulerAncestral {
    fn timesteps(&self) -> &[f64] {
        &self.timesteps
    }

    fn scale(&self, step: usize) -> f64 {
        1.0 / (self.sigmas[step].powi(2) + 1.0).sqrt()
    }

    fn shares(&self, step: usize) -> (f64, f64) {
        (1.0, self.sigmas[step])
    }

    fn first_share(&self) -> f64 {
        self.sigmas[0]
    }

    fn draws(&self, step: usize) -> bool {
        step + 1 < self.timesteps.len()
    }

    fn step(
        &mut self,
        step: usize,
        latents: &Tensor,
        predicted: &Tensor,
        noise: Option<&Tensor>,
    ) -> Result<Tensor> {
        let (from, to) = (self.sigmas[step], self.sigmas[step + 1]);
        let image = self.scale(step);
        let scaled = (latents * image)?;
        let clean = denoised(self.prediction, &scaled, predicted, (image, from * image))?;
        let up = (to.powi(2) * (from.powi(2) - to.powi(2)) / from.powi(2)).sqrt();
        let down = (to.powi(2) - up.powi(2)).sqrt();
        let slope = ((latents - clean)? / from)?;
        let moved = (latents + (slope * (down - from))?)?;
        match noise {
            Some(noise) => moved + (noise * up)?,
            None => Ok(moved),
        }
    }
}
