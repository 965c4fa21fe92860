//! Measured look of a video: its colours by name, how bright it is, how much moves.

use std::fmt;

use image::RgbImage;

/// Colour names with the hues (in degrees) at which each ends.
const HUES: [(f32, &str); 9] = [
    (15.0, "red"),
    (45.0, "orange"),
    (70.0, "yellow"),
    (165.0, "green"),
    (200.0, "turquoise"),
    (255.0, "blue"),
    (290.0, "violet"),
    (345.0, "pink"),
    (360.0, "red"),
];
const GREYS: [&str; 3] = ["black", "grey", "white"];
/// A colour is named where it covers at least this share of the frame.
const NAMED: f64 = 0.08;

/// Measured look of a video.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Look {
    /// The names of the largest colours, largest first, at most three.
    colors: Vec<&'static str>,
    /// The mean brightness, 0 to 1.
    brightness: f64,
    /// The mean difference of two frames half a second apart, 0 to 1.
    movement: f64,
}

impl fmt::Display for Look {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let brightness = match self.brightness {
            ..0.25 => "dark",
            0.25..0.65 => "of medium brightness",
            _ => "bright",
        };
        let movement = match self.movement {
            ..0.004 => "nothing moves",
            0.004..0.03 => "little moves",
            0.03..0.1 => "there is some movement",
            _ => "there is much movement",
        };
        let colors = match self.colors.as_slice() {
            [] => "of many colours".to_owned(),
            [only] => format!("mostly {only}"),
            [some @ .., last] => format!("mostly {} and {last}", some.join(", ")),
        };
        write!(f, "It is {colors}, {brightness}, and {movement}.")
    }
}

/// Adds up what frames of one video look like.
#[derive(Debug, Default)]
pub(super) struct LookMeter {
    covered: std::collections::BTreeMap<&'static str, u64>,
    pixels: u64,
    brightness: f64,
    movement: f64,
    frames: u32,
    before: Option<RgbImage>,
}

impl LookMeter {
    /// Takes in the next frame, half a second after the last.
    pub(super) fn add(&mut self, frame: &RgbImage) {
        let mut sum = 0;
        for pixel in frame.pixels() {
            *self.covered.entry(color_name(pixel.0)).or_default() += 1;
            sum += pixel
                .0
                .iter()
                .map(|channel| u64::from(*channel))
                .sum::<u64>();
        }
        let samples = frame.as_raw().len().max(1) as f64;
        self.pixels += u64::from(frame.width()) * u64::from(frame.height());
        self.brightness += sum as f64 / samples / 255.0;
        if let Some(before) = self
            .before
            .as_ref()
            .filter(|before| before.dimensions() == frame.dimensions())
        {
            let pairs = before.as_raw().iter().zip(frame.as_raw());
            let changed: u64 = pairs.map(|(a, b)| u64::from(a.abs_diff(*b))).sum();
            self.movement += changed as f64 / samples / 255.0;
        }
        self.frames += 1;
        self.before = Some(frame.clone());
    }

    /// Returns the look of all frames that were added.
    pub(super) fn look(&self) -> Look {
        let mut colors: Vec<_> = self.covered.iter().collect();
        colors.sort_by_key(|(_, covered)| std::cmp::Reverse(**covered));
        let named = |covered: u64| covered as f64 >= NAMED * self.pixels as f64;
        Look {
            colors: colors
                .into_iter()
                .filter(|(_, covered)| named(**covered))
                .map(|(name, _)| *name)
                .take(3)
                .collect(),
            brightness: self.brightness / f64::from(self.frames.max(1)),
            movement: self.movement / f64::from(self.frames.saturating_sub(1).max(1)),
        }
    }
}

/// The everyday name of a colour.
fn color_name([red, green, blue]: [u8; 3]) -> &'static str {
    let [red, green, blue] = [red, green, blue].map(|channel| f32::from(channel) / 255.0);
    let (most, least) = (red.max(green).max(blue), red.min(green).min(blue));
    let spread = most - least;
    if most < 0.15 {
        return GREYS[0];
    }
    if spread < 0.12 || spread / most < 0.18 {
        return if most > 0.85 { GREYS[2] } else { GREYS[1] };
    }
    let sixth = if most <= red {
        ((green - blue) / spread).rem_euclid(6.0)
    } else if most <= green {
        (blue - red) / spread + 2.0
    } else {
        (red - green) / spread + 4.0
    };
    let hue = sixth * 60.0;
    if (15.0..45.0).contains(&hue) && most < 0.6 {
        return "brown";
    }
    HUES.iter()
        .find(|(end, _)| hue < *end)
        .map_or("red", |(_, name)| *name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_have_everyday_names() {
        let named = [
            ([255, 0, 0], "red"),
            ([250, 240, 30], "yellow"),
            ([20, 160, 40], "green"),
            ([30, 60, 220], "blue"),
            ([110, 70, 30], "brown"),
            ([128, 128, 130], "grey"),
            ([250, 250, 250], "white"),
            ([5, 5, 9], "black"),
        ];
        for (color, name) in named {
            assert_eq!(color_name(color), name, "{color:?}");
        }
    }

    #[test]
    fn a_look_is_a_sentence() {
        let mut meter = LookMeter::default();
        for shade in [0, 200] {
            meter.add(&RgbImage::from_fn(10, 10, |x, _| {
                image::Rgb(if x < 7 { [20, 30, shade] } else { [250; 3] })
            }));
        }
        assert_eq!(
            meter.look().to_string(),
            "It is mostly black, blue and white, of medium brightness, and there is much movement."
        );
    }
}
