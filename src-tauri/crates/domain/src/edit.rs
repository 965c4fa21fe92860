//! What cutting and joining did, as far as it can be told without frames and samples.

use serde::{Deserialize, Serialize};

/// The parts of videos or sounds of which a file consists, one after the other.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EditList {
    /// The parts.
    pub parts: Vec<EditPart>,
    /// How each passes over into the next; none: it is cut.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub transition: Option<EditTransition>,
    /// Over how many seconds the whole comes out of black and silence.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub fade_in: f64,
    /// Over how many seconds the whole goes into black and silence.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub fade_out: f64,
}

/// A part of a video or sound.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EditPart {
    /// The name of the file that it is a part of.
    pub source: String,
    /// Where it begins in that file, in seconds.
    pub start: f64,
    /// Where it ends in that file, in seconds.
    pub end: f64,
    /// How much faster than the file it plays.
    pub speed: f64,
    /// How much louder than the file it is, in dB.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub gain: f64,
    /// Whether nothing is heard of it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub silent: bool,
}

/// How parts pass over into each other.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EditTransition {
    /// Its name, such as `crossfade`.
    pub name: String,
    /// How long both parts are there, in seconds.
    pub seconds: f64,
}

impl EditList {
    /// Parts of one file, as starts and ends in seconds, at its speed.
    pub fn cut(source: &str, parts: impl IntoIterator<Item = (f64, f64)>) -> Self {
        let part = |(start, end)| EditPart {
            source: source.to_owned(),
            start,
            end,
            speed: 1.0,
            gain: 0.0,
            silent: false,
        };
        Self {
            parts: parts.into_iter().map(part).collect(),
            transition: None,
            fade_in: 0.0,
            fade_out: 0.0,
        }
    }

    /// The same, each part with these.
    #[must_use]
    pub fn each(mut self, change: impl Fn(&mut EditPart)) -> Self {
        self.parts.iter_mut().for_each(change);
        self
    }
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands references in"
)]
fn is_zero(value: &f64) -> bool {
    *value == 0.0
}
