//! Typed values that a tool takes beside its resources.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What kind of value a parameter takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ParameterKind {
    /// Yes or no.
    Flag,
    /// How many.
    Count,
    /// One of every so many, such as each tenth frame.
    Interval,
    /// A share in percent.
    Percent,
    /// A multiple, such as twice the speed.
    Factor,
    /// A length of time.
    Duration,
    /// A point in time.
    Time,
    /// Parts of a time line, each from one time to another or of a length at one of its ends.
    TimeRanges,
    /// Width by height, such as 16:9.
    Ratio,
    /// An angle in degrees.
    Angle,
    /// Width and height in pixels, one side, or a named size.
    Size,
    /// A size of a file.
    Bytes,
    /// Bits in a second.
    Bitrate,
    /// A gain in dB.
    Decibel,
    /// A loudness in LUFS.
    Loudness,
    /// A frequency in Hz.
    Frequency,
    /// Frames in a second.
    FrameRate,
    /// A colour.
    Color,
    /// A place on a picture: a corner, an edge, coordinates.
    Position,
    /// One of a closed list.
    Choice,
    /// A file format.
    FileFormat,
    /// Words, taken to the letter.
    Text,
}

impl ParameterKind {
    /// Whether a value of the kind `said` can be given: its own, and for parts of a time line times and lengths.
    pub fn takes(self, said: Self) -> bool {
        self == said || (self == Self::TimeRanges && matches!(said, Self::Time | Self::Duration))
    }
}

/// A typed value that a tool takes beside its resources.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Parameter {
    /// Its name, unique within the tool.
    pub name: String,
    /// What kind of value it takes.
    pub kind: ParameterKind,
    /// The only values that it takes, in all the ways to say them; empty: every value of its kind.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<String>>", optional)]
    pub choices: Vec<String>,
}

impl Parameter {
    /// Whether it takes a value of that kind that is said in these words.
    pub fn takes(&self, kind: ParameterKind, words: &str) -> bool {
        let is_choice = |choice: &String| choice.eq_ignore_ascii_case(words.trim());
        self.kind.takes(kind) && (self.choices.is_empty() || self.choices.iter().any(is_choice))
    }
}
