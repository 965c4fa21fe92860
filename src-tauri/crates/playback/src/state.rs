//! Requests to the player, and the state that it tells.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// A file that can be heard.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AudioFile {
    /// Path of the file.
    pub path: PathBuf,
    /// Name for people.
    pub name: String,
}

/// Files to be played from now on.
#[derive(Debug, Clone)]
pub struct Load {
    /// One, or two that are compared. More are left out.
    pub files: Vec<AudioFile>,
    /// Name of the files in the state, by which whoever loaded them knows them again.
    pub key: String,
    /// Place at which to begin, in seconds.
    pub at: f64,
}

/// Action on the files that are loaded.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum Control {
    /// Plays; from the start where the end was reached.
    Play,
    /// Stops at the place that is heard.
    Pause,
    /// Goes to a place.
    Seek {
        /// Seconds from the start.
        seconds: f64,
    },
    /// Makes it louder or softer.
    Volume {
        /// The factor on all samples, 0 to 1.
        volume: f32,
    },
    /// Goes round a range, or no longer.
    Loop {
        /// From and to, in seconds; none: it plays to its end.
        range: Option<(f64, f64)>,
    },
    /// Chooses which of two files is heard, at the same place.
    Side {
        /// 0 or 1.
        side: usize,
    },
    /// Chooses where audio goes.
    Device {
        /// The id of a device; none: the system's choice.
        id: Option<String>,
    },
}

/// How things stand.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct State {
    /// Key of the loaded files; empty if there are none.
    pub key: String,
    /// The place that is heard, in seconds: by the samples that the device took, not by a clock.
    pub position: f64,
    /// Seconds of the longest file.
    pub duration: f64,
    /// Whether it plays.
    pub playing: bool,
    /// From 0 to 1.
    pub volume: f32,
    /// The range that it goes round, in seconds.
    #[serde(rename = "loop")]
    pub looped: Option<(f64, f64)>,
    /// Which of two files is heard: 0 or 1.
    pub side: usize,
    /// The name of the device that audio goes to; none where none is open.
    pub device: Option<String>,
    /// Why something cannot be heard, as a sentence.
    pub problem: Option<String>,
}
