//! Intervals between frames, in seconds or in frames.

use std::fmt;

use super::FURTHEST;
use super::durations::duration;
use super::moments::rounded;

/// Interval between frames.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Interval {
    /// A number of seconds.
    Seconds(f64),
    /// A number of frames: 10 is each tenth frame.
    Frames(u32),
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Seconds(seconds) => write!(f, "{} s", rounded(*seconds)),
            Self::Frames(1) => f.write_str("1 frame"),
            Self::Frames(frames) => write!(f, "{frames} frames"),
        }
    }
}

impl Interval {
    /// Returns an interval of that many seconds; none where that is less than a millisecond, or
    /// more than a clock shows.
    pub fn of_seconds(seconds: f64) -> Option<Self> {
        (0.001..=FURTHEST)
            .contains(&rounded(seconds))
            .then_some(Self::Seconds(seconds))
    }

    /// Reads the form that [`Self::to_string`] writes, and lengths of time; none where it is
    /// anything else.
    pub fn read(text: &str) -> Option<Self> {
        let text = text.trim().to_lowercase();
        let frames = text
            .strip_suffix("frames")
            .or_else(|| text.strip_suffix("frame"));
        match frames {
            Some(number) => {
                let number = number.trim_end().parse().ok();
                number.filter(|number| *number > 0).map(Self::Frames)
            }
            None => duration(&text).and_then(Self::of_seconds),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn intervals_are_seconds_or_frames() {
        for (text, interval) in [
            ("2.5", Some(Interval::Seconds(2.5))),
            ("2 min", Some(Interval::Seconds(120.0))),
            ("10 frames", Some(Interval::Frames(10))),
            ("1 frame", Some(Interval::Frames(1))),
            ("0 frames", None),
            ("frames", None),
        ] {
            assert_eq!(Interval::read(text), interval, "{text}");
        }
        for text in ["0", "-1", "1e-9", "1e300", "soon", "NaN"] {
            assert_eq!(Interval::read(text), None, "{text}");
        }
    }

    proptest! {
        #![proptest_config(crate::testing::cases())]

        #[test]
        fn what_is_written_is_read_back(milliseconds in 1u32..90_000_000, frames in 1u32..100_000) {
            let seconds = Interval::Seconds(f64::from(milliseconds) / 1000.0);
            for interval in [seconds, Interval::Frames(frames)] {
                prop_assert_eq!(Interval::read(&interval.to_string()), Some(interval));
            }
        }
    }
}
