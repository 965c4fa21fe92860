//! The scheduler, and whole ways from a request to an image.

use candle_core::{Device, Tensor};
use patchbay_inference::Watch;
use patchbay_inference::networks::z_image::{FlowConfig, FlowScheduler};

use super::{BOUND, changed, fixture, opened, replaced, request};
use crate::support::difference;

#[test]
fn the_scheduler_agrees_step_by_step() {
    let fixture = fixture();
    for (name, use_dynamic_shifting) in [("fixed", false), ("by_size", true)] {
        let config = FlowConfig {
            use_dynamic_shifting,
            ..FlowConfig::default()
        };
        for steps in [1, 4, 8] {
            let of = |what: &str| fixture.tensor(&format!("{name}.{steps}.{what}")).clone();
            let scheduler = FlowScheduler::new(&config, steps, 1536);
            let shares = Tensor::new(scheduler.shares(), &Device::Cpu).unwrap();
            assert!(
                difference(&shares, &of("shares")) < 1e-6,
                "{name}: {:?}",
                scheduler.shares()
            );
            let mut latents = of("samples").get(0).unwrap();
            for step in 0..steps {
                latents = scheduler
                    .step(step, &latents, &of("velocities").get(step).unwrap())
                    .unwrap();
                let apart = difference(&latents, &of("samples").get(step + 1).unwrap());
                assert!(apart < BOUND, "{name}, step {step} of {steps}: {apart}");
            }
        }
    }
}

#[test]
fn whole_ways_to_images_agree() {
    let fixture = fixture();
    let by_size = changed(|folder| {
        replaced(
            folder.join("scheduler/scheduler_config.json"),
            "\"use_dynamic_shifting\": false",
            "\"use_dynamic_shifting\": true",
        );
    });
    for (name, folder) in [
        ("fixed", fixture.folder.as_path()),
        ("by_size", by_size.path()),
    ] {
        let mut draws = 0;
        let mut draw = |_| {
            draws += 1;
            Ok(fixture.tensor("noise").clone())
        };
        let found = opened(folder)
            .unwrap()
            .generate(&request(96, 64), &mut draw, Watch::nobody())
            .unwrap();
        assert_eq!((found.dimensions(), draws), ((96, 64), 1));
        let expected = fixture
            .tensor(&format!("image.{name}"))
            .flatten_all()
            .unwrap()
            .to_vec1::<u8>()
            .unwrap();
        let apart = found
            .as_raw()
            .iter()
            .zip(&expected)
            .map(|(a, b)| a.abs_diff(*b))
            .max()
            .unwrap();
        assert!(apart <= 2, "{name}: {apart}");
        let seen = |most: bool| {
            expected
                .iter()
                .copied()
                .reduce(|a, b| if most { a.max(b) } else { a.min(b) })
                .unwrap()
        };
        assert!(
            seen(true) - seen(false) > 100,
            "{name}: there is something to see"
        );
    }
}
