//! Sizes, shapes and lengths on an image: `1200 wide`, `800x600`, `16:9`, `5%`.

use std::fmt;

use crate::numbers::rounded;
use crate::regions::Region;

/// A length on an image.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Length {
    /// A share of a side of the image.
    Share(f32),
    /// Pixels.
    Pixels(f32),
}

impl Length {
    /// Returns the length in pixels, on a side of `side` pixels.
    pub fn on(self, side: u32) -> f32 {
        match self {
            Self::Share(share) => share * side as f32,
            Self::Pixels(pixels) => pixels,
        }
    }
}

/// A size to bring an image to; its proportions stay.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Size {
    /// Width in pixels.
    Width(u32),
    /// Height in pixels.
    Height(u32),
    /// Longer side in pixels.
    Longer(u32),
    /// Largest size that fits into that many pixels across and down.
    Within(u32, u32),
    /// Multiple of both sides.
    Times(f32),
}

impl Size {
    /// Reads the form that [`Self::to_string`] writes, the name of a resolution (`1080p`) and a
    /// multiple (`2x`), with pixels named or not; none where it is anything else.
    pub fn read(text: &str) -> Option<Self> {
        let text = joined(text);
        if let Some((wide, high)) = dimensions(text.strip_suffix("px").unwrap_or(&text)) {
            return Some(Self::Within(wide, high));
        }
        if let Some(percent) = percent(&text).filter(|percent| *percent > 0.0) {
            return Some(Self::Times((percent / 100.0).clamp(FACTORS.0, FACTORS.1)));
        }
        if let Some(factor) = times(&text) {
            return Some(Self::Times(factor));
        }
        let (side, size) = if let Some(side) = text.strip_suffix("wide") {
            (side, Self::Width as fn(u32) -> Self)
        } else if let Some(side) = text.strip_suffix("high") {
            (side, Self::Height as fn(u32) -> Self)
        } else {
            (text.as_str(), Self::Longer as fn(u32) -> Self)
        };
        let pixels = ["px", "pixels"]
            .iter()
            .find_map(|unit| side.strip_suffix(unit));
        let pixels = number(pixels.unwrap_or(side)).filter(|pixels| *pixels >= 1.0)?;
        Some(size(pixels as u32))
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Width(pixels) => write!(f, "{pixels} wide"),
            Self::Height(pixels) => write!(f, "{pixels} high"),
            Self::Longer(pixels) => pixels.fmt(f),
            Self::Within(across, down) => write!(f, "{across}x{down}"),
            Self::Times(factor) => write!(f, "{}%", rounded(f64::from(factor * 100.0), 2)),
        }
    }
}

/// Shape that an image is cut to, or put on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Shape {
    /// Width to height.
    Aspect(f32),
    /// Pixels across and down, at most the image's own.
    Pixels(u32, u32),
    /// A part of it, wherever it lies.
    Region(Region),
}

impl Shape {
    /// Reads the form that [`Self::to_string`] writes; none where it is anything else.
    pub fn read(text: &str) -> Option<Self> {
        shape(&joined(text)).or_else(|| Region::read(text).map(Self::Region))
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Aspect(aspect) => f.write_str(&written_ratio(*aspect)),
            Self::Pixels(across, down) => write!(f, "{across}x{down}"),
            Self::Region(region) => region.fmt(f),
        }
    }
}

/// A text in lower case without spaces.
pub fn joined(text: &str) -> String {
    let lower = text.to_lowercase().replace('×', "x");
    lower.split_whitespace().collect()
}

/// Reads `90`, `-15` or `20%`.
pub fn number(word: &str) -> Option<f32> {
    word.strip_suffix('%')
        .unwrap_or(word)
        .parse::<f32>()
        .ok()
        .filter(|value| value.is_finite() && value.abs() < 1e6)
}

/// Reads `20%` as 20, `-15%` as -15.
pub fn percent(word: &str) -> Option<f32> {
    number(word.strip_suffix('%')?)
}

/// Least and largest factor of a change in size or amount.
pub const FACTORS: (f32, f32) = (0.01, 100.0);

