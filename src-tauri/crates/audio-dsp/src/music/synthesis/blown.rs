//! Flute and organ: harmonics added up, with breath and vibrato.

use std::f32::consts::TAU;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::{Tone, noise};
use crate::filter::Filter;
use crate::filter::RATE_F;

/// A flute: few harmonics, more of them when it is blown harder, breath, and vibrato that comes
/// late.
pub(super) fn flute(tone: Tone, random: &mut ChaCha8Rng) -> Vec<f32> {
    let attack = 0.07_f32.min(tone.seconds * 0.4).max(0.02);
    let frames = tone.frames(0.2);
    let mut breath = Filter::new(tone.frequency * 1.5, 1.2);
    let rate = random.random_range(4.7..5.4);
    let bright = 0.4 + 0.6 * tone.velocity;
    let harmonics = [
        1.0,
        0.42 * bright,
        0.2 * bright,
        0.07 * bright,
        0.03 * bright,
    ];
    let mut phase = 0.0_f32;
    (0..frames)
        .map(|frame| {
            let time = frame as f32 / RATE_F;
            let depth = ((time - 0.2) / 0.4).clamp(0.0, 1.0);
            let wave = (TAU * rate * time).sin() * depth;
            // It is blown up to its pitch.
            let pitch = 1.0 + 0.003 * wave - 0.006 * (-time / 0.03).exp();
            phase = (phase + tone.frequency * pitch / RATE_F).fract();
            let sum: f32 = harmonics
                .iter()
                .enumerate()
                .map(|(n, a)| a * (TAU * phase * (n + 1) as f32).sin())
                .sum();
            let puff = 0.1 + 0.35 * (-time / 0.05).exp();
            let air = breath.next(noise(random)).band * puff * 0.25;
            let after = time - tone.seconds;
            let falling = if after > 0.0 {
                (-after / 0.05).exp()
            } else {
                1.0
            };
            let rising = (time / attack).min(1.0);
            (sum * (1.0 + 0.1 * wave) + air)
                * rising
                * rising
                * falling
                * 0.28
                * (0.35 + 0.65 * tone.velocity)
        })
        .collect()
}

/// An organ: pipes in octaves and fifths.
pub(super) fn organ(tone: Tone) -> Vec<f32> {
    const PIPES: [(f32, f32); 7] = [
        (0.5, 0.4),
        (1.0, 1.0),
        (2.0, 0.6),
        (3.0, 0.25),
        (4.0, 0.3),
        (6.0, 0.1),
        (8.0, 0.12),
    ];
    let frames = tone.frames(0.25);
    let mut phases = [0.0_f32; PIPES.len()];
    (0..frames)
        .map(|frame| {
            let time = frame as f32 / RATE_F;
            let mut sum = 0.0;
            for (phase, (ratio, level)) in phases.iter_mut().zip(PIPES) {
                *phase = (*phase + tone.frequency * ratio / RATE_F).fract();
                if tone.frequency * ratio < RATE_F * 0.4 {
                    sum += level * (TAU * *phase).sin();
                }
            }
            let after = time - tone.seconds;
            let falling = if after > 0.0 {
                (-after / 0.06).exp()
            } else {
                1.0
            };
            sum * (time / 0.03).min(1.0) * falling * 0.14 * (0.4 + 0.6 * tone.velocity)
        })
        .collect()
}
