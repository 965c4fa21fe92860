//! Another colour for a thing: its light and shade stay, and what has no colour on it (tyres, a
//! label) stays as it is.

use image::{DynamicImage, GrayImage};

use crate::pixels::{self, luminance};

/// Share of the way that the thing goes towards the target's lightness: a red as dark as the target
/// would hide what was white before.
const SHIFT: f32 = 0.8;
/// The most that differences in light are stretched by.
const STEEPEST: f32 = 1.5;
/// Saturation of a thing below which it counts as white, grey or black all over.
const COLORLESS: f32 = 0.12;
/// Shares of the thing's usual saturation between which a place goes from having no colour of its
/// own to having it.
const NEUTRAL: (f32, f32) = (0.2, 0.6);

/// Mapping of the colours of one thing to shades of another.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Recoloring {
    target: [f32; 3],
    target_light: f32,
    /// Mean lightness of the thing, before and after.
    light: (f32, f32),
    /// Saturation of most of it.
    saturation: f32,
}

impl Recoloring {
    /// Looks at the thing that `mask` covers (of the same size, some of it above 0).
    pub(crate) fn new(image: &DynamicImage, mask: &GrayImage, target: [u8; 3]) -> Self {
        let target = pixels::unit(target);
        let target_light = luminance(target).clamp(0.04, 0.96);
        // A sample is enough: a few ten thousand pixels.
        let step = ((mask.width() * mask.height()) as f32 / 40_000.0)
            .sqrt()
            .ceil()
            .max(1.0) as usize;
        let (mut sum, mut total, mut saturations) = (0.0, 1e-6, Vec::new());
        for (x, y) in (0..mask.height())
            .step_by(step)
            .flat_map(|y| (0..mask.width()).step_by(step).map(move |x| (x, y)))
        {
            let weight = f32::from(mask.get_pixel(x, y)[0]);
            let [r, g, b, _] = pixels::at(image, x, y);
            sum += weight * luminance([r, g, b]);
            total += weight;
            if weight > 127.0 {
                saturations.push(saturation([r, g, b]));
            }
        }
        saturations.sort_by(f32::total_cmp);
        let light = (sum / total).clamp(0.05, 0.95);
        Self {
            target,
            target_light,
            light: (light, light + SHIFT * (target_light - light)),
            saturation: saturations
                .get(saturations.len() * 6 / 10)
                .copied()
                .unwrap_or(0.0),
        }
    }

    /// Maps a colour of the thing to its new one; components from 0 to 1.
    pub(crate) fn of(&self, color: [f32; 3]) -> [f32; 3] {
        let own = if self.saturation < COLORLESS {
            1.0
        } else {
            let share = saturation(color) / self.saturation;
            ((share - NEUTRAL.0) / (NEUTRAL.1 - NEUTRAL.0)).clamp(0.0, 1.0)
        };
        let shade = self.shade(self.lit(luminance(color)));
        [0, 1, 2].map(|channel| own * shade[channel] + (1.0 - own) * color[channel])
    }

    /// New lightness of a place: around the new average, differences kept as far as there is room.
    fn lit(&self, light: f32) -> f32 {
        let (before, after) = self.light;
        let steepness = if light < before {
            after / before
        } else {
            (1.0 - after) / (1.0 - before)
        };
        (after + (light - before) * steepness.min(STEEPEST)).clamp(0.0, 1.0)
    }

    /// The target in another light: towards black below its own, towards white above.
    fn shade(&self, light: f32) -> [f32; 3] {
        if light <= self.target_light {
            return self.target.map(|value| value * light / self.target_light);
        }
        let white = (light - self.target_light) / (1.0 - self.target_light);
        self.target.map(|value| value + (1.0 - value) * white)
    }
}

/// Saturation of a colour; a tenth is added below, for in the dark small differences are grain.
fn saturation([r, g, b]: [f32; 3]) -> f32 {
    let (least, most) = (r.min(g).min(b), r.max(g).max(b));
    (most - least) / (most + 0.1)
}

#[cfg(test)]
mod tests {
    use image::{Luma, Rgb, RgbImage};

    use super::*;

    fn recoloring(colors: &[[u8; 3]], target: [u8; 3]) -> Recoloring {
        let image = RgbImage::from_fn(colors.len() as u32, 4, |x, _| Rgb(colors[x as usize]));
        let mask = GrayImage::from_pixel(colors.len() as u32, 4, Luma([255]));
        Recoloring::new(&image.into(), &mask, target)
    }

    #[test]
    fn light_and_shade_stay() {
        let reds = [[90, 14, 12], [140, 20, 18], [190, 30, 25], [220, 60, 50]];
        let blue = recoloring(&reds, [40, 80, 190]);
        let after = reds.map(|color| blue.of(pixels::unit(color)));
        assert!(after.iter().all(|[r, g, b]| b > g && g > r), "{after:?}");
        assert!(
            after
                .windows(2)
                .all(|pair| luminance(pair[0]) < luminance(pair[1])),
            "{after:?}"
        );
        let tyre = [0.11, 0.11, 0.12];
        assert!(
            blue.of(tyre)
                .iter()
                .zip(tyre)
                .all(|(after, before)| (after - before).abs() < 1e-6)
        );
    }

    #[test]
    fn white_becomes_red_and_black_becomes_white() {
        let red = recoloring(
            &[[230, 230, 230], [200, 200, 205], [180, 180, 180]],
            [200, 30, 30],
        );
        let [r, g, b] = red.of([0.8, 0.8, 0.8]);
        assert!(r > 0.6 && g < 0.4 && b < 0.4, "{:?}", [r, g, b]);
        let white = recoloring(&[[20, 20, 20], [50, 50, 50], [35, 35, 35]], [255; 3]);
        assert!(luminance(white.of([0.14; 3])) > 0.7);
    }
}
