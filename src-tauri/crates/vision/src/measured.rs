//! Measurements of an image: shape, light, colours, sharpness, transparency; as numbers and in
//! words.

use image::DynamicImage;
use patchbay_media::image as media_image;

use crate::color_names::{self, NamedColor};
use crate::pixels::luminance;

/// Measurements of an image.
#[derive(Debug, Clone, PartialEq)]
pub struct Measured {
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
    /// Mean perceived lightness, from 0 to 1.
    pub light: f32,
    /// The standard deviation of that.
    pub spread: f32,
    /// The colours that make up most of it, most frequent first; none where it is clear.
    pub colors: Vec<NamedColor>,
    /// Kind of colours that it is made of.
    pub coloring: Coloring,
    /// Sharpness of its sharpest parts.
    pub sharpness: Sharpness,
    /// Whether it can be transparent at all.
    pub has_alpha: bool,
    /// Share of it that is transparent, from 0 to 1.
    pub clear: f32,
    /// Bits for each component, 8 or 16.
    pub bits: u8,
}

/// Kind of colours that an image is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Coloring {
    /// Greys only.
    Colorless,
    /// Shades of one colour, as sepia is.
    OneTint,
    /// Colours.
    Colored,
}

/// Sharpness of an image where it is sharpest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sharpness {
    /// There is nothing that could be sharp.
    Even,
    /// No edge is narrow.
    Soft,
    /// Edges are a few pixels wide.
    Moderate,
    /// Edges are as narrow as pixels.
    Sharp,
}

impl Measured {
    /// Measures an image.
    pub fn of(pixels: &DynamicImage) -> Self {
        let (width, height) = (pixels.width(), pixels.height());
        let (small_width, small_height) = media_image::fit_within(width, height, 256);
        let small = media_image::resize(pixels, small_width, small_height).into_rgba8();
        let visible: Vec<[u8; 3]> = small
            .pixels()
            .filter(|p| p[3] > 127)
            .map(|p| [p[0], p[1], p[2]])
            .collect();
        let (light, spread) = light(&visible);
        let has_alpha = pixels.color().has_alpha();
        let clear = small
            .pixels()
            .map(|p| 1.0 - f32::from(p[3]) / 255.0)
            .sum::<f32>()
            / (small_width * small_height) as f32;
        Self {
            width,
            height,
            light,
            spread,
            colors: color_names::shares(&visible),
            coloring: coloring(&visible),
            sharpness: sharpness(pixels, &visible),
            has_alpha,
            clear: if has_alpha { clear } else { 0.0 },
            bits: if crate::pixels::is_deep(pixels) {
                16
            } else {
                8
            },
        }
    }

    /// `landscape`, `portrait`, `square` or `panoramic`.
    pub fn shape(&self) -> &'static str {
        match f64::from(self.width) / f64::from(self.height) {
            ratio if ratio > 2.2 => "panoramic",
            ratio if ratio > 1.05 => "landscape",
            ratio if ratio < 0.95 => "portrait",
            _ => "square",
        }
    }

    /// `very dark` to `very bright`.
    pub fn light_in_words(&self) -> &'static str {
        match self.light {
            level if level < 0.2 => "very dark",
            level if level < 0.38 => "dark",
            level if level < 0.62 => "of medium brightness",
            level if level < 0.82 => "bright",
            _ => "very bright",
        }
    }

    /// `with little contrast` or `with strong contrast`, where it is either.
    pub fn contrast_in_words(&self) -> Option<&'static str> {
        match self.spread {
            spread if spread < 0.08 => Some("with little contrast"),
            spread if spread > 0.27 => Some("with strong contrast"),
            _ => None,
        }
    }

    /// `grey, white and blue`.
    pub fn colors_in_words(&self) -> String {
        let names: Vec<&str> = self.colors.iter().map(|share| share.name).collect();
        match names.as_slice() {
            [] => "transparent".to_owned(),
            [one] => (*one).to_owned(),
            [first @ .., last] => format!("{} and {last}", first.join(", ")),
        }
    }

    /// `sharp`, `moderately sharp` and so on.
    pub fn sharpness_in_words(&self) -> &'static str {
        match self.sharpness {
            Sharpness::Even => "even, without detail",
            Sharpness::Soft => "soft or out of focus",
            Sharpness::Moderate => "moderately sharp",
            Sharpness::Sharp => "sharp",
        }
    }
}

