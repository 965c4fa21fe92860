//! Parts of a time line: `0:02 to 0:05, last 0:03`, or `without 0:10 to 0:20`.

use std::fmt;
use std::sync::LazyLock;

use regex::Regex;

use super::durations::{Counted, decimal_commas};
use super::moments::{
    CLOCK, MOMENT, Moment, clock_seconds, exact, moment, rounded, written as written_moment,
};
use super::timecode::Counting;
use super::{Part, TimesError, clock};

/// Minimum length of a part, in seconds; shorter ones are nothing.
const SHORTEST: f64 = 0.02;

/// A part of a time line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TimeRange {
    /// Start of the part.
    pub start: Moment,
    /// End of the part.
    pub end: Moment,
}

impl TimeRange {
    /// Length in seconds, where both ends are counted from the same moment.
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
    /// Reads the form that [`Self::to_string`] writes, and lengths of time in the place of moments
    /// (`2-5 s`, `last 3 s`); none where it is anything else.
    pub fn read(text: &str) -> Option<Self> {
        let text = text.trim().to_lowercase();
        let (taken_out, rest) = text
            .strip_prefix("without ")
            .map_or((false, text.as_str()), |rest| (true, rest));
        let listed = |one: fn(&str) -> Option<TimeRange>, text: &str| {
            let ranges: Option<Vec<TimeRange>> =
                text.split(',').map(|part| one(part.trim())).collect();
            ranges
        };
        let counted = |part: &str| written_range(part).or_else(|| counted_range(part));
        let ranges =
            listed(written_range, rest).or_else(|| listed(counted, &decimal_commas(rest)))?;
        Some(Self { taken_out, ranges })
    }

    /// Returns the parts with timecodes counted in seconds.
    ///
    /// # Errors
    /// Returns [`TimesError::NoFrame`] if a second has no such frame.
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
    /// Returns an error if a time lies outside, a part ends before it begins, or nothing is left.
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

/// A range with lengths of time: `2-5 s`, `0:02 to 5 s`, `first 10 s`, `last 3 s`.
fn counted_range(text: &str) -> Option<TimeRange> {
    static ENDS: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"^(.+?)\s*(?:\bto\b|-|–)\s*(.+)$").expect("a valid pattern"));
    let after = |seconds: f64| Moment::at(0.0, seconds);
    if let Some(length) = text.strip_prefix("last ") {
        let length = Counted::read(length)?.seconds_beside(None);
        return Some(TimeRange {
            start: Moment::at(1.0, -length),
            end: Moment::END,
        });
    }
    if let Some(length) = text.strip_prefix("first ") {
        let length = Counted::read(length)?.seconds_beside(None);
        return Some(TimeRange {
            start: Moment::START,
            end: after(length),
        });
    }
    let found = ENDS.captures(text)?;
    let counted = [&found[1], &found[2]].map(Counted::read);
    let [start, end] = [(1, 0, 1), (2, 1, 0)].map(|(group, own, other)| {
        let seconds = || Some(after(counted[own]?.seconds_beside(counted[other])));
        written_moment(&found[group]).or_else(seconds)
    });
    Some(TimeRange {
        start: start?,
        end: end?,
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

/// Returns the parts of `length` seconds that are left without `parts` (in order, not overlapping).
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

    use super::*;

    #[test]
    fn lengths_of_time_stand_for_moments() {
        for (text, written) in [
            ("0:02 to 0:05", Some("0:02 to 0:05")),
            ("0:02-0:05, 0:07-0:08", Some("0:02 to 0:05, 0:07 to 0:08")),
            ("2-5 s", Some("0:02 to 0:05")),
            ("1 to 2 min", Some("1:00 to 2:00")),
            ("1,5 s to 3 s", Some("0:01.5 to 0:03")),
            ("0:02 to end", Some("0:02 to end")),
            ("last 3 s", Some("last 0:03")),
            ("first 10 s", Some("0:00 to 0:10")),
            ("Without 0:10 to 0:20", Some("without 0:10 to 0:20")),
            ("nicer", None),
            ("cut it from 0:02 to 0:05", None),
            ("5 s", None),
            ("", None),
        ] {
            let read = TimeRanges::read(text).map(|ranges| ranges.to_string());
            assert_eq!(read.as_deref(), written, "{text}");
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
