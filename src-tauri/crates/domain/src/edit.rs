//! Result of cutting and joining, as far as it can be told without frames and samples.

use serde::{Deserialize, Serialize};

/// The parts of videos or sounds of which a file consists, one after the other.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EditList {
    /// The parts.
    pub parts: Vec<EditPart>,
    /// Transition of each part into the next; none: it is cut.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub transition: Option<EditTransition>,
    /// Fade of the whole out of black and silence at its start, in seconds.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub fade_in: f64,
    /// Fade of the whole into black and silence at its end, in seconds.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub fade_out: f64,
}

/// A part of a video or sound.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EditPart {
    /// The name of the file that it is a part of.
    pub source: String,
    /// Start in that file, in seconds.
    pub start: f64,
    /// End in that file, in seconds.
    pub end: f64,
    /// Speed as a multiple of the file's.
    pub speed: f64,
    /// Gain against the file, in dB.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub gain: f64,
    /// Whether nothing is heard of it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub silent: bool,
}

/// Transition between parts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EditTransition {
    /// Its name, such as `crossfade`.
    pub name: String,
    /// Time for which both parts are there, in seconds.
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

    /// Returns the list with `change` made to each part.
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
