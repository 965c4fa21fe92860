//! Adjustments that change each pixel by itself: light, colour, and looks made of both.

use image::DynamicImage;

use crate::image::pixels;

/// A change of each pixel by itself. Amounts run from -1 to 1 or more, 0 changing nothing, 0.2 being 20 %.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Tone {
    /// Lighter or darker; highlights are eased off and not cut.
    Brightness(f32),
    /// Light and dark further apart, or closer.
    Contrast(f32),
    /// Towards candle light, or towards the blue hour.
    Warmth(f32),
    /// Colours stronger or weaker; -1 leaves none.
    Saturation(f32),
    /// Grey, by how light each colour looks.
    Monochrome,
    /// The brown of old prints.
    Sepia,
    /// A negative.
    Invert,
    /// So few levels in each channel, at least 2.
    Posterise(u8),
}

impl Tone {
    /// Applies it, alpha untouched. A grey picture stays grey unless the result has colour.
    pub fn apply(self, picture: DynamicImage) -> DynamicImage {
        let colors = matches!(self, Self::Sepia | Self::Warmth(_));
        let picture = if colors { pixels::with_color(picture) } else { picture };
        pixels::map(picture, |_, _, color| self.of(color))
    }

    /// What a colour becomes; components from 0 to 1 before and after.
    fn of(self, [r, g, b]: [f32; 3]) -> [f32; 3] {
        let grey = luminance([r, g, b]);
        match self {
            Self::Brightness(amount) => [r, g, b].map(|v| lift(v, 1.0 + amount)),
            Self::Contrast(amount) => {
                let gain = if amount >= 0.0 { 1.0 + amount } else { 1.0 / (1.0 - amount) };
                [r, g, b].map(|v| 0.5 + (v - 0.5) * gain)
            }
            Self::Warmth(amount) => {
                let shifted = [r * (1.0 + 0.35 * amount), g * (1.0 + 0.05 * amount), b * (1.0 - 0.35 * amount)];
                // Light stays as it was: warmer is not brighter.
                let now = luminance(shifted).max(1e-4);
                shifted.map(|v| v * grey / now)
            }
            Self::Saturation(amount) => [r, g, b].map(|v| grey + (v - grey) * (1.0 + amount).max(0.0)),
            Self::Monochrome => [grey; 3],
            Self::Sepia => [
                0.393 * r + 0.769 * g + 0.189 * b,
                0.349 * r + 0.686 * g + 0.168 * b,
                0.272 * r + 0.534 * g + 0.131 * b,
            ],
            Self::Invert => [1.0 - r, 1.0 - g, 1.0 - b],
            Self::Posterise(levels) => {
                let steps = f32::from(levels.max(2) - 1);
                [r, g, b].map(|v| (v * steps).round() / steps)
            }
        }
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

/// How light a colour looks (Rec. 709 weights on the encoded components).
fn luminance([r, g, b]: [f32; 3]) -> f32 {
    0.2126 * r + 0.7152 * g + 0.0722 * b
}
