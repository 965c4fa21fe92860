//! Shares and pixels.

use std::fmt;

use super::written;

/// A share or a number of pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Measure {
    /// Of what it is laid over, in percent.
    Percent(f64),
    /// In pixels.
    Pixels(u32),
}

impl Measure {
    /// In pixels, where the whole measures so many.
    pub fn of(self, whole: f64) -> f64 {
        match self {
            Self::Percent(percent) => whole * percent / 100.0,
            Self::Pixels(pixels) => f64::from(pixels),
        }
    }

    /// Whether something can be as large.
    pub(super) fn is_possible(self) -> bool {
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
