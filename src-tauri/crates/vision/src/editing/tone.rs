//! Adjustments that change each pixel by itself: light, colour, and looks made of both.

use image::DynamicImage;
use patchbay_values::adjustments::Tone;

use crate::pixels::{self, luminance};
use crate::working_copy::linear_light;

/// Applies a tone, alpha untouched. A grey image stays grey unless the result has colour.
pub fn apply(tone: Tone, image: DynamicImage) -> DynamicImage {
    match tone {
        Tone::Brightness(amount) => curved(image, |value| brightened(value, 1.0 + amount)),
        Tone::Exposure(stops) => curved(image, |value| {
            encoded(lift(linear_light(value), stops.exp2()))
        }),
        Tone::Contrast(amount) => {
            let gain = if amount >= 0.0 {
                1.0 + amount
            } else {
                1.0 / (1.0 - amount)
            };
            changed(image, |color| color.map(|value| 0.5 + (value - 0.5) * gain))
        }
        Tone::Warmth(amount) => changed(pixels::with_color(image), |color| warmer(color, amount)),
        Tone::Saturation(amount) => changed(image, |color| {
            let grey = luminance(color);
            color.map(|value| grey + (value - grey) * (1.0 + amount).max(0.0))
        }),
        Tone::Monochrome => changed(image, |color| [luminance(color); 3]),
        Tone::Sepia => changed(pixels::with_color(image), |[r, g, b]| {
            [
                0.393 * r + 0.769 * g + 0.189 * b,
                0.349 * r + 0.686 * g + 0.168 * b,
                0.272 * r + 0.534 * g + 0.131 * b,
            ]
        }),
        Tone::Invert => changed(image, |color| color.map(|value| 1.0 - value)),
        Tone::Posterise(levels) => {
            let steps = f32::from(levels.max(2) - 1);
            changed(image, |color| {
                color.map(|value| (value * steps).round() / steps)
            })
        }
    }
}

/// Every colour (components from 0 to 1) changed, wherever it stands.
fn changed(image: DynamicImage, change: impl Fn([f32; 3]) -> [f32; 3] + Sync) -> DynamicImage {
    pixels::map(image, |_, _, color| change(color))
}

/// Every component along a curve from 0 to 1, which is read off a table.
fn curved(image: DynamicImage, curve: impl Fn(f32) -> f32) -> DynamicImage {
    const STEPS: usize = 4096;
    let table: Vec<f32> = (0..=STEPS + 1)
        .map(|step| curve((step as f32 / STEPS as f32).min(1.0)))
        .collect();
    let read = |value: f32| {
        let at = value.clamp(0.0, 1.0) * STEPS as f32;
        let (below, part) = (at as usize, at.fract());
        table[below] * (1.0 - part) + table[below + 1] * part
    };
    changed(image, |color| color.map(read))
}

/// Redder and less blue. Light stays as it was: warmer is not brighter.
fn warmer([r, g, b]: [f32; 3], amount: f32) -> [f32; 3] {
    let shifted = [
        r * (1.0 + 0.35 * amount),
        g * (1.0 + 0.05 * amount),
        b * (1.0 - 0.35 * amount),
    ];
    let (before, now) = (luminance([r, g, b]), luminance(shifted).max(1e-4));
    shifted.map(|value| value * before / now)
}

/// The component that encodes so much light.
fn encoded(light: f32) -> f32 {
    if light <= 0.003_130_8 {
        light * 12.92
    } else {
        1.055 * light.powf(1.0 / 2.4) - 0.055
    }
}

/// Multiplied by `gain`; above 1 shadows come up at least as far as by a gamma of that gain.
pub(super) fn brightened(value: f32, gain: f32) -> f32 {
    let lifted = lift(value, gain);
    if gain > 1.0 {
        lifted.max(value.powf(1.0 / gain))
    } else {
        lifted
    }
}

/// Multiplies by `gain`; above 1 along a curve that still ends at white.
fn lift(value: f32, gain: f32) -> f32 {
    if gain <= 1.0 {
        return value * gain.max(0.0);
    }
    // The largest exponent (at most 3) for which the curve never falls.
    let exponent = (gain / (gain - 1.0)).min(3.0);
    value * gain / (1.0 + (gain - 1.0) * value.powf(exponent))
}
