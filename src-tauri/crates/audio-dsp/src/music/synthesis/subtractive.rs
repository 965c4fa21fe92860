//! Bowed strings, brass and synthesizers: detuned sawtooth waves (band-limited by polynomial steps,
//! V. Välimäki and A. Huovilainen, "Antialiasing oscillators in subtractive synthesis", 2007)
//! through a filter that opens and closes.

use std::f32::consts::TAU;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::{Tone, noise};
use crate::filter::Filter;
use crate::filter::RATE_F;

/// Properties of a voice.
pub(super) struct Voice {
    /// Number of sawtooth waves, and distance of the outermost from the middle, in cents.
    waves: (usize, f32),
    /// Seconds until it is at full level, and until it is gone.
    attack: f32,
    release: f32,
    /// The filter's cutoff in Hz, played softly and hard.
    cutoff: (f32, f32),
    /// How far the filter opens with the attack (1: closes by nothing) and how fast it falls back
    /// to `settled`, in seconds.
    sweep: f32,
    settled: f32,
    /// Vibrato in cents, after a moment.
    vibrato: f32,
    /// A sine at the same pitch under it.
    sub: f32,
    /// Breath or bow noise.
    air: f32,
}

pub(super) const STRINGS: Voice = Voice {
    waves: (4, 8.0),
    attack: 0.22,
    release: 0.4,
    cutoff: (1_300.0, 4_200.0),
    sweep: 10.0,
    settled: 1.0,
    vibrato: 7.0,
    sub: 0.1,
    air: 0.015,
};
pub(super) const PAD: Voice = Voice {
    waves: (5, 10.0),
    attack: 0.9,
    release: 1.1,
    cutoff: (450.0, 1_900.0),
    sweep: 10.0,
    settled: 1.0,
    vibrato: 2.0,
    sub: 0.3,
    air: 0.01,
};
pub(super) const BRASS: Voice = Voice {
    waves: (3, 5.0),
    attack: 0.07,
    release: 0.2,
    cutoff: (700.0, 3_600.0),
    sweep: 0.5,
    settled: 0.7,
    vibrato: 5.0,
    sub: 0.2,
    air: 0.01,
};
pub(super) const LEAD: Voice = Voice {
    waves: (2, 6.0),
    attack: 0.008,
    release: 0.16,
    cutoff: (1_200.0, 4_200.0),
    sweep: 0.35,
    settled: 0.4,
    vibrato: 6.0,
    sub: 0.25,
    air: 0.0,
};
pub(super) const SYNTH_BASS: Voice = Voice {
    waves: (2, 4.0),
    attack: 0.005,
    release: 0.07,
    cutoff: (260.0, 1_300.0),
    sweep: 0.18,
    settled: 0.35,
    vibrato: 0.0,
    sub: 0.9,
    air: 0.0,
};

/// A note of a voice.
pub(super) fn voice(tone: Tone, voice: &Voice, random: &mut ChaCha8Rng) -> Vec<f32> {
    let (count, spread) = voice.waves;
    // Short notes are begun and ended faster.
    let attack = voice.attack.min(tone.seconds * 0.4).max(0.004);
    let release = voice.release.min(tone.seconds * 0.8 + 0.04);
    let frames = tone.frames(release * 2.0);
    let mut waves: Vec<(f32, f32)> = (0..count)
        .map(|index| {
            let place = if count == 1 {
                0.0
            } else {
                index as f32 / (count - 1) as f32 * 2.0 - 1.0
            };
            let cents = place * spread + random.random_range(-1.0..1.0);
            (
                random.random_range(0.0..1.0),
                tone.frequency * 2.0_f32.powf(cents / 1200.0) / RATE_F,
            )
        })
        .collect();
    let (soft, hard) = voice.cutoff;
    let open = soft + (hard - soft) * tone.velocity + tone.frequency * 0.5;
    let (mut filter, mut sub, mut bend) = (Filter::new(open, 0.8), 0.0_f32, 1.0);
    let drift = random.random_range(4.6..5.6);
    let gain = 0.3 / (count as f32).sqrt() * (0.3 + 0.7 * tone.velocity);
    (0..frames)
        .map(|frame| {
            let time = frame as f32 / RATE_F;
            // Vibrato and filter move slowly: sixteen samples are one step of theirs.
            if frame % 16 == 0 {
                let shaken = ((time - 0.25) / 0.5).clamp(0.0, 1.0) * voice.vibrato;
                bend = 2.0_f32.powf(shaken * (TAU * drift * time).sin() / 1200.0);
                let swept = voice.settled + (1.0 - voice.settled) * (-time / voice.sweep).exp();
                filter.tune(open * swept * (0.35 + 0.65 * (time / attack).min(1.0)), 0.8);
            }
            let mut sum = 0.0;
            for (phase, step) in &mut waves {
                let step = *step * bend;
                *phase += step;
                if *phase >= 1.0 {
                    *phase -= 1.0;
                }
                sum += 2.0 * *phase - 1.0 - smoothed_step(*phase, step);
            }
            sub = (sub + tone.frequency * bend / RATE_F).fract();
            let air = if voice.air > 0.0 {
                noise(random) * voice.air
            } else {
                0.0
            };
            let body = filter.next(sum + air).low + voice.sub * (TAU * sub).sin();
            let rising = (time / attack).min(1.0);
            let after = time - tone.seconds;
            let falling = if after > 0.0 {
                (-after * 3.0 / release).exp()
            } else {
                1.0
            };
            body * rising * rising * (3.0 - 2.0 * rising) * falling * gain
        })
        .collect()
}

/// Correction to take from a sawtooth near its jump so that it does not alias.
fn smoothed_step(phase: f32, step: f32) -> f32 {
    if phase < step {
        let t = phase / step;
        2.0 * t - t * t - 1.0
    } else if phase > 1.0 - step {
        let t = (phase - 1.0) / step;
        t * t + 2.0 * t + 1.0
    } else {
        0.0
    }
}
