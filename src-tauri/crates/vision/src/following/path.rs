//! Places of one thing in all frames of a video.

use patchbay_media::MediaError;
use patchbay_media::video::{FrameReader, FrameSource, Watch};

use super::{Fate, Follower, Place, Sight};

/// Way in which a thing stopped being there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// It left the frame.
    Left,
    /// It was not seen any more.
    Lost,
}

/// Places of one thing in the frames of a video.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Path {
    /// Its place in each frame, from the first on; none where it is not.
    pub places: Vec<Option<Place>>,
    /// Time at which it stopped being there, in seconds, and the way; none where it was there until
    /// the end.
    pub ending: Option<(f64, Ending)>,
}

impl Path {
    /// Follows what is at a place, in pixels of `frames`, from `start` to `end` seconds; none where
    /// there is nothing that could be followed, such as an even surface.
    ///
    /// # Errors
    /// Returns an error if the frames cannot be read or `watch` stops it.
    pub fn of(
        frames: &mut FrameReader,
        place: Place,
        (start, end): (f64, f64),
        watch: &Watch,
    ) -> Result<Option<Self>, MediaError> {
        let format = frames.format();
        let length = frames.expected_seconds().min(end).max(0.001);
        let mut path = Self::default();
        let mut following: Option<(Follower, Sight, f64)> = None;
        while let Some(frame) = frames.next_frame(watch)? {
            let seconds = format.seconds(frame.time);
            if seconds >= end {
                break;
            }
            watch.at((seconds / length).min(1.0))?;
            // A frame is shown until the next one comes.
            if format.seconds(frame.time + frame.duration) <= start {
                path.places.push(None);
                continue;
            }
            let now = Sight::of(&frame);
            let Some((follower, before, was)) = &mut following else {
                let Some(follower) = Follower::new(&now, place) else {
                    return Ok(None);
                };
                path.places.push(Some(place));
                following = Some((follower, now, seconds));
                continue;
            };
            let ending = match follower.step(before, &now, seconds - *was) {
                Fate::Seen(place) | Fate::Unseen(place) => {
                    path.places.push(Some(place));
                    None
                }
                Fate::Left => Some(Ending::Left),
                Fate::Lost => Some(Ending::Lost),
            };
            if let Some(ending) = ending {
                path.ending = Some((seconds, ending));
                break;
            }
            (*before, *was) = (now, seconds);
        }
        Ok(Some(path))
    }
}
