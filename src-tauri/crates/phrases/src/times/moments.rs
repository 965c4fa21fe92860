//! Moments of a video or audio clip as values: `0:02`, `middle`, `end - 0:01`, and lists of them,
//! as a sentence names them.

use std::fmt;
use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::timecode::{Counting, Timecode};
use super::{TimesError, clock, pattern, read};

/// How far after the end a time may lie and still mean the end: half a second, as lengths are shown
/// rounded.
const LENIENCE: f64 = 0.5;
/// A time on a clock, as a pattern of three groups: hours, minutes, seconds.
pub(super) const CLOCK: &str = r"(?:(\d{1,6}):)?(\d{1,6}):(\d{1,2}(?:\.\d+)?)";
/// A moment as [`Moment`] writes it, as a pattern of five groups: an anchor, a sign, and those of a
/// clock.
pub(super) const MOMENT: &str = r"(?:(start|middle|end|\d{1,2}:\d{2}:\d{2}[:;]\d{2})\b)?\s*([+-])?\s*(?:(?:(\d{1,6}):)?(\d{1,6}):(\d{1,2}(?:\.\d+)?))?";
/// No time lies further from another, in seconds: the last that a clock with six digits of hours
/// shows.
pub(super) const FURTHEST: f64 = 999_999.0 * 3600.0 + 59.0 * 60.0 + 59.0;

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

    /// So many seconds after a share of the whole.
    pub const fn at(share: f64, seconds: f64) -> Self {
        Self {
            share,
            seconds,
            timecode: None,
        }
    }

    /// The same with its timecode counted in seconds.
    ///
    /// # Errors
    /// A second has no such frame.
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

    /// As much later as another moment is after the start.
    #[must_use]
    pub fn later(self, by: Self) -> Self {
        Self {
            share: self.share + by.share,
            seconds: self.seconds + by.all_seconds(),
            ..self
        }
    }

    /// As much earlier as another moment is after the start.
    #[must_use]
    pub fn earlier(self, by: Self) -> Self {
        Self {
            share: self.share - by.share,
            seconds: self.seconds - by.all_seconds(),
            ..self
        }
    }

    /// Half as far from the start.
    #[must_use]
    pub fn half(self) -> Self {
        Self::at(self.share / 2.0, self.all_seconds() / 2.0)
    }

    /// In seconds, of a `what` of `length` seconds.
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
            // As it was said: so much before the end.
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

/// Moments in the order in which they were said.
#[derive(Debug, Clone, PartialEq)]
pub struct Moments(pub Vec<Moment>);

impl fmt::Display for Moments {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moments: Vec<String> = self.0.iter().map(Moment::to_string).collect();
        f.write_str(&moments.join(", "))
    }
}

