//! How noise becomes latents step by step: a scheduler says how noisy the latents are at each step,
//! and what becomes of them when the network has said what noise is in them. Latents and
//! predictions are f32 on the processor, numbers f64.

mod ddim;
mod dpm_solver;
mod euler_ancestral;
mod lcm;

use candle_core::{Result, Tensor};
use serde::Deserialize;

use super::config::{BetaSchedule, DiffusionConfig, Prediction};

/// The schedulers that there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SchedulerKind {
    /// DDIM (Song et al. 2021, "Denoising Diffusion Implicit Models"): draws no noise on its way.
    Ddim,
    /// Euler's method with noise anew at each step (Karras et al. 2022; Katherine Crowson's
    /// k-diffusion).
    EulerAncestral,
    /// DPM-Solver++ of the second order (Lu et al. 2022) on the noise levels of Karras et al. 2022:
    /// the fewest steps for models that were not distilled.
    DpmSolver,
    /// Latent consistency models (Luo et al. 2023): two to eight steps, with models that were
    /// distilled for it.
    Lcm,
}

impl SchedulerKind {
    /// Every kind with its name.
    pub const ALL: [(&'static str, Self); 4] = [
        ("ddim", Self::Ddim),
        ("euler_ancestral", Self::EulerAncestral),
        ("dpm_solver", Self::DpmSolver),
        ("lcm", Self::Lcm),
    ];

    /// A scheduler of `steps` steps, at least 1 and at most as many as there were in training (LCM:
    /// at most 50).
    pub fn scheduler(self, config: &DiffusionConfig, steps: usize) -> Box<dyn Scheduler> {
        let levels = Levels::new(config);
        let steps = steps.clamp(1, levels.count());
        match self {
            Self::Ddim => Box::new(ddim::Ddim::new(levels, steps, config.steps_offset)),
            Self::EulerAncestral => Box::new(euler_ancestral::EulerAncestral::new(&levels, steps)),
            Self::DpmSolver => Box::new(dpm_solver::DpmSolver::new(&levels, steps)),
            Self::Lcm => Box::new(lcm::Lcm::new(levels, steps)),
        }
    }
}

/// One way from noise to latents.
pub trait Scheduler {
    /// When the network is asked at each step, as timesteps of training.
    fn timesteps(&self) -> &[f64];

    /// Returns the factor on latents before the network sees them.
    fn scale(&self, _step: usize) -> f64 {
        1.0
    }

    /// The shares of latents without noise and of noise in those that a step begins with.
    fn shares(&self, step: usize) -> (f64, f64);

    /// The share of noise where the way begins with nothing else.
    fn first_share(&self) -> f64 {
        1.0
    }

    /// Whether a step draws noise.
    fn draws(&self, _step: usize) -> bool {
        false
    }

    /// The latents behind a step, of the latents before it and what the network said of them. Steps
    /// come in order, from whichever on; `noise` has the deviation 1 and is there where the step
    /// [draws](Self::draws) it.
    fn step(
        &mut self,
        step: usize,
        latents: &Tensor,
        predicted: &Tensor,
        noise: Option<&Tensor>,
    ) -> Result<Tensor>;
}

/// Share of an image that is left at each timestep of training.
#[derive(Debug, Clone)]
struct Levels {
    /// The square of an image's share (Ho et al. 2020, section 2: ᾱ).
    alphas: Vec<f64>,
    prediction: Prediction,
}

impl Levels {
    fn new(config: &DiffusionConfig) -> Self {
        let last = config.num_train_timesteps.saturating_sub(1).max(1) as f64;
        let between = |from: f64, to: f64, index: usize| from + (to - from) * index as f64 / last;
        let beta = |index: usize| match config.beta_schedule {
            BetaSchedule::Linear => between(config.beta_start, config.beta_end, index),
            BetaSchedule::ScaledLinear => {
                between(config.beta_start.sqrt(), config.beta_end.sqrt(), index).powi(2)
            }
        };
        let shares = (0..config.num_train_timesteps.max(1)).scan(1.0, |alpha, index| {
            *alpha *= 1.0 - beta(index);
            Some(*alpha)
        });
        Self {
            alphas: shares.collect(),
            prediction: config.prediction_type,
        }
    }

    fn count(&self) -> usize {
        self.alphas.len()
    }

    /// The shares of image and noise at a timestep of training.
    fn shares(&self, timestep: usize) -> (f64, f64) {
        let alpha = self.alphas[timestep.min(self.count() - 1)];
        (alpha.sqrt(), (1.0 - alpha).sqrt())
    }

    /// Noise for one of an image, at each timestep of training.
    fn sigmas(&self) -> Vec<f64> {
        self.alphas
            .iter()
            .map(|alpha| ((1.0 - alpha) / alpha).sqrt())
            .collect()
    }
}

/// The latents without noise that a network's prediction means, where latents have these shares of
/// image and noise.
pub(super) fn denoised(
    prediction: Prediction,
    latents: &Tensor,
    predicted: &Tensor,
    (image, noise): (f64, f64),
) -> Result<Tensor> {
    match prediction {
        Prediction::Epsilon => (latents - (predicted * noise)?)? / image,
        Prediction::VPrediction => (latents * image)? - (predicted * noise)?,
    }
}

/// The value at a place between those of a list.
fn between(values: &[f64], place: f64) -> f64 {
    let last = values.len() - 1;
    let below = (place.max(0.0).floor() as usize).min(last);
    let further = (place - below as f64).clamp(0.0, 1.0);
    values[below] + (values[(below + 1).min(last)] - values[below]) * further
}
