//! Struck strings, bars and tines: sums of decaying partials, as in N. H. Fletcher and T. D.
//! Rossing, "The Physics of Musical Instruments" (2nd edition, 1998), chapters 12 (piano) and 19
//! (bars).

use std::f32::consts::{PI, TAU};

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::{Tone, noise};
use crate::filter::Filter;
use crate::filter::RATE_F;

const LANES: usize = 8;

/// Decaying sines, eight at a time so that the compiler can compute them together.
#[derive(Default)]
struct Bank {
    cosine: Vec<[f32; LANES]>,
    sine: Vec<[f32; LANES]>,
    real: Vec<[f32; LANES]>,
    imaginary: Vec<[f32; LANES]>,
    filled: usize,
}

impl Bank {
    /// Adds a partial at `frequency` Hz that begins at zero and loses 60 dB in `decay` seconds.
    fn add(&mut self, frequency: f32, amplitude: f32, decay: f32) {
        if frequency >= RATE_F * 0.45 || amplitude.abs() < 1e-5 {
            return;
        }
        let lane = self.filled % LANES;
        if lane == 0 {
            for rows in [
                &mut self.cosine,
                &mut self.sine,
                &mut self.real,
                &mut self.imaginary,
            ] {
                rows.push([0.0; LANES]);
            }
        }
        let row = self.filled / LANES;
        let radius = 10.0_f32.powf(-3.0 / (decay.max(0.01) * RATE_F));
        let angle = TAU * frequency / RATE_F;
        self.cosine[row][lane] = radius * angle.cos();
        self.sine[row][lane] = radius * angle.sin();
        self.real[row][lane] = amplitude;
        self.filled += 1;
    }

    fn next(&mut self) -> f32 {
        let mut sums = [0.0; LANES];
        for row in 0..self.cosine.len() {
            let (cosine, sine) = (&self.cosine[row], &self.sine[row]);
            let (real, imaginary) = (&mut self.real[row], &mut self.imaginary[row]);
            for lane in 0..LANES {
                let turned = cosine[lane] * real[lane] - sine[lane] * imaginary[lane];
                imaginary[lane] = sine[lane] * real[lane] + cosine[lane] * imaginary[lane];
                real[lane] = turned;
                sums[lane] += imaginary[lane];
            }
        }
        sums.iter().sum()
    }
}

/// Renders a bank for as long as it is heard, damped from the end of the note on with a fall of
/// `release` seconds.
fn ring(mut bank: Bank, tone: Tone, longest: f32, release: f32) -> Vec<f32> {
    let held = tone.seconds.min(longest);
    let frames = ((held + release * 3.0) * RATE_F) as usize;
    let damping = 10.0_f32.powf(-1.5 / (release * RATE_F));
    let damped_from = (held * RATE_F) as usize;
    let mut level = 1.0;
    (0..frames)
        .map(|frame| {
            if frame > damped_from {
                level *= damping;
            }
            bank.next() * level
        })
        .collect()
}

/// A grand piano: stiff strings (partials sharp by `n² B`), struck at an eighth of their length by
/// a hammer that is harder the harder it is played, two of them to a note, so that the sound beats
/// and decays fast first and slowly later (G. Weinreich, "Coupled piano strings", 1977).
pub(super) fn piano(tone: Tone, random: &mut ChaCha8Rng) -> Vec<f32> {
    let octaves = (tone.frequency / 261.6).log2();
    let stiffness = 4e-4 * 2.0_f32.powf(1.4 * octaves);
    let decay = (8.5 * 2.0_f32.powf(-0.85 * octaves)).clamp(0.8, 16.0);
    let hardness = 800.0 + 3600.0 * tone.velocity * tone.velocity + tone.frequency;
    let mut bank = Bank::default();
    for n in 1..=36_u16 {
        let number = f32::from(n);
        let frequency = number * tone.frequency * (1.0 + stiffness * number * number).sqrt();
        if frequency > 11_000.0 {
            break;
        }
        let struck = (PI * number / 8.0).sin().abs() + 0.08;
        let bright = 1.0 / (1.0 + (frequency / hardness).powi(2));
        let amplitude = struck * bright / number.powf(0.45) * random.random_range(0.85..1.15);
        let fades = decay / (1.0 + 0.16 * (number - 1.0) + 0.000_25 * frequency);
        let apart = 1.0 + random.random_range(0.000_15..0.000_5);
        bank.add(frequency / apart, amplitude * 0.72, fades * 0.45);
        if n <= 14 {
            bank.add(frequency * apart, amplitude * 0.3, fades * 1.3);
        }
    }
    let mut samples = ring(bank, tone, decay, 0.16);
    knock(
        &mut samples,
        tone,
        240.0,
        0.06 + 0.1 * tone.velocity,
        random,
    );
    scale(&mut samples, 0.14 * (0.25 + 0.75 * tone.velocity));
    samples
}

