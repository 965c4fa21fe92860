//! Errors of making music.

use patchbay_domain::Cancelled;
use thiserror::Error;

use super::LONGEST;

/// Error of making music, as a sentence for people.
#[derive(Debug, Error, Clone, PartialEq)]
pub enum MusicError {
    /// The person stopped it.
    #[error("Stopped.")]
    Cancelled,
    /// More is asked for than can be made, in seconds.
    #[error(
        "Music of up to {:.0} minutes can be made, but {:.1} minutes are asked for; ask for less.",
        LONGEST / 60.0,
        _0 / 60.0
    )]
    TooLong(f64),
    /// The SoundFont that is installed is unusable: what its player says.
    #[error("The SoundFont cannot be played: {0}.")]
    Unplayable(String),
}

impl From<Cancelled> for MusicError {
    fn from(Cancelled: Cancelled) -> Self {
        Self::Cancelled
    }
}
