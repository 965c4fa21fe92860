//! Electric piano by frequency modulation: J. Chowning, "The synthesis of complex audio spectra by
//! means of frequency modulation" (1973). One pair of sines is the tone bar, another the tine's
//! short clang.

use std::f32::consts::TAU;

use super::Tone;
use crate::filter::RATE_F;

/// An electric piano.
pub(super) fn electric_piano(tone: Tone) -> Vec<f32> {
    let frames = tone.frames(0.35).min((6.0 * RATE_F) as usize);
    let released = tone.seconds;
    let decay = (2.2 * (262.0 / tone.frequency).powf(0.4)).clamp(0.8, 3.5);
    let step = TAU * tone.frequency / RATE_F;
    // A tine far above the hearing would fold back.
    let tine_ratio = if tone.frequency * 14.0 < 9_000.0 {
        14.0
    } else {
        7.0
    };
    let mut phase = 0.0_f32;
    (0..frames)
        .map(|frame| {
            let time = frame as f32 / RATE_F;
            phase = (phase + step) % (TAU * 1_000.0);
            let envelope = (time / 0.003).min(1.0) * (-time * 2.3 / decay).exp();
            let index = (0.35 + 1.3 * tone.velocity * tone.velocity) * (-time * 3.0 / decay).exp();
            let bar = (phase + index * phase.sin()).sin();
            let clang = (-time / 0.12).exp() * tone.velocity;
            let tine = (phase + 0.5 * clang * (phase * tine_ratio).sin()).sin() * clang;
            let after = time - released;
            let release = if after > 0.0 {
                (-after / 0.08).exp()
            } else {
                1.0
            };
            (0.75 * bar + 0.3 * tine) * envelope * release * 0.35 * (0.25 + 0.75 * tone.velocity)
        })
        .collect()
}
