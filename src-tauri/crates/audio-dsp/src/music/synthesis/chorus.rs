//! Width: a chorus.

use std::f32::consts::TAU;

use crate::filter::RATE_F;

/// Makes a mono clip wide: two copies on each side that are slowly bent apart.
pub(super) fn chorus(samples: &[f32], depth: f32) -> [Vec<f32>; 2] {
    let voices = [[0.31, 0.0, 0.47, 2.1], [0.37, 1.3, 0.43, 3.7]];
    voices.map(|[rate, phase, other_rate, other_phase]: [f32; 4]| {
        (0..samples.len())
            .map(|frame| {
                let time = frame as f32 / RATE_F;
                let bend = |rate: f32, phase: f32| {
                    0.012 + 0.004 * depth * (TAU * rate * time + phase).sin()
                };
                let taps = [bend(rate, phase), bend(other_rate, other_phase) + 0.007];
                let late: f32 = taps
                    .iter()
                    .map(|delay| tap(samples, frame as f32 - delay * RATE_F))
                    .sum();
                samples[frame] * 0.6 + late * 0.4
            })
            .collect()
    })
}

fn tap(samples: &[f32], at: f32) -> f32 {
    if at < 0.0 {
        return 0.0;
    }
    let index = at as usize;
    let part = at - index as f32;
    let next = samples.get(index + 1).copied().unwrap_or(0.0);
    samples[index] * (1.0 - part) + next * part
}