/// The hammer's knock on the frame: a short thud of noise.
fn knock(samples: &mut [f32], tone: Tone, at: f32, amount: f32, random: &mut ChaCha8Rng) {
    let mut body = Filter::new(at, 1.2);
    let mut softened = Filter::new(1_500.0 + 2_000.0 * tone.velocity, 0.7);
    let frames = samples.len().min((0.09 * RATE_F) as usize);
    for (index, sample) in samples[..frames].iter_mut().enumerate() {
        let time = index as f32 / RATE_F;
        let envelope = (time / 0.001).min(1.0) * (-time / 0.018).exp();
        let raw = softened.next(noise(random)).low;
        *sample += body.next(raw).band * envelope * amount * 4.0;
    }
}

/// A glockenspiel: free bars, whose partials are not harmonic.
pub(super) fn bells(tone: Tone) -> Vec<f32> {
    let decay = (4.5 * (880.0 / tone.frequency).sqrt()).clamp(1.2, 6.0);
    let bright = 0.3 + 0.7 * tone.velocity;
    let mut bank = Bank::default();
    bank.add(tone.frequency, 1.0, decay);
    bank.add(tone.frequency * 1.001_5, 0.25, decay * 0.8);
    bank.add(tone.frequency * 2.756, 0.35 * bright, decay * 0.35);
    bank.add(tone.frequency * 5.404, 0.22 * bright, decay * 0.14);
    bank.add(tone.frequency * 8.933, 0.1 * bright, decay * 0.06);
    ring_struck(bank, tone, decay, 0.22)
}

/// A music box: tines, with a long fundamental and a high clang.
pub(super) fn music_box(tone: Tone) -> Vec<f32> {
    let decay = (3.0 * (880.0 / tone.frequency).sqrt()).clamp(0.9, 4.0);
    let mut bank = Bank::default();
    bank.add(tone.frequency, 1.0, decay);
    bank.add(tone.frequency * 2.003, 0.3, decay * 0.6);
    bank.add(tone.frequency * 3.01, 0.12, decay * 0.4);
    bank.add(tone.frequency * 6.267, 0.16 * tone.velocity, decay * 0.1);
    ring_struck(bank, tone, decay, 0.22)
}

/// A marimba: bars cut so that the second partial is two octaves up, over resonators.
pub(super) fn marimba(tone: Tone, random: &mut ChaCha8Rng) -> Vec<f32> {
    let decay = (1.6 * (262.0 / tone.frequency).powf(0.6)).clamp(0.35, 2.4);
    let mut bank = Bank::default();
    bank.add(tone.frequency, 1.0, decay);
    bank.add(tone.frequency * 3.98, 0.3 * tone.velocity, decay * 0.25);
    bank.add(tone.frequency * 9.6, 0.14 * tone.velocity, decay * 0.1);
    let mut samples = ring_struck(bank, tone, decay, 0.3);
    knock(&mut samples, tone, 500.0, 0.04, random);
    samples
}

/// Bars and tines ring on after the stroke, however short the note is.
fn ring_struck(bank: Bank, tone: Tone, decay: f32, gain: f32) -> Vec<f32> {
    let mut samples = ring(
        bank,
        Tone {
            seconds: decay,
            ..tone
        },
        decay,
        0.1,
    );
    scale(&mut samples, gain * (0.25 + 0.75 * tone.velocity));
    samples
}

fn scale(samples: &mut [f32], gain: f32) {
    for sample in samples {
        *sample *= gain;
    }
}
