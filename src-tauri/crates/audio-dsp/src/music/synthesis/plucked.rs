//! Plucked strings: K. Karplus and A. Strong, "Digital synthesis of plucked-string and drum
//! timbres" (1983), with the tuning, damping and pick position of D. Jaffe and J. Smith,
//! "Extensions of the Karplus-Strong plucked-string algorithm" (1983).

use rand_chacha::ChaCha8Rng;

use super::{Tone, noise};
use crate::filter::RATE_F;
use crate::filter::{self, Filter};

/// Properties of a string.
pub(super) struct Plucked {
    /// Seconds until 60 dB are lost, at 200 Hz; higher strings are shorter.
    decay: f32,
    /// Damping of high partials, 0 to 0.5: how much faster they fade.
    damping: f32,
    /// The cutoff of the pick's noise in Hz, played softly and hard.
    brightness: (f32, f32),
    /// Position at which it is plucked, as a part of its length.
    position: f32,
    /// Resonances of the body: Hz, quality, gain.
    body: &'static [(f32, f32, f32)],
    /// Time that it rings after the note, in seconds.
    release: f32,
}

pub(super) const GUITAR: Plucked = Plucked {
    decay: 4.5,
    damping: 0.32,
    brightness: (1_800.0, 6_500.0),
    position: 0.18,
    body: &[(105.0, 4.0, 0.9), (215.0, 5.0, 0.8), (430.0, 4.0, 0.4)],
    release: 0.25,
};
pub(super) const UKULELE: Plucked = Plucked {
    decay: 1.8,
    damping: 0.42,
    brightness: (1_800.0, 5_000.0),
    position: 0.24,
    body: &[(340.0, 3.0, 1.0), (560.0, 4.0, 0.7)],
    release: 0.15,
};
pub(super) const HARP: Plucked = Plucked {
    decay: 5.0,
    damping: 0.45,
    brightness: (1_400.0, 4_500.0),
    position: 0.42,
    body: &[(180.0, 2.0, 0.5)],
    release: 0.8,
};
pub(super) const PIZZICATO: Plucked = Plucked {
    decay: 0.75,
    damping: 0.5,
    brightness: (1_200.0, 3_800.0),
    position: 0.3,
    body: &[(280.0, 2.5, 1.0), (460.0, 3.0, 0.8)],
    release: 0.3,
};
pub(super) const BASS: Plucked = Plucked {
    decay: 3.2,
    damping: 0.4,
    brightness: (500.0, 1_700.0),
    position: 0.14,
    body: &[(80.0, 1.5, 0.6)],
    release: 0.06,
};

/// A plucked string.
pub(super) fn string(tone: Tone, string: &Plucked, random: &mut ChaCha8Rng) -> Vec<f32> {
    let period = RATE_F / tone.frequency;
    // The loop's filter and the tuning allpass delay too.
    let whole = (period - string.damping - 0.3).floor().max(2.0);
    let rest = period - string.damping - whole;
    let tuning = (1.0 - rest) / (1.0 + rest);
    let decay = string.decay * (200.0 / tone.frequency).powf(0.5).min(2.0);
    let loss = 10.0_f32.powf(-3.0 / (tone.frequency * decay));

    let mut line = pluck(whole as usize, tone, string, random);
    let frames = tone
        .frames(string.release)
        .min((decay * 1.1 * RATE_F) as usize + 1_000);
    let damped_from = (tone.seconds * RATE_F) as usize;
    let release = 10.0_f32.powf(-2.0 / (string.release * RATE_F));
    let (mut at, mut before, mut tuned, mut tuned_input, mut level) = (0, 0.0, 0.0, 0.0, 1.0);
    let mut samples: Vec<f32> = (0..frames)
        .map(|frame| {
            let out = line[at];
            let damped = loss * ((1.0 - string.damping) * out + string.damping * before);
            before = out;
            tuned = tuning * (damped - tuned) + tuned_input;
            tuned_input = damped;
            line[at] = tuned;
            at = (at + 1) % line.len();
            if frame > damped_from {
                level *= release;
            }
            out * level
        })
        .collect();
    filter::resonate(&mut samples, string.body);
    // A pluck has a beginning, however short.
    for (index, sample) in samples.iter_mut().take(48).enumerate() {
        *sample *= index as f32 / 48.0;
    }
    samples
}

/// The string as the pick leaves it: a period of noise, duller when soft, without the partials that
/// have a node there.
fn pluck(length: usize, tone: Tone, string: &Plucked, random: &mut ChaCha8Rng) -> Vec<f32> {
    let (soft, hard) = string.brightness;
    let mut pick = Filter::new(soft + (hard - soft) * tone.velocity, 0.7);
    let raw: Vec<f32> = (0..length * 2)
        .map(|_| pick.next(noise(random)).low)
        .collect();
    let raw = &raw[length..];
    let offset = ((length as f32 * string.position) as usize).max(1);
    let mut line: Vec<f32> = (0..length)
        .map(|i| raw[i] - raw[(i + length - offset % length) % length])
        .collect();
    let mean = line.iter().sum::<f32>() / length as f32;
    let power = (line.iter().map(|s| (s - mean).powi(2)).sum::<f32>() / length as f32)
        .sqrt()
        .max(1e-6);
    for sample in &mut line {
        *sample = (*sample - mean) / power * 0.22 * (0.2 + 0.8 * tone.velocity);
    }
    line
}
