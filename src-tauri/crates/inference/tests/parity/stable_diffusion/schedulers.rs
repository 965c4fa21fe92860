//! The schedulers, fed with what diffusers' networks said.

use candle_core::{Device, Tensor};
use patchbay_inference::networks::stable_diffusion::{DiffusionConfig, Prediction, SchedulerKind};

use crate::support::{Fixture, difference};

#[test]
fn schedulers_agree_step_by_step() {
    let fixture = Fixture::open("stable_diffusion_schedulers");
    for (name, kind) in SchedulerKind::ALL {
        for steps in if name == "lcm" { vec![4] } else { vec![4, 20] } {
            for (said, prediction_type) in [
                ("epsilon", Prediction::Epsilon),
                ("v_prediction", Prediction::VPrediction),
            ] {
                let key = format!("{name}.{steps}.{said}");
                let all = |what: &str| fixture.tensor(&format!("{key}.{what}")).clone();
                let one = |what: &str, index: usize| all(what).get(index).unwrap();
                let config = DiffusionConfig {
                    prediction_type,
                    ..DiffusionConfig::default()
                };
                let mut scheduler = kind.scheduler(&config, steps);
                let timesteps = Tensor::new(scheduler.timesteps(), &Device::Cpu).unwrap();
                assert!(
                    difference(&timesteps, &all("timesteps")) < 1e-6,
                    "{key}: {:?}",
                    scheduler.timesteps()
                );
                let first = (one("samples", 0) / scheduler.first_share()).unwrap();
                let mut latents = (first * scheduler.first_share()).unwrap();
                for step in 0..steps {
                    let scaled = (&latents * scheduler.scale(step)).unwrap();
                    let apart = difference(&scaled, &one("scaled", step));
                    assert!(apart < 1e-5, "{key}, before step {step}: {apart}");
                    let noise = scheduler.draws(step).then(|| one("noise", step));
                    latents = scheduler
                        .step(step, &latents, &one("predictions", step), noise.as_ref())
                        .unwrap();
                    let apart = difference(&latents, &one("samples", step + 1));
                    assert!(apart < 1e-5, "{key}, step {step}: {apart}");
                }
                let (clean, noise) = scheduler.shares(steps / 2);
                let noised = (one("noise", 0) * noise)
                    .unwrap()
                    .affine(1.0, clean)
                    .unwrap();
                assert!(difference(&noised, &all("noised")) < 1e-5, "{key}");
            }
        }
    }
}
