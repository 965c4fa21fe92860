//! Timecodes, as cameras and editors count frames: `00:00:05:12`, and with dropped frame numbers
//! `01:00:02;00`.
//!
//! SMPTE ST 12-1: at 29.97 frames a second the numbers 0 and 1 (at 59.94 those from 0 to 3) are
//! left out at the start of each minute but every tenth, so that timecodes keep up with the clock.
//! Numbers are dropped, never frames.

use std::fmt;
use std::sync::LazyLock;

use regex::Regex;

use super::TimesError;

/// Form of a timecode, as a pattern without groups.
pub const TIMECODE: &str = r"\d{1,2}:\d{2}:\d{2}[:;]\d{2}";

/// Hours, minutes, seconds and frames.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timecode {
    /// Hours, minutes, seconds, frames.
    parts: [u32; 4],
    /// Whether numbers are dropped.
    drops: bool,
}

impl fmt::Display for Timecode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [hours, minutes, seconds, frames] = self.parts;
        let sign = if self.drops { ';' } else { ':' };
        write!(f, "{hours:02}:{minutes:02}:{seconds:02}{sign}{frames:02}")
    }
}

impl Timecode {
    /// Reads a timecode and nothing else.
    pub fn read(text: &str) -> Option<Self> {
        static WRITTEN: LazyLock<Regex> =
            LazyLock::new(|| Regex::new(&format!("^{TIMECODE}$")).expect("a valid pattern"));
        let text = text.trim();
        if !WRITTEN.is_match(text) {
            return None;
        }
        let mut parts = [0; 4];
        for (part, digits) in parts.iter_mut().zip(text.split([':', ';'])) {
            *part = digits.parse().ok()?;
        }
        (parts[1] < 60 && parts[2] < 60).then_some(Self {
            parts,
            drops: text.contains(';'),
        })
    }

    /// Seconds that it stands for where nobody says how frames are counted, at 30 a second.
    pub(super) fn about(self) -> f64 {
        self.number(30, self.drops) as f64 / 30.0
    }

    /// The first one of a day.
    pub const MIDNIGHT: Self = Self {
        parts: [0; 4],
        drops: false,
    };

    /// Returns the timecode of the frame that comes `frames` later, at `per_second` frames a
    /// second; after a day they begin again. Numbers are dropped where this one drops them and the
    /// rate allows it.
    #[must_use]
    pub fn after(self, frames: i64, per_second: u32) -> Self {
        let per_second = per_second.max(1);
        let drops = self.drops && per_second.is_multiple_of(30);
        let rate = i64::from(per_second);
        let dropped = i64::from(per_second / 15);
        let (minute, ten) = (rate * 60 - dropped, rate * 600 - 9 * dropped);
        let day = if drops { 144 * ten } else { 86_400 * rate };
        let mut number = (self.number(per_second, self.drops) + frames).rem_euclid(day);
        if drops {
            let (tens, rest) = (number / ten, number % ten);
            number += 9 * dropped * tens;
            // The first minute of ten drops none.
            number += dropped * ((rest - dropped).max(0) / minute);
        }
        let part = |unit: i64, count: i64| (number / (rate * unit) % count) as u32;
        Self {
            parts: [
                part(3600, 24),
                part(60, 60),
                part(1, 60),
                (number % rate) as u32,
            ],
            drops: self.drops,
        }
    }

    /// The number of its frame from midnight on, at `per_second` frames a second.
    fn number(self, per_second: u32, drops: bool) -> i64 {
        let [hours, minutes, seconds, frames] = self.parts.map(i64::from);
        let minutes = hours * 60 + minutes;
        let number = (minutes * 60 + seconds) * i64::from(per_second) + frames;
        let dropped = i64::from(per_second / 15) * (minutes - minutes / 10);
        if drops && per_second.is_multiple_of(30) {
            number - dropped
        } else {
            number
        }
    }
}

/// Counting of a video's timecodes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Counting {
    /// Frames a second.
    pub rate: f64,
    /// The timecode of its first frame, where it has one.
    pub start: Option<Timecode>,
}

