//! Parts of a time line as a value: `0:02 to 0:05, last 0:03`, or `without 0:10 to 0:20`.

use std::fmt;
use std::sync::LazyLock;

use regex::Regex;

use super::moments::{CLOCK, MOMENT, Moment, clock_seconds, exact, moment, rounded};
use super::timecode::Counting;
use super::{Part, TimesError, clock};

/// Parts shorter than this are nothing, in seconds.
const SHORTEST: f64 = 0.02;

/// A part of a time line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TimeRange {
    /// Where it begins.
    pub start: Moment,
    /// Where it ends.
    pub end: Moment,
}

impl TimeRange {
    /// How long it is in seconds, where both ends are counted from the same moment.
    pub fn seconds(&self) -> Option<f64> {
        let Self { start, end } = self;
        let is_one = (start.share - end.share).abs() < 1e-9
            && start.timecode.is_none()
            && end.timecode.is_none();
        is_one.then(|| rounded(end.seconds - start.seconds))
    }
}

impl fmt::Display for TimeRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { start, end } = self;
        let is_counted_from_end =
            start.timecode.is_none() && start.share >= 0.75 && rounded(start.seconds) < 0.0;
        if is_counted_from_end && end.to_string() == Moment::END.to_string() {
            return write!(f, "last {}", exact(-start.seconds));
        }
        write!(f, "{start} to {end}")
    }
}

/// Parts of a time line that are kept, or taken out.
#[derive(Debug, Clone, PartialEq)]
pub struct TimeRanges {
    /// Whether they are taken out and the rest is kept.
    pub taken_out: bool,
    /// The parts.
    pub ranges: Vec<TimeRange>,
}

impl fmt::Display for TimeRanges {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ranges: Vec<String> = self.ranges.iter().map(TimeRange::to_string).collect();
        write!(
            f,
            "{}{}",
            if self.taken_out { "without " } else { "" },
            ranges.join(", ")
        )
    }
}

impl TimeRanges {
    /// Reads what [`Self::to_string`] writes, and nothing else.
    pub(super) fn written(text: &str) -> Option<Self> {
        let (taken_out, rest) = text
            .strip_prefix("without ")
            .map_or((false, text), |rest| (true, rest));
        let ranges = rest
            .split(',')
            .map(|part| written_range(part.trim()))
            .collect::<Option<_>>()?;
        Some(Self { taken_out, ranges })
    }

    /// The same with timecodes counted in seconds.
    ///
    /// # Errors
    /// A second has no such frame.
    pub fn counted(self, counting: &Counting) -> Result<Self, TimesError> {
        let ranges = self.ranges.into_iter().map(|range| {
            Ok(TimeRange {
                start: range.start.counted(counting)?,
                end: range.end.counted(counting)?,
            })
        });
        Ok(Self {
            ranges: ranges.collect::<Result<_, TimesError>>()?,
            ..self
        })
    }

    /// The parts that are kept of a `what` (`video` or `sound`) of `length` seconds: in order, not
    /// overlapping, at least one, none empty.
    ///
    /// # Errors
    /// A time lies outside, a part ends before it begins, or nothing is left.
    pub fn kept(&self, length: f64, what: &'static str) -> Result<Vec<Part>, TimesError> {
        let parts: Vec<Part> = self
            .ranges
            .iter()
            .map(|range| range.on(length, what))
            .collect::<Result<_, TimesError>>()?;
        let parts = if self.taken_out {
            without(&joined(parts), length)
        } else {
            joined(parts)
        };
        if parts.is_empty() {
            Err(TimesError::Nothing {
                what,
                length: clock(length),
            })
        } else {
            Ok(parts)
        }
    }
}

impl TimeRange {
    fn on(&self, length: f64, what: &'static str) -> Result<Part, TimesError> {
        let (start, end) = (self.start.on(length, what)?, self.end.on(length, what)?);
        if end < start {
            return Err(TimesError::Backwards {
                start: clock(start),
                end: clock(end),
            });
        }
        if end - start < SHORTEST && start > length - SHORTEST {
            return Err(TimesError::Outside {
                what,
                length: clock(length),
                time: clock(start),
            });
        }
        Ok(Part { start, end })
    }
}