/// Mean and standard deviation of how light the pixels look, from 0 to 1.
fn light(pixels: &[[u8; 3]]) -> (f32, f32) {
    let levels = pixels
        .iter()
        .map(|color| luminance(color.map(f32::from)) / 255.0);
    let count = pixels.len().max(1) as f32;
    let mean = levels.clone().sum::<f32>() / count;
    let variance = levels.map(|level| (level - mean).powi(2)).sum::<f32>() / count;
    (mean, variance.sqrt())
}

/// An image is without colour where hardly any pixel has more than what compression leaves, and of
/// one tint where the directions of its colours all but agree.
fn coloring(pixels: &[[u8; 3]]) -> Coloring {
    let mut colored = 0;
    let (mut sum, mut total) = ((0.0, 0.0), 0.0);
    for &[r, g, b] in pixels {
        let (r, g, b) = (f32::from(r), f32::from(g), f32::from(b));
        let chroma = r.max(g).max(b) - r.min(g).min(b);
        colored += usize::from(chroma > 14.0);
        // Two axes across the grey diagonal.
        let (u, v) = (r - f32::midpoint(g, b), 0.866 * (g - b));
        sum = (sum.0 + u, sum.1 + v);
        total += u.hypot(v);
    }
    let agreement = f32::hypot(sum.0, sum.1) / total.max(1.0);
    match colored {
        colored if colored * 200 <= pixels.len() => Coloring::Colorless,
        colored if agreement > 0.985 && colored * 4 > pixels.len() => Coloring::OneTint,
        _ => Coloring::Colored,
    }
}

/// Sharpness of the sharpest parts: the steepest steps between neighbours at full size against the
/// range that the small copy shows.
fn sharpness(pixels: &DynamicImage, small: &[[u8; 3]]) -> Sharpness {
    let grey = pixels.to_luma8();
    let mut steps = [0_usize; 256];
    for row in grey.as_raw().chunks(grey.width() as usize) {
        for pair in row.windows(2) {
            steps[usize::from(pair[0].abs_diff(pair[1]))] += 1;
        }
    }
    let total: usize = steps.iter().sum();
    let mut above = 0;
    let steepest = (0..256).rev().find(|&step| {
        above += steps[step];
        above * 500 > total
    });
    let levels = small
        .iter()
        .map(|p| u16::from(p[0]) + u16::from(p[1]) + u16::from(p[2]));
    let range = (levels.clone().max().unwrap_or(0) - levels.min().unwrap_or(0)) / 3;
    let share = steepest.unwrap_or(0) as f32 / f32::from(range.max(1));
    match share {
        _ if range < 12 => Sharpness::Even,
        share if share < 0.06 => Sharpness::Soft,
        share if share < 0.18 => Sharpness::Moderate,
        _ => Sharpness::Sharp,
    }
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};

    use super::*;

    fn of(color: impl Fn(u32, u32) -> [u8; 3]) -> Measured {
        Measured::of(&RgbImage::from_fn(120, 90, |x, y| Rgb(color(x, y))).into())
    }

    #[test]
    fn colours_tints_and_greys_are_told_apart() {
        let level = |x: u32, y: u32| (x + y) as u8;
        assert_eq!(of(|x, y| [level(x, y); 3]).coloring, Coloring::Colorless);
        let sepia = |x: u32, y: u32| {
            [
                level(x, y),
                (f32::from(level(x, y)) * 0.85) as u8,
                (f32::from(level(x, y)) * 0.66) as u8,
            ]
        };
        assert_eq!(of(sepia).coloring, Coloring::OneTint);
        let spot = of(|x, y| {
            if x < 8 && y < 30 {
                [200, 10, 10]
            } else {
                [level(x, y); 3]
            }
        });
        assert_eq!(spot.coloring, Coloring::Colored);
    }

    #[test]
    fn the_most_frequent_colour_comes_first_with_its_share() {
        let measured = of(|x, _| {
            if x < 90 {
                [20, 60, 200]
            } else {
                [250, 250, 250]
            }
        });
        assert_eq!(measured.colors_in_words(), "blue and white");
        let first = &measured.colors[0];
        assert!(
            (first.share - 0.75).abs() < 0.02 && first.mean == [20, 60, 200],
            "{first:?}"
        );
        assert_eq!(
            (measured.bits, measured.has_alpha, measured.clear),
            (8, false, 0.0)
        );
    }
}
