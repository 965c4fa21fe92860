//! Drums and cymbals: falling sines for skins, filtered noise and clashing squares for metal.

use std::f32::consts::TAU;

use rand_chacha::ChaCha8Rng;

use super::noise;
use crate::filter::Filter;
use crate::filter::RATE_F;
use crate::music::instrument::Drum;

const KICK: Skin = Skin {
    from: 160.0,
    to: 48.0,
    fall: 0.035,
    decay: 0.16,
    noise: 0.12,
    tone: 1.0,
};
const TOM: Skin = Skin {
    from: 190.0,
    to: 105.0,
    fall: 0.06,
    decay: 0.2,
    noise: 0.15,
    tone: 0.8,
};
const TAIKO: Skin = Skin {
    from: 120.0,
    to: 58.0,
    fall: 0.05,
    decay: 0.45,
    noise: 0.3,
    tone: 1.0,
};
const SNARE_SHELL: Skin = Skin {
    from: 240.0,
    to: 185.0,
    fall: 0.02,
    decay: 0.06,
    noise: 0.0,
    tone: 0.5,
};
const SNARE_WIRES: Hiss = Hiss {
    cutoff: 1_800.0,
    top: 9_500.0,
    decay: 0.075,
    length: 0.35,
    gain: 0.6,
};
const RIM: Skin = Skin {
    from: 900.0,
    to: 780.0,
    fall: 0.01,
    decay: 0.018,
    noise: 0.3,
    tone: 0.6,
};
const CRASH: Hiss = Hiss {
    cutoff: 3_000.0,
    top: 14_000.0,
    decay: 0.8,
    length: 2.8,
    gain: 0.4,
};
const SHAKER: Hiss = Hiss {
    cutoff: 5_000.0,
    top: 11_000.0,
    decay: 0.03,
    length: 0.12,
    gain: 0.3,
};

/// The samples of a stroke at full force, mono.
pub(super) fn stroke(drum: Drum, random: &mut ChaCha8Rng) -> Vec<f32> {
    match drum {
        Drum::Kick => skin(&KICK, random),
        Drum::Tom => skin(&TOM, random),
        Drum::Taiko => skin(&TAIKO, random),
        Drum::Snare => {
            let wires = hiss(&SNARE_WIRES, random);
            sum(skin(&SNARE_SHELL, random), &wires)
        }
        Drum::Rim => skin(&RIM, random),
        Drum::Clap => clap(random),
        Drum::ClosedHat => metal(0.03, 0.12, random),
        Drum::OpenHat => metal(0.16, 0.6, random),
        Drum::Ride => ride(random),
        Drum::Crash => hiss(&CRASH, random),
        Drum::Shaker => shaker(random),
    }
}

/// Metal with a ping.
fn ride(random: &mut ChaCha8Rng) -> Vec<f32> {
    let mut ping = metal(0.2, 1.1, random);
    for (index, sample) in ping.iter_mut().enumerate() {
        let time = index as f32 / RATE_F;
        *sample = *sample * 0.35 + (TAU * 3_150.0 * time).sin() * (-time / 0.2).exp() * 0.05;
    }
    ping
}

/// Grains that roll before they hit.
fn shaker(random: &mut ChaCha8Rng) -> Vec<f32> {
    let mut grains = hiss(&SHAKER, random);
    let rise = (0.018 * RATE_F) as usize;
    for (index, sample) in grains.iter_mut().take(rise).enumerate() {
        *sample *= (index as f32 / rise as f32).powi(2);
    }
    grains
}

/// A struck skin, or wood.
struct Skin {
    /// The pitch in Hz, struck and at rest, and the seconds between.
    from: f32,
    to: f32,
    fall: f32,
    decay: f32,
    /// The stick's click.
    noise: f32,
    tone: f32,
}

fn skin(skin: &Skin, random: &mut ChaCha8Rng) -> Vec<f32> {
    let mut phase = 0.0_f32;
    let mut click = Filter::new(3_500.0, 0.7);
    (0..(skin.decay * 7.0 * RATE_F) as usize)
        .map(|frame| {
            let time = frame as f32 / RATE_F;
            let frequency = skin.to + (skin.from - skin.to) * (-time / skin.fall).exp();
            phase = (phase + frequency / RATE_F).fract();
            let body = (TAU * phase).sin() * (-time / skin.decay).exp() * skin.tone;
            let stick = click.next(noise(random)).low * (-time / 0.008).exp() * skin.noise * 3.0;
            (body + stick) * (time / 0.000_8).min(1.0)
        })
        .collect()
}

/// Noise that dies away.
struct Hiss {
    /// Cutoffs of the high pass and the low pass, in Hz.
    cutoff: f32,
    top: f32,
    decay: f32,
    length: f32,
    gain: f32,
}

fn hiss(hiss: &Hiss, random: &mut ChaCha8Rng) -> Vec<f32> {
    let (mut low, mut high) = (Filter::new(hiss.cutoff, 0.7), Filter::new(hiss.top, 0.7));
    (0..(hiss.length * RATE_F) as usize)
        .map(|frame| {
            let time = frame as f32 / RATE_F;
            let passed = high.next(low.next(noise(random)).high).low;
            passed * (-time / hiss.decay).exp() * (time / 0.001).min(1.0) * hiss.gain
        })
        .collect()
}

/// Six square waves that fit together badly, high-passed, as drum machines made their hats.
fn metal(decay: f32, length: f32, random: &mut ChaCha8Rng) -> Vec<f32> {
    const PITCHES: [f32; 6] = [2_053.0, 3_044.0, 3_697.0, 5_223.0, 5_405.0, 8_020.0];
    let mut phases = [0.0_f32; PITCHES.len()];
    let (mut first, mut second) = (Filter::new(7_500.0, 0.8), Filter::new(7_500.0, 0.8));
    (0..(length * RATE_F) as usize)
        .map(|frame| {
            let time = frame as f32 / RATE_F;
            let mut sum = 0.0;
            for (phase, pitch) in phases.iter_mut().zip(PITCHES) {
                *phase = (*phase + pitch / RATE_F).fract();
                sum += if *phase < 0.5 { 1.0 } else { -1.0 };
            }
            let mixed = sum / 6.0 * 0.45 + noise(random) * 0.75;
            second.next(first.next(mixed).high).high
                * (-time / decay).exp()
                * (time / 0.000_8).min(1.0)
                * 0.4
        })
        .collect()
}

/// Several hands, not quite together.
fn clap(random: &mut ChaCha8Rng) -> Vec<f32> {
    let mut hands = Filter::new(1_300.0, 1.4);
    (0..(0.3 * RATE_F) as usize)
        .map(|frame| {
            let time = frame as f32 / RATE_F;
            let first: f32 = [0.0, 0.011, 0.023]
                .iter()
                .filter(|at| time >= **at)
                .map(|at| (-(time - at) / 0.004).exp())
                .fold(0.0, f32::max);
            let last = if time >= 0.03 {
                (-(time - 0.03) / 0.05).exp() * 0.7
            } else {
                0.0
            };
            hands.next(noise(random)).band * first.max(last) * 0.9 * (time / 0.000_5).min(1.0)
        })
        .collect()
}

fn sum(mut first: Vec<f32>, second: &[f32]) -> Vec<f32> {
    if first.len() < second.len() {
        first.resize(second.len(), 0.0);
    }
    for (sample, more) in first.iter_mut().zip(second) {
        *sample += more;
    }
    first
}
