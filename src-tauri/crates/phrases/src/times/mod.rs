//! Times in words: which parts of a video or audio clip a sentence keeps, and how long it asks the
//! whole to be.
//!
//! A sentence is read in three steps: number words become digits, times become tokens, and then a
//! few patterns over those tokens name parts. Whether these parts are kept or taken out depends on
//! the verb. How long the whole is need not be known for that.
//!
//! - [`moments`]: points of a time line as values, found in a sentence, written and read back
//! - [`ranges`]: parts of a time line as a value: written, read back, and found on a whole of some
//!   length
//! - [`parts`]: the parts that a sentence names
//! - [`limits`]: the parts to which something else that is asked for is limited
//! - [`lengths`]: how long a sentence asks the whole to be
//! - [`frames`]: how many frames of a video a sentence asks for, and how far apart
//! - [`shifts`]: by how much later or earlier
//! - [`pieces`]: into how many pieces a sentence splits the whole, or into how long ones
//! - [`timecode`]: frames as cameras and editors count them
//! - [`numbers`], [`tokens`]: what both read

use regex::Regex;
use thiserror::Error;

mod frames;
mod lengths;
mod limits;
mod moments;
mod numbers;
mod parts;
mod pieces;
mod ranges;
mod shifts;
mod taken_out;
mod timecode;
mod tokens;

pub use frames::{Interval, said_count, said_interval};
pub use lengths::{duration, names_a_part, said_crossfade, said_seconds, wanted_length};
pub use limits::{said_limits, without_limits};
pub use moments::{Moment, Moments, said_moments};
pub use numbers::digits;
pub use parts::{kept_parts, said_ranges, unsaid};
pub use pieces::{piece_count, piece_length};
pub use ranges::{TimeRange, TimeRanges};
pub use shifts::said_shift;
pub use timecode::{Counting, Timecode};
use tokens::{Time, tokenised};

/// A part of a video or audio clip, in seconds from its start.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Part {
    /// Where it begins.
    pub start: f64,
    /// Where it ends, after `start`.
    pub end: f64,
}

/// Why no parts could be made of a sentence.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
pub enum TimesError {
    /// No time is in it.
    #[error(
        "“{text}” does not say which part of the {what} to keep. Give times, such as “from 0:02 to 0:05”, “the first 10 \
         seconds” or “remove 0:10-0:20”; the {what} is {length} long."
    )]
    Missing {
        /// The sentence.
        text: String,
        /// `video` or `sound`.
        what: &'static str,
        /// How long it is.
        length: String,
    },
    /// A time after the end.
    #[error(
        "The {what} is {length} long, so {time} lies after its end. Choose times up to {length}."
    )]
    Outside {
        /// `video` or `sound`.
        what: &'static str,
        /// How long it is.
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
        /// How long it is.
        length: String,
    },
}

/// Only so many characters of a text are looked at.
const LONGEST_SENTENCE: usize = 2000;

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

/// The start of a text with its number words as digits and its times as tokens, and these times.
fn read(text: &str) -> (String, Vec<Time>) {
    let start: String = text.chars().take(LONGEST_SENTENCE).collect();
    tokenised(&digits(&start.to_lowercase()))
}

fn pattern(words: &str) -> Regex {
    Regex::new(&format!("(?x){words}")).expect("a pattern of this file is valid")
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