impl Counting {
    /// The seconds from the video's start to the frame of a timecode. Whether numbers are dropped
    /// tells the video's own timecode, where it has one. A timecode before that is counted from the
    /// video's start.
    ///
    /// # Errors
    /// Returns [`TimesError::NoFrame`] if a second has no such frame.
    pub fn seconds(&self, of: Timecode) -> Result<f64, TimesError> {
        let per_second = self.rate.round().clamp(1.0, 1000.0) as u32;
        if of.parts[3] >= per_second {
            return Err(TimesError::NoFrame {
                timecode: of.to_string(),
                last: per_second - 1,
            });
        }
        let drops = self.start.map_or(of.drops, |start| start.drops);
        let first = self
            .start
            .map_or(0, |start| start.number(per_second, drops));
        let number = of.number(per_second, drops);
        let frames = if number < first {
            number
        } else {
            number - first
        };
        Ok(frames.max(0) as f64 / self.rate.max(0.01))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::{Moments, TimeRanges};
    use super::*;

    const NTSC: f64 = 30_000.0 / 1001.0;

    fn counting(rate: f64, start: &str) -> Counting {
        Counting {
            rate,
            start: Timecode::read(start),
        }
    }

    #[test]
    fn numbers_are_dropped_each_minute_but_every_tenth() {
        for (timecode, number) in [
            ("00:00:00;00", 0),
            ("00:00:59;29", 1799),
            ("00:01:00;02", 1800),
            ("00:02:00;02", 3598),
            ("00:09:59;29", 17_981),
            ("00:10:00;00", 17_982),
            ("00:11:00;02", 19_782),
            ("01:00:00;00", 107_892),
        ] {
            let read = Timecode::read(timecode).unwrap();
            assert_eq!(read.number(30, true), number, "{timecode}");
            assert_eq!(read.to_string(), timecode);
        }
        let double = Timecode::read("00:01:00;04").unwrap();
        assert_eq!(double.number(60, true), 3600);
        // After an hour both clocks show the same again, to a tenth of a second.
        let hour = counting(NTSC, "").seconds(Timecode::read("01:00:00;00").unwrap());
        assert!((hour.unwrap() - 3600.0).abs() < 0.1);
        for text in ["0:02", "00:00:05", "00:61:00:00", "00:00:05.12", "1:2:3:4"] {
            assert_eq!(Timecode::read(text), None, "{text}");
        }
    }

    #[test]
    fn frames_later_there_is_another_timecode() {
        for (timecode, frames, rate, later) in [
            ("00:00:00:00", 61, 25, "00:00:02:11"),
            ("10:00:00:00", 25 * 3600, 25, "11:00:00:00"),
            ("23:59:59:24", 1, 25, "00:00:00:00"),
            ("00:00:59;29", 1, 30, "00:01:00;02"),
            ("00:00:00;00", 17_981, 30, "00:09:59;29"),
            ("00:00:00;00", 17_982, 30, "00:10:00;00"),
            ("00:00:00;00", 107_892, 30, "01:00:00;00"),
            ("00:00:59;59", 1, 60, "00:01:00;04"),
        ] {
            let start = Timecode::read(timecode).unwrap();
            assert_eq!(start.after(frames, rate).to_string(), later, "{timecode}");
        }
        let start = Timecode::read("00:00:00;00").unwrap();
        for frames in (0..2_600_000).step_by(997) {
            let later = start.after(frames, 30);
            assert_eq!(later.number(30, true), frames % 2_589_408, "{later}");
        }
    }

    #[test]
    fn timecodes_are_counted_from_that_of_the_first_frame() {
        let seconds = |rate, start, timecode| {
            counting(rate, start)
                .seconds(Timecode::read(timecode).unwrap())
                .unwrap()
        };
        for (rate, start, timecode, expected) in [
            (25.0, "", "00:00:05:12", 5.48),
            (25.0, "10:00:00:00", "10:00:05:12", 5.48),
            (25.0, "10:00:00:00", "00:00:05:12", 5.48),
            (NTSC, "01:00:00;00", "01:00:02;00", 60.0 / NTSC),
            (NTSC, "01:00:00;00", "01:01:00;02", 1800.0 / NTSC),
            (NTSC, "01:00:00:00", "01:01:00:00", 1800.0 / NTSC),
            (24.0, "", "00:00:01:23", 47.0 / 24.0),
        ] {
            let found = seconds(rate, start, timecode);
            assert!((found - expected).abs() < 1e-9, "{timecode}: {found}");
        }
        let error = counting(25.0, "").seconds(Timecode::read("00:00:05:27").unwrap());
        let error = error.unwrap_err().to_string();
        assert!(
            error.contains("00:00:05:27") && error.contains("from 0 to 24"),
            "{error}"
        );
    }

    #[test]
    fn timecodes_stand_for_moments() {
        let moments = Moments::read("00:00:05:12, 0:07").unwrap();
        assert_eq!(moments.to_string(), "00:00:05:12, 0:07");
        let counted = moments.counted(&counting(25.0, "")).unwrap();
        assert_eq!(counted.on(10.0, "video"), Ok(vec![5.48, 7.0]));
        let parts = TimeRanges::read("01:00:02;00 to 01:00:05;00").unwrap();
        let parts = parts.counted(&counting(NTSC, "01:00:00;00")).unwrap();
        let parts = parts.kept(60.0, "video").unwrap();
        assert!((parts[0].start - 2.002).abs() < 1e-9 && (parts[0].end - 5.005).abs() < 1e-9);
    }

    proptest! {
        #![proptest_config(crate::testing::cases())]

        #[test]
        fn one_frame_later_is_one_frame_later(number in 0_i64..500_000, drops: bool) {
            // The timecode of each frame, made by counting as a clock does.
            let dropped = number / 17_982 * 18 + (number % 17_982 - 2).max(0) / 1798 * 2;
            let shown = if drops { number + dropped } else { number };
            let sign = if drops { ';' } else { ':' };
            let text = format!(
                "{:02}:{:02}:{:02}{sign}{:02}",
                shown / 108_000, shown / 1800 % 60, shown / 30 % 60, shown % 30
            );
            let read = Timecode::read(&text).expect("a timecode");
            prop_assert_eq!(read.number(30, drops), number, "{}", text);
            prop_assert_eq!(read.to_string(), text);
        }
    }
}
