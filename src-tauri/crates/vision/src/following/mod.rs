//! Place of a thing in each frame of a video, from its place in one of them.
//!
//! Corners within its box are followed and what most of them agree on moves it ([`flow`]; Kalal,
//! Mikolajczyk and Matas, "Forward-Backward Error: Automatic Detection of Tracking Failures", 2010);
//! how it looked when it was last known keeps it from slipping off and finds it again
//! ([`likeness`]). A thing that is not seen for a while, or is beyond the frame, is gone. One thing
//! that is pointed at: [`Path`]; all that a detector finds now and then: [`Things`].

mod flow;
mod likeness;
mod path;
mod place;
#[cfg(test)]
mod tests;
mod things;

use std::mem;

use patchbay_media::video::{Frame, Plane as Bytes};

use self::flow::moved;
use self::likeness::Likeness;
pub use self::path::{Ending, Path};
pub use self::place::Place;
pub use self::things::Things;
use crate::optical_flow::Pyramid;
use crate::planes::Plane;

/// The longest side of the copy on which things are followed, in pixels.
pub const FOLLOWED_SIDE: u32 = 640;

/// At least so alike to how it looked, it is where it looks so most.
const ALIKE: f32 = 0.75;
/// Less alike than that, it looks different by now, if corners say that it is there.
const CHANGED: f32 = 0.6;
/// At least so alike, it is found again.
const AGAIN: f32 = 0.72;
/// At least so alike to how it looked before it looked different, it looks like that again.
const BACK: f32 = 0.8;
/// Less alike than that, it is not seen, whatever corners say.
const UNLIKE: f32 = 0.25;
/// For so many seconds a thing that is not seen is taken to go on as it went.
const PATIENCE: f64 = 0.7;
/// The share of its box within the frame from which on it is seen.
const LEAST_SEEN: f64 = 0.03;
/// Share of its movement that a thing keeps from frame to frame while it is not seen.
const DAMPING: f64 = 0.9;

/// Brightness of a frame at several sizes, on which things are followed.
pub struct Sight(Pyramid);

impl Sight {
    /// Of a frame, at half its size where that is more than things are followed on.
    pub fn of(frame: &Frame) -> Self {
        let plane = brightness(frame.plane(0));
        let is_large = plane.width.max(plane.height) > FOLLOWED_SIDE as usize;
        Self(Pyramid::new(if is_large { plane.halved() } else { plane }))
    }

    fn size(&self) -> (f64, f64) {
        let finest = self.0.finest();
        (finest.width as f64, finest.height as f64)
    }
}

/// Fate of a thing from one frame to the next.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Fate {
    /// It is there.
    Seen(Place),
    /// It is hidden, or not told from what is around it; there, if it went on as it went.
    Unseen(Place),
    /// It is beyond the frame.
    Left,
    /// It has not been seen for too long.
    Lost,
}

/// Follows one thing.
pub struct Follower {
    place: Place,
    /// Look of the thing when it was last known.
    looks: Likeness,
    /// Look of the thing before it looked different; none while it looks like that.
    looked: Option<Likeness>,
    /// Movement from the frame before, in pixels.
    went: (f64, f64),
    /// Seconds since it was seen.
    unseen: f64,
}

impl Follower {
    /// Follows what is at a place of a frame; none where the place is beyond it, or less than a
    /// few pixels large.
    pub fn new(frame: &Sight, place: Place) -> Option<Self> {
        let looks = Likeness::of(frame.0.finest(), place)?;
        Some(Self {
            place,
            looks,
            looked: None,
            went: (0.0, 0.0),
            unseen: 0.0,
        })
    }

    /// Current place.
    pub fn place(&self) -> Place {
        self.place
    }

    /// It is known to be there: what was found of it before does not count any more.
    pub fn found(&mut self, frame: &Sight, place: Place) {
        self.place = place;
        self.unseen = 0.0;
        if let Some(looks) = Likeness::of(frame.0.finest(), place) {
            self.looks = looks;
            self.looked = None;
        }
    }

    /// Follows it to the next frame, `seconds` later.
    pub fn step(&mut self, before: &Sight, now: &Sight, seconds: f64) -> Fate {
        let frame = now.0.finest();
        let flow = moved(&before.0, &now.0, self.place);
        let guess = flow.map_or_else(|| self.place.shifted(self.went), |flow| flow.0);
        let is_sure = flow.is_some_and(|flow| flow.1);
        let (alike, best) = self.looks.nearest(frame, guess, 3);
        let place = if let Some(place) = self.back(frame, guess) {
            Some(place)
        } else if alike >= ALIKE {
            Some(best)
        } else if is_sure && alike > UNLIKE {
            if alike < CHANGED
                && let Some(looks) = Likeness::of(frame, guess)
            {
                let looked = mem::replace(&mut self.looks, looks);
                self.looked.get_or_insert(looked);
            }
            Some(guess)
        } else {
            let (alike, best) = self.looks.around(frame, guess);
            (alike >= AGAIN).then_some(best)
        };
        if let Some(place) = place {
            self.went = place.from(self.place);
            self.place = place;
            self.unseen = 0.0;
        } else {
            self.place = self.place.shifted(self.went);
            self.went = (self.went.0 * DAMPING, self.went.1 * DAMPING);
            self.unseen += seconds;
        }
        if self.place.share_within(now.size()) < LEAST_SEEN {
            Fate::Left
        } else if self.unseen > PATIENCE {
            Fate::Lost
        } else if self.unseen > 0.0 {
            Fate::Unseen(self.place)
        } else {
            Fate::Seen(self.place)
        }
    }
}

impl Follower {
    /// Returns the place where it looks again as it did before it looked different: something
    /// passed in front of it.
    fn back(&mut self, frame: &Plane, guess: Place) -> Option<Place> {
        let looked = self.looked.take()?;
        let (alike, place) = looked.around(frame, guess);
        if alike >= BACK {
            self.looks = looked;
            Some(place)
        } else {
            self.looked = Some(looked);
            None
        }
    }
}

fn brightness(bytes: Bytes) -> Plane {
    let values = bytes.bytes.chunks(bytes.stride.max(1)).take(bytes.height);
    let values = values
        .flat_map(|row| row.iter().take(bytes.width).map(|value| f32::from(*value)))
        .collect();
    Plane {
        width: bytes.width,
        height: bytes.height,
        values,
    }
}
