//! Steps from noise to an image along the straight line between them (Lipman et al. 2023, "Flow
//! Matching for Generative Modeling"; Esser et al. 2024, "Scaling Rectified Flow Transformers",
//! section 5.3.2, for the shift), by Euler's method.

use candle_core::{Result, Tensor};

use super::config::FlowConfig;

/// Share of noise in the latents before each step, from 1, and 0 behind the last.
#[derive(Debug, Clone)]
pub struct FlowScheduler {
    shares: Vec<f64>,
}

impl FlowScheduler {
    /// For so many steps of an image of so many patches.
    pub fn new(config: &FlowConfig, steps: usize, patches: usize) -> Self {
        let shift = if config.use_dynamic_shifting {
            let slope = (config.max_shift - config.base_shift)
                / (config.max_image_seq_len - config.base_image_seq_len);
            (config.base_shift + slope * (patches as f64 - config.base_image_seq_len)).exp()
        } else {
            config.shift
        };
        let share = |step: usize| {
            let evenly = (steps - step) as f64 / steps as f64;
            shift * evenly / (1.0 + (shift - 1.0) * evenly)
        };
        Self {
            shares: (0..=steps).map(share).collect(),
        }
    }

    /// The noise's share before each step, and behind the last.
    pub fn shares(&self) -> &[f64] {
        &self.shares
    }

    /// The latents behind a step. `velocity` points from the image to the noise.
    pub fn step(&self, step: usize, latents: &Tensor, velocity: &Tensor) -> Result<Tensor> {
        latents + (velocity * (self.shares[step + 1] - self.shares[step]))?
    }
}