/// A range as [`TimeRange`] writes it.
fn written_range(text: &str) -> Option<TimeRange> {
    static RANGE: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(&format!(
            r"^(?:last {CLOCK}|{MOMENT}\s*(?:to|-|–)\s*{MOMENT})$"
        ))
        .expect("a valid pattern")
    });
    let found = RANGE.captures(text)?;
    if found.get(2).is_some() {
        let length = clock_seconds(&found, 1)?;
        return Some(TimeRange {
            start: Moment::at(1.0, -length),
            end: Moment::END,
        });
    }
    Some(TimeRange {
        start: moment(&found, 4)?,
        end: moment(&found, 9)?,
    })
}

/// Parts in order, those that overlap made one.
fn joined(mut parts: Vec<Part>) -> Vec<Part> {
    parts.retain(|part| part.end - part.start >= SHORTEST);
    parts.sort_by(|a, b| a.start.total_cmp(&b.start));
    let mut joined: Vec<Part> = Vec::new();
    for part in parts {
        match joined.last_mut() {
            Some(last) if part.start <= last.end => last.end = last.end.max(part.end),
            _ => joined.push(part),
        }
    }
    joined
}

/// What is left of `length` seconds without `parts` (in order, not overlapping).
fn without(parts: &[Part], length: f64) -> Vec<Part> {
    let starts = std::iter::once(0.0).chain(parts.iter().map(|part| part.end));
    let ends = parts.iter().map(|part| part.start).chain([length]);
    let left = starts.zip(ends).map(|(start, end)| Part { start, end });
    left.filter(|part| part.end - part.start >= SHORTEST)
        .collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::said_ranges;
    use super::*;

    #[test]
    fn what_a_sentence_says_is_written_so() {
        for (sentence, written) in [
            ("cut it from 0:02 to 0:05.5", "0:02 to 0:05.5"),
            ("the first ten seconds", "0:00 to 0:10"),
            ("only the last 5 s", "last 0:05"),
            (
                "remove 0:10-0:20 and 1:02:03 to the end",
                "without 0:10 to 0:20, 1:02:03 to end",
            ),
            (
                "keep the middle twenty seconds",
                "middle - 0:10 to middle + 0:10",
            ),
            ("shorten it by 20 seconds", "0:00 to end - 0:20"),
        ] {
            assert_eq!(
                said_ranges(sentence)
                    .map(|ranges| ranges.to_string())
                    .as_deref(),
                Some(written),
                "{sentence}"
            );
        }
        assert_eq!(
            TimeRanges::read("the last 3 seconds"),
            TimeRanges::read("last 0:03"),
            "words are read too"
        );
        assert_eq!(TimeRanges::read("nicer"), None);
    }

    #[test]
    fn the_longest_and_the_shortest_are_read_back() {
        for (sentence, written) in [
            ("the first 99999999 seconds", "0:00 to 27777:46:39"),
            ("from 0 to 1234567", "0:00 to 342:56:07"),
            ("0:00 to 9999:999999:59", "0:00 to 26665:39:59"),
            ("the first 123456789012 hours", "0:00 to 999999:59:59"),
            ("the last 0.1 ms", "end to end"),
            ("shorten it by 0.1 ms", "0:00 to end"),
        ] {
            let said = said_ranges(sentence).map(|ranges| ranges.to_string());
            assert_eq!(said.as_deref(), Some(written), "{sentence}");
            assert_eq!(
                TimeRanges::read(written)
                    .map(|read| read.to_string())
                    .as_deref(),
                Some(written),
                "{sentence}"
            );
        }
    }

    fn moments() -> impl Strategy<Value = Moment> {
        let from_start =
            (0u32..9_000_000).prop_map(|time| Moment::at(0.0, f64::from(time) / 1000.0));
        let from_anchor = (prop::sample::select(vec![0.5, 1.0]), -90_000i32..90_000)
            .prop_map(|(share, time)| Moment::at(share, f64::from(time) / 1000.0));
        prop_oneof![from_start, from_anchor]
    }

    proptest! {
        #![proptest_config(crate::testing::cases())]

        #[test]
        fn what_is_written_is_read_back(
            taken_out: bool,
            ends in prop::collection::vec((moments(), moments()), 1..4),
        ) {
            let ranges = ends.into_iter().map(|(start, end)| TimeRange { start, end }).collect();
            let written = TimeRanges { taken_out, ranges }.to_string();
            prop_assert_eq!(TimeRanges::read(&written).map(|read| read.to_string()), Some(written));
        }
    }
}
