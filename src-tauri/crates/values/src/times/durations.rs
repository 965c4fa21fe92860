//! Lengths of time as a form takes them: `5`, `1:30`, `5 s`, `2 min`.

use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::FURTHEST;

/// A length of time on a clock or in units, as a verbose pattern with named groups, which
/// [`Counted::of`] reads. Its parts are all optional, so that it also matches nothing.
pub const COUNTED: &str = r"
    \b(?:(?P<clock_hours>\d{1,6}):)?(?P<clock_minutes>\d{1,6}):(?P<clock_seconds>\d{1,2}(?:\.\d+)?)\b
    | (?:\b(?P<hours>\d+(?:\.\d+)?)\s*-?\s*(?:h|hr|hrs|hours?)\b\s*(?:and\s+)?)?
      (?:\b(?P<minutes>\d+(?:\.\d+)?)\s*-?\s*(?:m|min|mins|minutes?)\b\s*(?:and\s+)?)?
      (?:\b(?P<seconds>\d+(?:\.\d+)?)\s*-?\s*(?P<unit>s|sec|secs|seconds?|ms|msecs?|milliseconds?)\b)?
    ";

/// A length of time as it is counted.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Counted {
    /// Number of units.
    pub number: f64,
    /// The seconds of a unit, the smallest that is named; none where it is a bare number.
    pub unit: Option<f64>,
}

impl Counted {
    /// Returns the length of time that [`COUNTED`] finds.
    pub fn of(found: &Captures<'_>) -> Self {
        let number = |name: &str| {
            found
                .name(name)
                .and_then(|digits| digits.as_str().parse::<f64>().ok())
        };
        let small = found
            .name("unit")
            .is_some_and(|unit| unit.as_str().starts_with('m'));
        let parts = [
            (number("clock_hours"), 3600.0),
            (number("clock_minutes"), 60.0),
            (number("clock_seconds"), 1.0),
            (number("hours"), 3600.0),
            (number("minutes"), 60.0),
            (number("seconds"), if small { 0.001 } else { 1.0 }),
        ];
        let unit = parts
            .iter()
            .rev()
            .find_map(|(number, unit)| number.map(|_| *unit))
            .unwrap_or(1.0);
        let seconds: f64 = parts
            .iter()
            .map(|(number, unit)| number.unwrap_or(0.0) * unit)
            .sum();
        Self {
            number: seconds.min(FURTHEST) / unit,
            unit: Some(unit),
        }
    }

    /// A bare number.
    pub fn bare(number: f64) -> Self {
        Self { number, unit: None }
    }

    /// Reads a bare number, a time on a clock, or a number with its unit, and nothing else.
    pub(super) fn read(text: &str) -> Option<Self> {
        static WHOLE: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(&format!(
                r"(?x) ^ (?: (?P<bare>\d+(?:\.\d+)?) | {COUNTED} ) $"
            ))
            .expect("a valid pattern")
        });
        let text = text.trim().to_lowercase();
        let found = WHOLE.captures(&text).filter(|_| !text.is_empty())?;
        match found.name("bare") {
            Some(number) => number.as_str().parse().ok().map(Self::bare),
            None => Some(Self::of(&found)),
        }
    }

    /// Returns it in seconds; a bare number beside another one counts what that counts
    /// (`1 to 2 minutes`).
    pub fn seconds_beside(self, other: Option<Self>) -> f64 {
        let unit = self
            .unit
            .or(other.and_then(|other| other.unit))
            .unwrap_or(1.0);
        (self.number * unit).min(FURTHEST)
    }
}

/// A length of time as a value, in seconds: a number of seconds alone, or as people write it (`90`,
/// `1:30`, `2 min`); none where it is anything else.
pub fn duration(text: &str) -> Option<f64> {
    let seconds = Counted::read(&decimal_commas(text))?.seconds_beside(None);
    (seconds > 0.0).then_some(seconds)
}

/// Writes `1,5` as `1.5`.
pub fn decimal_commas(text: &str) -> String {
    static COMMA: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"(\d),(\d)").expect("a valid pattern"));
    COMMA.replace_all(text, "$1.$2").into_owned()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::numbers::written;
    use crate::times::clock;

    #[test]
    fn a_duration_is_nothing_but_a_duration() {
        for (text, seconds) in [
            ("90", Some(90.0)),
            ("1:30", Some(90.0)),
            ("2.5 s", Some(2.5)),
            ("1,5 s", Some(1.5)),
            ("2 min", Some(120.0)),
            ("1 h 5 minutes", Some(3900.0)),
            ("250ms", Some(0.25)),
            ("1234567", Some(1_234_567.0)),
        ] {
            assert_eq!(duration(text), seconds, "{text}");
        }
        for text in [
            "",
            "0",
            "soon",
            "two minutes",
            "5 to 6 s",
            "5 pixels",
            "-3",
            "1e3",
            "NaN",
        ] {
            assert_eq!(duration(text), None, "{text}");
        }
    }

    proptest! {
        #![proptest_config(crate::testing::cases())]

        #[test]
        fn what_is_written_is_read_back(tenths in 1u32..9_000_000, text in "[0-9:., hmins-]{0,16}") {
            let seconds = f64::from(tenths) / 10.0;
            prop_assert_eq!(duration(&written(seconds)), Some(seconds));
            let shown = clock(seconds);
            prop_assert!(duration(&shown).is_some_and(|read| (read - seconds).abs() < 1e-6), "{}", shown);
            prop_assert!(duration(&text).is_none_or(|seconds| seconds > 0.0 && seconds.is_finite()));
        }
    }
}
