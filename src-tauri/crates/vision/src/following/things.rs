//! Places of all things of a kind in all frames of a video: a detector finds them now and then, and
//! they are followed in between, also back to where the one before did not find them.

use patchbay_domain::BoundingBox;
use patchbay_media::MediaError;
use patchbay_media::video::{Frame, FrameReader, FrameSource, Watch};

use super::{Fate, Follower, Place, Sight};

/// Interval at which a detector looks, in seconds, and the most frames after which it does: those
/// since are kept.
const EVERY: f64 = 0.5;
const MOST_FRAMES: usize = 30;
/// Overlap from which on two places are those of the same thing.
const SAME: f64 = 0.2;
/// So often a thing may not be found where it is followed to until it counts as gone; one that was
/// found only once, less often.
const MISSES: u32 = 6;
const MISSES_OF_ONE: u32 = 1;

/// Finds things on a frame: boxes in its pixels.
type Find<'a> = dyn FnMut(&Frame) -> Result<Vec<BoundingBox>, MediaError> + 'a;

/// Follows all things that a detector finds.
pub struct Things {
    /// Places of things in each frame, from the first on.
    places: Vec<Vec<Place>>,
    followed: Vec<Followed>,
    /// The frames since the detector last looked, that one first, with their times.
    sights: Vec<(Sight, f64)>,
    looked: f64,
}

/// A thing that is followed.
struct Followed {
    follower: Follower,
    /// Its places in the frames since the detector last looked, that one first; shorter than these
    /// where it is gone.
    places: Vec<Place>,
    hits: u32,
    misses: u32,
    is_gone: bool,
}

impl Things {
    /// Returns the places of the things that `find` finds, in the pixels of `frames`, from `start`
    /// to `end` seconds: for each frame from the first on.
    ///
    /// # Errors
    /// Returns an error if reading or `find` fails, or `watch` stops it.
    pub fn places(
        frames: &mut FrameReader,
        (start, end): (f64, f64),
        find: &mut Find,
        watch: &Watch,
    ) -> Result<Vec<Vec<Place>>, MediaError> {
        let format = frames.format();
        let length = frames.expected_seconds().min(end).max(0.001);
        let mut things = Self {
            places: Vec::new(),
            followed: Vec::new(),
            sights: Vec::new(),
            looked: f64::NEG_INFINITY,
        };
        while let Some(frame) = frames.next_frame(watch)? {
            let seconds = format.seconds(frame.time);
            if seconds >= end {
                break;
            }
            watch.at((seconds / length).min(1.0))?;
            if format.seconds(frame.time + frame.duration) <= start {
                things.places.push(Vec::new());
                continue;
            }
            things.follow(Sight::of(&frame), seconds);
            let is_time = seconds - things.looked >= EVERY - 1e-6;
            if is_time || things.sights.len() > MOST_FRAMES {
                let scale = things.scale(format.width);
                let found = find(&frame)?;
                let found = found.into_iter().map(|bounds| Place::of(bounds, scale));
                things.compare(found.collect(), seconds);
            }
        }
        let scale = things.scale(format.width);
        things.settle();
        let back = |place: Place| place.scaled(1.0 / scale);
        let places = things.places.into_iter();
        Ok(places
            .map(|places| places.into_iter().map(back).collect())
            .collect())
    }

    /// Scale of what things are followed on, against frames of that width.
    fn scale(&self, width: u32) -> f64 {
        let seen = self.sights.last().map(|(sight, _)| sight.size().0);
        seen.map_or(1.0, |seen| seen / f64::from(width.max(1)))
    }

    /// Follows all things to the next frame.
    fn follow(&mut self, now: Sight, seconds: f64) {
        if let Some((before, was)) = self.sights.last() {
            for thing in self.followed.iter_mut().filter(|thing| !thing.is_gone) {
                match thing.follower.step(before, &now, seconds - was) {
                    Fate::Seen(place) | Fate::Unseen(place) => thing.places.push(place),
                    Fate::Left | Fate::Lost => thing.is_gone = true,
                }
            }
        }
        self.sights.push((now, seconds));
    }

