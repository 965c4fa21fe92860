//! Times: points and parts of a time line, lengths of time, and frames as they are counted. The
//! length of the whole need not be known for that.
//!
//! - [`moments`]: points of a time line
//! - [`ranges`]: parts of a time line, and their places on a whole of known length
//! - [`intervals`]: distances of frames
//! - [`durations`]: lengths of time
//! - [`timecode`]: frames as cameras and editors count them

mod durations;
mod intervals;
mod moments;
mod ranges;
mod timecode;

use thiserror::Error;

pub use durations::{COUNTED, Counted, decimal_commas, duration};
pub use intervals::Interval;
pub use moments::{Moment, Moments};
pub use ranges::{TimeRange, TimeRanges};
pub use timecode::{Counting, TIMECODE, Timecode};

/// Maximum distance of two times, in seconds: the last time that a clock with six digits of hours
/// shows.
const FURTHEST: f64 = 999_999.0 * 3600.0 + 59.0 * 60.0 + 59.0;

/// A part of a video or audio clip, in seconds from its start.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Part {
    /// Start of the part.
    pub start: f64,
    /// End of the part, after `start`.
    pub end: f64,
}

/// Error of times that lie nowhere on a video or audio clip.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
pub enum TimesError {
    /// A time after the end.
    #[error(
        "The {what} is {length} long, so {time} lies after its end. Choose times up to {length}."
    )]
    Outside {
        /// `video` or `sound`.
        what: &'static str,
        /// Its length.
        length: String,
        /// The time that was given.
        time: String,
    },
    /// A second has no such frame.
    #[error(
        "There is no timecode {timecode} in this video: its frames are counted from 0 to {last} in each second."
    )]
    NoFrame {
        /// The timecode that was given.
        timecode: String,
        /// The last number.
        last: u32,
    },
    /// The end is not after the start.
    #[error(
        "The part would end at {end}, before it begins at {start}. Give the earlier time first."
    )]
    Backwards {
        /// The first time.
        start: String,
        /// The second time.
        end: String,
    },
    /// Everything would be taken out.
    #[error("Nothing of the {what} would be left: it is {length} long. Take out less.")]
    Nothing {
        /// `video` or `sound`.
        what: &'static str,
        /// Its length.
        length: String,
    },
}

/// Seconds as people write them: `4.5 s`, `0:07`, `1:02:03`.
pub fn clock(seconds: f64) -> String {
    let tenths = (seconds * 10.0).round() as u64;
    let (whole, tenth) = (tenths / 10, tenths % 10);
    let fraction = if tenth == 0 {
        String::new()
    } else {
        format!(".{tenth}")
    };
    match whole {
        0..60 => format!("{whole}{fraction} s"),
        60..3600 => format!("{}:{:02}{fraction}", whole / 60, whole % 60),
        _ => format!(
            "{}:{:02}:{:02}{fraction}",
            whole / 3600,
            whole / 60 % 60,
            whole % 60
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::clock;

    #[test]
    fn times_are_written_as_people_write_them() {
        assert_eq!(clock(4.52), "4.5 s");
        assert_eq!(clock(59.96), "1:00");
        assert_eq!(clock(127.0), "2:07");
        assert_eq!(clock(3723.4), "1:02:03.4");
    }
}
