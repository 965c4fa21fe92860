//! DDIM (Song et al. 2021, equation 12 with η = 0).

use candle_core::{Result, Tensor};

use super::{Levels, Scheduler, denoised};

pub(super) struct Ddim {
    levels: Levels,
    timesteps: Vec<f64>,
    /// From one timestep to the next.
    stride: usize,
}

impl Ddim {
    /// `offset`: added to the timesteps, which begin with 0 otherwise.
    pub(super) fn new(levels: Levels, steps: usize, offset: usize) -> Self {
        let stride = levels.count() / steps;
        let last = levels.count() - 1;
        let timesteps = (0..steps)
            .rev()
            .map(|step| (step * stride + offset).min(last) as f64)
            .collect();
        Self {
            levels,
            timesteps,
            stride,
        }
    }
}

impl Scheduler for Ddim {
    fn timesteps(&self) -> &[f64] {
        &self.timesteps
    }

    fn shares(&self, step: usize) -> (f64, f64) {
        self.levels.shares(self.timesteps[step] as usize)
    }

    fn step(
        &mut self,
        step: usize,
        latents: &Tensor,
        predicted: &Tensor,
        _: Option<&Tensor>,
    ) -> Result<Tensor> {
        let shares = self.shares(step);
        let clean = denoised(self.levels.prediction, latents, predicted, shares)?;
        let noise = ((latents - (&clean * shares.0)?)? / shares.1)?;
        // Behind the first timestep of training there is none: it is taken for the end.
        let next = (self.timesteps[step] as usize).saturating_sub(self.stride);
        let next = self.levels.shares(next);
        (clean * next.0)? + (noise * next.1)?
    }
}
