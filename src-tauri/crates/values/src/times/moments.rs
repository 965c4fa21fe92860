//! Moments of a video or audio clip: `0:02`, `middle`, `end - 0:01`, and lists of them.

use std::fmt;
use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::durations::{Counted, decimal_commas};
use super::timecode::{Counting, Timecode};
use super::{FURTHEST, TimesError, clock};

/// Distance after the end at which a time still means the end: half a second, as lengths are shown
/// rounded.
const LENIENCE: f64 = 0.5;
/// A time on a clock, as a pattern of three groups: hours, minutes, seconds.
pub(super) const CLOCK: &str = r"(?:(\d{1,6}):)?(\d{1,6}):(\d{1,2}(?:\.\d+)?)";
/// A moment as [`Moment`] writes it, as a pattern of five groups: an anchor, a sign, and those of a
/// clock.
pub(super) const MOMENT: &str = r"(?:(start|middle|end|\d{1,2}:\d{2}:\d{2}[:;]\d{2})\b)?\s*([+-])?\s*(?:(?:(\d{1,6}):)?(\d{1,6}):(\d{1,2}(?:\.\d+)?))?";

/// A moment of a video or audio clip whose length need not be known: a share of the whole, and
/// seconds after that.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Moment {
    /// The share of the whole that lies before it: 0 counts from the start, 1 from the end.
    pub share: f64,
    /// Seconds after that; negative before it.
    pub seconds: f64,
    /// The timecode after which these seconds are counted instead, until it is counted itself.
    pub timecode: Option<Timecode>,
}

impl Moment {
    /// The start of the whole.
    pub const START: Self = Self::at(0.0, 0.0);
    /// Its middle.
    pub const MIDDLE: Self = Self::at(0.5, 0.0);
    /// Its end.
    pub const END: Self = Self::at(1.0, 0.0);

    /// Returns the moment `seconds` after a share of the whole.
    pub const fn at(share: f64, seconds: f64) -> Self {
        Self {
            share,
            seconds,
            timecode: None,
        }
    }

    /// Returns the moment with its timecode counted in seconds.
    ///
    /// # Errors
    /// Returns [`TimesError::NoFrame`] if a second has no such frame.
    pub fn counted(self, counting: &Counting) -> Result<Self, TimesError> {
        let Some(timecode) = self.timecode else {
            return Ok(self);
        };
        let seconds = counting.seconds(timecode)? + self.seconds;
        Ok(Self::at(self.share, seconds))
    }

    /// Its seconds, those of a timecode that nobody counted among them as far as they are known.
    fn all_seconds(self) -> f64 {
        self.seconds + self.timecode.map_or(0.0, Timecode::about)
    }

    /// Returns the moment that is as much later as `by` is after the start.
    #[must_use]
    pub fn later(self, by: Self) -> Self {
        Self {
            share: self.share + by.share,
            seconds: self.seconds + by.all_seconds(),
            ..self
        }
    }

    /// Returns the moment that is as much earlier as `by` is after the start.
    #[must_use]
    pub fn earlier(self, by: Self) -> Self {
        Self {
            share: self.share - by.share,
            seconds: self.seconds - by.all_seconds(),
            ..self
        }
    }

    /// Returns the moment half as far from the start.
    #[must_use]
    pub fn half(self) -> Self {
        Self::at(self.share / 2.0, self.all_seconds() / 2.0)
    }

    /// Returns the moment in seconds, of a `what` of `length` seconds.
    pub(super) fn on(self, length: f64, what: &'static str) -> Result<f64, TimesError> {
        let time = self.share * length + self.all_seconds();
        let outside = |time: f64| TimesError::Outside {
            what,
            length: clock(length),
            time: clock(time),
        };
        if time > length + LENIENCE {
            return Err(outside(time));
        }
        if time < -LENIENCE && self.share > 0.0 {
            // As it is counted: that far before the end.
            return Err(outside(-self.seconds / self.share));
        }
        Ok(time.clamp(0.0, length))
    }
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = self.timecode.map(|timecode| timecode.to_string());
        let from = match self.share {
            _ if named.is_some() => named.as_deref().unwrap_or_default(),
            share if share <= 0.25 => return f.write_str(&exact(self.seconds.max(0.0))),
            share if share < 0.75 => "middle",
            _ => "end",
        };
        match rounded(self.seconds) {
            seconds if seconds < 0.0 => write!(f, "{from} - {}", exact(-seconds)),
            seconds if seconds > 0.0 => write!(f, "{from} + {}", exact(seconds)),
            _ => f.write_str(from),
        }
    }
}

/// Moments in the order in which they are named.
#[derive(Debug, Clone, PartialEq)]
pub struct Moments(pub Vec<Moment>);

impl fmt::Display for Moments {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moments: Vec<String> = self.0.iter().map(Moment::to_string).collect();
        f.write_str(&moments.join(", "))
    }
}

