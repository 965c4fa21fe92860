//! Speed at which a video is to play: a multiple, a length to reach, or a time lapse.

use std::fmt;

use thiserror::Error;

use crate::numbers::{finite, written};

/// Approximate length of a time lapse, in seconds.
const TIME_LAPSE: f64 = 15.0;
/// Minimum factor of a time lapse.
const LEAST_LAPSE: f64 = 4.0;
/// Range of factors that can be asked for.
pub const LIMITS: std::ops::RangeInclusive<f64> = 0.05..=2000.0;
/// Maximum of a multiple; a speed is divided by at least one over it.
pub const MOST: f64 = 1e6;
/// Range of factors at which people can follow the audio.
const HEARD: std::ops::RangeInclusive<f64> = 0.2..=6.0;

/// Rate at which a video is to play.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Rate {
    /// A multiple of the speed before.
    Times(f64),
    /// The rate at which it lasts that many seconds.
    Lasting(f64),
    /// A time lapse, which lasts about 15 seconds.
    TimeLapse,
}

/// The speed of a video and whether its audio stays.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Speed {
    /// Rate at which it is to play.
    pub rate: Rate,
    /// Whether its audio is to be left out.
    pub silent: bool,
}

/// Pace of a video of known length.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pace {
    /// Factor of the speed before.
    pub factor: f64,
    /// Whether its audio is left out.
    pub silent: bool,
}

/// A speed that no video can have.
#[derive(Debug, Error, Clone, Copy, PartialEq)]
#[error("The video would play {factor:.3} times as fast. Choose a speed between {} and {} times.", LIMITS.start(), LIMITS.end())]
pub struct Beyond {
    /// Factor of the speed at which it would play.
    pub factor: f64,
}

/// Mark of a speed whose audio is left out.
const SILENT: &str = ", silent";
/// A time lapse as it is written.
const LAPSE: &str = "time lapse";
/// Word before the seconds that a video is to last.
const LASTING: &str = "lasting ";

impl fmt::Display for Speed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.rate {
            Rate::Times(factor) => f.write_str(&written(factor)),
            Rate::Lasting(seconds) => write!(f, "{LASTING}{}", written(seconds)),
            Rate::TimeLapse => f.write_str(LAPSE),
        }?;
        f.write_str(if self.silent { SILENT } else { "" })
    }
}

impl Speed {
    /// Reads the form that [`Self::to_string`] writes, such as `0.5`, `lasting 30` or `time lapse, silent`;
    /// none where it is anything else.
    pub fn read(text: &str) -> Option<Self> {
        let (rate, silent) = match text.strip_suffix(SILENT) {
            Some(rate) => (rate, true),
            None => (text, false),
        };
        let positive = |text: &str| finite(text).filter(|number| *number > 0.0);
        let rate = match rate.strip_prefix(LASTING) {
            Some(seconds) => Rate::Lasting(positive(seconds)?),
            None if rate == LAPSE => Rate::TimeLapse,
            None => Rate::Times(positive(rate)?),
        };
        Some(Self { rate, silent })
    }

    /// The pace of a video of `length` seconds.
    ///
    /// # Errors
    /// Returns [`Beyond`] if the factor is outside [`LIMITS`].
    pub fn pace(&self, length: f64) -> Result<Pace, Beyond> {
        let factor = match self.rate {
            Rate::Times(factor) => factor,
            Rate::Lasting(seconds) => length / seconds,
            Rate::TimeLapse => (length / TIME_LAPSE).max(LEAST_LAPSE),
        };
        if !LIMITS.contains(&factor) {
            return Err(Beyond { factor });
        }
        Ok(Pace {
            factor,
            silent: self.silent || !HEARD.contains(&factor),
        })
    }
}

/// The factor that a value of a parameter is: `2`, `0.5x`, `50 %`; none where it is no such value.
pub fn factor(text: &str) -> Option<f64> {
    let text = text.trim().trim_end_matches(['x', '×']).trim_end();
    let share = || {
        let percent: f64 = text.strip_suffix('%')?.trim_end().parse().ok()?;
        Some(percent / 100.0)
    };
    text.parse()
        .ok()
        .or_else(share)
        .filter(|factor: &f64| *factor > 0.0 && *factor <= MOST)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_value_is_a_factor() {
        for (text, times) in [
            ("2", Some(2.0)),
            ("0.5x", Some(0.5)),
            ("3 ×", Some(3.0)),
            ("50 %", Some(0.5)),
        ] {
            assert_eq!(factor(text), times, "{text}");
        }
        for text in [
            "",
            "0",
            "0 %",
            "-1",
            "1e300",
            "fastish?",
            "twice as fast",
            "to 30 seconds",
            "NaN",
        ] {
            assert_eq!(factor(text), None, "{text}");
        }
    }

    #[test]
    fn a_speed_is_one_text() {
        let speed = |rate, silent| Speed { rate, silent };
        for (text, read) in [
            ("0.5", Some(speed(Rate::Times(0.5), false))),
            ("lasting 30", Some(speed(Rate::Lasting(30.0), false))),
            ("time lapse, silent", Some(speed(Rate::TimeLapse, true))),
            ("2, silent", Some(speed(Rate::Times(2.0), true))),
            ("", None),
            ("-1", None),
            ("lasting", None),
            ("twice as fast", None),
        ] {
            assert_eq!(Speed::read(text), read, "{text}");
            assert!(read.is_none_or(|read| read.to_string() == text));
        }
    }

    #[test]
    fn a_speed_is_within_its_limits() {
        let pace = |rate, length| {
            let silent = false;
            Speed { rate, silent }.pace(length)
        };
        let lapse = Pace {
            factor: 200.0,
            silent: true,
        };
        assert_eq!(pace(Rate::TimeLapse, 3000.0), Ok(lapse));
        assert_eq!(
            pace(Rate::Lasting(30.0), 60.0).map(|pace| pace.factor),
            Ok(2.0)
        );
        assert!(!pace(Rate::Times(2.0), 60.0).unwrap().silent);
        assert!(
            pace(Rate::Times(10.0), 60.0).unwrap().silent,
            "nobody follows that"
        );
        let error = pace(Rate::Times(0.001), 60.0).unwrap_err().to_string();
        assert!(
            error.contains("0.001 times") && error.contains("Choose"),
            "{error}"
        );
    }

    proptest! {
        #![proptest_config(crate::testing::cases())]

        #[test]
        fn what_is_written_is_read_back(hundredths in 1u32..10_000_000) {
            let times = f64::from(hundredths) / 100.0;
            prop_assert_eq!(factor(&times.to_string()), Some(times));
        }
    }
}
