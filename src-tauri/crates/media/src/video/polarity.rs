//! Whether both sides of audio are the same turned over.

use std::path::Path;

use super::Watch;
use super::audio_reader::{AudioReader, AudioSource, SAMPLE_RATE};
use crate::MediaError;
use crate::audio_polarity::Polarity;

/// Whether left and right of an audio track of a video or audio file are so opposite that they cancel out where both become
/// one channel. No where it has another number of channels.
///
/// # Errors
/// The audio cannot be read, or a stop.
pub fn has_opposite_sides(
    (path, name): (&Path, &str),
    track: usize,
    watch: &Watch,
) -> Result<bool, MediaError> {
    let mut reader = AudioReader::open_track(path, name, track)?;
    if reader.channels() != 2 {
        return Ok(false);
    }
    let length = reader.seconds().max(0.001);
    let mut polarity = Polarity::default();
    while let Some(block) = reader.next_block(watch)? {
        watch.at((block.start as f64 / f64::from(SAMPLE_RATE) / length).min(0.99))?;
        let [left, right] = &block.channels;
        polarity.hear(left, right);
    }
    Ok(polarity.is_opposite())
}