impl Moments {
    /// Reads the form that [`Self::to_string`] writes, and lists of lengths of time from the start
    /// (`0:02, 5 s`); none where it is anything else.
    pub fn read(text: &str) -> Option<Self> {
        let text = text.trim().to_lowercase();
        let listed = |one: fn(&str) -> Option<Moment>, text: &str| {
            let moments: Option<Vec<Moment>> = text.split(',').map(one).collect();
            moments.map(Self)
        };
        let counted = |part: &str| {
            let from_start = || Some(Moment::at(0.0, Counted::read(part)?.seconds_beside(None)));
            written(part).or_else(from_start)
        };
        listed(written, &text).or_else(|| listed(counted, &decimal_commas(&text)))
    }

    /// Number of moments.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Returns the moments with timecodes counted in seconds.
    ///
    /// # Errors
    /// Returns [`TimesError::NoFrame`] if a second has no such frame.
    pub fn counted(self, counting: &Counting) -> Result<Self, TimesError> {
        let counted = self.0.into_iter().map(|moment| moment.counted(counting));
        counted.collect::<Result<_, _>>().map(Self)
    }

    /// Returns the moments in seconds, of a `what` (`video` or `sound`) of `length` seconds.
    ///
    /// # Errors
    /// Returns [`TimesError::Outside`] if one of them lies outside.
    pub fn on(&self, length: f64, what: &'static str) -> Result<Vec<f64>, TimesError> {
        self.0
            .iter()
            .map(|moment| moment.on(length, what))
            .collect()
    }
}

/// A moment as [`Moment`] writes it.
pub(super) fn written(text: &str) -> Option<Moment> {
    static WRITTEN: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(&format!("^{MOMENT}$")).expect("a valid pattern"));
    moment(&WRITTEN.captures(text.trim())?, 1)
}

/// The moment whose groups begin at `first`: an anchor, a sign, and the three of a clock.
pub(super) fn moment(found: &Captures<'_>, first: usize) -> Option<Moment> {
    let anchor = found.get(first).map(|anchor| anchor.as_str());
    let anchor = match anchor {
        Some("start") => Some(Moment::START),
        Some("middle") => Some(Moment::MIDDLE),
        Some("end") => Some(Moment::END),
        Some(timecode) => Some(Moment {
            timecode: Some(Timecode::read(timecode)?),
            ..Moment::START
        }),
        None => None,
    };
    let sign = found
        .get(first + 1)
        .map(|sign| if sign.as_str() == "-" { -1.0 } else { 1.0 });
    match (anchor, sign, clock_seconds(found, first + 2)) {
        (Some(anchor), None, None) => Some(anchor),
        (Some(anchor), Some(sign), Some(seconds)) => Some(Moment {
            seconds: sign * seconds,
            ..anchor
        }),
        (None, None, Some(seconds)) => Some(Moment::at(0.0, seconds)),
        _ => None,
    }
}

/// The time whose groups (hours, minutes, seconds) begin at `first`.
pub(super) fn clock_seconds(found: &Captures<'_>, first: usize) -> Option<f64> {
    let number = |group: usize| {
        found
            .get(group)
            .and_then(|digits| digits.as_str().parse::<f64>().ok())
    };
    Some(number(first).unwrap_or(0.0) * 3600.0 + number(first + 1)? * 60.0 + number(first + 2)?)
}

/// Rounds seconds to the millisecond.
pub(super) fn rounded(seconds: f64) -> f64 {
    (seconds * 1000.0).round() / 1000.0
}

/// Writes seconds to the millisecond: `0:02.5`, `1:02:03`.
pub(super) fn exact(seconds: f64) -> String {
    let milliseconds = (seconds.min(FURTHEST) * 1000.0).round() as u64;
    let (whole, rest) = (milliseconds / 1000, milliseconds % 1000);
    let fraction = if rest == 0 {
        String::new()
    } else {
        format!(".{rest:03}").trim_end_matches('0').to_owned()
    };
    let (hours, minutes, seconds) = (whole / 3600, whole / 60 % 60, whole % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}{fraction}")
    } else {
        format!("{minutes}:{seconds:02}{fraction}")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn lists_of_times_are_read() {
        for (text, written) in [
            ("0:02, 5 s", Some("0:02, 0:05")),
            ("0:02,0:05.5", Some("0:02, 0:05.5")),
            ("1,5 s", Some("0:01.5")),
            ("5", Some("0:05")),
            ("Middle, end - 0:01", Some("middle, end - 0:01")),
            ("00:00:05:12, 0:07", Some("00:00:05:12, 0:07")),
            ("nicer", None),
            ("", None),
            ("at 0:05", None),
        ] {
            let read = Moments::read(text).map(|moments| moments.to_string());
            assert_eq!(read.as_deref(), written, "{text}");
        }
    }

    proptest! {
        #![proptest_config(crate::testing::cases())]

        #[test]
        fn what_is_written_is_read_back(
            times in prop::collection::vec((prop::sample::select(vec![0.0, 0.5, 1.0]), -90_000i32..900_000), 1..5),
        ) {
            let moment = |(share, time): (f64, i32)| {
                let time = if share == 0.0 { time.abs() } else { time };
                Moment::at(share, f64::from(time) / 1000.0)
            };
            let written = Moments(times.into_iter().map(moment).collect()).to_string();
            prop_assert_eq!(Moments::read(&written).map(|read| read.to_string()), Some(written));
        }
    }
}
