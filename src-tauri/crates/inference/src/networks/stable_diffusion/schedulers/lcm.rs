//! Sampling of latent consistency models (Luo et al. 2023, "Latent Consistency Models", algorithm
//! 3).

use candle_core::{Result, Tensor};

use super::{Levels, Scheduler, denoised};

/// Timesteps that such models were distilled at.
const DISTILLED: usize = 50;
/// Factor on timesteps where the network's share is computed.
const TIMESTEP_SCALE: f64 = 10.0;
/// The deviation of an image's values that the shares rest on.
const DEVIATION: f64 = 0.5;

pub(super) struct Lcm {
    levels: Levels,
    timesteps: Vec<f64>,
}

impl Lcm {
    pub(super) fn new(levels: Levels, steps: usize) -> Self {
        let distilled = DISTILLED.min(levels.count());
        let (steps, stride) = (steps.min(distilled), levels.count() / distilled);
        let place = |step: usize| ((distilled - step * distilled / steps) * stride - 1) as f64;
        let timesteps = (0..steps).map(place).collect();
        Self { levels, timesteps }
    }
}

impl Scheduler for Lcm {
    fn timesteps(&self) -> &[f64] {
        &self.timesteps
    }

    fn shares(&self, step: usize) -> (f64, f64) {
        self.levels.shares(self.timesteps[step] as usize)
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
        let clean = denoised(
            self.levels.prediction,
            latents,
            predicted,
            self.shares(step),
        )?;
        // At the very end latents are left as they are; the further from it, the more the network's
        // word counts.
        let scaled = self.timesteps[step] * TIMESTEP_SCALE;
        let total = scaled.powi(2) + DEVIATION.powi(2);
        let clean =
            ((clean * (scaled / total.sqrt()))? + (latents * (DEVIATION.powi(2) / total))?)?;
        match noise {
            Some(noise) if self.draws(step) => {
                let (image, share) = self.shares(step + 1);
                (clean * image)? + (noise * share)?
            }
            _ => Ok(clean),
        }
    }
}
