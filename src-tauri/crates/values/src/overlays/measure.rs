//! Shares and pixels, and sizes and margins of overlays in them.

use std::fmt;
use std::sync::LazyLock;

use regex::Regex;

use crate::numbers::written;

/// A share or a number of pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Measure {
    /// Percent of what it is laid over.
    Percent(f64),
    /// Pixels.
    Pixels(u32),
}

impl Measure {
    /// Returns the measure in pixels, as part of a whole of `whole` pixels.
    pub fn of(self, whole: f64) -> f64 {
        match self {
            Self::Percent(percent) => whole * percent / 100.0,
            Self::Pixels(pixels) => f64::from(pixels),
        }
    }

    /// Reads the form that [`Self::to_string`] writes, and a bare number of pixels; none where it
    /// is anything else.
    pub fn read(text: &str) -> Option<Self> {
        static MEASURE: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(
                r"^(?:(?P<percent>\d{1,6}(?:[.,]\d{1,4})?)\s*(?:%|per ?cent)|(?P<pixels>\d{1,5})\s*(?:px|pixels?)?)$",
            )
            .expect("a valid pattern")
        });
        let text = text.trim().to_lowercase();
        let found = MEASURE.captures(&text)?;
        if let Some(percent) = found.name("percent") {
            let percent = percent.as_str().replace(',', ".").parse().ok()?;
            return Some(Self::Percent(percent));
        }
        found["pixels"].parse().ok().map(Self::Pixels)
    }

    /// Whether something can be as large.
    pub fn is_possible(self) -> bool {
        match self {
            Self::Percent(percent) => (0.1..=100.0).contains(&percent),
            Self::Pixels(pixels) => pixels > 0,
        }
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Percent(percent) => write!(f, "{}%", written(*percent)),
            Self::Pixels(pixels) => write!(f, "{pixels} px"),
        }
    }
}

/// Reads the distance of an overlay from the edge: `2%`, `20 px` or `20`, which are pixels; none
/// where it is something else.
pub fn margin(text: &str) -> Option<Measure> {
    Measure::read(text)
        .filter(|measure| !matches!(measure, Measure::Percent(percent) if *percent > 100.0))
}

/// Size of an overlay; its proportions stay.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum OverlaySize {
    /// Its width: a share of the width of what it is laid over, or pixels.
    Width(Measure),
    /// Its height, likewise.
    Height(Measure),
    /// Largest size within that many pixels across and down.
    Within(u32, u32),
}

impl OverlaySize {
    /// Reads the form that [`Self::to_string`] writes, and a width in pixels with its unit
    /// (`300 px`); none where it is anything else.
    pub fn read(text: &str) -> Option<Self> {
        let text = text.trim().to_lowercase().replace('×', "x");
        let side = |text: &str| text.trim().parse().ok().filter(|side| *side > 0);
        let sides = text.split_once('x');
        if let Some((wide, high)) = sides.and_then(|(wide, high)| Some((side(wide)?, side(high)?)))
        {
            return Some(Self::Within(wide, high));
        }
        let (measure, size): (&str, fn(Measure) -> Self) = match text.strip_suffix(" high") {
            Some(measure) => (measure, Self::Height),
            None => (text.strip_suffix(" wide").unwrap_or(&text), Self::Width),
        };
        // A bare number says neither.
        let is_bare = measure == text && measure.bytes().all(|byte| byte.is_ascii_digit());
        let measure = Measure::read(measure).filter(|measure| !is_bare && measure.is_possible());
        measure.map(size)
    }
}

impl fmt::Display for OverlaySize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Width(share @ Measure::Percent(_)) => share.fmt(f),
            Self::Width(Measure::Pixels(pixels)) => write!(f, "{pixels} wide"),
            Self::Height(share @ Measure::Percent(_)) => write!(f, "{share} high"),
            Self::Height(Measure::Pixels(pixels)) => write!(f, "{pixels} high"),
            Self::Within(wide, high) => write!(f, "{wide}x{high}"),
        }
    }
}