impl Moments {
    /// Reads what [`Self::to_string`] writes, lists of times (`0:02, 5 s`), and what a sentence
    /// says; none where no moment is named.
    pub fn read(text: &str) -> Option<Self> {
        static WRITTEN: LazyLock<Regex> =
            LazyLock::new(|| Regex::new(&format!("^{MOMENT}$")).expect("a valid pattern"));
        let text = text.trim().to_lowercase();
        let one = |part: &str| moment(&WRITTEN.captures(part.trim())?, 1);
        let written: Option<Vec<Moment>> = text.split(',').map(one).collect();
        written
            .map(Self)
            .or_else(|| said_moments(&text))
            .or_else(|| said_moments(&format!("at {text}")))
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// The same with timecodes counted in seconds.
    ///
    /// # Errors
    /// A second has no such frame.
    pub fn counted(self, counting: &Counting) -> Result<Self, TimesError> {
        let counted = self.0.into_iter().map(|moment| moment.counted(counting));
        counted.collect::<Result<_, _>>().map(Self)
    }

    /// In seconds, of a `what` (`video` or `sound`) of `length` seconds.
    ///
    /// # Errors
    /// One of them lies outside.
    pub fn on(&self, length: f64, what: &'static str) -> Result<Vec<f64>, TimesError> {
        self.0
            .iter()
            .map(|moment| moment.on(length, what))
            .collect()
    }
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

/// To the millisecond.
pub(super) fn rounded(seconds: f64) -> f64 {
    (seconds * 1000.0).round() / 1000.0
}

/// Seconds to the millisecond: `0:02.5`, `1:02:03`.
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

/// The ways to name single moments; `T` is a time, `U` one with a unit.
static NAMED: LazyLock<[(Regex, Option<Moment>); 5]> = LazyLock::new(|| {
    let frame = r"(?:frame|still|picture|image|shot|screenshot|moment|second)s?";
    let list = r"T((?:\ ?,|\ and|\ or|\ ?&)+(?:\ at)?\ T)*";
    [
        (format!(r"\b(?:at|around|from)\ (?:the\ |about\ |exactly\ |second\ )*{list}(?P<range>\ (?:to|-|till|until|on)\b)?|U\ (?:in|mark|into)\b"), None),
        (format!(r"\b(?:very\ )?(?:first|opening)\ {frame}\b|\b(?:at|from)\ the\ (?:very\ )?(?:start|beginning)\b"), Some(Moment::START)),
        (format!(r"\b(?:middle|central)\ {frame}\b|\b(?:at|from|in)\ the\ middle\b|\bhalfway\b"), Some(Moment::MIDDLE)),
        (format!(r"\b(?:very\ )?(?:last|final|closing)\ {frame}\b|\b(?:at|from)\ the\ (?:very\ )?end\b"), Some(Moment::END)),
        (r"\bfirst\ and\ (?:the\ )?last\ (?:frame|still|picture|image)s?\b".to_owned(), Some(Moment::START)),
    ]
    .map(|(words, moment)| (pattern(&words.replace('T', r"<b?\d+>").replace('U', r"<\d+>")), moment))
});

/// The moments that a sentence names: “at 0:05 and 0:08”, “five seconds in”, “the last frame”; none
/// where it names none.
pub fn said_moments(text: &str) -> Option<Moments> {
    static TIME: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"<b?(\d+)>").expect("a valid pattern"));
    let (sentence, times) = read(text);
    let mut found: Vec<(usize, Moment)> = Vec::new();
    for (words, named) in NAMED.iter() {
        for at in words
            .captures_iter(&sentence)
            .filter(|at| at.name("range").is_none())
        {
            let whole = at.get(0).expect("the whole match");
            match named {
                Some(moment) => found.push((whole.start(), *moment)),
                None => found.extend(TIME.captures_iter(whole.as_str()).filter_map(|time| {
                    let place = whole.start() + time.get(0)?.start();
                    Some((
                        place,
                        times.get(time[1].parse::<usize>().ok()?)?.beside(None),
                    ))
                })),
            }
        }
    }
    found.sort_by_key(|(place, _)| *place);
    let moments: Vec<Moment> = found.into_iter().map(|(_, moment)| moment).collect();
    (!moments.is_empty()).then_some(Moments(moments))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn moments_are_found_in_sentences() {
        for (sentence, written) in [
            ("grab a still at 0:05", Some("0:05")),
            (
                "screenshots at 0:02, 0:05 and 0:08.5 please",
                Some("0:02, 0:05, 0:08.5"),
            ),
            ("the frame 3 seconds in", Some("0:03")),
            ("the first frame of it", Some("0:00")),
            ("save the very last frame as a jpg", Some("end")),
            ("the first and last frame", Some("0:00, end")),
            ("a picture from the middle", Some("middle")),
            ("a frame at the 4 second mark", Some("0:04")),
            ("cut it from 0:02 to 0:05", None),
            ("a frame every 2 seconds", None),
            ("key frames of it", None),
        ] {
            assert_eq!(
                said_moments(sentence)
                    .map(|moments| moments.to_string())
                    .as_deref(),
                written,
                "{sentence}"
            );
        }
        assert_eq!(
            Moments::read("0:02, 5 s")
                .map(|moments| moments.to_string())
                .as_deref(),
            Some("0:02, 0:05")
        );
        assert_eq!(Moments::read("nicer"), None);
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