    /// Compares what is followed with what the detector finds in the newest frame.
    fn compare(&mut self, found: Vec<Place>, seconds: f64) {
        let Some((newest, _)) = self.sights.last() else {
            return;
        };
        let mut left = found;
        for thing in self.followed.iter_mut().filter(|thing| !thing.is_gone) {
            let place = thing.follower.place();
            let nearest = (0..left.len())
                .max_by(|a, b| place.overlap(left[*a]).total_cmp(&place.overlap(left[*b])));
            match nearest.filter(|nearest| place.overlap(left[*nearest]) >= SAME) {
                Some(nearest) => thing.correct(left.swap_remove(nearest), newest),
                None => thing.misses += 1,
            }
            let most = if thing.hits > 1 {
                MISSES
            } else {
                MISSES_OF_ONE
            };
            thing.is_gone = thing.misses > most;
        }
        let new: Vec<Followed> = left
            .into_iter()
            .filter_map(|place| Followed::back_from(place, &self.sights))
            .collect();
        self.settle_with(new);
        self.looked = seconds;
    }

    /// Writes down where things were in all frames but the newest, which is where all go on from.
    fn settle_with(&mut self, new: Vec<Followed>) {
        let Some(newest) = self.sights.pop() else {
            return;
        };
        // What comes new was followed back, so that its places end with the newest frame.
        let count = self.sights.len();
        for number in 0..count {
            let of = |thing: &Followed| thing.places.get(number).copied();
            let of_new = |thing: &Followed| {
                let missing = (count + 1).checked_sub(thing.places.len())?;
                thing.places.get(number.checked_sub(missing)?).copied()
            };
            let known = self.followed.iter().filter_map(of);
            self.places
                .push(known.chain(new.iter().filter_map(of_new)).collect());
        }
        self.sights.clear();
        self.sights.push(newest);
        self.followed.retain(|thing| !thing.is_gone);
        self.followed.extend(new);
        for thing in &mut self.followed {
            thing.places = vec![thing.follower.place()];
        }
    }

    /// Writes down where things were in all frames.
    fn settle(&mut self) {
        for number in 0..self.sights.len() {
            let known = self
                .followed
                .iter()
                .filter_map(|thing| thing.places.get(number).copied());
            self.places.push(known.collect());
        }
    }
}

impl Followed {
    /// A thing that was found in the newest of some frames, followed back as far as it is seen.
    fn back_from(place: Place, sights: &[(Sight, f64)]) -> Option<Self> {
        let (newest, _) = sights.last()?;
        let mut backwards = Follower::new(newest, place)?;
        let mut places = vec![place];
        for pair in sights.windows(2).rev() {
            let ((earlier, was), (later, seconds)) = (&pair[0], &pair[1]);
            match backwards.step(later, earlier, seconds - was) {
                Fate::Seen(place) => places.push(place),
                Fate::Unseen(_) | Fate::Left | Fate::Lost => break,
            }
        }
        places.reverse();
        Some(Self {
            follower: Follower::new(newest, place)?,
            places,
            hits: 1,
            misses: 0,
            is_gone: false,
        })
    }

    /// It was found in the newest frame: what it slipped off since is spread over the frames
    /// before.
    fn correct(&mut self, place: Place, newest: &Sight) {
        let followed = self.follower.place();
        let count = self.places.len();
        for (number, known) in self.places.iter_mut().enumerate() {
            let share = number as f64 / count.saturating_sub(1).max(1) as f64;
            let right = Place {
                x: known.x + place.x - followed.x,
                y: known.y + place.y - followed.y,
                width: known.width + place.width - followed.width,
                height: known.height + place.height - followed.height,
            };
            *known = known.towards(right, share);
        }
        self.follower.found(newest, place);
        self.hits += 1;
        self.misses = 0;
    }
}