/// Reads `2x` or `x2` as 2.
pub fn times(word: &str) -> Option<f32> {
    let digits = word.strip_suffix('x').or_else(|| word.strip_prefix('x'))?;
    number(digits).filter(|factor| (FACTORS.0..=FACTORS.1).contains(factor))
}

/// Reads `1200x800` or `4k` as pixels.
pub fn dimensions(word: &str) -> Option<(u32, u32)> {
    match word {
        "720p" => return Some((1280, 720)),
        "1080p" => return Some((1920, 1080)),
        "1440p" => return Some((2560, 1440)),
        "2160p" | "4k" | "uhd" => return Some((3840, 2160)),
        _ => {}
    }
    let (width, height) = word.split_once('x')?;
    let side = |text: &str| {
        text.parse::<u32>()
            .ok()
            .filter(|side| (1..=60_000).contains(side))
    };
    Some((side(width)?, side(height)?))
}

/// Reads `16:9` or `16x9` as width by height.
pub fn ratio(word: &str) -> Option<f32> {
    let (width, height) = word.split_once([':', 'x'])?;
    let (width, height) = (number(width)?, number(height)?);
    (width > 0.0 && height > 0.0).then(|| (width / height).clamp(0.02, 50.0))
}

/// A ratio as it is written: `16:9` where whole numbers up to 32 say it, else `2.39:1`.
pub fn written_ratio(aspect: f32) -> String {
    let whole = |aspect: f32| {
        (1..=32u8).find_map(|high| {
            let wide = aspect * f32::from(high);
            ((wide - wide.round()).abs() < 0.002 && wide.round() >= 1.0)
                .then(|| format!("{}:{high}", wide.round()))
        })
    };
    let places = rounded(f64::from(aspect), 2);
    // What is rounded can be whole numbers again: 1.504 is 1.5, which is 3:2.
    whole(aspect)
        .or_else(|| whole(places.parse().ok()?))
        .unwrap_or_else(|| format!("{places}:1"))
}

/// Reads `800x600` as pixels, `16:9` or `16x9` as an aspect.
pub fn shape(word: &str) -> Option<Shape> {
    let large = |&(width, height): &(u32, u32)| width.max(height) > 32;
    match dimensions(word).filter(large) {
        Some((width, height)) => Some(Shape::Pixels(width, height)),
        None => ratio(word).map(Shape::Aspect),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn sizes_are_read_as_they_are_typed() {
        for (text, size) in [
            ("1200 wide", Some(Size::Width(1200))),
            ("1200px wide", Some(Size::Width(1200))),
            ("720 high", Some(Size::Height(720))),
            ("300 px", Some(Size::Longer(300))),
            ("800 × 600", Some(Size::Within(800, 600))),
            ("1080p", Some(Size::Within(1920, 1080))),
            ("50 %", Some(Size::Times(0.5))),
            ("2x", Some(Size::Times(2.0))),
            ("half the size", None),
            ("0x0", None),
            ("-3", None),
            ("wide", None),
            ("", None),
        ] {
            assert_eq!(Size::read(text), size, "{text}");
        }
    }

    proptest! {
        #![proptest_config(crate::testing::cases())]

        #[test]
        fn what_is_written_is_read_back(
            (wide, high) in (1u8..=32, 1u8..=32),
            (across, down) in (33u32..20_000, 1u32..20_000),
            hundredths in 100u16..20_000,
            any in "[0-9x%:pkhigwde ]{0,12}",
        ) {
            let aspect = written_ratio(f32::from(wide) / f32::from(high));
            prop_assert_eq!(ratio(&aspect).map(written_ratio), Some(aspect.clone()));
            for shape in [aspect, format!("{across}x{down}"), "top 20%".to_owned()] {
                let read = Shape::read(&shape).expect("a shape");
                prop_assert_eq!(Shape::read(&read.to_string()), Some(read), "{}", shape);
            }
            let times = Size::Times(f32::from(hundredths) / 10_000.0);
            let sides = [Size::Width(across), Size::Height(down), Size::Longer(across), Size::Within(across, down), times];
            for size in sides.into_iter().chain(Size::read(&any)) {
                let written = size.to_string();
                prop_assert_eq!(Size::read(&written).map(|size| size.to_string()), Some(written));
            }
        }
    }
}
